// Token amounts convert to the smallest unit and back without rounding.
import { describe, expect, test } from 'vitest'
import { fromSmallestTokenUnit, toSmallestTokenUnit } from './convert-token-amount-units.ts'

describe('token amount', () => {
  test.each([
    ['0', 18, '0'],
    ['1', 0, '1'],
    ['1.50', 6, '1500000'],
    ['115792089237316195423570985008687907853269984665640564039457', 18, null],
    ['0.000001', 6, '1'],
  ])('%s with %i decimals converts without loss', (text, decimals, exact) => {
    const read = toSmallestTokenUnit(text, decimals)
    if (exact !== null) expect(read).toBe(exact)
    expect(toSmallestTokenUnit(fromSmallestTokenUnit(read ?? '', decimals), decimals)).toBe(read)
  })

  test.each(['', '1,5', '-1', '1e3', '0x1', '1.', '.5', '1.5555555'])('%j is rejected', (text) => {
    expect(toSmallestTokenUnit(text, 6)).toBeNull()
  })
})
