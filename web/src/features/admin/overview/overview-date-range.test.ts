import { expect, test } from 'vitest'
import { listDaysInRange, convertDateRangeToTimestamps, parseDateRange } from './overview-date-range.ts'

const now = Date.parse('2026-03-01T23:59:59.000Z')

test.each([
  ['', { length: '30', from: '2026-01-31', to: '2026-03-01' }],
  ['?days=7', { length: '7', from: '2026-02-23', to: '2026-03-01' }],
  ['?days=90', { length: '90', from: '2025-12-02', to: '2026-03-01' }],
  ['?days=8', { length: '30', from: '2026-01-31', to: '2026-03-01' }],
  ['?from=2026-01-01&to=2026-01-01', { length: null, from: '2026-01-01', to: '2026-01-01' }],
  ['?from=2026-01-01&to=2026-02-30', { length: '30', from: '2026-01-31', to: '2026-03-01' }],
  ['?from=2026-01-02&to=2026-01-01', { length: '30', from: '2026-01-31', to: '2026-03-01' }],
  ['?from=2020-01-01&to=2026-01-01', { length: '30', from: '2026-01-31', to: '2026-03-01' }],
  ['?from=2026-01-01', { length: '30', from: '2026-01-31', to: '2026-03-01' }],
])('the overview URL query %s is parsed as %j', (search, range) => {
  expect(parseDateRange(search, now)).toEqual(range)
})

test('lists every day of a date range once, even across the end of February in a leap year', () => {
  expect(listDaysInRange({ from: '2028-02-27', to: '2028-03-01' })).toEqual([
    '2028-02-27',
    '2028-02-28',
    '2028-02-29',
    '2028-03-01',
  ])
  expect(listDaysInRange(parseDateRange('?days=90', now))).toHaveLength(90)
})

test('converts a date range to timestamps that end at the start of the next day', () => {
  expect(convertDateRangeToTimestamps({ from: '2026-02-28', to: '2026-02-28' })).toEqual({
    from: '2026-02-28T00:00:00.000Z',
    to: '2026-03-01T00:00:00.000Z',
  })
})
