// How long ago something was, in words of the reader's language.

import { getDateFormat, getRelativeTimeFormat } from './memoized-intl-formats.ts'

const timeUnits = [
  { unit: 'year', seconds: 31_557_600 },
  { unit: 'month', seconds: 2_629_800 },
  { unit: 'week', seconds: 604_800 },
  { unit: 'day', seconds: 86_400 },
  { unit: 'hour', seconds: 3600 },
  { unit: 'minute', seconds: 60 },
] as const

/**
 * A time as seen from now: "5 minutes ago", "in 2 days". Whole units, rounded towards now, so that it never claims more
 * time than has passed; always in figures, because "yesterday" would be wrong shortly after midnight.
 * @param justNow the words for less than a minute
 */
export function formatRelativeTime(atMs: number, nowMs: number, locale: string, justNow: string): string {
  const seconds = (atMs - nowMs) / 1000
  const step = timeUnits.find((candidate) => Math.abs(seconds) >= candidate.seconds)
  if (!step) return justNow
  return getRelativeTimeFormat(locale, { numeric: 'always' }).format(Math.trunc(seconds / step.seconds), step.unit)
}

/** The exact time, down to the second, with the zone it is given in. */
export function formatExactTime(atMs: number, locale: string): string {
  return getDateFormat(locale, { dateStyle: 'long', timeStyle: 'long' }).format(atMs)
}

/** The day and the time of a clock on the wall, for when something ends that has days left. */
export function formatDateTime(atMs: number, locale: string): string {
  return getDateFormat(locale, { dateStyle: 'long', timeStyle: 'short' }).format(atMs)
}

/** The time of a clock on the wall, with the day only where that is not today. */
export function formatTimeOfDay(atMs: number, nowMs: number, locale: string): string {
  const isToday = new Date(atMs).toDateString() === new Date(nowMs).toDateString()
  return getDateFormat(locale, isToday ? { timeStyle: 'short' } : { dateStyle: 'medium', timeStyle: 'short' }).format(
    atMs,
  )
}

/** The day alone, for what happened long ago. */
export function formatDate(atMs: number, locale: string): string {
  return getDateFormat(locale, { dateStyle: 'long' }).format(atMs)
}
