// Who belongs to a group, and when that was last read of each.
import { EmptyState } from '../../../ui/EmptyState.tsx'
import { Badge } from '../../../ui/Badge.tsx'
import { RelativeTime } from '../../../ui/RelativeTime.tsx'
import { Section } from '../../../ui/Section.tsx'
import { useChapter } from '../../../words/use-words.ts'
import { AdminList } from '../AdminList.tsx'
import { PersonLink } from '../PersonLink.tsx'
import { useAdminList } from '../queries.ts'
import { searched, useView } from '../use-address.ts'

/** Not `search`, which is the list's that a group is opened from. */
const forms = { member: searched } as const

export function GroupMembers({ groupId }: { groupId: string }) {
  const words = useChapter('adminGroups').members
  const { view, choose, clear, isNarrow } = useView(forms)
  const members = useAdminList('listGroupMembers', {
    params: { group: groupId },
    query: { ...(view.member !== undefined && { search: view.member }) },
  })
  return (
    <Section title={words.title}>
      <AdminList
        label={words.title}
        query={members}
        keyOf={({ person }) => person.id}
        search={{ hint: words.search, value: view.member, onSearch: (member) => choose({ member }) }}
        isNarrow={isNarrow}
        onClear={clear}
        empty={<EmptyState title={words.none}>{words.noneText}</EmptyState>}
        columns={[
          {
            id: 'person',
            head: words.columns.person,
            isHead: true,
            cell: ({ person, unreachableSince }) => (
              <span className="flex min-w-0 items-center gap-2">
                <PersonLink person={person} size={22} />
                {unreachableSince !== null && <Badge tone="attention">{words.unreachable}</Badge>}
              </span>
            ),
          },
          { id: 'read', head: words.columns.read, cell: ({ checkedAt }) => <RelativeTime at={checkedAt} /> },
        ]}
      />
    </Section>
  )
}
