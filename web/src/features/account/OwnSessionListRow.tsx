import type { ReactNode } from 'react'
import type { ApiSession } from '@countersign/api/api-endpoints'
import { Badge } from '../../ui/Badge.tsx'
import { Button } from '../../ui/Button.tsx'
import { sanitizeDisplayText } from '../../ui/sanitize-display-text.ts'
import { Icon } from '../../ui/Icon.tsx'
import { CardListRow } from '../../ui/CardList.tsx'
import { useNow } from '../../api/server-synced-clock.ts'
import { sanitizeWalletEnsName } from '../../ui/format-person-name.ts'
import { formatTimeOfDay } from '../../ui/format-time.ts'
import { RelativeTime } from '../../ui/RelativeTime.tsx'
import { Identicon } from '../../ui/Identicon.tsx'
import { normalizeWalletAddress, shortenWalletAddress } from '../../ui/wallet-address-format.ts'
import { usePageLanguage } from '../../i18n/page-language-context.ts'
import { useTranslations } from 'use-intl'
import { describeUserAgent } from '../../ui/describe-user-agent.ts'

export function OwnSessionListRow({
  session,
  ending,
  onEnd,
}: {
  session: ApiSession
  ending: boolean
  onEnd: () => void
}) {
  const t = useTranslations()
  const device = describeUserAgent(t, session.userAgent)
  return (
    <CardListRow
      head={
        <div className="grid justify-items-start gap-1">
          <p className="font-semibold" title={session.userAgent}>
            {device}
          </p>
          {session.newBrowser && !session.current && <Badge tone="attention">{t('person.newBrowser')}</Badge>}
        </div>
      }
      action={
        session.current ? (
          <Badge>{t('sessionsScreen.current')}</Badge>
        ) : (
          <Button
            aria-label={t('sessionsScreen.endNamed', { device })}
            busyLabel={ending ? t('sessionsScreen.ending') : undefined}
            small
            onClick={onEnd}
          >
            {t('sessionsScreen.end')}
          </Button>
        )
      }
    >
      <dl className="flex flex-wrap gap-x-5 gap-y-0.5 text-small text-soft sm:grid lg:grid-cols-[5fr_6fr]">
        <DetailItem label={t('sessionsScreen.lastSeen')}>
          <RelativeTime at={session.lastSeenAt} />
        </DetailItem>
        <DetailItem label={t('sessionsScreen.started')}>
          <RelativeTime at={session.createdAt} />
        </DetailItem>
        <DetailItem label={t('person.signedInWith')} isPlain>
          <SessionSignInMethod session={session} />
        </DetailItem>
        <DetailItem label={t('sessionsScreen.network')} isPlain>
          <span className="[overflow-wrap:anywhere]">
            {session.sameNetwork
              ? t('person.networkFact.here')
              : t('person.networkFact.other', { prefix: session.networkPrefix })}
          </span>
        </DetailItem>
        {session.contract && (
          <DetailItem label={t('person.contract.asked')} isWide>
            <RelativeTime at={session.contract.checkedAt} />
          </DetailItem>
        )}
      </dl>
      <ChainUnreachableNotice session={session} />
    </CardListRow>
  )
}

function ChainUnreachableNotice({ session: { contract, wallet } }: { session: ApiSession }) {
  const t = useTranslations()
  const { locale } = usePageLanguage()
  const now = useNow()
  if (!contract?.unreachableSince || !contract.endsAt) return null
  const write = (at: string) => formatTimeOfDay(Date.parse(at), now, locale)
  return (
    <p className="mt-2 flex items-start gap-2 text-small text-amber">
      <Icon name="attention" size={18} className="mt-[0.15em] shrink-0" />
      {t('person.contract.unreachable', {
        chain: wallet?.chain?.name ?? '',
        since: write(contract.unreachableSince),
        end: write(contract.endsAt),
      })}
    </p>
  )
}

function SessionSignInMethod({ session: { wallet, passkey } }: { session: ApiSession }) {
  const t = useTranslations()
  const name = sanitizeWalletEnsName(wallet?.name ?? null)
  if (wallet === null) {
    return (
      <span className="[overflow-wrap:anywhere]">
        <Icon name="passkey" size={18} className="mr-1.5 inline align-[-0.2em] text-soft" />
        {passkey?.label
          ? t('person.passkeyNamed', { label: sanitizeDisplayText(passkey.label, 64) })
          : t('person.passkey')}
      </span>
    )
  }
  return (
    <span className="inline-flex items-center gap-x-1.5 align-middle">
      <Identicon identifier={normalizeWalletAddress(wallet.address)} size={20} />
      <span className="min-w-0 [overflow-wrap:anywhere]">
        {name}{' '}
        <span translate="no" className="font-mono text-caption whitespace-nowrap">
          {shortenWalletAddress(wallet.address)}
        </span>{' '}
        {wallet.chain && t('person.onChain', { chain: wallet.chain.name })}
      </span>
    </span>
  )
}

interface DetailItemProps {
  label: string
  isWide?: boolean
  /** On a phone, the value says what it is. */
  isPlain?: boolean
  children: ReactNode
}

function DetailItem({ label, isWide = false, isPlain = false, children }: DetailItemProps) {
  return (
    <div className={`flex items-baseline gap-x-1.5 max-[19rem]:flex-wrap ${isWide ? 'lg:col-span-2' : ''}`}>
      <dt className={isPlain ? 'max-sm:sr-only' : 'shrink-0'}>{label}</dt>
      <dd className="min-w-0 text-ink">{children}</dd>
    </div>
  )
}
