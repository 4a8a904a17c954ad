// Every application that signs people in here: searched, narrowed down, sorted, and each leading to its page.
import { adminPaths } from '../../../api/admin-paths.ts'
import { Button } from '../../../ui/Button.tsx'
import { EmptyState } from '../../../ui/EmptyState.tsx'
import { useTranslations } from 'use-intl'
import { SearchableAdminList } from '../SearchableAdminList.tsx'
import { useMissingPermissionReason } from '../use-missing-permission-reason.ts'
import { useAdminListQuery } from '../admin-queries.ts'
import { listSearchTextPattern, useAdminNavigate, useUrlViewParameters } from '../master-detail/admin-url-state.ts'
import { FilterSelect } from '../master-detail/FilterBar.tsx'
import { ListHeader } from '../master-detail/ListHeader.tsx'
import { useApplicationColumns } from './use-application-columns.tsx'

const kinds = ['web', 'single-page', 'native', 'device', 'machine'] as const
const urlPatterns = {
  search: listSearchTextPattern,
  enabled: ['yes', 'no'],
  kind: kinds,
  sort: ['name', 'created', 'used'],
  order: ['asc', 'desc'],
} as const

export function ApplicationsScreen() {
  const t = useTranslations()
  const disabledReason = useMissingPermissionReason('applications.change')
  const { view, setFilters, clear, isFiltered, filterCount, search, openSearch } = useUrlViewParameters(urlPatterns)
  const applications = useAdminListQuery('listApplications', { query: view })
  const columns = useApplicationColumns()
  const go = useAdminNavigate()
  const add = (
    <Button look="main" disabledReason={disabledReason} onClick={() => go(adminPaths.newApplication)}>
      {t('adminApplications.add')}
    </Button>
  )
  const isEmpty = !isFiltered && applications.data?.pages[0]?.items.length === 0
  return (
    <div className="grid grid-cols-1 gap-3">
      <ListHeader title={t('adminApplications.title')} about={t('adminApplications.intro')}>
        {!isEmpty && add}
      </ListHeader>
      <SearchableAdminList
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
            <FilterSelect
              label={t('adminApplications.state')}
              value={view.enabled ?? ''}
              options={(['yes', 'no'] as const).map((value) => ({
                value,
                label: t(`adminApplications.states.${value}`),
              }))}
              onChange={(enabled) => setFilters({ enabled })}
            />
            <FilterSelect
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
          <EmptyState title={t('adminApplications.emptyTitle')}>
            <p className="mb-4">{t('adminApplications.emptyText')}</p>
            {add}
          </EmptyState>
        }
      />
    </div>
  )
}
