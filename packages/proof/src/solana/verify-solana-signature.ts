import { decodeBase58, decodeSolanaAddress } from '@countersign/message'
import { verifyEd25519 } from '#ed25519'
import { decodeBase64 } from '../decode-base64.ts'
import { isEqualBytes } from '../is-equal-bytes.ts'
import { maxSignatureLength } from '../max-signature-length.ts'
import {
  isSolanaOffchainMessage,
  isTextWithLength,
  parseSolanaOffchainMessage,
} from './parse-solana-offchain-message.ts'
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
  not_base58:
    'The signature is neither 64 bytes in base58 nor an off-chain message envelope (signature and signed message) in base64.',
  other_encoding: 'The signature is 64 bytes in hexadecimal or base64; encode it in base58.',
  too_long: 'The signature exceeds the maximum length.',
  offchain_malformed: 'The signed bytes are not an off-chain message, or contain more data after it.',
  offchain_version: 'The off-chain message has an unknown version; versions 0 and 1 are supported.',
  offchain_old_header:
    'The off-chain message has an old header that is no longer used; update the Solana app of the hardware wallet.',
  offchain_format:
    'The text does not fit the format of the off-chain message: printable ASCII and line feeds in format 0, UTF-8 in format 1. Other formats are not accepted.',
  offchain_signers: 'The off-chain message must name exactly one signer, which must be the address.',
  offchain_text: 'The off-chain message contains a different text.',
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

// 64 bytes take at most this many base58 digits.
const maxBase58Length = 88

/**
 * Verifies that the key of a Solana address signed a text: Ed25519 over its bytes (RFC 8032), as
 * strictly as Solana checks transactions. Hardware wallets sign an off-chain message that contains
 * the text; then the signature is the envelope of that message (`encodeSolanaOffchainEnvelope`).
 * Never throws.
 *
 * @example
 * ```ts
 * import { verifySolanaSignature } from '@countersign/proof'
 *
 * const signature = '5'.repeat(87)
 * verifySolanaSignature('a text', signature, '11111111111111111111111111111111') // => { outcome: 'refused', reason: 'key_small_order' }
 * ```
 * @param text the signed text, exactly as received
 * @param signature 64 bytes in base58, or the envelope of an off-chain message in base64
 * @param address the address that the text names
 */
export function verifySolanaSignature(text: string, signature: string, address: string): SolanaVerificationResult {
  const key = typeof address === 'string' ? decodeSolanaAddress(address) : null
  if (key === null) return refused('address_invalid')
  if (typeof text !== 'string' || !text.isWellFormed()) return refused('text_not_encodable')
  if (typeof signature !== 'string') return refused('not_base58')
  const signed = decodeSignature(signature, encoder.encode(text), key)
  if (typeof signed === 'string') return refused(signed)
  const fault = findStrictEd25519Error(key, signed.signature)
  if (fault !== null) return refused(fault)
  if (verifyEd25519(signed.signature, signed.message, key)) return { outcome: 'verified', method: 'ed25519' }
  return refused(isOnEd25519Curve(key) ? 'other_signer' : 'off_curve')
}

interface SignatureWithMessage {
  readonly signature: Uint8Array
  readonly message: Uint8Array
}

function decodeSignature(
  signature: string,
  text: Uint8Array,
  key: Uint8Array,
): SignatureWithMessage | SolanaVerificationErrorCode {
  if (signature.length > maxSignatureLength) return 'too_long'
  const bytes = signature.length <= maxBase58Length ? decodeBase58(signature, ed25519SignatureByteLength) : null
  if (bytes !== null) return { signature: bytes, message: text }
  const envelope = decodeBase64(signature)
  if (/^(?:0x)?[0-9a-f]{128}$/i.test(signature) || envelope?.length === ed25519SignatureByteLength)
    return 'other_encoding'
  return envelope === null ? 'not_base58' : decodeOffchainEnvelope(envelope, text, key)
}

// The number of signatures, the signatures, and the off-chain message.
function decodeOffchainEnvelope(
  envelope: Uint8Array,
  text: Uint8Array,
  key: Uint8Array,
): SignatureWithMessage | SolanaVerificationErrorCode {
  const [signatureCount = 0] = envelope
  const messageStart = 1 + signatureCount * ed25519SignatureByteLength
  const message = envelope.subarray(messageStart)
  if (!isSolanaOffchainMessage(message)) return 'not_base58'
  const offchain = parseSolanaOffchainMessage(message)
  if (typeof offchain === 'string') return offchain
  const [signer] = offchain.signers
  if (signatureCount !== 1 || offchain.signers.length !== 1 || signer === undefined || !isEqualBytes(signer, key))
    return 'offchain_signers'
  if (!isEqualBytes(offchain.content, text))
    return isTextWithLength(offchain, text) ? 'offchain_old_header' : 'offchain_text'
  return { signature: envelope.subarray(1, messageStart), message }
}

const refused = (reason: SolanaVerificationErrorCode): SolanaVerificationResult => ({ outcome: 'refused', reason })
