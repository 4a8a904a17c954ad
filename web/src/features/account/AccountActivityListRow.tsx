import { memo, useId, useState } from 'react'
import { categoryByActivityEventType } from '@countersign/api/activity-event-types'
import type { ActivityCategory } from '@countersign/api/activity-event-types'
import type { ApiActivityEvent, ConsentableScope } from '@countersign/api/api-endpoints'
import { describeUserAgent } from '../../ui/describe-user-agent.ts'
import { Icon } from '../../ui/Icon.tsx'
import { SignedInPageIcon } from '../../ui/SignedInPageIcon.tsx'
import type { AccountPageIconName } from '../../ui/SignedInPageIcon.tsx'
import { useTranslations } from 'use-intl'
import { addIpNetworkToDescription, isCurrentIpNetwork, describeIpNetwork } from './describe-ip-network.ts'
import { useSignedInAccount } from './signed-in-account-context.ts'
import { isNoteworthyActivityEvent, describeActivityEvent, describeActivityRefusal } from './describe-activity-event.ts'
import type { ReactNode } from 'react'
import { frontEndPagePaths } from '../../api/front-end-page-paths.ts'
import { FullWalletAddress } from '../../ui/WalletAddress.tsx'
import { sanitizeDisplayText } from '../../ui/sanitize-display-text.ts'
import { formatExactTime } from '../../ui/format-time.ts'
import { TextLink } from '../../ui/TextLink.tsx'
import { usePageLanguage } from '../../i18n/page-language-context.ts'

const activityIcons: Readonly<Record<ActivityCategory, AccountPageIconName>> = {
  'sign-ins': 'enter',
  wallets: 'wallet',
  passkeys: 'passkey',
  sessions: 'sessions',
  applications: 'applications',
  identity: 'person',
}

export const AccountActivityListRow = memo(function ActivityRow({
  event,
  time,
}: {
  event: ApiActivityEvent
  time: string
}) {
  const t = useTranslations()
  const [isOpen, setIsOpen] = useState(false)
  const details = useId()
  const { device, origin } = useEventOrigin(event)
  const sentence = describeActivityEvent(t, event, device)
  const refusal = describeActivityRefusal(t, event)
  const isTrouble = isNoteworthyActivityEvent(event)
  return (
    <li>
      {/* The button covers the whole row, whose text stays readable for screen readers. */}
      <div className="relative grid grid-cols-[auto_1fr_auto] gap-x-3 px-4 py-3 transition-colors hover:bg-sunk sm:px-5">
        <SignedInPageIcon
          name={isTrouble ? 'attention' : activityIcons[categoryByActivityEventType[event.type] ?? 'identity']}
          className={`mt-[0.2em] ${isTrouble ? 'text-amber' : 'text-soft'}`}
        />
        <div className="grid min-w-0 gap-0.5">
          <p className={`min-w-0 [overflow-wrap:anywhere] ${isTrouble ? 'font-semibold' : ''}`}>{sentence}</p>
          {refusal !== null && <p className="text-small [overflow-wrap:anywhere]">{refusal}</p>}
          <p className="text-small text-soft [overflow-wrap:anywhere]">
            <time dateTime={event.at} className="tabular-nums">
              {time}
            </time>
            {origin !== '' && ` · ${origin}`}
          </p>
        </div>
        <button
          type="button"
          aria-expanded={isOpen}
          aria-controls={details}
          aria-label={t('activity.detailsOf', { sentence })}
          onClick={() => setIsOpen(!isOpen)}
          className="size-6 self-center rounded-control text-soft after:absolute after:inset-0"
        >
          <Icon name="next" className={`transition-transform ${isOpen ? 'rotate-90' : ''}`} />
        </button>
      </div>
      <div id={details} hidden={!isOpen} className="px-4 pb-3 sm:px-5">
        {isOpen && <ActivityDetails event={event} />}
      </div>
    </li>
  )
})

function useEventOrigin({ type, evidence }: ApiActivityEvent): { device: string; origin: string } {
  const t = useTranslations()
  const { session } = useSignedInAccount()
  const { userAgent, networkPrefix } = evidence
  const device = describeUserAgent(t, userAgent ?? '')
  const what = userAgent === undefined || type.startsWith('browser.') ? '' : device
  if (networkPrefix === undefined) return { device, origin: what }
  const isThisBrowser = isCurrentIpNetwork(networkPrefix, session)
  return {
    device,
    origin:
      what === ''
        ? describeIpNetwork(t, networkPrefix, isThisBrowser)
        : addIpNetworkToDescription(t, what, networkPrefix, isThisBrowser),
  }
}

function ActivityDetails({ event }: { event: ApiActivityEvent }) {
  const { locale } = usePageLanguage()
  const t = useTranslations()
  const { details, evidence, at, sequence } = event
  const { message, signature } = evidence
  const scopes = String(details['scopes'] ?? '')
    .split(' ')
    .filter((scope): scope is ConsentableScope => !(scope in {}) && t.has(`scopes.${scope as ConsentableScope}.title`))
  return (
    <div className="grid gap-3 rounded-control bg-sunk px-3 py-3 text-small">
      <dl className="grid gap-x-4 gap-y-1.5 sm:grid-cols-[auto_1fr]">
        <DetailItem label={t('activity.facts.at')}>{formatExactTime(Date.parse(at), locale)}</DetailItem>
        {evidence['userAgent'] !== undefined && (
          <DetailItem label={t('activity.facts.device')}>
            {sanitizeDisplayText(evidence['userAgent'], 400) || '–'}
          </DetailItem>
        )}
        {evidence['networkPrefix'] !== undefined && (
          <DetailItem label={t('activity.facts.network')}>
            {sanitizeDisplayText(evidence['networkPrefix'], 60)}
          </DetailItem>
        )}
        {evidence['address'] !== undefined && (
          <DetailItem label={t('activity.facts.wallet')}>
            <FullWalletAddress address={evidence['address']} />
          </DetailItem>
        )}
        {scopes.length > 0 && (
          <DetailItem label={t('activity.facts.learned')}>
            {scopes.map((scope) => t(`scopes.${scope}.title`)).join(' · ')}
          </DetailItem>
        )}
        {evidence['sessionId'] !== undefined && (
          <DetailItem label={t('activity.facts.session')}>
            <DetailCode>{evidence['sessionId']}</DetailCode>
          </DetailItem>
        )}
        {details['attempts'] !== undefined && (
          <DetailItem label={t('activity.facts.attempts')}>{details['attempts']}</DetailItem>
        )}
        {details['reason'] !== undefined && (
          <DetailItem label={t('activity.facts.reason')}>
            <DetailCode>{sanitizeDisplayText(String(details['reason']), 200)}</DetailCode>
          </DetailItem>
        )}
        <DetailItem label={t('activity.facts.sequence')}>
          <DetailCode>{sequence}</DetailCode>
        </DetailItem>
      </dl>
      {message !== undefined && signature !== undefined && (
        <p>
          <TextLink href={frontEndPagePaths.inspector({ message, signature, at })}>{t('activity.signed')}</TextLink>
        </p>
      )}
    </div>
  )
}

function DetailItem({ label, children }: { label: string; children: ReactNode }) {
  return (
    <>
      <dt className="text-soft">{label}</dt>
      <dd className="min-w-0 [overflow-wrap:anywhere] max-sm:mb-1">{children}</dd>
    </>
  )
}

function DetailCode({ children }: { children: ReactNode }) {
  return <code className="font-mono text-caption [overflow-wrap:anywhere]">{children}</code>
}
