import { listDaysInRange } from './overview-date-range.ts'

export interface ChartBarPeriod {
  from: string
  to: string
}

const maxDailyBars = 100

export function splitIntoChartBarPeriods(range: ChartBarPeriod): ChartBarPeriod[] {
  const days = listDaysInRange(range)
  const length = days.length > maxDailyBars ? 7 : 1
  return Array.from({ length: Math.ceil(days.length / length) }, (_, place) => {
    const part = days.slice(place * length, (place + 1) * length)
    return { from: part[0] ?? range.from, to: part.at(-1) ?? range.to }
  })
}

/** @param spans contiguous periods, from `splitIntoSpans` */
export function countByChartBarPeriod(
  spans: readonly ChartBarPeriod[],
  counted: readonly { day: string; count: number }[],
): number[] {
  return spans.map(({ from, to }) =>
    counted.reduce((sum, { day, count }) => (from <= day && day <= to ? sum + count : sum), 0),
  )
}
