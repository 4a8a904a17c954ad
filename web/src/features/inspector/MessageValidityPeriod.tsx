// When the message counts, against the moment at which it is judged.
import type { ValidityFinding } from '@countersign/inspector/inspection-findings'
import { formatExactTime, formatRelativeTime } from '../../ui/format-time.ts'
import { useLanguage } from '../../i18n/use-language.ts'
import { useTranslations } from 'use-intl'
import { CheckResultSentence } from './CheckResultSentence.tsx'
import { FindingsDescriptionItem, FindingsSection } from './FindingsSection.tsx'

export function MessageValidityPeriod({ time, isNow }: { time: ValidityFinding; isNow: boolean }) {
  const t = useTranslations()
  const { locale } = useLanguage()
  return (
    <FindingsSection title={t('inspector.timeTitle')}>
      <CheckResultSentence isGood={time.state === 'valid'} text={t(`inspector.timeStates.${time.state}`)} />
      <dl className="grid gap-2">
        <FindingsDescriptionItem name={t('inspector.judgedAt')}>
          {isNow ? t('inspector.now') : formatExactTime(time.at, locale)}
        </FindingsDescriptionItem>
        <ValidityMoment name={t('inspector.fields.issuedAt.name')} at={time.issuedAt} from={time.at} />
        <ValidityMoment name={t('inspector.fields.notBefore.name')} at={time.notBefore} from={time.at} />
        <ValidityMoment name={t('inspector.fields.expirationTime.name')} at={time.expirationTime} from={time.at} />
      </dl>
    </FindingsSection>
  )
}

function ValidityMoment({ name, at, from }: { name: string; at: number | null; from: number }) {
  const t = useTranslations()
  const { locale } = useLanguage()
  return (
    <FindingsDescriptionItem name={name}>
      {at === null ? (
        <span className="text-soft">{t('inspector.notSaid')}</span>
      ) : (
        <>
          {formatExactTime(at, locale)}{' '}
          <span className="text-soft">({formatRelativeTime(at, from, locale, t('ui.justNow'))})</span>
        </>
      )}
    </FindingsDescriptionItem>
  )
}
