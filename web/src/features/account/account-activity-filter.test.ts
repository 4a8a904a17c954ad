// Anyone can change the address in the address bar, so only known values may pass.
import { describe, expect, test } from 'vitest'
import {
  isReversedDateRange,
  toAccountActivityApiQuery,
  parseAccountActivityFilter,
  updateAccountActivityFilter,
} from './account-activity-filter.ts'

describe('account activity filter in the URL', () => {
  test('keeps known values', () => {
    const whole = { kind: 'sign-ins', outcome: 'refused', from: '2026-02-28', to: '2026-03-01' }
    expect(parseAccountActivityFilter({ ...whole, lang: 'de' })).toEqual(whole)
  })

  test.each([
    { kind: 'constructor' },
    { kind: ['wallets'] },
    { outcome: 'Refused' },
    { from: '2026-02-30' },
    { from: '0026-02-01' },
    { from: '2026-2-1' },
    { from: 20_260_201 },
    { to: '2026-02-01T00:00:00Z' },
    { to: '<script>' },
    { from: '' },
  ])('ignores %j', (search) => {
    expect(parseAccountActivityFilter(search)).toEqual({})
  })

  test.each([
    ['2026-03-01', '2026-02-28', true],
    ['2026-02-28', '2026-02-28', false],
    ['2026-02-28', undefined, false],
  ])('date range from %s to %s is reversed: %s', (from, to, isWrong) => {
    expect(isReversedDateRange({ from, ...(to && { to }) })).toBe(isWrong)
  })

  test('removes a cleared filter', () => {
    expect(updateAccountActivityFilter({ kind: 'wallets', from: '2026-02-01' }, { kind: '' })).toEqual({
      from: '2026-02-01',
    })
    expect(updateAccountActivityFilter({ kind: 'wallets' }, { kind: 'passkeys', outcome: 'success' })).toEqual({
      kind: 'passkeys',
      outcome: 'success',
    })
  })
})

describe('account activity API query', () => {
  test('covers whole days in local time, including the last day', () => {
    const { from, to, ...rest } = toAccountActivityApiQuery({ kind: 'sessions', from: '2026-02-28', to: '2026-02-28' })
    expect(rest).toEqual({ kind: 'sessions' })
    expect(from).toBe(new Date(2026, 1, 28).toISOString())
    expect(to).toBe(new Date(2026, 2, 1).toISOString())
  })

  test('is empty without a filter', () => {
    expect(toAccountActivityApiQuery({})).toEqual({})
  })
})
