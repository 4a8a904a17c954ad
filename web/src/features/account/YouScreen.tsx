// Who I am here: how this site sees the person who is signed in, and what they are called and look like.
import type { ReactNode } from 'react'
import { Link } from '@tanstack/react-router'
import { paths } from '../../api/paths.ts'
import { CopyButton, FullAddress } from '../../ui/Address.tsx'
import { Band } from '../../ui/Band.tsx'
import { cleanText } from '../../ui/clean-text.ts'
import { Icon } from '../../ui/Icon.tsx'
import { PageHeading } from '../../ui/PageHeading.tsx'
import { shownWalletName } from '../../ui/person-name.ts'
import { Day, RelativeTime } from '../../ui/RelativeTime.tsx'
import { Sheet } from '../../ui/Section.tsx'
import { TextLink } from '../../ui/TextLink.tsx'
import { useTranslations } from 'use-intl'
import { Email } from './Email.tsx'
import { PasskeyNudge } from './PasskeyNudge.tsx'
import { PersonName } from './PersonName.tsx'
import { PersonPicture } from './PersonPicture.tsx'
import { UserName } from './UserName.tsx'
import { usePasskeys, useSessions, useWallets } from './queries.ts'
import { useSignedIn } from './signed-in.ts'
import { Notice } from '../../ui/Notice.tsx'
import { dayAndTime } from '../../ui/relative-time.ts'
import { useLanguage } from '../../i18n/use-language.ts'
import { walletName } from './change-wallets.ts'

export function YouScreen() {
  const t = useTranslations()
  const { person, session } = useSignedIn()
  return (
    <div className="grid grid-cols-1 gap-8">
      <div className="grid gap-2">
        <PageHeading title={t('account.you.title')} />
        <p className="text-soft">{t('account.you.intro', { site: location.host })}</p>
      </div>
      <HeldNotices />
      <Sheet className="overflow-hidden">
        <Band className="text-seal opacity-45" />
        <div className="grid items-start gap-x-10 gap-y-6 px-5 py-7 sm:grid-cols-[auto_1fr] sm:px-8">
          <PersonPicture person={person} />
          <div className="grid min-w-0 gap-5 sm:pt-6">
            <PersonName person={person} />
            <dl className="grid gap-x-6 gap-y-3 lg:grid-cols-2">
              <Fact label={t('account.you.since')}>
                <Day at={person.createdAt} />
              </Fact>
              <Fact label={t('account.you.signedIn')}>
                <RelativeTime at={session.createdAt} />
              </Fact>
            </dl>
          </div>
        </div>
        <SignedInWith />
      </Sheet>
      <UserName />
      <Email />
      <Counts />
      <p className="text-small">
        <TextLink href={paths.lost()}>{t('person.lost')}</TextLink>
      </p>
      {/* Last, because it comes only once the passkeys are known, and nothing is to move then. */}
      <PasskeyNudge />
    </div>
  )
}

/** The wallet or the passkey that this session began with. */
function SignedInWith() {
  const t = useTranslations()
  const { person, session } = useSignedIn()
  const address = session.wallet?.address
  const walletName = shownWalletName(session.wallet?.name ?? null)
  return (
    <div className="flex items-end justify-between gap-4 border-t border-line px-5 py-3 sm:px-8">
      {address === undefined ? (
        <div className="min-w-0">
          <p className="text-caption text-soft">{t('person.noWallet')}</p>
          <p className="[overflow-wrap:anywhere]">
            {session.passkey?.label ? cleanText(session.passkey.label, 64) : t('person.passkey')}
          </p>
          {person.address === null && <p className="text-small text-soft">{t('person.noWalletText')}</p>}
        </div>
      ) : (
        <>
          <div className="min-w-0">
            <p className="text-caption text-soft">{t('account.you.signedInWith')}</p>
            {walletName !== null && <p className="font-semibold [overflow-wrap:anywhere]">{walletName}</p>}
            <FullAddress address={address} />
          </div>
          <CopyButton text={address} />
        </>
      )}
    </div>
  )
}

function Fact({ label, children }: { label: string; children: ReactNode }) {
  return (
    <div className="min-w-0">
      <dt className="text-caption text-soft">{label}</dt>
      <dd>{children}</dd>
    </div>
  )
}

function Counts() {
  const t = useTranslations()
  const [wallets, passkeys, sessions] = [useWallets(), usePasskeys(), useSessions()]
  return (
    <nav aria-label={t('account.you.title')} className="grid gap-3 sm:grid-cols-2">
      <PlaceLink
        to={paths.wallets}
        title={t('account.you.wallets', countOf(wallets.data))}
        text={t('account.you.walletsText')}
      />
      <PlaceLink
        to={paths.passkeys}
        title={t('person.passkeys', countOf(passkeys.data && { pages: [{ ...passkeys.data, nextCursor: null }] }))}
        text={t('person.passkeysText')}
      />
      <PlaceLink
        to={paths.sessions}
        title={t('account.you.sessions', countOf(sessions.data))}
        text={t('account.you.sessionsText')}
      />
      <PlaceLink to={paths.activity} title={t('person.activity')} text={t('person.activityText')} />
    </nav>
  )
}

interface PlaceLinkProps {
  to: typeof paths.wallets | typeof paths.passkeys | typeof paths.sessions | typeof paths.activity
  title: string
  text: string
}

function PlaceLink({ to, title, text }: PlaceLinkProps) {
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

/** How many there are, with a plus where further pages follow; an ellipsis while it is not known. */
function countOf(data: { pages: readonly { items: readonly unknown[]; nextCursor: string | null }[] } | undefined): {
  count: number
  shown: string
} {
  if (!data) return { count: 0, shown: '…' }
  const count = data.pages.reduce((sum, page) => sum + page.items.length, 0)
  return { count, shown: data.pages.at(-1)?.nextCursor ? `${count}+` : String(count) }
}

function HeldNotices() {
  const { locale } = useLanguage()
  const t = useTranslations()
  const wallets = useWallets().data?.pages.flatMap(({ items }) => items) ?? []
  const at = (time: string): string => dayAndTime(Date.parse(time), locale)
  return wallets.map(
    (wallet) =>
      wallet.held && (
        <Notice key={wallet.id} tone="attention" title={t('wallets.held.title', { name: walletName(wallet) })}>
          <p>{t('wallets.held.text', { since: at(wallet.held.since) })}</p>
          <p>{t('wallets.held.until', { until: at(wallet.held.until) })}</p>
          <p>
            <Link to={paths.wallets} className="text-seal underline underline-offset-4">
              {t('wallets.held.decide')}
            </Link>
          </p>
        </Notice>
      ),
  )
}
