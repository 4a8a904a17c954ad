// Who a person is, in one line: roles, status, username, first wallet and last visit.
import { Badge } from '../../../ui/Badge.tsx'
import { RelativeTime } from '../../../ui/RelativeTime.tsx'
import { CopyIconButton } from '../../../ui/WalletAddress.tsx'
import { shortenWalletAddress } from '../../../ui/wallet-address-format.ts'
import { useTranslations } from 'use-intl'
import { useSignedInAdminAccess } from '../signed-in-admin-access-context.ts'
import { getPersonLabel } from '../master-detail/PersonLink.tsx'
import type { PersonDetailsResponse } from './person-details-response-type.ts'
import { PersonBadges } from './use-people-columns.tsx'

export function PersonIdentityLine({ person }: { person: PersonDetailsResponse }) {
  const t = useTranslations()
  const isSelf = useSignedInAdminAccess().person.id === person.id
  const { username, address, roles, status, lastSeenAt, sessions } = person
  return (
    <ul
      aria-label={t('adminPeople.facts')}
      className="flex flex-wrap items-center gap-x-4 gap-y-0.5 text-small text-soft *:flex *:min-h-8 *:items-center"
    >
      {(isSelf || roles.length > 0 || status !== 'active') && (
        <li className="gap-2 max-sm:basis-full">
          {isSelf && <Badge>{t('adminPeople.you')}</Badge>}
          <PersonBadges person={person} />
        </li>
      )}
      {username !== null && (
        <li>
          <code translate="no" className="font-mono text-ink">
            @{username}
          </code>
        </li>
      )}
      {address !== null && !isTitledByAddress(person) && (
        <li className="-mr-2">
          <code translate="no" title={address} className="font-mono text-ink">
            {shortenWalletAddress(address)}
          </code>
          <CopyIconButton text={address} />
        </li>
      )}
      <li className="gap-x-4">
        <span>
          {t('adminPeople.columns.seen')} <RelativeTime at={lastSeenAt} />
        </span>
        <span>{t('adminPeople.sessionCount', { count: sessions })}</span>
      </li>
    </ul>
  )
}

/** Whether the title of the page already is the address. */
export function isTitledByAddress(person: PersonDetailsResponse): boolean {
  return person.address !== null && getPersonLabel(person) === shortenWalletAddress(person.address)
}
