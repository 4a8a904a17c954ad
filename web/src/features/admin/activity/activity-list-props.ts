// What the activity is given whether it is shown line by line or counted.
import type { ComponentProps, ReactNode } from 'react'
import type { AddressView } from '../workbench/use-address.ts'
import type { SavedViews } from '../views/SavedViews.tsx'
import type { ActivityView } from './activity-view.ts'

export interface ActivityListProps {
  view: ActivityView
  choose: AddressView<ActivityView>['choose']
  /** The ways to other views, which stand above the list. */
  views: ReactNode
  saved: ComponentProps<typeof SavedViews>
  search: { hint: string; value: string | undefined; onSearch: (text: string) => void }
  filterCount: number
  isNarrow: boolean
  onClear: () => void
}
