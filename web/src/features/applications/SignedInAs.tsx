import type { ApiPerson } from '@countersign/api/api-endpoints'
import { PersonAvatar } from '../../ui/PersonAvatar.tsx'
import { sanitizeWalletEnsName } from '../../ui/format-person-name.ts'
import { shortenWalletAddress } from '../../ui/wallet-address-format.ts'
import { TextLink } from '../../ui/TextLink.tsx'
import { useTranslations } from 'use-intl'

export function SignedInAs({ person, another }: { person: ApiPerson; another: { href: string; label: string } }) {
  const t = useTranslations()
  const { displayName, address } = person
  const name = displayName ?? sanitizeWalletEnsName(person.walletName)
  return (
    <div className="flex flex-wrap items-center justify-between gap-x-4 gap-y-1 border-t border-line bg-sunk px-5 py-3 text-small">
      <p className="flex min-w-0 items-center gap-2">
        <PersonAvatar person={person} size={24} />
        <span className="min-w-0 [overflow-wrap:anywhere]">
          <span className="text-soft">
            {displayName === null && address === null
              ? t('applications.consent.signedInByPasskey')
              : t('applications.consent.signedInAs')}
          </span>{' '}
          {name}{' '}
          {address !== null && (
            <span translate="no" className="font-mono text-caption whitespace-nowrap">
              {shortenWalletAddress(address)}
            </span>
          )}
        </span>
      </p>
      <TextLink href={another.href}>{another.label}</TextLink>
    </div>
  )
}
