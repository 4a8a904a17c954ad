import type { ReactNode } from 'react'
import { Link } from '@tanstack/react-router'
import { frontEndPagePaths } from '../../api/front-end-page-paths.ts'
import { CopyIconButton, FullWalletAddress } from '../../ui/WalletAddress.tsx'
import { DecorativeWaveBorder } from '../../ui/DecorativeWaveBorder.tsx'
import { sanitizeDisplayText } from '../../ui/sanitize-display-text.ts'
import { Icon } from '../../ui/Icon.tsx'
import { PageHeading } from '../../ui/PageHeading.tsx'
import { sanitizeWalletEnsName } from '../../ui/format-person-name.ts'
import { FormattedDate, RelativeTime } from '../../ui/RelativeTime.tsx'
import { Card } from '../../ui/PageSection.tsx'
import { TextLink } from '../../ui/TextLink.tsx'
import { useTranslations } from 'use-intl'
import { EmailSettingsSection } from './EmailSettingsSection.tsx'
import { PasskeyNudge } from './PasskeyNudge.tsx'
import { EditableDisplayName } from './EditableDisplayName.tsx'
import { EditableProfilePicture } from './EditableProfilePicture.tsx'
import { OwnUsernameSection } from './OwnUsernameSection.tsx'
import { useOwnPasskeys, useOwnSessions, useOwnWallets } from './account-query-hooks.ts'
import { useSignedInAccount } from './signed-in-account-context.ts'
import { InlineNotice } from '../../ui/InlineNotice.tsx'
import { formatDateTime } from '../../ui/format-time.ts'
import { usePageLanguage } from '../../i18n/page-language-context.ts'
import { getWalletLabel } from './wallet-mutation-hooks.ts'

export function AccountOverviewScreen() {
  const t = useTranslations()
  const { person, session } = useSignedInAccount()
  return (
    <div className="grid grid-cols-1 gap-8">
      <div className="grid gap-2">
        <PageHeading title={t('account.you.title')} />
        <p className="text-soft">{t('account.you.intro', { site: location.host })}</p>
      </div>
      <WalletOnHoldNotices />
      <Card className="overflow-hidden">
        <DecorativeWaveBorder className="text-seal opacity-45" />
        <div className="grid items-start gap-x-10 gap-y-6 px-5 py-7 sm:grid-cols-[auto_1fr] sm:px-8">
          <EditableProfilePicture person={person} />
          <div className="grid min-w-0 gap-5 sm:pt-6">
            <EditableDisplayName person={person} />
            <dl className="grid gap-x-6 gap-y-3 lg:grid-cols-2">
              <DetailItem label={t('account.you.since')}>
                <FormattedDate at={person.createdAt} />
              </DetailItem>
              <DetailItem label={t('account.you.signedIn')}>
                <RelativeTime at={session.createdAt} />
              </DetailItem>
            </dl>
          </div>
        </div>
        <CurrentSignInMethod />
      </Card>
      <OwnUsernameSection />
      <EmailSettingsSection />
      <AccountCounts />
      <p className="text-small">
        <TextLink href={frontEndPagePaths.recoveryHelp()}>{t('person.lost')}</TextLink>
      </p>
      {/* Last, because it loads late and must not shift the page. */}
      <PasskeyNudge />
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

function AccountCounts() {
  const t = useTranslations()
  const [wallets, passkeys, sessions] = [useOwnWallets(), useOwnPasskeys(), useOwnSessions()]
  return (
    <nav aria-label={t('account.you.title')} className="grid gap-3 sm:grid-cols-2">
      <SectionLink
        to={frontEndPagePaths.wallets}
        title={t('account.you.wallets', countItems(wallets.data))}
        text={t('account.you.walletsText')}
      />
      <SectionLink
        to={frontEndPagePaths.passkeys}
        title={t('person.passkeys', countItems(passkeys.data && { pages: [{ ...passkeys.data, nextCursor: null }] }))}
        text={t('person.passkeysText')}
      />
      <SectionLink
        to={frontEndPagePaths.sessions}
        title={t('account.you.sessions', countItems(sessions.data))}
        text={t('account.you.sessionsText')}
      />
      <SectionLink to={frontEndPagePaths.activity} title={t('person.activity')} text={t('person.activityText')} />
    </nav>
  )
}

interface SectionLinkProps {
  to:
    | typeof frontEndPagePaths.wallets
    | typeof frontEndPagePaths.passkeys
    | typeof frontEndPagePaths.sessions
    | typeof frontEndPagePaths.activity
  title: string
  text: string
}

function SectionLink({ to, title, text }: SectionLinkProps) {
  return (
    <Link
      to={to}
      className="flex items-center justify-between gap-4 rounded-sheet border border-line bg-sheet px-5 py-4 transition-colors hover:border-edge hover:bg-sunk"
    >
      <span>
        <span className="block font-serif text-lead tabular-nums">{title}</span>
        <span className="block text-small text-soft">{text}</span>
      </span>
      <Icon name="next" className="text-soft" />
    </Link>
  )
}

function countItems(data: { pages: readonly { items: readonly unknown[]; nextCursor: string | null }[] } | undefined): {
  count: number
  shown: string
} {
  if (!data) return { count: 0, shown: '…' }
  const count = data.pages.reduce((sum, page) => sum + page.items.length, 0)
  return { count, shown: data.pages.at(-1)?.nextCursor ? `${count}+` : String(count) }
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
