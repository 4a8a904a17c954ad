// The other browser has what it asked for: until when, and the way to end it from here.
import { call } from '../../../api.ts'
import { useDecision } from '../../../applications/use-decision.ts'
import { Button } from '../../../ui/Button.tsx'
import { useNow } from '../../../ui/clock.ts'
import { ErrorState } from '../../../ui/ErrorState.tsx'
import { Icon } from '../../../ui/Icon.tsx'
import { Head } from '../../../ui/Head.tsx'
import { useTranslations } from 'use-intl'
import { useLanguage } from '../../../i18n/use-language.ts'
import { Done } from '../CodeOver.tsx'
import { OtherBrowser } from './OtherBrowser.tsx'
import type { AnsweringPart } from './stage.ts'
import { dateFormat } from '../../../ui/formats.ts'

interface TakenProps extends AnsweringPart {
  /** When the session that began so ends; null where there is none, or none any more. */
  until: string | null
}

export function Taken({ asked, until, dispatch }: TakenProps) {
  const { code, purpose } = asked
  const { locale } = useLanguage()
  const now = useNow()
  const t = useTranslations()
  const { busy, problem, decide } = useDecision<'end'>()
  if (until === null && purpose === 'sign-in') return <Done outcome="ended" />
  const signedIn =
    until === null ? null : t('answering.taken.signedIn', { time: writeMoment(Date.parse(until), now, locale) })
  const [title, text] =
    purpose === 'sign-in'
      ? [signedIn ?? '', t('answering.taken.endable')]
      : [t(`answering.taken.${purpose}.title`), t(`answering.taken.${purpose}.text`)]
  return (
    <div className="grid gap-6">
      <Head title={title} text={text} />
      <OtherBrowser asked={asked} end={<Icon name="done" className="text-seal" />} />
      {purpose !== 'sign-in' && signedIn !== null && (
        <p className="text-soft">
          {signedIn} {t('answering.taken.endable')}
        </p>
      )}
      {problem && <ErrorState problem={problem} />}
      {signedIn !== null && (
        <Button
          look="danger"
          busyLabel={busy === null ? undefined : t('answering.ending')}
          onClick={() =>
            void decide(
              'end',
              () => end(code),
              () => dispatch({ type: 'ended' }),
            )
          }
        >
          {t('answering.end')}
        </Button>
      )}
    </div>
  )
}

/** Ends it; what has ended by itself meanwhile is as good as ended. */
async function end(code: string) {
  const result = await call('endCrossDevice', { body: { code } })
  return !result.ok && result.problem.code === 'cross_device.over' ? { ok: true as const, answer: undefined } : result
}

/** A moment that is less than a year away, in one line: the day only where it is another one. */
function writeMoment(moment: number, now: number, locale: string): string {
  const isToday = new Date(moment).toDateString() === new Date(now).toDateString()
  const day: Intl.DateTimeFormatOptions = isToday ? {} : { day: 'numeric', month: 'short' }
  const form = dateFormat(locale, { ...day, hour: 'numeric', minute: '2-digit' })
  return form.format(moment).replaceAll(' ', '\u00a0')
}
