// The range of days that the overview counts: the last so many, or from one day to another. It stands in the address. Days are
// those of UTC, as the server counts them.

/** Whole ranges up to today. */
export const dateRangeLengths = ['7', '30', '90'] as const
export type DateRangeLength = (typeof dateRangeLengths)[number]

/** As many days as the server counts at once. */
export const maxDateRangeDays = 400

export interface DateRange {
  /** Null where the days were chosen one by one. */
  length: DateRangeLength | null
  /** "2026-11-21"; both days belong to it. */
  from: string
  to: string
}

const dayMs = 86_400_000

/** @param search the query of the address; what it says counts only where it is a range */
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

/** Every day of a range, the first first. */
export function listDaysInRange({ from, to }: { from: string; to: string }): string[] {
  const [first, last] = [Date.parse(from), Date.parse(to)]
  return Array.from({ length: Math.max(0, Math.round((last - first) / dayMs) + 1) }, (_, place) =>
    toUtcDay(first + place * dayMs),
  )
}

/** The moments between which these days lie, as the activity takes them: the second is not part of it any more. */
export function convertDateRangeToTimestamps({ from, to }: { from: string; to: string }): { from: string; to: string } {
  return { from: new Date(from).toISOString(), to: new Date(Date.parse(to) + dayMs).toISOString() }
}

function toUtcDay(moment: number): string {
  return new Date(moment).toISOString().slice(0, 10)
}

function isDay(text: string | null): text is string {
  if (text === null || !/^(19|20)\d\d-\d\d-\d\d$/.test(text)) return false
  const date = new Date(`${text}T00:00:00Z`)
  // 30 February has the form of a day and is none.
  return !Number.isNaN(date.getTime()) && toUtcDay(date.getTime()) === text
}
