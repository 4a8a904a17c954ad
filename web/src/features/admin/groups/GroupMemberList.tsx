import { EmptyListPanel } from '../../../ui/EmptyListPanel.tsx'
import { Badge } from '../../../ui/Badge.tsx'
import { RelativeTime } from '../../../ui/RelativeTime.tsx'
import { PageSection } from '../../../ui/PageSection.tsx'
import { useTranslations } from 'use-intl'
import { SearchableAdminTable } from '../SearchableAdminTable.tsx'
import { PersonLink } from '../master-detail/PersonLink.tsx'
import { useAdminListQuery } from '../admin-query-hooks.ts'
import { adminSearchTextPattern, useAdminUrlQueryParameters } from '../master-detail/admin-url-state.ts'

/** The parameter is not named `search`, because the group list already uses that name. */
const urlPatterns = { member: adminSearchTextPattern } as const

export function GroupMemberList({ groupId }: { groupId: string }) {
  const t = useTranslations()
  const { view, setFilters, clear, isFiltered } = useAdminUrlQueryParameters(urlPatterns)
  const members = useAdminListQuery('listGroupMembers', {
    params: { group: groupId },
    query: { ...(view.member !== undefined && { search: view.member }) },
  })
  return (
    <PageSection title={t('adminGroups.members.title')}>
      <SearchableAdminTable
        label={t('adminGroups.members.title')}
        query={members}
        getKey={({ person }) => person.id}
        search={{
          hint: t('adminGroups.members.search'),
          value: view.member,
          onSearch: (member) => setFilters({ member }),
        }}
        isFiltered={isFiltered}
        onClear={clear}
        empty={
          <EmptyListPanel title={t('adminGroups.members.none')}>{t('adminGroups.members.noneText')}</EmptyListPanel>
        }
        columns={[
          {
            id: 'person',
            head: t('adminGroups.members.columns.person'),
            isRowHeader: true,
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
    </PageSection>
  )
}
