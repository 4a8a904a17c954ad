// The resource servers: services that accept access tokens of this server (OAuth, RFC 8707), such as APIs and MCP servers.
import { adminPaths } from '../../../api/admin-paths.ts'
import { Badge } from '../../../ui/Badge.tsx'
import { Button } from '../../../ui/Button.tsx'
import { cleanText } from '../../../ui/clean-text.ts'
import { EmptyState } from '../../../ui/EmptyState.tsx'
import { RelativeTime } from '../../../ui/RelativeTime.tsx'
import { useTranslations } from 'use-intl'
import { AdminLink } from '../workbench/AdminLink.tsx'
import { AdminList } from '../AdminList.tsx'
import { useLacking } from '../Guarded.tsx'
import { useAdminList } from '../queries.ts'
import { searched, useGo, useView } from '../workbench/use-address.ts'
import { FilterChoice } from '../workbench/FilterBar.tsx'
import { ListHead } from '../workbench/ListHead.tsx'
import { rowLink } from '../workbench/row-link.ts'

const openings = ['listed', 'applications', 'everyone'] as const
const forms = { search: searched, openTo: openings, sort: ['name', 'created'], order: ['asc', 'desc'] } as const

export function ResourcesScreen() {
  const t = useTranslations()
  const { view, choose, clear, isNarrow, count, search, open } = useView(forms)
  const resources = useAdminList('listResources', { query: view })
  const lacking = useLacking('applications.change')
  const go = useGo()
  const add = (
    <Button look="main" disabledReason={lacking} onClick={() => go(adminPaths.newResource)}>
      {t('adminResources.add')}
    </Button>
  )
  const isEmpty = !isNarrow && resources.data?.pages[0]?.items.length === 0
  return (
    <div className="grid grid-cols-1 gap-3">
      <ListHead title={t('adminResources.title')} about={t('adminResources.intro')}>
        {!isEmpty && add}
      </ListHead>
      <AdminList
        label={t('adminResources.list')}
        query={resources}
        keyOf={({ id }) => id}
        saved={{ list: 'resources', search, onOpen: open }}
        search={{ hint: t('adminResources.search'), value: view.search, onSearch: (text) => choose({ search: text }) }}
        filterCount={count}
        filters={
          <FilterChoice
            label={t('adminResources.columns.openTo')}
            value={view.openTo ?? ''}
            options={openings.map((value) => ({ value, label: t(`adminResources.openings.${value}`) }))}
            onChange={(openTo) => choose({ openTo })}
          />
        }
        sorting={{
          sort: view.sort ?? 'name',
          order: view.order ?? (view.sort === 'created' ? 'desc' : 'asc'),
          onSort: (sort, order) => choose({ sort: sort as 'name', order }),
        }}
        isNarrow={isNarrow}
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
            isHead: true,
            sort: 'name',
            cell: ({ id, name, resource, described }) => (
              <span className="flex min-w-0 items-baseline gap-3">
                <AdminLink href={adminPaths.resource(id)} className={rowLink}>
                  {cleanText(name, 80)}
                </AdminLink>
                {name !== resource && (
                  <span className="min-w-0 truncate font-mono text-caption text-soft">{cleanText(resource, 200)}</span>
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
                {cleanText(scopes.map(({ scope }) => scope).join(' '), 200)}
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
            isMinor: true,
            cell: ({ createdAt }) => <RelativeTime at={createdAt} />,
          },
        ]}
      />
    </div>
  )
}
