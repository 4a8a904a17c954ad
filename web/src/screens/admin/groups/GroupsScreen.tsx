// The groups: who belongs to each follows from its rule.
import { adminPaths } from '../../../admin-paths.ts'
import { Button } from '../../../ui/Button.tsx'
import { cleanText } from '../../../ui/clean-text.ts'
import { EmptyState } from '../../../ui/EmptyState.tsx'
import { PageHeading } from '../../../ui/PageHeading.tsx'
import { RelativeTime } from '../../../ui/RelativeTime.tsx'
import { useChapter, useSpeech } from '../../../words/use-words.ts'
import { AdminLink } from '../AdminLink.tsx'
import { AdminList } from '../AdminList.tsx'
import { useLacking } from '../Guarded.tsx'
import { useAdminList } from '../queries.ts'
import { searched, useGo, useView } from '../use-address.ts'

const forms = { search: searched, sort: ['name', 'created', 'members'], order: ['asc', 'desc'] } as const

export function GroupsScreen() {
  const words = useChapter('adminGroups')
  const { locale } = useSpeech()
  const { view, choose, clear, isNarrow } = useView(forms)
  const groups = useAdminList('listGroups', { query: view })
  const lacking = useLacking('groups.change')
  const go = useGo()
  const { columns } = words
  return (
    <div className="grid grid-cols-1 gap-6">
      <div className="flex flex-wrap items-start justify-between gap-4">
        <div className="grid gap-2">
          <PageHeading title={words.title} />
          <p className="max-w-[60ch] text-soft">{words.intro}</p>
        </div>
        <Button look="main" disabledReason={lacking} onClick={() => go(adminPaths.newGroup)}>
          {words.make}
        </Button>
      </div>
      <AdminList
        label={words.list}
        query={groups}
        keyOf={({ id }) => id}
        search={{ hint: words.search, value: view.search, onSearch: (search) => choose({ search }) }}
        sorting={{
          sort: view.sort ?? 'name',
          order: view.order ?? 'asc',
          onSort: (sort, order) => choose({ sort: sort as 'name', order }),
        }}
        isNarrow={isNarrow}
        onClear={clear}
        empty={<EmptyState title={words.emptyTitle}>{words.emptyText}</EmptyState>}
        columns={[
          {
            id: 'name',
            head: columns.name,
            isHead: true,
            sort: 'name',
            cell: ({ id, name, description }) => (
              <span className="grid min-w-0 gap-0.5">
                <AdminLink
                  href={adminPaths.group(id)}
                  className="inline-flex min-h-6 items-center font-semibold text-ink underline decoration-edge underline-offset-4 hover:decoration-ink"
                >
                  {cleanText(name, 80) || id}
                </AdminLink>
                <span className="font-mono text-caption text-soft">{id}</span>
                {description !== null && <span className="text-soft">{cleanText(description, 200)}</span>}
              </span>
            ),
          },
          {
            id: 'members',
            head: columns.members,
            isNumber: true,
            sort: 'members',
            cell: ({ members }) => new Intl.NumberFormat(locale).format(members),
          },
          {
            id: 'read',
            head: columns.read,
            cell: ({ readAt }) => (readAt === null ? words.never : <RelativeTime at={readAt} />),
          },
          {
            id: 'created',
            head: columns.created,
            sort: 'created',
            cell: ({ createdAt }) => <RelativeTime at={createdAt} />,
          },
        ]}
      />
    </div>
  )
}
