// When the message counts, against the moment at which it is judged.
import type { TimeFinding } from '@countersign/inspector/findings'
import { exactTime, relativeTime } from '../../ui/relative-time.ts'
import { useLanguage } from '../../i18n/use-language.ts'
import { useTranslations } from 'use-intl'
import { Outcome } from './Outcome.tsx'
import { Pair, Part } from './Part.tsx'

export function TimeWindow({ time, isNow }: { time: TimeFinding; isNow: boolean }) {
  const t = useTranslations()
  const { locale } = useLanguage()
  return (
    <Part title={t('inspector.timeTitle')}>
      <Outcome isGood={time.state === 'valid'} text={t(`inspector.timeStates.${time.state}`)} />
      <dl className="grid gap-2">
        <Pair name={t('inspector.judgedAt')}>{isNow ? t('inspector.now') : exactTime(time.at, locale)}</Pair>
        <Moment name={t('inspector.fields.issuedAt.name')} at={time.issuedAt} from={time.at} />
        <Moment name={t('inspector.fields.notBefore.name')} at={time.notBefore} from={time.at} />
        <Moment name={t('inspector.fields.expirationTime.name')} at={time.expirationTime} from={time.at} />
      </dl>
    </Part>
  )
}

function Moment({ name, at, from }: { name: string; at: number | null; from: number }) {
  const t = useTranslations()
  const { locale } = useLanguage()
  return (
    <Pair name={name}>
      {at === null ? (
        <span className="text-soft">{t('inspector.notSaid')}</span>
      ) : (
        <>
          {exactTime(at, locale)} <span className="text-soft">({relativeTime(at, from, locale, t('ui.justNow'))})</span>
        </>
      )}
    </Pair>
  )
}
