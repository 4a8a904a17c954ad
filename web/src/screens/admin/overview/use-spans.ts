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
    const dayFormat = new Intl.DateTimeFormat(locale, {
      weekday: 'short',
      day: 'numeric',
      month: 'short',
      year: 'numeric',
      timeZone: 'UTC',
    })
    const weekFormat = new Intl.DateTimeFormat(locale, { dateStyle: 'medium', timeZone: 'UTC' })
    const short = new Intl.DateTimeFormat(locale, { day: 'numeric', month: 'short', timeZone: 'UTC' })
    return spansOf({ from, to }).map((span) => {
      const first = new Date(span.from)
      return {
        ...span,
        label: span.from === span.to ? dayFormat.format(first) : week(weekFormat.format(first)),
        short: short.format(first),
      }
    })
  }, [locale, week, from, to])
}
