import type { ComponentProps, ReactNode } from 'react'
import type { AdminUrlQueryParametersState } from '../master-detail/admin-url-state.ts'
import type { SavedViewsMenu } from '../saved-views/SavedViewsMenu.tsx'
import type { AuditLogUrlFilter } from './audit-log-url-filter.ts'

export interface AuditLogScreenContentProps {
  view: AuditLogUrlFilter
  setFilters: AdminUrlQueryParametersState<AuditLogUrlFilter>['setFilters']
  views: ReactNode
  savedViews: ComponentProps<typeof SavedViewsMenu>
  search: { hint: string; value: string | undefined; onSearch: (text: string) => void }
  filterCount: number
  isFiltered: boolean
  onClear: () => void
}
