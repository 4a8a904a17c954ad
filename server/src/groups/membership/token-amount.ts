import { createGroupRuleErrorDetail } from './create-group-rule-error.ts'
import type { GroupRuleErrorDetail } from './create-group-rule-error.ts'
import type { GroupRuleTokenMetadata } from '../../store/groups/group-rule-types.ts'

export type TokenAmountUnit = Pick<GroupRuleTokenMetadata, 'symbol' | 'decimals'>

const maxNumber = 2n ** 256n - 1n

export const isDecimalAmount = (text: string): boolean => /[.\s]/.test(text.trim())

/** @example parseTokenAmount('1.5 USDC', { symbol: 'USDC', decimals: 6 }) // { exact: 1500000n } */
export function parseTokenAmount(
  text: string,
  { symbol, decimals }: TokenAmountUnit,
): { exact: bigint } | { fault: GroupRuleErrorDetail } {
  const unitless = decimals === 0 ? '1' : '1.5'
  const example = `"${unitless}${symbol === null ? '' : ` ${symbol}`}"`
  if (decimals === null) return { fault: createGroupRuleErrorDetail('amount_whole') }
  const [, whole, fraction = '', unit] = /^([0-9]{1,78})(?:\.([0-9]{1,78}))?(?:\s+(.+))?$/s.exec(text.trim()) ?? []
  if (whole === undefined) return { fault: createGroupRuleErrorDetail('amount_form', { example }) }
  if (unit !== undefined && foldSymbol(unit) !== foldSymbol(symbol ?? ''))
    return {
      fault:
        symbol === null
          ? createGroupRuleErrorDetail('amount_no_symbol')
          : createGroupRuleErrorDetail('amount_other_symbol', { symbol, example: `"1.5 ${symbol}"` }),
    }
  const digits = fraction.replace(/0+$/, '')
  if (digits.length > decimals) {
    const cut = `${whole}${decimals === 0 ? '' : `.${fraction.slice(0, decimals)}`}`
    const given = digits.length
    return {
      fault:
        symbol === null
          ? createGroupRuleErrorDetail('amount_decimals_unnamed', { given, max: decimals, example: cut })
          : createGroupRuleErrorDetail('amount_decimals', {
              given,
              token: symbol,
              max: decimals,
              example: `${cut} ${symbol}`,
            }),
    }
  }
  const exact = BigInt(whole) * 10n ** BigInt(decimals) + BigInt(digits.padEnd(decimals, '0') || '0')
  return exact > maxNumber ? { fault: createGroupRuleErrorDetail('amount_most') } : { exact }
}

const foldSymbol = (symbol: string): string => symbol.normalize('NFKC').replaceAll(/\s+/g, ' ').trim().toLowerCase()

/** @example formatTokenAmount(1500000n, 6) // => '1.5' */
export function formatTokenAmount(exact: bigint, decimals: number): string {
  const digits = String(exact).padStart(decimals + 1, '0')
  const whole = digits.slice(0, digits.length - decimals)
  const fraction = digits.slice(digits.length - decimals).replace(/0+$/, '')
  return fraction === '' ? whole : `${whole}.${fraction}`
}

export function describeTokenAmount(exact: string, token: GroupRuleTokenMetadata | undefined): string {
  if (token === undefined || token.decimals === null) return exact
  const inUnit = formatTokenAmount(BigInt(exact), token.decimals)
  const named = token.symbol === null ? inUnit : `${inUnit} ${token.symbol}`
  return inUnit === exact ? named : `${named} (exactly ${exact})`
}
