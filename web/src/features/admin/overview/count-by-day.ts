// Turns what the server counted into bars: one a day, or one a week where days would be too thin to see.
import { daysOf } from './range.ts'

/** A stretch of days that one bar stands for. */
export interface Span {
  from: string
  to: string
}

/** More bars than these are weeks. */
const mostBars = 100

export function spansOf(range: Span): Span[] {
  const days = daysOf(range)
  const length = days.length > mostBars ? 7 : 1
  return Array.from({ length: Math.ceil(days.length / length) }, (_, place) => {
    const part = days.slice(place * length, (place + 1) * length)
    return { from: part[0] ?? range.from, to: part.at(-1) ?? range.to }
  })
}

/**
 * @param spans one after the other, as `spansOf` makes them
 * @param counted what there is, in any order; what lies outside is left out
 */
export function countBySpan(spans: readonly Span[], counted: readonly { day: string; count: number }[]): number[] {
  return spans.map(({ from, to }) =>
    counted.reduce((sum, { day, count }) => (from <= day && day <= to ? sum + count : sum), 0),
  )
}
