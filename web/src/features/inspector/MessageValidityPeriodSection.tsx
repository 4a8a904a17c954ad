import type { MessageValidityFinding } from '@countersign/inspector/message-inspection-findings'
import { formatExactTime, formatRelativeTime } from '../../ui/format-time.ts'
import { usePageLanguage } from '../../i18n/page-language-context.ts'
import { useTranslations } from 'use-intl'
import { MessageInspectorCheckResult } from './MessageInspectorCheckResult.tsx'
import { MessageInspectorResultItem, MessageInspectorResultSection } from './MessageInspectorResultSection.tsx'

export function MessageValidityPeriodSection({ time, isNow }: { time: MessageValidityFinding; isNow: boolean }) {
  const t = useTranslations()
  const { locale } = usePageLanguage()
  return (
    <MessageInspectorResultSection title={t('inspector.timeTitle')}>
      <MessageInspectorCheckResult isGood={time.state === 'valid'} text={t(`inspector.timeStates.${time.state}`)} />
      <dl className="grid gap-2">
        <MessageInspectorResultItem name={t('inspector.judgedAt')}>
          {isNow ? t('inspector.now') : formatExactTime(time.at, locale)}
        </MessageInspectorResultItem>
        <ValidityMoment name={t('inspector.fields.issuedAt.name')} at={time.issuedAt} from={time.at} />
        <ValidityMoment name={t('inspector.fields.notBefore.name')} at={time.notBefore} from={time.at} />
        <ValidityMoment name={t('inspector.fields.expirationTime.name')} at={time.expirationTime} from={time.at} />
      </dl>
    </MessageInspectorResultSection>
  )
}

function ValidityMoment({ name, at, from }: { name: string; at: number | null; from: number }) {
  const t = useTranslations()
  const { locale } = usePageLanguage()
  return (
    <MessageInspectorResultItem name={name}>
      {at === null ? (
        <span className="text-soft">{t('inspector.notSaid')}</span>
      ) : (
        <>
          {formatExactTime(at, locale)}{' '}
          <span className="text-soft">({formatRelativeTime(at, from, locale, t('ui.justNow'))})</span>
        </>
      )}
    </MessageInspectorResultItem>
  )
}
