// The texts by which a token calls itself. A stranger's contract says them, and administrators decide by them (spoofing): nothing in them may
// be unseen, turn a line around, or fill a screen (THREATS N4). The address stands beside them everywhere.
import type { ContractCallResult } from '@countersign/proof/chain-reader'
import { decodeStringCallResult } from '../ens/ens-resolver-calls.ts'

const maxTextLengths = { symbol: 20, name: 60 } as const

/** @returns null where nothing of it is left */
export function sanitizeOnchainTokenText(text: string, kind: keyof typeof maxTextLengths): string | null {
  const seen = text
    .replaceAll(/[\p{Zs}\p{Zl}\p{Zp}\t\n\r]/gu, ' ')
    .replaceAll(/[\p{C}\p{Default_Ignorable_Code_Point}]/gu, '')
    // Removing an invisible character can leave two spaces next to each other.
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

/** The text of an answer: a string, or one word of bytes that is filled up with zeros, as the oldest tokens answer (bytes32). */
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

/** ERC-20: decimals is a uint8. More than 77 no amount can have, and counts as none said. */
export function decodeOnchainTokenDecimals(answer: ContractCallResult | undefined): number | null {
  if (answer?.outcome !== 'answered' || answer.data.length !== 66) return null
  const decimals = BigInt(answer.data)
  return decimals <= 77n ? Number(decimals) : null
}
