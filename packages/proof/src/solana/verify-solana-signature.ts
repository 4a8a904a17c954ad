import { decodeBase58, decodeSolanaAddress } from '@countersign/message'
import { verifyEd25519 } from '#ed25519'
import { findStrictEd25519Error, isOnEd25519Curve, ed25519SignatureByteLength } from './strict-ed25519-validation.ts'

/**
 * Maps each error code to a sentence that says why a Solana signature was refused.
 *
 * @example
 * ```ts
 * import { solanaVerificationErrors } from '@countersign/proof'
 *
 * solanaVerificationErrors.other_signer // => 'The signature is from another address or for another text.'
 * ```
 */
export const solanaVerificationErrors = {
  address_invalid: 'The address is not 32 bytes in base58.',
  text_not_encodable:
    'The text contains an unpaired surrogate, so it has no UTF-8 encoding that could have been signed.',
  not_base58: 'The signature is not 64 bytes in base58.',
  key_not_canonical: 'The address is a non-canonical encoding of another key.',
  key_small_order: 'The address is one of the few points of small order, for which anyone can create signatures.',
  r_not_canonical: 'The first half of the signature is a non-canonical encoding of another point.',
  r_small_order: 'The first half of the signature is one of the few points of small order, which prove nothing.',
  s_out_of_range: 'The second half of the signature is not less than the curve order.',
  off_curve:
    'The address is not a key: it belongs to a program, such as a multisig vault, and programs cannot sign messages.',
  other_signer: 'The signature is from another address or for another text.',
} as const satisfies Record<string, string>

/**
 * The reason why a Solana signature was refused; a closed union for exhaustive switches.
 *
 * @example
 * ```ts
 * import type { SolanaVerificationErrorCode } from '@countersign/proof'
 *
 * const nothingToRetry: SolanaVerificationErrorCode[] = ['off_curve', 'key_small_order']
 * nothingToRetry.includes('other_signer') // => false
 * ```
 */
export type SolanaVerificationErrorCode = keyof typeof solanaVerificationErrors

/**
 * The result: verified, or refused with a reason, which is a key of `solanaVerificationErrors`.
 *
 * @example
 * ```ts
 * import { verifySolanaSignature } from '@countersign/proof'
 * import type { SolanaVerificationResult } from '@countersign/proof'
 *
 * const proof: SolanaVerificationResult = verifySolanaSignature('a text', 'abc', '4Nd1mBQtrMJVYVfKf2PJy9NZUZdTAsp7D4xWLs4gDB4T')
 * proof // => { outcome: 'refused', reason: 'not_base58' }
 * ```
 */
export type SolanaVerificationResult =
  | { readonly outcome: 'verified'; readonly method: 'ed25519' }
  | { readonly outcome: 'refused'; readonly reason: SolanaVerificationErrorCode }

const encoder = new TextEncoder()

/**
 * Verifies that the key of a Solana address signed a text: Ed25519 over its bytes (RFC 8032), as
 * strictly as Solana checks transactions. Never throws.
 *
 * @example
 * ```ts
 * import { verifySolanaSignature } from '@countersign/proof'
 *
 * const signature = '5'.repeat(87)
 * verifySolanaSignature('a text', signature, '11111111111111111111111111111111') // => { outcome: 'refused', reason: 'key_small_order' }
 * ```
 * @param text the signed text, exactly as received
 * @param signature 64 bytes in base58
 * @param address the address that the text names
 */
export function verifySolanaSignature(text: string, signature: string, address: string): SolanaVerificationResult {
  const key = typeof address === 'string' ? decodeSolanaAddress(address) : null
  if (key === null) return refused('address_invalid')
  if (typeof text !== 'string' || !text.isWellFormed()) return refused('text_not_encodable')
  const bytes = typeof signature === 'string' ? decodeBase58(signature, ed25519SignatureByteLength) : null
  if (bytes === null) return refused('not_base58')
  const fault = findStrictEd25519Error(key, bytes)
  if (fault !== null) return refused(fault)
  if (verifyEd25519(bytes, encoder.encode(text), key)) return { outcome: 'verified', method: 'ed25519' }
  return refused(isOnEd25519Curve(key) ? 'other_signer' : 'off_curve')
}

const refused = (reason: SolanaVerificationErrorCode): SolanaVerificationResult => ({ outcome: 'refused', reason })
