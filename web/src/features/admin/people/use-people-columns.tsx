import type { AdminApiPerson } from '@countersign/api/admin-api-endpoints'
import { adminPagePaths } from '../../../api/admin-page-paths.ts'
import { Badge } from '../../../ui/Badge.tsx'
import { RelativeTime } from '../../../ui/RelativeTime.tsx'
import { sanitizeDisplayText } from '../../../ui/sanitize-display-text.ts'
import { useTranslations } from 'use-intl'
import { AdminPageLink } from '../master-detail/AdminPageLink.tsx'
import { PersonLink } from '../master-detail/PersonLink.tsx'
import type { TableColumn } from '../Table.tsx'

/**
 * @param people those on the page: a column in which all are equal says nothing
 * @param sort the column by which they are sorted
 */
export function usePeopleColumns(
  people: readonly AdminApiPerson[],
  sort: string | undefined,
): TableColumn<AdminApiPerson>[] {
  const t = useTranslations()
  const isSame = (valueOf: (person: AdminApiPerson) => unknown) =>
    people.length > 1 && new Set(people.map(valueOf)).size === 1
  return [
    {
      id: 'person',
      head: t('adminPeople.columns.person'),
      isRowHeader: true,
      sort: 'name',
      cell: (person) => (
        // Badges that wrap in a card are aligned with the name; the avatar hangs into the padding.
        <span className="flex min-w-0 flex-wrap items-center gap-x-3 pl-8 @[31rem]:flex-nowrap">
          <span className="-ml-8 min-w-0">
            <PersonLink person={person} size={22} />
          </span>
          <span className="flex shrink-0 items-center gap-x-2 *:truncate empty:hidden @[31rem]:max-w-1/2">
            <PersonBadges person={person} />
          </span>
        </span>
      ),
    },
    {
      id: 'username',
      head: t('adminPeople.username'),
      isSecondary: true,
      isHiddenByDefault: people.every(({ username }) => username === null),
      cell: ({ username }) =>
        username === null ? (
          <Missing />
        ) : (
          <code translate="no" className="font-mono text-caption">
            {username}
          </code>
        ),
    },
    {
      id: 'groups',
      head: t('adminPeople.columns.groups'),
      isWide: true,
      isHiddenByDefault: isSame(({ groups }) => groups.map(({ id }) => id).join(' ')),
      isLeftOutOfCard: ({ groupCount }) => groupCount === 0,
      cell: (person) => (person.groupCount === 0 ? <Missing /> : <GroupNames person={person} />),
    },
    {
      id: 'seen',
      isTime: true,
      head: t('adminPeople.columns.seen'),
      sort: 'seen',
      cell: ({ lastSeenAt }) => <RelativeTime at={lastSeenAt} />,
    },
    {
      id: 'ways',
      head: t('adminPeople.columns.ways'),
      isSecondary: true,
      isHiddenByDefault: isSame(({ wallets, passkeys }) => `${wallets} ${passkeys}`),
      cell: ({ wallets, passkeys }) => (
        <span className="text-soft">{t('adminPeople.signInMethodCounts', { wallets, passkeys })}</span>
      ),
    },
    {
      id: 'created',
      head: t('adminPeople.columns.created'),
      sort: 'created',
      isTime: true,
      isSecondary: true,
      isHiddenByDefault:
        sort !== 'created' && people.every(({ createdAt, lastSeenAt }) => isSameDay(createdAt, lastSeenAt)),
      cell: ({ createdAt }) => <RelativeTime at={createdAt} />,
    },
  ]
}

const isSameDay = (one: string, other: string): boolean => one.slice(0, 10) === other.slice(0, 10)

/** Cards have no room for what is missing. */
const Missing = () => <span className="hidden text-soft @[31rem]:inline">–</span>

function GroupNames({ person: { groups, groupCount } }: { person: AdminApiPerson }) {
  const t = useTranslations()
  const more = groupCount - groups.length
  const names = groups.map(({ id, name }) => sanitizeDisplayText(name, 80) || id).join(', ')
  return (
    // In a card, groups are aligned with the name, after the checkbox and the avatar.
    <span title={names} className="pl-15 @[31rem]:pl-0 pointer-coarse:pl-16 @[31rem]:pointer-coarse:pl-0">
      {groups.map(({ id, name }, place) => (
        <span key={id}>
          {place > 0 && ', '}
          <AdminPageLink href={adminPagePaths.group(id)} className="decoration-edge underline-offset-4 hover:underline">
            {sanitizeDisplayText(name, 80) || id}
          </AdminPageLink>
        </span>
      ))}
      {more > 0 && <span className="text-soft"> {t('adminPeople.moreGroups', { count: more })}</span>}
    </span>
  )
}

export function PersonBadges({ person }: { person: Pick<AdminApiPerson, 'roles' | 'status'> }) {
  const t = useTranslations()
  return (
    <>
      {person.roles.map((role) => (
        <Badge key={role}>{t(`admin.roles.${role}`)}</Badge>
      ))}
      {person.status !== 'active' && <Badge tone="attention">{t(`adminPeople.statuses.${person.status}`)}</Badge>}
    </>
  )
}
