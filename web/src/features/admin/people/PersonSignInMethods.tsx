import { findChainName } from '../../sign-in/proof-flow/find-chain-name.ts'
import { WalletAddress } from '../../../ui/WalletAddress.tsx'
import { Badge } from '../../../ui/Badge.tsx'
import { sanitizeDisplayText } from '../../../ui/sanitize-display-text.ts'
import { sanitizeWalletEnsName } from '../../../ui/format-person-name.ts'
import { RelativeTime } from '../../../ui/RelativeTime.tsx'
import { PageSection } from '../../../ui/PageSection.tsx'
import { chainFamilyNames } from '../../../i18n/chain-family-names.ts'
import { useTranslations } from 'use-intl'
import { Table } from '../Table.tsx'
import type { PersonDetailsResponse } from './person-details-response-type.ts'

export function PersonWalletsSection({ person }: { person: PersonDetailsResponse }) {
  const t = useTranslations()
  return (
    <PageSection title={t('adminPeople.wallets.title')}>
      {person.walletList.length === 0 ? (
        <p className="text-soft">{t('adminPeople.wallets.none')}</p>
      ) : (
        <Table
          label={t('adminPeople.wallets.title')}
          items={person.walletList}
          getKey={({ id }) => id}
          columns={[
            {
              id: 'wallet',
              head: t('adminPeople.wallets.title'),
              isRowHeader: true,
              cell: ({ address, name, label, primary, hold: held }) => (
                <div className="grid gap-1">
                  <WalletAddress address={address} name={sanitizeWalletEnsName(name)} rosetteSize={32} />
                  <p className="flex flex-wrap gap-2">
                    {primary && <Badge>{t('adminPeople.wallets.primary')}</Badge>}
                    {held && <Badge>{t('adminPeople.wallets.held')}</Badge>}
                    {label !== null && <span className="text-soft">{sanitizeDisplayText(label, 64)}</span>}
                  </p>
                </div>
              ),
            },
            {
              id: 'kind',
              head: t('adminPeople.wallets.kind'),
              cell: ({ chain, namespace }) =>
                chain === null
                  ? t('adminPeople.wallets.key', { chain: chainFamilyNames[namespace] })
                  : t('adminPeople.wallets.contract', { chain: chain.name ?? findChainName(chain.id) ?? chain.id }),
            },
            {
              id: 'linked',
              head: t('adminPeople.wallets.linked'),
              cell: ({ linkedAt }) => <RelativeTime at={linkedAt} />,
            },
            {
              id: 'used',
              head: t('adminPeople.wallets.used'),
              cell: ({ lastUsedAt }) => <RelativeTime at={lastUsedAt} />,
            },
          ]}
        />
      )}
    </PageSection>
  )
}

export function PersonPasskeysSection({ person }: { person: PersonDetailsResponse }) {
  const t = useTranslations()
  return (
    <PageSection title={t('adminPeople.passkeys.title')}>
      {person.passkeyList.length === 0 ? (
        <p className="text-soft">{t('adminPeople.passkeys.none')}</p>
      ) : (
        <Table
          label={t('adminPeople.passkeys.title')}
          items={person.passkeyList}
          getKey={({ id }) => id}
          columns={[
            {
              id: 'name',
              head: t('adminPeople.passkeys.title'),
              isRowHeader: true,
              cell: ({ label }) => (
                <span className="font-semibold">
                  {sanitizeDisplayText(label ?? '', 64) || t('adminPeople.passkeys.unnamed')}
                </span>
              ),
            },
            {
              id: 'kind',
              head: t('adminPeople.passkeys.kind'),
              cell: ({ isSynced }) =>
                isSynced ? t('adminPeople.passkeys.isSynced') : t('adminPeople.passkeys.oneDevice'),
            },
            {
              id: 'added',
              head: t('adminPeople.passkeys.added'),
              cell: ({ createdAt }) => <RelativeTime at={createdAt} />,
            },
            {
              id: 'used',
              head: t('adminPeople.passkeys.used'),
              cell: ({ lastUsedAt }) => <RelativeTime at={lastUsedAt} />,
            },
          ]}
        />
      )}
    </PageSection>
  )
}
