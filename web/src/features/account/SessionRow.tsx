// One browser in which a person is signed in.
import type { ReactNode } from 'react'
import type { Session } from '@countersign/api/calls'
import { Badge } from '../../ui/Badge.tsx'
import { Button } from '../../ui/Button.tsx'
import { cleanText } from '../../ui/clean-text.ts'
import { Icon } from '../../ui/Icon.tsx'
import { ListRow } from '../../ui/List.tsx'
import { useNow } from '../../api/clock.ts'
import { shownWalletName } from '../../ui/person-name.ts'
import { timeOf } from '../../ui/relative-time.ts'
import { RelativeTime } from '../../ui/RelativeTime.tsx'
import { Rosette } from '../../ui/Rosette.tsx'
import { canonicalAddress, shortAddress } from '../../ui/address-form.ts'
import { useLanguage } from '../../i18n/use-language.ts'
import { useTranslations } from 'use-intl'
import { deviceWords } from '../../ui/device-words.ts'

/** @param ending whether the server is being asked to end it */
export function SessionRow({ session, ending, onEnd }: { session: Session; ending: boolean; onEnd: () => void }) {
  const t = useTranslations()
  const device = deviceWords(t, session.userAgent)
  return (
    <ListRow
      head={
        <p className="flex flex-wrap items-center gap-x-3 gap-y-1 font-semibold" title={session.userAgent}>
          {device}
          {session.newBrowser && !session.current && <Badge tone="attention">{t('person.newBrowser')}</Badge>}
        </p>
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
      <dl className="grid gap-x-5 gap-y-0.5 text-small text-soft lg:grid-cols-[5fr_6fr]">
        <Fact label={t('sessionsScreen.lastSeen')}>
          <RelativeTime at={session.lastSeenAt} />
        </Fact>
        <Fact label={t('sessionsScreen.started')}>
          <RelativeTime at={session.createdAt} />
        </Fact>
        <Fact label={t('person.signedInWith')}>
          <WayIn session={session} />
        </Fact>
        <Fact label={t('sessionsScreen.network')}>
          <span className="[overflow-wrap:anywhere]">
            {session.sameNetwork
              ? t('person.networkFact.here')
              : t('person.networkFact.other', { prefix: session.networkPrefix })}
          </span>
        </Fact>
        {session.contract && (
          <Fact label={t('person.contract.asked')} isWide>
            <RelativeTime at={session.contract.checkedAt} />
          </Fact>
        )}
      </dl>
      <Unreachable session={session} />
    </ListRow>
  )
}

/** The chain of its contract wallet cannot be asked: the session goes on for a while, and then ends. */
function Unreachable({ session: { contract, wallet } }: { session: Session }) {
  const t = useTranslations()
  const { locale } = useLanguage()
  const now = useNow()
  if (!contract?.unreachableSince || !contract.endsAt) return null
  const write = (at: string) => timeOf(Date.parse(at), now, locale)
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

/** The wallet or the passkey that it began with. */
function WayIn({ session: { wallet, passkey } }: { session: Session }) {
  const t = useTranslations()
  const name = shownWalletName(wallet?.name ?? null)
  if (wallet === null) {
    return (
      <span className="[overflow-wrap:anywhere]">
        <Icon name="passkey" size={18} className="mr-1.5 inline align-[-0.2em] text-soft" />
        {passkey?.label ? t('person.passkeyNamed', { label: cleanText(passkey.label, 64) }) : t('person.passkey')}
      </span>
    )
  }
  return (
    <span className="inline-flex items-center gap-x-1.5 align-middle">
      <Rosette identifier={canonicalAddress(wallet.address)} size={20} />
      <span className="min-w-0 [overflow-wrap:anywhere]">
        {name}{' '}
        <span translate="no" className="font-mono text-caption whitespace-nowrap">
          {shortAddress(wallet.address)}
        </span>{' '}
        {wallet.chain && t('person.onChain', { chain: wallet.chain.name })}
      </span>
    </span>
  )
}

/** @param isWide over both columns, where there are two */
function Fact({ label, isWide = false, children }: { label: string; isWide?: boolean; children: ReactNode }) {
  return (
    <div className={`flex items-baseline gap-x-1.5 max-[19rem]:flex-wrap ${isWide ? 'lg:col-span-2' : ''}`}>
      <dt className="shrink-0">{label}</dt>
      <dd className="min-w-0 text-ink">{children}</dd>
    </div>
  )
}
