// Resource servers: services that accept access tokens issued by this server (OAuth, RFC 8707).
import { adminPagePaths } from '../../../api/admin-page-paths.ts'
import { Badge } from '../../../ui/Badge.tsx'
import { Button } from '../../../ui/Button.tsx'
import { sanitizeDisplayText } from '../../../ui/sanitize-display-text.ts'
import { EmptyListPanel } from '../../../ui/EmptyListPanel.tsx'
import { RelativeTime } from '../../../ui/RelativeTime.tsx'
import { useTranslations } from 'use-intl'
import { AdminPageLink } from '../master-detail/AdminPageLink.tsx'
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
import { listRowLinkClass } from '../master-detail/list-row-css-classes.ts'

const accessOptions = ['listed', 'applications', 'everyone'] as const
const urlPatterns = {
  search: adminSearchTextPattern,
  openTo: accessOptions,
  sort: ['name', 'created'],
  order: ['asc', 'desc'],
} as const

export function ResourceServersScreen() {
  const t = useTranslations()
  const { view, setFilters, clear, isFiltered, filterCount, search, openSearch } =
    useAdminUrlQueryParameters(urlPatterns)
  const resources = useAdminListQuery('listResources', { query: view })
  const disabledReason = useMissingPermissionReason('applications.change')
  const go = useAdminNavigate()
  const add = (
    <Button look="main" disabledReason={disabledReason} onClick={() => go(adminPagePaths.newResource)}>
      {t('adminResources.add')}
    </Button>
  )
  const isEmpty = !isFiltered && resources.data?.pages[0]?.items.length === 0
  return (
    <div className="grid grid-cols-1 gap-3">
      <ListScreenHeader title={t('adminResources.title')} about={t('adminResources.intro')}>
        {!isEmpty && add}
      </ListScreenHeader>
      <SearchableAdminTable
        label={t('adminResources.list')}
        query={resources}
        getKey={({ id }) => id}
        savedViews={{ list: 'resources', search, onOpen: openSearch }}
        search={{
          hint: t('adminResources.search'),
          value: view.search,
          onSearch: (text) => setFilters({ search: text }),
        }}
        filterCount={filterCount}
        filters={
          <FilterDropdown
            label={t('adminResources.columns.openTo')}
            value={view.openTo ?? ''}
            options={accessOptions.map((value) => ({ value, label: t(`adminResources.openings.${value}`) }))}
            onChange={(openTo) => setFilters({ openTo })}
          />
        }
        sorting={{
          sort: view.sort ?? 'name',
          order: view.order ?? (view.sort === 'created' ? 'desc' : 'asc'),
          onSort: (sort, order) => setFilters({ sort: sort as 'name', order }),
        }}
        isFiltered={isFiltered}
        onClear={clear}
        empty={
          <EmptyListPanel title={t('adminResources.emptyTitle')}>
            <p className="mb-4">{t('adminResources.emptyText')}</p>
            {add}
          </EmptyListPanel>
        }
        columns={[
          {
            id: 'name',
            head: t('adminResources.columns.name'),
            isRowHeader: true,
            sort: 'name',
            cell: ({ id, name, resource, described }) => (
              <span className="flex min-w-0 items-baseline gap-3">
                <AdminPageLink href={adminPagePaths.resource(id)} className={listRowLinkClass}>
                  {sanitizeDisplayText(name, 80)}
                </AdminPageLink>
                {name !== resource && (
                  <span className="min-w-0 truncate font-mono text-caption text-soft">
                    {sanitizeDisplayText(resource, 200)}
                  </span>
                )}
                {!described && <Badge tone="attention">{t('adminResources.undescribed')}</Badge>}
              </span>
            ),
          },
          {
            id: 'scopes',
            isWide: true,
            head: t('adminResources.columns.scopes'),
            cell: ({ scopes }) => (
              <span className="font-mono text-caption">
                {sanitizeDisplayText(scopes.map(({ scope }) => scope).join(' '), 200)}
              </span>
            ),
          },
          {
            id: 'openTo',
            head: t('adminResources.columns.openTo'),
            cell: ({ openTo }) => t(`adminResources.openings.${openTo}`),
          },
          {
            id: 'created',
            isTime: true,
            head: t('adminResources.columns.created'),
            sort: 'created',
            isSecondary: true,
            cell: ({ createdAt }) => <RelativeTime at={createdAt} />,
          },
        ]}
      />
    </div>
  )
}
