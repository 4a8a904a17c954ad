// The resource servers: services that accept access tokens of this server (OAuth, RFC 8707), such as APIs and MCP servers.
import { adminPaths } from '../../../api/admin-paths.ts'
import { Badge } from '../../../ui/Badge.tsx'
import { Button } from '../../../ui/Button.tsx'
import { sanitizeDisplayText } from '../../../ui/sanitize-display-text.ts'
import { EmptyState } from '../../../ui/EmptyState.tsx'
import { RelativeTime } from '../../../ui/RelativeTime.tsx'
import { useTranslations } from 'use-intl'
import { AdminLink } from '../master-detail/AdminLink.tsx'
import { SearchableAdminList } from '../SearchableAdminList.tsx'
import { useMissingPermissionReason } from '../use-missing-permission-reason.ts'
import { useAdminListQuery } from '../admin-queries.ts'
import { listSearchTextPattern, useAdminNavigate, useUrlViewParameters } from '../master-detail/admin-url-state.ts'
import { FilterSelect } from '../master-detail/FilterBar.tsx'
import { ListHeader } from '../master-detail/ListHeader.tsx'
import { rowLinkClass } from '../master-detail/row-link-classes.ts'

const accessOptions = ['listed', 'applications', 'everyone'] as const
const urlPatterns = {
  search: listSearchTextPattern,
  openTo: accessOptions,
  sort: ['name', 'created'],
  order: ['asc', 'desc'],
} as const

export function ResourcesScreen() {
  const t = useTranslations()
  const { view, setFilters, clear, isFiltered, filterCount, search, openSearch } = useUrlViewParameters(urlPatterns)
  const resources = useAdminListQuery('listResources', { query: view })
  const disabledReason = useMissingPermissionReason('applications.change')
  const go = useAdminNavigate()
  const add = (
    <Button look="main" disabledReason={disabledReason} onClick={() => go(adminPaths.newResource)}>
      {t('adminResources.add')}
    </Button>
  )
  const isEmpty = !isFiltered && resources.data?.pages[0]?.items.length === 0
  return (
    <div className="grid grid-cols-1 gap-3">
      <ListHeader title={t('adminResources.title')} about={t('adminResources.intro')}>
        {!isEmpty && add}
      </ListHeader>
      <SearchableAdminList
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
          <FilterSelect
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
          <EmptyState title={t('adminResources.emptyTitle')}>
            <p className="mb-4">{t('adminResources.emptyText')}</p>
            {add}
          </EmptyState>
        }
        columns={[
          {
            id: 'name',
            head: t('adminResources.columns.name'),
            isRowHeader: true,
            sort: 'name',
            cell: ({ id, name, resource, described }) => (
              <span className="flex min-w-0 items-baseline gap-3">
                <AdminLink href={adminPaths.resource(id)} className={rowLinkClass}>
                  {sanitizeDisplayText(name, 80)}
                </AdminLink>
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
