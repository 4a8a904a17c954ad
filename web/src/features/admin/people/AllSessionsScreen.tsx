import type { AdminApiEndpointOutput } from '@countersign/api/admin-api-endpoints'
import { adminPagePaths } from '../../../api/admin-page-paths.ts'
import { EmptyListPanel } from '../../../ui/EmptyListPanel.tsx'
import { RelativeTime } from '../../../ui/RelativeTime.tsx'
import { useTranslations } from 'use-intl'
import { AdminPageLink } from '../master-detail/AdminPageLink.tsx'
import { SearchableAdminTable } from '../SearchableAdminTable.tsx'
import { PersonLink } from '../master-detail/PersonLink.tsx'
import { useAdminListQuery } from '../admin-query-hooks.ts'
import type { TableColumn } from '../Table.tsx'
import { adminSearchTextPattern, useAdminUrlQueryParameters } from '../master-detail/admin-url-state.ts'
import { ListScreenHeader } from '../master-detail/ListScreenHeader.tsx'
import { useSessionColumns } from './use-session-columns.tsx'

type LiveSession = AdminApiEndpointOutput<'listLiveSessions'>['items'][number]

const urlPatterns = { search: adminSearchTextPattern, order: ['asc', 'desc'] } as const

export function AllSessionsScreen() {
  const t = useTranslations()
  const { view, setFilters, clear, search, openSearch } = useAdminUrlQueryParameters(urlPatterns)
  const sessions = useAdminListQuery('listLiveSessions', { query: view })
  const columns: TableColumn<LiveSession>[] = [
    {
      id: 'person',
      head: t('adminPeople.live.columns.person'),
      isRowHeader: true,
      cell: ({ person }) => <PersonLink person={person} size={22} />,
    },
    ...useSessionColumns(),
    {
      id: 'since',
      isTime: true,
      head: t('adminPeople.live.columns.since'),
      sort: 'since',
      isSecondary: true,
      cell: ({ createdAt }) => <RelativeTime at={createdAt} />,
    },
  ]
  return (
    <div data-workbench="" className="grid grid-cols-1 gap-3">
      <div className="grid justify-items-start gap-2">
        <AdminPageLink href={adminPagePaths.people()}>{t('adminPeople.back')}</AdminPageLink>
        <ListScreenHeader title={t('adminPeople.live.title')} about={t('adminPeople.live.intro')} />
      </div>
      <SearchableAdminTable
        label={t('adminPeople.live.title')}
        query={sessions}
        columns={columns}
        getKey={({ id }) => id}
        savedViews={{ list: 'sessions', search, onOpen: openSearch }}
        search={{
          hint: t('adminPeople.live.search'),
          value: view.search,
          onSearch: (text) => setFilters({ search: text }),
        }}
        sorting={{ sort: view.order && 'since', order: view.order, onSort: (_, order) => setFilters({ order }) }}
        isFiltered={view.search !== undefined}
        onClear={clear}
        empty={<EmptyListPanel title={t('adminPeople.live.none')}>{t('adminPeople.live.noneText')}</EmptyListPanel>}
      />
    </div>
  )
}
