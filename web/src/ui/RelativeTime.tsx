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

function Time({ at, shown }: { at: string; shown: string }) {
  const { locale } = useSpeech()
  const exact = exactTime(Date.parse(at), locale)
  return (
    <span className="group relative inline-block">
      <time dateTime={at} tabIndex={0} aria-label={`${shown}, ${exact}`} className="cursor-help rounded-control decoration-line decoration-dotted underline-offset-4 group-hover:underline">
        {shown}
      </time>
      <span
        role="presentation"
        aria-hidden="true"
        className="pointer-events-none absolute bottom-full left-0 z-10 mb-1 w-max max-w-72 rounded-control bg-ink px-2 py-1 text-caption text-paper opacity-0 transition-opacity group-focus-within:opacity-100 group-hover:opacity-100"
      >
        {exact}
      </span>
    </span>
  )
}
