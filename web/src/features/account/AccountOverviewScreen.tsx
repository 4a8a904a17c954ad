import type { ReactNode } from 'react'
import { Link } from '@tanstack/react-router'
import { frontEndPagePaths } from '../../api/front-end-page-paths.ts'
import { CopyIconButton, FullWalletAddress } from '../../ui/WalletAddress.tsx'
import { DecorativeWaveBorder } from '../../ui/DecorativeWaveBorder.tsx'
import { sanitizeDisplayText } from '../../ui/sanitize-display-text.ts'
import { PageHeading } from '../../ui/PageHeading.tsx'
import { sanitizeWalletEnsName } from '../../ui/format-person-name.ts'
import { FormattedDate, RelativeTime } from '../../ui/RelativeTime.tsx'
import { Card } from '../../ui/PageSection.tsx'
import { TextLink } from '../../ui/TextLink.tsx'
import { useTranslations } from 'use-intl'
import { EmailSettingsSection, useOwnEmail } from './EmailSettingsSection.tsx'
import { PasskeyNudge } from './PasskeyNudge.tsx'
import { EditableDisplayName } from './EditableDisplayName.tsx'
import { EditableProfilePicture } from './EditableProfilePicture.tsx'
import { OwnUsernameSection, useOwnUsernames } from './OwnUsernameSection.tsx'
import { useOwnPasskeys, useOwnWallets } from './account-query-hooks.ts'
import { useSignedInAccount } from './signed-in-account-context.ts'
import { InlineNotice } from '../../ui/InlineNotice.tsx'
import { formatDateTime } from '../../ui/format-time.ts'
import { usePageLanguage } from '../../i18n/page-language-context.ts'
import { getWalletLabel } from './wallet-mutation-hooks.ts'

export function AccountOverviewScreen() {
  const t = useTranslations()
  const { person, session } = useSignedInAccount()
  // The sections appear together, so that they do not shift each other.
  const isSettled = [useOwnPasskeys(), useOwnWallets(), useOwnUsernames(), useOwnEmail()].every(
    ({ isPending, failureCount }) => !isPending || failureCount > 0,
  )
  return (
    <div className="grid grid-cols-1 gap-8">
      <div className="grid gap-2">
        <PageHeading title={t('account.you.title')} />
        <p className="text-soft">{t('account.you.intro', { site: location.host })}</p>
      </div>
      <WalletOnHoldNotices />
      <Card className="overflow-hidden">
        <DecorativeWaveBorder className="text-seal opacity-45" />
        <div className="flex flex-wrap items-start gap-5 px-5 py-6 sm:gap-x-8 sm:px-8">
          <EditableProfilePicture person={person}>
            <EditableDisplayName person={person} />
          </EditableProfilePicture>
          <dl className="flex w-full flex-wrap gap-x-8 gap-y-2">
            <DetailItem label={t('account.you.since')}>
              <FormattedDate at={person.createdAt} />
            </DetailItem>
            <DetailItem label={t('account.you.signedIn')}>
              <RelativeTime at={session.createdAt} />
            </DetailItem>
          </dl>
        </div>
        <CurrentSignInMethod />
      </Card>
      <div className={`grid grid-cols-1 gap-8 ${isSettled ? '' : 'invisible'}`}>
        <PasskeyNudge />
        <OwnUsernameSection />
        <EmailSettingsSection />
        <p className="text-small">
          <TextLink href={frontEndPagePaths.recoveryHelp()}>{t('person.lost')}</TextLink>
        </p>
      </div>
    </div>
  )
}

function CurrentSignInMethod() {
  const t = useTranslations()
  const { person, session } = useSignedInAccount()
  const address = session.wallet?.address
  const walletName = sanitizeWalletEnsName(session.wallet?.name ?? null)
  return (
    <div className="flex items-end justify-between gap-4 border-t border-line px-5 py-3 sm:px-8">
      {address === undefined ? (
        <div className="min-w-0">
          <p className="text-caption text-soft">{t('person.noWallet')}</p>
          <p className="[overflow-wrap:anywhere]">
            {session.passkey?.label ? sanitizeDisplayText(session.passkey.label, 64) : t('person.passkey')}
          </p>
          {person.address === null && <p className="text-small text-soft">{t('person.noWalletText')}</p>}
        </div>
      ) : (
        <>
          <div className="min-w-0">
            <p className="text-caption text-soft">{t('account.you.signedInWith')}</p>
            {walletName !== null && <p className="font-semibold [overflow-wrap:anywhere]">{walletName}</p>}
            <FullWalletAddress address={address} />
          </div>
          <CopyIconButton text={address} />
        </>
      )}
    </div>
  )
}

function DetailItem({ label, children }: { label: string; children: ReactNode }) {
  return (
    <div className="min-w-0">
      <dt className="text-caption text-soft">{label}</dt>
      <dd>{children}</dd>
    </div>
  )
}

function WalletOnHoldNotices() {
  const { locale } = usePageLanguage()
  const t = useTranslations()
  const wallets = useOwnWallets().data?.pages.flatMap(({ items }) => items) ?? []
  const at = (time: string): string => formatDateTime(Date.parse(time), locale)
  return wallets.map(
    (wallet) =>
      wallet.hold && (
        <InlineNotice
          key={wallet.id}
          tone="attention"
          title={t('wallets.held.title', { name: getWalletLabel(wallet) })}
        >
          <p>{t('wallets.held.text', { since: at(wallet.hold.since) })}</p>
          <p>{t('wallets.held.until', { until: at(wallet.hold.until) })}</p>
          <p>
            <Link to={frontEndPagePaths.wallets} className="text-seal underline underline-offset-4">
              {t('wallets.held.decide')}
            </Link>
          </p>
        </InlineNotice>
      ),
  )
}
