// One line of the activity: what happened, from where, and everything else on demand.
import { memo, useId, useState } from 'react'
import { activityTypes } from '@countersign/api/activity'
import type { ActivityKind } from '@countersign/api/activity'
import type { ActivityEvent, ConsentPart } from '@countersign/api/calls'
import { deviceWords } from '../../ui/device-words.ts'
import { AccountIcon } from '../../ui/AccountIcon.tsx'
import type { AccountIconName } from '../../ui/AccountIcon.tsx'
import { useTranslations } from 'use-intl'
import { fromNetwork, isHereNow, networkWords } from './network-words.ts'
import { useSignedIn } from './signed-in.ts'
import { isTroubling, tellEvent, tellRefusal } from './tell-event.ts'
import type { ReactNode } from 'react'
import { paths } from '../../api/paths.ts'
import { FullAddress } from '../../ui/Address.tsx'
import { cleanText } from '../../ui/clean-text.ts'
import { exactTime } from '../../ui/relative-time.ts'
import { TextLink } from '../../ui/TextLink.tsx'
import { useLanguage } from '../../i18n/use-language.ts'

const icons: Readonly<Record<ActivityKind, AccountIconName>> = {
  'sign-ins': 'enter',
  wallets: 'wallet',
  passkeys: 'passkey',
  sessions: 'sessions',
  applications: 'applications',
  identity: 'person',
}

/** @param time of day, in the person's own way of writing it */
export const ActivityRow = memo(function ActivityRow({ event, time }: { event: ActivityEvent; time: string }) {
  const t = useTranslations()
  const [isOpen, setIsOpen] = useState(false)
  const details = useId()
  const { device, origin } = useOrigin(event)
  const sentence = tellEvent(t, event, device)
  const refusal = tellRefusal(t, event)
  const isTrouble = isTroubling(event)
  return (
    <li className="grid grid-cols-[auto_1fr] gap-x-3 px-4 py-3 sm:px-5">
      <AccountIcon
        name={isTrouble ? 'attention' : icons[activityTypes[event.type] ?? 'identity']}
        className={`mt-[0.2em] ${isTrouble ? 'text-amber' : 'text-soft'}`}
      />
      <div className="grid min-w-0 gap-0.5">
        <div className="flex items-baseline justify-between gap-3">
          <p className={`min-w-0 [overflow-wrap:anywhere] ${isTrouble ? 'font-semibold' : ''}`}>{sentence}</p>
          <time dateTime={event.at} className="shrink-0 text-small text-soft tabular-nums">
            {time}
          </time>
        </div>
        {refusal !== null && <p className="text-small [overflow-wrap:anywhere]">{refusal}</p>}
        <div className="flex flex-wrap items-baseline justify-between gap-x-4">
          <p className="min-w-0 text-small text-soft [overflow-wrap:anywhere]">{origin}</p>
          <button
            type="button"
            aria-expanded={isOpen}
            aria-controls={details}
            aria-label={t('activity.detailsOf', { sentence })}
            onClick={() => setIsOpen(!isOpen)}
            className="ml-auto min-h-6 rounded-control text-small text-seal underline decoration-1 underline-offset-4 pointer-coarse:min-h-11"
          >
            {t('activity.details')}
          </button>
        </div>
        <div id={details} hidden={!isOpen} className="mt-2">
          {isOpen && <ActivityDetails event={event} />}
        </div>
      </div>
    </li>
  )
})

/** The browser of a line in words, and from where it came; a line that tells of neither has an empty origin. */
function useOrigin({ type, evidence }: ActivityEvent): { device: string; origin: string } {
  const t = useTranslations()
  const { session } = useSignedIn()
  const { userAgent, networkPrefix } = evidence
  const device = deviceWords(t, userAgent ?? '')
  // The sentence of a browser names it already.
  const what = userAgent === undefined || type.startsWith('browser.') ? '' : device
  if (networkPrefix === undefined) return { device, origin: what }
  const isHere = isHereNow(networkPrefix, session)
  return {
    device,
    origin: what === '' ? networkWords(t, networkPrefix, isHere) : fromNetwork(t, what, networkPrefix, isHere),
  }
}

function ActivityDetails({ event }: { event: ActivityEvent }) {
  const { locale } = useLanguage()
  const t = useTranslations()
  const { details, evidence, at, sequence } = event
  const { message, signature } = evidence
  const scopes = String(details['scopes'] ?? '')
    .split(' ')
    .filter((scope): scope is ConsentPart => !(scope in {}) && t.has(`scopes.${scope as ConsentPart}.title`))
  return (
    <div className="grid gap-3 rounded-control bg-sunk px-3 py-3 text-small">
      <dl className="grid gap-x-4 gap-y-1.5 sm:grid-cols-[auto_1fr]">
        <Fact label={t('activity.facts.at')}>{exactTime(Date.parse(at), locale)}</Fact>
        {evidence['userAgent'] !== undefined && (
          <Fact label={t('activity.facts.device')}>{cleanText(evidence['userAgent'], 400) || '–'}</Fact>
        )}
        {evidence['networkPrefix'] !== undefined && (
          <Fact label={t('activity.facts.network')}>{cleanText(evidence['networkPrefix'], 60)}</Fact>
        )}
        {evidence['address'] !== undefined && (
          <Fact label={t('activity.facts.wallet')}>
            <FullAddress address={evidence['address']} />
          </Fact>
        )}
        {scopes.length > 0 && (
          <Fact label={t('activity.facts.learned')}>
            {scopes.map((scope) => t(`scopes.${scope}.title`)).join(' · ')}
          </Fact>
        )}
        {evidence['sessionId'] !== undefined && (
          <Fact label={t('activity.facts.session')}>
            <Code>{evidence['sessionId']}</Code>
          </Fact>
        )}
        {details['attempts'] !== undefined && <Fact label={t('activity.facts.attempts')}>{details['attempts']}</Fact>}
        {details['reason'] !== undefined && (
          <Fact label={t('activity.facts.reason')}>
            <Code>{cleanText(String(details['reason']), 200)}</Code>
          </Fact>
        )}
        <Fact label={t('activity.facts.sequence')}>
          <Code>{sequence}</Code>
        </Fact>
      </dl>
      {message !== undefined && signature !== undefined && (
        <p>
          <TextLink href={paths.inspector({ message, signature, at })}>{t('activity.signed')}</TextLink>
        </p>
      )}
    </div>
  )
}

function Fact({ label, children }: { label: string; children: ReactNode }) {
  return (
    <>
      <dt className="text-soft">{label}</dt>
      <dd className="min-w-0 [overflow-wrap:anywhere] max-sm:mb-1">{children}</dd>
    </>
  )
}

function Code({ children }: { children: ReactNode }) {
  return <code className="font-mono text-caption [overflow-wrap:anywhere]">{children}</code>
}
