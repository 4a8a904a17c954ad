// The signature of old ("signmessage"), which BIP-322 keeps for addresses of keys (P2PKH) alone: 65 bytes, from which the key is recovered.
import { recoverPublicKey } from '../recover-public-key.ts'
import { isEqualBytes, concatBytes, encodeCompactSize } from './bitcoin-byte-reader.ts'
import { compressPublicKey, isHighS } from './bitcoin-ecdsa.ts'
import { doubleSha256, hash160 } from './bitcoin-hashes.ts'
import type { BitcoinVerificationErrorCode } from './bitcoin-verification-errors.ts'

export const legacyBitcoinSignatureByteLength = 65

const encoder = new TextEncoder()
const messagePrefix = encoder.encode('\u0018Bitcoin Signed Message:\n')

/** The first byte: 27 and the recovery id, and 4 more where the address is that of the compressed key. */
const firstHeader = 27
const compressedHeader = 31

/** @param program the hash that the address is of @returns null where its key signed the text */
export function verifyLegacyBitcoinSignature(
  text: string,
  signature: Uint8Array,
  program: Uint8Array,
): BitcoinVerificationErrorCode | null {
  const header = signature[0]!
  const isCompressed = header >= compressedHeader
  const recovery = header - (isCompressed ? compressedHeader : firstHeader)
  // Ids 2 and 3 belong to an r above the order, which nobody has ever seen.
  if (recovery !== 0 && recovery !== 1) return 'legacy_header'
  const numbers = signature.subarray(1)
  if (isHighS(numbers.subarray(32))) return 'high_s'
  const message = encoder.encode(text)
  const key = recoverPublicKey(
    doubleSha256(concatBytes(messagePrefix, encodeCompactSize(message.length), message)),
    numbers,
    recovery,
  )
  if (key === null) return 'other_signer'
  return isEqualBytes(hash160(isCompressed ? compressPublicKey(key) : key), program) ? null : 'other_signer'
}
