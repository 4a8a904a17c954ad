// Sanitizes texts of token contracts, which are untrusted but shown to administrators (THREATS N4).
import type { ContractCallResult } from '@countersign/proof/chain-reader'
import { decodeStringCallResult } from '../ens/ens-resolver-calls.ts'

const maxTextLengths = { symbol: 20, name: 60 } as const

export function sanitizeOnchainTokenText(text: string, kind: keyof typeof maxTextLengths): string | null {
  const seen = text
    .replaceAll(/[\p{Zs}\p{Zl}\p{Zp}\t\n\r]/gu, ' ')
    .replaceAll(/[\p{C}\p{Default_Ignorable_Code_Point}]/gu, '')
    // Removing an invisible character can leave two adjacent spaces.
    .replaceAll(/ +/g, ' ')
    .replaceAll(/(\p{M}{3})\p{M}+/gu, '$1')
    .trim()
  const characters = [...seen]
  if (characters.length === 0) return null
  return characters.length > maxTextLengths[kind]
    ? `${characters
        .slice(0, maxTextLengths[kind] - 1)
        .join('')
        .trim()}…`
    : seen
}

/** The oldest tokens return bytes32 instead of a string. */
export function decodeOnchainTokenText(
  answer: ContractCallResult | undefined,
  kind: keyof typeof maxTextLengths,
): string | null {
  const text = decodeStringCallResult(answer) ?? decodeBytes32Text(answer)
  return text === null ? null : sanitizeOnchainTokenText(text, kind)
}

function decodeBytes32Text(answer: ContractCallResult | undefined): string | null {
  if (answer?.outcome !== 'answered' || !/^0x([0-9a-f]{2}){32}$/i.test(answer.data)) return null
  const digits = answer.data.slice(2).replace(/(00)+$/, '')
  try {
    const even = digits.length % 2 === 0 ? digits : `${digits}0`
    return new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(Buffer.from(even, 'hex'))
  } catch {
    return null
  }
}

/** A uint8 (ERC-20); above 77, one whole token would exceed a uint256, so it is ignored. */
export function decodeOnchainTokenDecimals(answer: ContractCallResult | undefined): number | null {
  if (answer?.outcome !== 'answered' || answer.data.length !== 66) return null
  const decimals = BigInt(answer.data)
  return decimals <= 77n ? Number(decimals) : null
}
