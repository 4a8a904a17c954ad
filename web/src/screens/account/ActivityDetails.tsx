// Everything that one line of the activity keeps, for whoever wants to look closely. What was signed opens in the
// inspector as it stood at that moment; it travels in the fragment, which no server sees.
import type { ReactNode } from 'react'
import type { ActivityEvent, ConsentPart } from '@countersign/api/calls'
import { paths } from '../../paths.ts'
import { FullAddress } from '../../ui/Address.tsx'
import { cleanText } from '../../ui/clean-text.ts'
import { exactTime } from '../../ui/relative-time.ts'
import { TextLink } from '../../ui/TextLink.tsx'
import { useLanguage } from '../../i18n/use-language.ts'
import { useTranslations } from 'use-intl'

export function ActivityDetails({ event }: { event: ActivityEvent }) {
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
