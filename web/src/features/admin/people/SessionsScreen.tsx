// The live sessions of everybody: the list behind the figure of the overview.
import type { AdminAnswer } from '@countersign/api/admin-calls'
import { adminPaths } from '../../../api/admin-paths.ts'
import { EmptyState } from '../../../ui/EmptyState.tsx'
import { RelativeTime } from '../../../ui/RelativeTime.tsx'
import { useTranslations } from 'use-intl'
import { AdminLink } from '../workbench/AdminLink.tsx'
import { AdminList } from '../AdminList.tsx'
import { PersonLink } from '../workbench/PersonLink.tsx'
import { useAdminList } from '../queries.ts'
import type { Column } from '../Table.tsx'
import { searched, useView } from '../workbench/use-address.ts'
import { ListHead } from '../workbench/ListHead.tsx'
import { useSessionColumns } from './use-session-columns.tsx'

type LiveSession = AdminAnswer<'listLiveSessions'>['items'][number]

const forms = { search: searched, order: ['asc', 'desc'] } as const

export function SessionsScreen() {
  const t = useTranslations()
  const { view, choose, clear, search, open } = useView(forms)
  const sessions = useAdminList('listLiveSessions', { query: view })
  const columns: Column<LiveSession>[] = [
    {
      id: 'person',
      head: t('adminPeople.live.columns.person'),
      isHead: true,
      cell: ({ person }) => <PersonLink person={person} size={22} />,
    },
    ...useSessionColumns(),
    {
      id: 'since',
      isTime: true,
      head: t('adminPeople.live.columns.since'),
      sort: 'since',
      isMinor: true,
      cell: ({ createdAt }) => <RelativeTime at={createdAt} />,
    },
  ]
  return (
    <div data-workbench="" className="grid grid-cols-1 gap-3">
      <div className="grid justify-items-start gap-2">
        <AdminLink href={adminPaths.people()}>{t('adminPeople.back')}</AdminLink>
        <ListHead title={t('adminPeople.live.title')} about={t('adminPeople.live.intro')} />
      </div>
      <AdminList
        label={t('adminPeople.live.title')}
        query={sessions}
        columns={columns}
        keyOf={({ id }) => id}
        saved={{ list: 'sessions', search, onOpen: open }}
        search={{
          hint: t('adminPeople.live.search'),
          value: view.search,
          onSearch: (text) => choose({ search: text }),
        }}
        sorting={{ sort: view.order && 'since', order: view.order, onSort: (_, order) => choose({ order }) }}
        isNarrow={view.search !== undefined}
        onClear={clear}
        empty={<EmptyState title={t('adminPeople.live.none')}>{t('adminPeople.live.noneText')}</EmptyState>}
      />
    </div>
  )
}
