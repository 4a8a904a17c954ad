// Verifies legacy signatures ("signmessage") by key recovery. BIP-322 allows them only for P2PKH.
import { recoverPublicKey } from '../recover-public-key.ts'
import { isEqualBytes, concatBytes, encodeCompactSize } from './bitcoin-byte-reader.ts'
import { compressPublicKey, isHighS } from './bitcoin-ecdsa.ts'
import { doubleSha256, hash160 } from './bitcoin-hashes.ts'
import type { BitcoinVerificationErrorCode } from './bitcoin-verification-errors.ts'

export const legacyBitcoinSignatureByteLength = 65

const encoder = new TextEncoder()
const messagePrefix = encoder.encode('\u0018Bitcoin Signed Message:\n')

// The first byte is 27 plus the recovery ID, plus 4 if the address is for the compressed key.
const firstHeader = 27
const compressedHeader = 31

/** Returns null if the key with the hash `program` signed the text. */
export function verifyLegacyBitcoinSignature(
  text: string,
  signature: Uint8Array,
  program: Uint8Array,
): BitcoinVerificationErrorCode | null {
  const header = signature[0]!
  const isCompressed = header >= compressedHeader
  const recovery = header - (isCompressed ? compressedHeader : firstHeader)
  // Recovery IDs 2 and 3 need an r above the curve order, which does not occur in practice.
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
