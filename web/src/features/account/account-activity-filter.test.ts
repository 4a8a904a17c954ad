// The address bar is anybody's to write into: only what is known comes out of it.
import { describe, expect, test } from 'vitest'
import {
  isReversedDateRange,
  toAccountActivityApiQuery,
  parseAccountActivityFilter,
  updateAccountActivityFilter,
} from './account-activity-filter.ts'

describe('what an address can narrow the activity down to', () => {
  test('known values stay', () => {
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
  ])('%j is as if it were not there', (search) => {
    expect(parseAccountActivityFilter(search)).toEqual({})
  })

  test.each([
    ['2026-03-01', '2026-02-28', true],
    ['2026-02-28', '2026-02-28', false],
    ['2026-02-28', undefined, false],
  ])('days from %s to %s are the wrong way round: %s', (from, to, isWrong) => {
    expect(isReversedDateRange({ from, ...(to && { to }) })).toBe(isWrong)
  })

  test('a choice taken back leaves no trace', () => {
    expect(updateAccountActivityFilter({ kind: 'wallets', from: '2026-02-01' }, { kind: '' })).toEqual({
      from: '2026-02-01',
    })
    expect(updateAccountActivityFilter({ kind: 'wallets' }, { kind: 'passkeys', outcome: 'success' })).toEqual({
      kind: 'passkeys',
      outcome: 'success',
    })
  })
})

describe('what the server is asked', () => {
  test('whole days, by the clock of the person, the last one included', () => {
    const { from, to, ...rest } = toAccountActivityApiQuery({ kind: 'sessions', from: '2026-02-28', to: '2026-02-28' })
    expect(rest).toEqual({ kind: 'sessions' })
    expect(from).toBe(new Date(2026, 1, 28).toISOString())
    expect(to).toBe(new Date(2026, 2, 1).toISOString())
  })

  test('nothing more than was chosen', () => {
    expect(toAccountActivityApiQuery({})).toEqual({})
  })
})
