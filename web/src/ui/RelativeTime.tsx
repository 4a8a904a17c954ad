// A time the way people say it, with the exact one on hover and on focus.
import { dayOf, exactTime, relativeTime } from './relative-time.ts'
import { useNow } from './clock.ts'
import { useSpeech } from '../words/use-words.ts'

/** @param at RFC 3339, as the server sends it */
export function RelativeTime({ at }: { at: string }) {
  const { locale, words } = useSpeech()
  const now = useNow()
  const atMs = Date.parse(at)
  return <Time at={at} shown={relativeTime(atMs, now, locale, words.ui.justNow)} />
}

/** The day of a time, for what happened long ago; the exact time on hover and on focus. */
export function Day({ at }: { at: string }) {
  const { locale } = useSpeech()
  return <Time at={at} shown={dayOf(Date.parse(at), locale)} />
}

/** A button, so that the exact time can be had by keyboard and by touch as well; Escape puts it away again. */
function Time({ at, shown }: { at: string; shown: string }) {
  const { locale } = useSpeech()
  const exact = exactTime(Date.parse(at), locale)
  return (
    <span className="group relative inline-block">
      <button
        type="button"
        aria-label={`${shown}, ${exact}`}
        onKeyDown={(event) => event.key === 'Escape' && event.currentTarget.blur()}
        className="min-h-6 rounded-control text-left decoration-edge decoration-dotted underline-offset-4 select-text group-hover:underline"
      >
        <time dateTime={at}>{shown}</time>
      </button>
      <span aria-hidden="true" className="invisible absolute bottom-full left-0 z-10 w-max max-w-72 pb-1 group-focus-within:visible group-hover:visible">
        <span className="block rounded-control bg-ink px-2 py-1 text-caption text-paper">{exact}</span>
      </span>
    </span>
  )
}
