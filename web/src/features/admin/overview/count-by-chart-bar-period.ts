// Turns what the server counted into bars: one a day, or one a week where days would be too thin to see.
import { listDaysInRange } from './overview-date-range.ts'

/** A stretch of days that one bar stands for. */
export interface ChartBarPeriod {
  from: string
  to: string
}

/** More bars than these are weeks. */
const maxDailyBars = 100

export function splitIntoChartBarPeriods(range: ChartBarPeriod): ChartBarPeriod[] {
  const days = listDaysInRange(range)
  const length = days.length > maxDailyBars ? 7 : 1
  return Array.from({ length: Math.ceil(days.length / length) }, (_, place) => {
    const part = days.slice(place * length, (place + 1) * length)
    return { from: part[0] ?? range.from, to: part.at(-1) ?? range.to }
  })
}

/**
 * @param spans one after the other, as `splitIntoSpans` makes them
 * @param counted what there is, in any order; what lies outside is left out
 */
export function countByChartBarPeriod(
  spans: readonly ChartBarPeriod[],
  counted: readonly { day: string; count: number }[],
): number[] {
  return spans.map(({ from, to }) =>
    counted.reduce((sum, { day, count }) => (from <= day && day <= to ? sum + count : sum), 0),
  )
}
