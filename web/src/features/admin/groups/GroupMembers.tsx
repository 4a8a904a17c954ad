// Who belongs to a group, and when that was last read of each.
import { EmptyState } from '../../../ui/EmptyState.tsx'
import { Badge } from '../../../ui/Badge.tsx'
import { RelativeTime } from '../../../ui/RelativeTime.tsx'
import { Section } from '../../../ui/Section.tsx'
import { useTranslations } from 'use-intl'
import { AdminList } from '../AdminList.tsx'
import { PersonLink } from '../workbench/PersonLink.tsx'
import { useAdminList } from '../queries.ts'
import { searched, useView } from '../workbench/use-address.ts'

/** Not `search`, which is the list's that a group is opened from. */
const forms = { member: searched } as const

export function GroupMembers({ groupId }: { groupId: string }) {
  const t = useTranslations()
  const { view, choose, clear, isNarrow } = useView(forms)
  const members = useAdminList('listGroupMembers', {
    params: { group: groupId },
    query: { ...(view.member !== undefined && { search: view.member }) },
  })
  return (
    <Section title={t('adminGroups.members.title')}>
      <AdminList
        label={t('adminGroups.members.title')}
        query={members}
        keyOf={({ person }) => person.id}
        search={{ hint: t('adminGroups.members.search'), value: view.member, onSearch: (member) => choose({ member }) }}
        isNarrow={isNarrow}
        onClear={clear}
        empty={<EmptyState title={t('adminGroups.members.none')}>{t('adminGroups.members.noneText')}</EmptyState>}
        columns={[
          {
            id: 'person',
            head: t('adminGroups.members.columns.person'),
            isHead: true,
            cell: ({ person, unreachableSince }) => (
              <span className="flex min-w-0 items-center gap-2">
                <PersonLink person={person} size={22} />
                {unreachableSince !== null && <Badge tone="attention">{t('adminGroups.members.unreachable')}</Badge>}
              </span>
            ),
          },
          {
            id: 'read',
            head: t('adminGroups.members.columns.read'),
            cell: ({ checkedAt }) => <RelativeTime at={checkedAt} />,
          },
        ]}
      />
    </Section>
  )
}
