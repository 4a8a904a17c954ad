import { keccak256 } from '@countersign/message'
import { decodeHex } from './hex-encoding.ts'
import { hashPersonalMessage } from './personal-message-hash.ts'
import type { EthereumKeyVerificationErrorCode } from './ethereum-verification-errors.ts'
import { parseEthereumKeySignature } from './parse-ethereum-key-signature.ts'
import { recoverPublicKey } from './recover-public-key.ts'

/**
 * The result: verified, or refused with a reason (a key of `ethereumKeyVerificationErrors`).
 *
 * @example
 * ```ts
 * import { ethereumKeyVerificationErrors, verifyEthereumKeySignature } from '@countersign/proof'
 * import type { EthereumKeyVerificationResult } from '@countersign/proof'
 *
 * const proof: EthereumKeyVerificationResult = verifyEthereumKeySignature('a text', '0x1234', '0x7E5F4552091A69125d5DfCb7b8C2659029395Bdf')
 * proof.outcome === 'refused' && ethereumKeyVerificationErrors[proof.reason] // => 'The signature is shorter than 65 bytes.'
 * ```
 */
export type EthereumKeyVerificationResult =
  | { readonly outcome: 'verified'; readonly method: 'ecdsa' }
  | { readonly outcome: 'refused'; readonly reason: EthereumKeyVerificationErrorCode }

/**
 * Verifies that the key of an address signed a text (ERC-191 version 0x45, which ERC-4361 §Signing
 * and Verifying requires for accounts without a contract). Never throws.
 *
 * @example
 * ```ts
 * import { verifyEthereumKeySignature } from '@countersign/proof'
 *
 * const address = '0x7E5F4552091A69125d5DfCb7b8C2659029395Bdf'
 * const signature =
 *   '0x4142271b09a70a13b3808051c71a08e904994c2a64d5f6337637192a18f264665fcf745e57df7bf8ccdc6323a91d668ad675fd961e5341d863168826db0bad8e1b'
 * verifyEthereumKeySignature('a text', signature, address) // => { outcome: 'verified', method: 'ecdsa' }
 * verifyEthereumKeySignature('another text', signature, address) // => { outcome: 'refused', reason: 'other_signer' }
 * ```
 * @param text the signed text, exactly as received
 * @param signature "0x" followed by 130 hexadecimal digits: r, a low s, and v (0, 1, 27 or 28)
 * @param address the address that the text names, in any letter case
 */
export function verifyEthereumKeySignature(
  text: string,
  signature: string,
  address: string,
): EthereumKeyVerificationResult {
  const expected = typeof address === 'string' ? decodeHex(address) : null
  if (expected?.length !== 20) return refused('address_invalid')
  if (typeof text !== 'string' || !text.isWellFormed()) return refused('text_not_encodable')
  const read = parseEthereumKeySignature(signature)
  if (typeof read === 'string') return refused(read)
  const publicKey = recoverPublicKey(hashPersonalMessage(text), read.rs, read.recoveryId)
  if (!publicKey) return refused('not_recoverable')
  return isAddressOf(publicKey, expected) ? { outcome: 'verified', method: 'ecdsa' } : refused('other_signer')
}

// The key is hashed without its first byte (Yellow Paper, appendix F).
function isAddressOf(publicKey: Uint8Array, address: Uint8Array): boolean {
  const hash = keccak256(publicKey.subarray(1))
  return address.every((byte, index) => byte === hash[12 + index])
}

function refused(reason: EthereumKeyVerificationErrorCode): EthereumKeyVerificationResult {
  return { outcome: 'refused', reason }
}
