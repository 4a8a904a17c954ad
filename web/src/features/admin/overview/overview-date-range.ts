// Days are UTC days, as the server counts them.

export const dateRangeLengths = ['7', '30', '90'] as const
export type DateRangeLength = (typeof dateRangeLengths)[number]

export const maxDateRangeDays = 400

export interface DateRange {
  /** Null for a custom range. */
  length: DateRangeLength | null
  /** Days such as "2026-11-21"; both are inclusive. */
  from: string
  to: string
}

const dayMs = 86_400_000

export function parseDateRange(search: string, now: number): DateRange {
  const query = new URLSearchParams(search)
  const [from, to] = [query.get('from'), query.get('to')]
  if (isDay(from) && isDay(to) && from <= to && listDaysInRange({ from, to }).length <= maxDateRangeDays)
    return { length: null, from, to }
  const length = dateRangeLengths.find((known) => known === query.get('days')) ?? '30'
  return { length, ...createLastDaysRange(Number(length), now) }
}

export function createLastDaysRange(count: number, now: number): { from: string; to: string } {
  return { from: toUtcDay(now - (count - 1) * dayMs), to: toUtcDay(now) }
}

export function listDaysInRange({ from, to }: { from: string; to: string }): string[] {
  const [first, last] = [Date.parse(from), Date.parse(to)]
  return Array.from({ length: Math.max(0, Math.round((last - first) / dayMs) + 1) }, (_, place) =>
    toUtcDay(first + place * dayMs),
  )
}

/** `to` is exclusive, as in the audit log filter. */
export function convertDateRangeToTimestamps({ from, to }: { from: string; to: string }): { from: string; to: string } {
  return { from: new Date(from).toISOString(), to: new Date(Date.parse(to) + dayMs).toISOString() }
}

function toUtcDay(moment: number): string {
  return new Date(moment).toISOString().slice(0, 10)
}

function isDay(text: string | null): text is string {
  if (text === null || !/^(19|20)\d\d-\d\d-\d\d$/.test(text)) return false
  const date = new Date(`${text}T00:00:00Z`)
  return !Number.isNaN(date.getTime()) && toUtcDay(date.getTime()) === text
}
