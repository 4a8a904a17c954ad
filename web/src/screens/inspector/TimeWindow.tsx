// When the message counts, against the moment at which it is judged.
import type { TimeFinding } from '@countersign/inspector/findings'
import { exactTime, relativeTime } from '../../ui/relative-time.ts'
import { useChapter, useSpeech } from '../../words/use-words.ts'
import { Outcome } from './Outcome.tsx'
import { Pair, Part } from './Part.tsx'

export function TimeWindow({ time, isNow }: { time: TimeFinding; isNow: boolean }) {
  const words = useChapter('inspector')
  const { locale } = useSpeech()
  return (
    <Part title={words.timeTitle}>
      <Outcome isGood={time.state === 'valid'} text={words.timeStates[time.state]} />
      <dl className="grid gap-2">
        <Pair name={words.judgedAt}>{isNow ? words.now : exactTime(time.at, locale)}</Pair>
        <Moment name={words.fields.issuedAt.name} at={time.issuedAt} from={time.at} />
        <Moment name={words.fields.notBefore.name} at={time.notBefore} from={time.at} />
        <Moment name={words.fields.expirationTime.name} at={time.expirationTime} from={time.at} />
      </dl>
    </Part>
  )
}

function Moment({ name, at, from }: { name: string; at: number | null; from: number }) {
  const words = useChapter('inspector')
  const { locale, words: all } = useSpeech()
  return (
    <Pair name={name}>
      {at === null ? (
        <span className="text-soft">{words.notSaid}</span>
      ) : (
        <>
          {exactTime(at, locale)} <span className="text-soft">({relativeTime(at, from, locale, all.ui.justNow)})</span>
        </>
      )}
    </Pair>
  )
}
