import type { AdminApiPerson } from '@countersign/api/admin-api-endpoints'
import { usePageLanguage } from '../../../i18n/page-language-context.ts'
import { Badge } from '../../../ui/Badge.tsx'
import { RelativeTime } from '../../../ui/RelativeTime.tsx'
import { useTranslations } from 'use-intl'
import { PersonLink } from '../master-detail/PersonLink.tsx'
import type { TableColumn } from '../Table.tsx'
import { listRowBadgesClass } from '../master-detail/list-row-css-classes.ts'
import { getNumberFormat } from '../../../ui/memoized-intl-formats.ts'

export function usePeopleColumns(): TableColumn<AdminApiPerson>[] {
  const t = useTranslations()
  const { locale } = usePageLanguage()
  const count = getNumberFormat(locale)
  return [
    {
      id: 'person',
      head: t('adminPeople.columns.person'),
      isRowHeader: true,
      sort: 'name',
      cell: (person) => (
        <span className="flex min-w-0 items-center gap-x-3">
          <PersonLink person={person} size={22} />
          <span className={listRowBadgesClass}>
            <PersonBadges person={person} />
          </span>
        </span>
      ),
    },
    {
      id: 'wallets',
      head: t('adminPeople.columns.wallets'),
      isNumber: true,
      cell: ({ wallets }) => count.format(wallets),
    },
    {
      id: 'passkeys',
      head: t('adminPeople.columns.passkeys'),
      isNumber: true,
      isSecondary: true,
      cell: ({ passkeys }) => count.format(passkeys),
    },
    {
      id: 'sessions',
      head: t('adminPeople.columns.sessions'),
      isNumber: true,
      cell: ({ sessions }) => count.format(sessions),
    },
    {
      id: 'seen',
      isTime: true,
      head: t('adminPeople.columns.seen'),
      sort: 'seen',
      cell: ({ lastSeenAt }) => <RelativeTime at={lastSeenAt} />,
    },
    {
      id: 'created',
      head: t('adminPeople.columns.created'),
      sort: 'created',
      isTime: true,
      isSecondary: true,
      cell: ({ createdAt }) => <RelativeTime at={createdAt} />,
    },
  ]
}

export function PersonBadges({ person }: { person: Pick<AdminApiPerson, 'roles' | 'status'> }) {
  const t = useTranslations()
  const { status } = person
  return (
    <>
      {person.roles.map((role) => (
        <Badge key={role}>{t(`admin.roles.${role}`)}</Badge>
      ))}
      {status !== 'active' && <Badge tone="attention">{t(`adminPeople.statuses.${status}`)}</Badge>}
    </>
  )
}
