// Does this signature prove control of this Solana address?
import { decodeBase58, solanaKeyOf } from '@countersign/message'
import { verifyEd25519 } from '#ed25519'
import { findStrictFault, isOnCurve, signatureBytes } from './strict-ed25519.ts'

/**
 * Why a signature does not prove a Solana address, as one plain sentence each: reason → sentence.
 *
 * @example
 * ```ts
 * import { solanaProofRefusals } from '@countersign/proof'
 *
 * solanaProofRefusals.other_signer // => 'The signature is that of another address, or of another text.'
 * ```
 */
export const solanaProofRefusals = {
  address_invalid: 'The address is not 32 bytes in base58.',
  text_not_encodable:
    'The text holds half of a character, for which there are no bytes that anybody could have signed.',
  not_base58: 'The signature is not 64 bytes in base58.',
  key_not_canonical: 'The address is a second way of writing another key.',
  key_small_order: 'The address is one of a few points for which anybody can make signatures.',
  r_not_canonical: 'The first half of the signature is a second way of writing another point.',
  r_small_order: 'The first half of the signature is one of a few points that prove nothing.',
  s_out_of_range: 'The second half of the signature is not below the order of the curve.',
  off_curve:
    'The address is no key: it belongs to a program, such as the vault of a multisig, and a program cannot sign a message.',
  other_signer: 'The signature is that of another address, or of another text.',
} as const satisfies Record<string, string>

/**
 * Why a signature does not prove a Solana address: a closed union, so that a switch over it narrows.
 *
 * @example
 * ```ts
 * import type { SolanaProofRefusal } from '@countersign/proof'
 *
 * const nothingToRetry: SolanaProofRefusal[] = ['off_curve', 'key_small_order']
 * nothingToRetry.includes('other_signer') // => false
 * ```
 */
export type SolanaProofRefusal = keyof typeof solanaProofRefusals

/**
 * The answer: proved, or refused with the reason (`solanaProofRefusals` has its words).
 *
 * @example
 * ```ts
 * import { proveSolana } from '@countersign/proof'
 * import type { SolanaProof } from '@countersign/proof'
 *
 * const proof: SolanaProof = proveSolana('a text', 'abc', '4Nd1mBQtrMJVYVfKf2PJy9NZUZdTAsp7D4xWLs4gDB4T')
 * proof // => { outcome: 'refused', reason: 'not_base58' }
 * ```
 */
export type SolanaProof =
  | { readonly outcome: 'proved'; readonly method: 'ed25519' }
  | { readonly outcome: 'refused'; readonly reason: SolanaProofRefusal }

const encoder = new TextEncoder()

/**
 * Checks that the key that a Solana address is signed a text: Ed25519 over its bytes (RFC 8032), with what Solana's own transactions are
 * refused for. Never throws.
 *
 * @example
 * ```ts
 * import { proveSolana } from '@countersign/proof'
 *
 * const signature = '5'.repeat(87)
 * proveSolana('a text', signature, '11111111111111111111111111111111') // => { outcome: 'refused', reason: 'key_small_order' }
 * ```
 * @param text the text that was shown to the person, as it came in
 * @param signature 64 bytes in base58
 * @param address the address that the text names
 */
export function proveSolana(text: string, signature: string, address: string): SolanaProof {
  const key = typeof address === 'string' ? solanaKeyOf(address) : null
  if (key === null) return refused('address_invalid')
  if (typeof text !== 'string' || !text.isWellFormed()) return refused('text_not_encodable')
  const bytes = typeof signature === 'string' ? decodeBase58(signature, signatureBytes) : null
  if (bytes === null) return refused('not_base58')
  const fault = findStrictFault(key, bytes)
  if (fault !== null) return refused(fault)
  if (verifyEd25519(bytes, encoder.encode(text), key)) return { outcome: 'proved', method: 'ed25519' }
  return refused(isOnCurve(key) ? 'other_signer' : 'off_curve')
}

const refused = (reason: SolanaProofRefusal): SolanaProof => ({ outcome: 'refused', reason })
