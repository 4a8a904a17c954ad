// Tests that token amounts are parsed and formatted exactly, and that errors contain an example.
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { describeTokenAmount, formatTokenAmount, isDecimalAmount, parseTokenAmount } from './token-amount.ts'
import { formatGroupRuleError } from './create-group-rule-error.ts'

const exactly = (text: string, decimals: number | null, symbol: string | null = 'USDC') =>
  inWords(parseTokenAmount(text, { symbol, decimals }))

const inWords = (parsed: ReturnType<typeof parseTokenAmount>) =>
  'fault' in parsed ? { fault: formatGroupRuleError(parsed.fault) } : parsed

describe('formatting and parsing a token amount', () => {
  const amount = fc.bigInt({ min: 0n, max: 2n ** 256n - 1n })
  const decimals = fc.integer({ min: 0, max: 77 })

  test('round-trips every amount with every number of decimals', () => {
    fc.assert(
      fc.property(amount, decimals, fc.constantFrom('', ' USDC', ' usdc', '  UsDc '), (exact, count, unit) => {
        expect(exactly(formatTokenAmount(exact, count) + unit, count)).toEqual({ exact })
      }),
    )
  })

  test('ignores trailing zeros without losing precision', () => {
    fc.assert(
      fc.property(amount, decimals, fc.integer({ min: 0, max: 20 }), (exact, count, zeros) => {
        const text = formatTokenAmount(exact, count)
        const longer = text.includes('.')
          ? `${text}${'0'.repeat(Math.min(zeros, 78 - text.split('.')[1]!.length))}`
          : text
        expect(exactly(longer, count)).toEqual({ exact })
      }),
    )
  })
})

test.each<[string, number | null, bigint | string]>([
  ['1.5 USDC', 6, 1_500_000n],
  ['1.5', 6, 1_500_000n],
  ['0.000001', 6, 1n],
  ['007.5 usdc', 6, 7_500_000n],
  ['3 USDC', 0, 3n],
  ['1.0000001', 6, 'has 7 decimals, but USDC has only 6; shorten it, for example to "1.000000 USDC"'],
  ['1.5 USDC', 0, 'has 1 decimals, but USDC has only 0; shorten it, for example to "1 USDC"'],
  ['1.5 DAI', 6, 'must be an amount in USDC, the symbol of this token, such as "1.5 USDC"'],
  ['1,500.5', 6, 'must be an amount such as "1.5 USDC"'],
  ['1.5USDC', 6, 'must be an amount such as "1.5 USDC"'],
  ['-1.5', 6, 'must be an amount such as "1.5 USDC"'],
  ['1e3.0', 6, 'must be an amount such as "1.5 USDC"'],
  ['.5', 6, 'must be an amount such as "1.5 USDC"'],
  ['1.', 6, 'must be an amount such as "1.5 USDC"'],
  ['1.5 USDC', null, 'must be a whole number such as "5": the token does not say how many decimals it has'],
  [`${'9'.repeat(78)}.0`, 6, 'exceeds the maximum (2^256 - 1)'],
])('the amount %s with %s decimals is parsed or rejected', (text, decimals, expected) => {
  expect(exactly(text, decimals)).toEqual(typeof expected === 'bigint' ? { exact: expected } : { fault: expected })
})

test('an amount of a token without a symbol must have no unit', () => {
  expect(exactly('1.5', 6, null)).toEqual({ exact: 1_500_000n })
  expect(exactly('1.5 USDC', 6, null)).toEqual({
    fault: 'must be an amount without a unit, such as "1.5": the token has no symbol',
  })
})

test('a token symbol may contain spaces and digits', () => {
  expect(exactly('2.5 1 inch', 6, '1 INCH')).toEqual({ exact: 2_500_000n })
})

test('only a bare whole number is treated as an amount in base units', () => {
  expect(['1500000', '5', '1.5', '5 USDC', ' 5'].map(isDecimalAmount)).toEqual([false, false, true, true, false])
})

test('a token amount is described in token units with the exact base units in parentheses', () => {
  const token = { symbol: 'USDC', name: null, decimals: 6 }
  expect(describeTokenAmount('1500000', token)).toBe('1.5 USDC (exactly 1500000)')
  expect(describeTokenAmount('1500000', { ...token, symbol: null })).toBe('1.5 (exactly 1500000)')
  expect(describeTokenAmount('3', { ...token, decimals: 0 })).toBe('3 USDC')
  expect(describeTokenAmount('1500000', { ...token, decimals: null })).toBe('1500000')
  expect(describeTokenAmount('1500000', undefined)).toBe('1500000')
})
