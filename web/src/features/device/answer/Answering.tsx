// Answers another browser (cross-device sign-in), from the question whether that is wanted to what has become of it.
import { useReducer, useState } from 'react'
import { CodeOver, Done, Over } from '../CodeOver.tsx'
import { useFocusOnNews } from '../use-focus-on-news.ts'
import { AskedQuestion } from './AskedQuestion.tsx'
import { Prove } from './Prove.tsx'
import { firstStage, reduce } from './stage.ts'
import type { Asked, AnsweringPart } from './stage.ts'
import { useFollowed } from './use-followed.ts'
import type { Problem } from '@countersign/api/problem'
import type { ClientProblem } from '../../../api/api.ts'
import { Spinner } from '../../sign-in/proof/Spinner.tsx'
import { Notice } from '../../../ui/Notice.tsx'
import { Head } from '../../../ui/Head.tsx'
import { problemWords } from '../../../ui/problem-words.ts'
import { useTranslations } from 'use-intl'
import { call } from '../../../api/api.ts'
import { useDecision } from '../../applications/use-decision.ts'
import { Button } from '../../../ui/Button.tsx'
import { ErrorState } from '../../../ui/ErrorState.tsx'
import { hearOver } from './hear-over.ts'
import { RefuseButton } from './RefuseButton.tsx'
import { useNow } from '../../../api/clock.ts'
import { Icon } from '../../../ui/Icon.tsx'
import { useLanguage } from '../../../i18n/use-language.ts'
import { dateFormat } from '../../../ui/formats.ts'
import type { ReactNode } from 'react'
import { deviceWords } from '../../../ui/device-words.ts'
import { Sheet } from '../../../ui/Section.tsx'

interface AnsweringProps {
  asked: Asked
  /** Whether somebody is signed in here; null where that could not be told. */
  isSignedIn: boolean | null
}

export function Answering({ asked, isSignedIn }: AnsweringProps) {
  const [stage, dispatch] = useReducer(reduce, asked, firstStage)
  const trouble = useFollowed(asked, stage, dispatch)
  useFocusOnNews(stage.at)

  switch (stage.at) {
    case 'asked':
      return <AskedQuestion asked={asked} isSignedIn={isSignedIn} dispatch={dispatch} />
    case 'pair':
      return <PairChoice asked={asked} dispatch={dispatch} />
    case 'proving':
      return <Prove asked={asked} dispatch={dispatch} />
    case 'sent':
      return <HandedOver asked={asked} trouble={trouble} />
    case 'taken':
      return <Taken asked={asked} until={stage.until} dispatch={dispatch} />
    case 'ended':
      return <Done outcome="ended" />
    case 'refused':
      return <Done outcome="refused" />
    case 'failed':
      return <Over outcome="failed" />
    case 'wrong-pair':
      return <Over outcome="wrongPair" />
    case 'second-device':
      return <Over outcome="secondDevice" />
    case 'passed-on':
      return <Over outcome="passedOn" />
    case 'over':
      return <CodeOver />
  }
}

interface HandedOverProps {
  asked: Asked
  /** What keeps this page from knowing what becomes of it. */
  trouble: Problem | ClientProblem | null
}

function HandedOver({ asked, trouble }: HandedOverProps) {
  const t = useTranslations()
  return (
    <div className="grid gap-6">
      <Head title={t('answering.handedOver.title')} text={t('answering.handedOver.text')} />
      <OtherBrowser asked={asked} end={<Spinner className="text-seal" />} />
      {/* Said aloud as well: nobody is pressing anything here. */}
      <div role="status">
        {trouble && (
          <Notice tone="attention" title={problemWords(t, trouble).title}>
            <p>{t('signIn.goesOnByItself')}</p>
          </Notice>
        )}
      </div>
    </div>
  )
}

function PairChoice({ asked, dispatch }: AnsweringPart) {
  const t = useTranslations()
  const { code, pairs } = asked
  const { busy, problem, decide } = useDecision<'pick'>()
  const [picked, setPicked] = useState<string | null>(null)

  function pick(pair: string) {
    setPicked(pair)
    void decide(
      'pick',
      async () => hearOver(await call('pickCrossDevice', { body: { code, pair } }), dispatch),
      ({ state }) => dispatch({ type: 'told', state, until: null }),
    )
  }

  return (
    <div className="grid gap-6">
      <Head title={t('answering.pair.title')} text={t('answering.pair.text')} />
      {problem && <ErrorState problem={problem} />}
      <div className="grid grid-cols-3 gap-3">
        {pairs.map((pair) => (
          <Button
            key={pair}
            className="min-h-24 font-mono text-display tracking-widest"
            busyLabel={busy !== null && pair === picked ? pair : undefined}
            onClick={() => busy === null && pick(pair)}
          >
            {pair}
          </Button>
        ))}
      </div>
      <div className="grid gap-2">
        <p className="text-small text-soft">{t('answering.pair.none')}</p>
        <RefuseButton asked={asked} dispatch={dispatch} />
      </div>
    </div>
  )
}

interface TakenProps extends AnsweringPart {
  /** When the session that began so ends; null where there is none, or none any more. */
  until: string | null
}

function Taken({ asked, until, dispatch }: TakenProps) {
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

/** @param end what marks how far it is */
function OtherBrowser({ asked: { userAgent, networkPrefix }, end }: { asked: Asked; end: ReactNode }) {
  const t = useTranslations()
  return (
    <Sheet className="flex min-h-16 items-center gap-3 px-4 py-3">
      <div className="min-w-0 grow">
        <p className="font-semibold">{deviceWords(t, userAgent, t('applications.device.unknownDevice'))}</p>
        <p className="font-mono text-caption text-soft [overflow-wrap:anywhere]">{networkPrefix}</p>
      </div>
      {end}
    </Sheet>
  )
}
