// The groups: who belongs to each follows from its rule.
import { adminPaths } from '../../../admin-paths.ts'
import { Button } from '../../../ui/Button.tsx'
import { sumOf } from '../../../ui/charts/bars.ts'
import { Sparkline } from '../../../ui/charts/Sparkline.tsx'
import { cleanText } from '../../../ui/clean-text.ts'
import { EmptyState } from '../../../ui/EmptyState.tsx'
import { RelativeTime } from '../../../ui/RelativeTime.tsx'
import { useChapter, useSpeech } from '../../../words/use-words.ts'
import { AdminLink } from '../AdminLink.tsx'
import { AdminList } from '../AdminList.tsx'
import { useLacking } from '../Guarded.tsx'
import { useAdminList } from '../queries.ts'
import { searched, useGo, useView } from '../use-address.ts'
import { ListHead } from '../workbench/ListHead.tsx'
import { rowLink } from '../workbench/row-link.ts'
import { numberFormat } from '../../../ui/formats.ts'

const forms = { search: searched, sort: ['name', 'created', 'members'], order: ['asc', 'desc'] } as const

export function GroupsScreen() {
  const words = useChapter('adminGroups')
  const { locale } = useSpeech()
  const { view, choose, clear, isNarrow, search, open } = useView(forms)
  const groups = useAdminList('listGroups', { query: view })
  const lacking = useLacking('groups.change')
  const go = useGo()
  const { columns } = words
  const count = numberFormat(locale)
  return (
    <div className="grid grid-cols-1 gap-3">
      <ListHead title={words.title} about={words.intro}>
        <Button look="main" disabledReason={lacking} onClick={() => go(adminPaths.newGroup)}>
          {words.make}
        </Button>
      </ListHead>
      <AdminList
        label={words.list}
        query={groups}
        keyOf={({ id }) => id}
        saved={{ list: 'groups', search, onOpen: open }}
        search={{ hint: words.search, value: view.search, onSearch: (text) => choose({ search: text }) }}
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
            cell: ({ id, name }) => (
              <span className="flex min-w-0 items-baseline gap-3">
                <AdminLink href={adminPaths.group(id)} className={rowLink}>
                  {cleanText(name, 80) || id}
                </AdminLink>
                <span className="min-w-0 truncate font-mono text-caption text-soft">{id}</span>
              </span>
            ),
          },
          {
            id: 'description',
            head: words.description,
            isWide: true,
            isMinor: true,
            cell: ({ description }) => description !== null && cleanText(description, 200),
          },
          {
            id: 'members',
            head: columns.members,
            isNumber: true,
            sort: 'members',
            cell: ({ members, membersCheckedRecently }) => (
              <>
                {count.format(members)}
                {membersCheckedRecently < members && (
                  <span className="block text-caption text-soft">
                    {words.checkedRecently(count.format(membersCheckedRecently))}
                  </span>
                )}
              </>
            ),
          },
          {
            id: 'changes',
            isWide: true,
            head: columns.changes,
            isMinor: true,
            cell: ({ joinedByDay, leftByDay }) => (
              <span className="flex items-center gap-2.5">
                <Sparkline values={joinedByDay} below={leftByDay} className="h-5 w-[90px] shrink-0" />
                <span className="tabular-nums">
                  {words.changes(count.format(sumOf(joinedByDay)), count.format(sumOf(leftByDay)))}
                </span>
              </span>
            ),
          },
          {
            id: 'read',
            isTime: true,
            head: columns.read,
            cell: ({ readAt }) => (readAt === null ? words.never : <RelativeTime at={readAt} />),
          },
          {
            id: 'created',
            isTime: true,
            head: columns.created,
            sort: 'created',
            isMinor: true,
            cell: ({ createdAt }) => <RelativeTime at={createdAt} />,
          },
        ]}
      />
    </div>
  )
}
