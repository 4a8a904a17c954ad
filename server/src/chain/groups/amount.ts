// Amounts as people write them ("1.5 USDC"), and as chains count them: whole numbers of the smallest unit, in which nothing is rounded.
import type { TokenText } from './rule.ts'

/** What an amount is written in. */
export type Unit = Pick<TokenText, 'symbol' | 'decimals'>

const maxNumber = 2n ** 256n - 1n

/** Whether a text is written in the unit of its token, and not in the smallest one. */
export const isInUnit = (text: string): boolean => /[.\s]/.test(text.trim())

/**
 * Reads an amount in the unit of its token.
 * @returns the exact whole number of its smallest unit, or what is wrong with it
 * @example parseAmount('1.5 USDC', { symbol: 'USDC', decimals: 6 }) // => { exact: 1500000n }
 */
export function parseAmount(text: string, { symbol, decimals }: Unit): { exact: bigint } | { fault: string } {
  const like = `"1.5${symbol === null ? '' : ` ${symbol}`}"`
  if (decimals === null)
    return { fault: 'must be a whole number such as "5": the token does not say how many decimals it has' }
  const [, whole, fraction = '', unit] = /^([0-9]{1,78})(?:\.([0-9]{1,78}))?(?:\s+(.+))?$/s.exec(text.trim()) ?? []
  if (whole === undefined)
    return { fault: `must be an amount such as ${decimals === 0 ? like.replace('.5', '') : like}` }
  if (unit !== undefined && foldSymbol(unit) !== foldSymbol(symbol ?? ''))
    return {
      fault:
        symbol === null
          ? 'must have no unit, such as "1.5": the token has no symbol'
          : `must be in ${symbol}, which is what this token is called, such as ${like}`,
    }
  const digits = fraction.replace(/0+$/, '')
  if (digits.length > decimals) {
    const cut = `${whole}${decimals === 0 ? '' : `.${fraction.slice(0, decimals)}`}`
    return {
      fault: `has ${digits.length} decimals, and ${symbol ?? 'the token'} has ${decimals}: write at most "${cut}${symbol === null ? '' : ` ${symbol}`}"`,
    }
  }
  const exact = BigInt(whole) * 10n ** BigInt(decimals) + BigInt(digits.padEnd(decimals, '0') || '0')
  return exact > maxNumber ? { fault: 'is more than there can be (2^256 - 1)' } : { exact }
}

const foldSymbol = (symbol: string): string => symbol.normalize('NFKC').replaceAll(/\s+/g, ' ').trim().toLowerCase()

/**
 * An exact amount in its unit, without the symbol; nothing is rounded.
 * @example formatAmount(1500000n, 6) // => '1.5'
 */
export function formatAmount(exact: bigint, decimals: number): string {
  const digits = String(exact).padStart(decimals + 1, '0')
  const whole = digits.slice(0, digits.length - decimals)
  const fraction = digits.slice(digits.length - decimals).replace(/0+$/, '')
  return fraction === '' ? whole : `${whole}.${fraction}`
}

/** Both ways of saying it: in the unit that people know, and exactly; the latter alone where the token has no decimals. */
export function describeAmount(exact: string, token: TokenText | undefined): string {
  if (token === undefined || token.decimals === null) return exact
  const inUnit = formatAmount(BigInt(exact), token.decimals)
  const named = token.symbol === null ? inUnit : `${inUnit} ${token.symbol}`
  return inUnit === exact ? named : `${named} (exactly ${exact})`
}
