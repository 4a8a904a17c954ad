import { adminPagePaths } from '../../../api/admin-page-paths.ts'
import { Button } from '../../../ui/Button.tsx'
import { EmptyListPanel } from '../../../ui/EmptyListPanel.tsx'
import { useTranslations } from 'use-intl'
import { SearchableAdminTable } from '../SearchableAdminTable.tsx'
import { useMissingPermissionReason } from '../use-missing-permission-reason.ts'
import { useAdminListQuery } from '../admin-query-hooks.ts'
import {
  adminSearchTextPattern,
  useAdminNavigate,
  useAdminUrlQueryParameters,
} from '../master-detail/admin-url-state.ts'
import { FilterDropdown } from '../master-detail/FilterBar.tsx'
import { ListScreenHeader } from '../master-detail/ListScreenHeader.tsx'
import { useApplicationColumns } from './use-application-columns.tsx'

const kinds = ['web', 'single-page', 'native', 'device', 'machine'] as const
const urlPatterns = {
  search: adminSearchTextPattern,
  enabled: ['yes', 'no'],
  kind: kinds,
  sort: ['name', 'created', 'used'],
  order: ['asc', 'desc'],
} as const

export function ApplicationsScreen() {
  const t = useTranslations()
  const disabledReason = useMissingPermissionReason('applications.change')
  const { view, setFilters, clear, isFiltered, filterCount, search, openSearch } =
    useAdminUrlQueryParameters(urlPatterns)
  const applications = useAdminListQuery('listApplications', { query: view })
  const columns = useApplicationColumns()
  const go = useAdminNavigate()
  const add = (
    <Button look="main" disabledReason={disabledReason} onClick={() => go(adminPagePaths.newApplication)}>
      {t('adminApplications.add')}
    </Button>
  )
  const isEmpty = !isFiltered && applications.data?.pages[0]?.items.length === 0
  return (
    <div className="grid grid-cols-1 gap-3">
      <ListScreenHeader title={t('adminApplications.title')} about={t('adminApplications.intro')}>
        {!isEmpty && add}
      </ListScreenHeader>
      <SearchableAdminTable
        label={t('adminApplications.list')}
        query={applications}
        columns={columns}
        getKey={({ id }) => id}
        savedViews={{ list: 'applications', search, onOpen: openSearch }}
        search={{
          hint: t('adminApplications.search'),
          value: view.search,
          onSearch: (text) => setFilters({ search: text }),
        }}
        filterCount={filterCount}
        filters={
          <>
            <FilterDropdown
              label={t('adminApplications.state')}
              value={view.enabled ?? ''}
              options={(['yes', 'no'] as const).map((value) => ({
                value,
                label: t(`adminApplications.states.${value}`),
              }))}
              onChange={(enabled) => setFilters({ enabled })}
            />
            <FilterDropdown
              label={t('adminApplications.kind')}
              value={view.kind ?? ''}
              options={kinds.map((value) => ({ value, label: t(`adminApplications.kinds.${value}`) }))}
              onChange={(kind) => setFilters({ kind })}
            />
          </>
        }
        sorting={{
          sort: view.sort ?? 'name',
          order: view.order ?? (view.sort === undefined || view.sort === 'name' ? 'asc' : 'desc'),
          onSort: (sort, order) => setFilters({ sort: sort as 'name', order }),
        }}
        isFiltered={isFiltered}
        onClear={clear}
        empty={
          <EmptyListPanel title={t('adminApplications.emptyTitle')}>
            <p className="mb-4">{t('adminApplications.emptyText')}</p>
            {add}
          </EmptyListPanel>
        }
      />
    </div>
  )
}
