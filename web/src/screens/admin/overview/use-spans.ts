// The days of a range as bars: what each is called, in full and at the axis.
import { useMemo } from 'react'
import { useChapter, useSpeech } from '../../../words/use-words.ts'
import { spansOf } from './count-by-day.ts'
import type { Span } from './count-by-day.ts'

export interface NamedSpan extends Span {
  label: string
  short: string
}

export function useSpans({ from, to }: Span): NamedSpan[] {
  const { locale } = useSpeech()
  const { week } = useChapter('adminOverview').signIns
  return useMemo(() => {
    const full = new Intl.DateTimeFormat(locale, { dateStyle: 'full', timeZone: 'UTC' })
    const long = new Intl.DateTimeFormat(locale, { dateStyle: 'long', timeZone: 'UTC' })
    const short = new Intl.DateTimeFormat(locale, { day: 'numeric', month: 'short', timeZone: 'UTC' })
    return spansOf({ from, to }).map((span) => {
      const first = new Date(span.from)
      return { ...span, label: span.from === span.to ? full.format(first) : week(long.format(first)), short: short.format(first) }
    })
  }, [locale, week, from, to])
}
