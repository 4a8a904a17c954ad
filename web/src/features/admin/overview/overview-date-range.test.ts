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
])('the address %s means %j', (search, range) => {
  expect(parseDateRange(search, now)).toEqual(range)
})

test('a range has every day once, over the end of a month in a leap year too', () => {
  expect(listDaysInRange({ from: '2028-02-27', to: '2028-03-01' })).toEqual([
    '2028-02-27',
    '2028-02-28',
    '2028-02-29',
    '2028-03-01',
  ])
  expect(listDaysInRange(parseDateRange('?days=90', now))).toHaveLength(90)
})

test('as moments, a day ends where the next begins', () => {
  expect(convertDateRangeToTimestamps({ from: '2026-02-28', to: '2026-02-28' })).toEqual({
    from: '2026-02-28T00:00:00.000Z',
    to: '2026-03-01T00:00:00.000Z',
  })
})
