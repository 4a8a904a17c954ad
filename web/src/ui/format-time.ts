import { getDateFormat, getRelativeTimeFormat } from './memoized-intl-formats.ts'

const timeUnits = [
  { unit: 'year', seconds: 31_557_600 },
  { unit: 'month', seconds: 2_629_800 },
  { unit: 'week', seconds: 604_800 },
  { unit: 'day', seconds: 86_400 },
  { unit: 'hour', seconds: 3600 },
  { unit: 'minute', seconds: 60 },
] as const

/** Always numeric, since "yesterday" would be wrong shortly after midnight; rounded towards now. */
export function formatRelativeTime(atMs: number, nowMs: number, locale: string, justNow: string): string {
  const seconds = (atMs - nowMs) / 1000
  const step = timeUnits.find((candidate) => Math.abs(seconds) >= candidate.seconds)
  if (!step) return justNow
  return getRelativeTimeFormat(locale, { numeric: 'always' }).format(Math.trunc(seconds / step.seconds), step.unit)
}

export function formatExactTime(atMs: number, locale: string): string {
  return getDateFormat(locale, { dateStyle: 'long', timeStyle: 'long' }).format(atMs)
}

export function formatDateTime(atMs: number, locale: string): string {
  return getDateFormat(locale, { dateStyle: 'long', timeStyle: 'short' }).format(atMs)
}

export function formatTimeOfDay(atMs: number, nowMs: number, locale: string): string {
  const isToday = new Date(atMs).toDateString() === new Date(nowMs).toDateString()
  return getDateFormat(locale, isToday ? { timeStyle: 'short' } : { dateStyle: 'medium', timeStyle: 'short' }).format(
    atMs,
  )
}

export function formatDate(atMs: number, locale: string): string {
  return getDateFormat(locale, { dateStyle: 'long' }).format(atMs)
}
