import { describe, expect, test } from 'vitest'
import { formatDate, formatExactTime, formatRelativeTime, formatTimeOfDay } from './format-time.ts'

const now = Date.parse('2026-03-01T12:00:00.000Z')
const second = 1000
const minute = 60 * second
const hour = 60 * minute
const day = 24 * hour

describe('relative time', () => {
  test.each([
    [0, 'just now'],
    [59 * second, 'just now'],
    [60 * second, '1 minute ago'],
    [59 * minute + 59 * second, '59 minutes ago'],
    [hour, '1 hour ago'],
    [25 * hour, '1 day ago'],
    [6 * day, '6 days ago'],
    [8 * day, '1 week ago'],
    [40 * day, '1 month ago'],
    [800 * day, '2 years ago'],
    [-30 * second, 'just now'],
    [-2 * hour, 'in 2 hours'],
  ])('of %d ms ago is "%s"', (age, words) => {
    expect(formatRelativeTime(now - age, now, 'en', 'just now')).toBe(words)
  })

  test('is formatted in the language of the page', () => {
    expect(formatRelativeTime(now - 3 * day, now, 'de', 'gerade eben')).toBe('vor 3 Tagen')
  })
})

test('the exact time includes seconds and a time zone', () => {
  expect(formatExactTime(now, 'en-GB')).toMatch(/^1 March 2026 at \d\d:\d\d:00 \S+$/)
})

test('formats a date in the regional variant of the language', () => {
  expect([formatDate(now, 'en-GB'), formatDate(now, 'en-US'), formatDate(now, 'de')]).toEqual([
    '1 March 2026',
    'March 1, 2026',
    '1. März 2026',
  ])
})

test('adds the day to a time only when it is not today', () => {
  expect(formatTimeOfDay(now + hour, now, 'en')).toBe(
    new Intl.DateTimeFormat('en', { timeStyle: 'short' }).format(now + hour),
  )
  expect(formatTimeOfDay(now + 2 * day, now, 'en')).toContain('Mar 3, 2026')
})
