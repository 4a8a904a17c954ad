// Signatures of 65 bytes ("signmessage", BIP-137), from which the key is recovered.
import type { BitcoinAddress, BitcoinAddressType } from '@countersign/message'
import { isEqualBytes } from '../is-equal-bytes.ts'
import { recoverPublicKey } from '../recover-public-key.ts'
import { concatBytes, encodeCompactSize } from './bitcoin-byte-reader.ts'
import { compressPublicKey, isHighS } from './bitcoin-ecdsa.ts'
import { doubleSha256, hash160 } from './bitcoin-hashes.ts'
import { createP2wpkhScript } from './bitcoin-output-scripts.ts'
import type { BitcoinVerificationErrorCode } from './bitcoin-verification-errors.ts'

export const bip137SignatureByteLength = 65

const addressTypes: readonly BitcoinAddressType[] = ['p2pkh', 'p2wpkh', 'p2sh']

/** Taproot keys and scripts have no signatures of this kind. */
export const hasBip137Signatures = ({ type }: BitcoinAddress): boolean => addressTypes.includes(type)

// The first byte is one of these plus the recovery ID (BIP-137). Electrum and Ledger write 31 for
// all address types.
const headerRanges: readonly { first: number; isCompressed: boolean; types: readonly BitcoinAddressType[] }[] = [
  { first: 27, isCompressed: false, types: ['p2pkh'] },
  { first: 31, isCompressed: true, types: addressTypes },
  { first: 35, isCompressed: true, types: ['p2sh'] },
  { first: 39, isCompressed: true, types: ['p2wpkh'] },
]

const encoder = new TextEncoder()
const messagePrefix = encoder.encode('\u0018Bitcoin Signed Message:\n')

/**
 * Returns null if the text was signed with the key of the address. A P2SH address must be the one of
 * nested SegWit (P2SH-P2WPKH).
 */
export function verifyBip137Signature(
  text: string,
  signature: Uint8Array,
  { type, program }: BitcoinAddress,
): BitcoinVerificationErrorCode | null {
  const header = signature[0]!
  // Recovery IDs 2 and 3 need an r above the curve order, which does not occur in practice.
  const range = headerRanges.find(({ first }) => header === first || header === first + 1)
  if (range === undefined || !range.types.includes(type)) return 'legacy_header'
  const numbers = signature.subarray(1)
  if (isHighS(numbers.subarray(32))) return 'high_s'
  const message = encoder.encode(text)
  const key = recoverPublicKey(
    doubleSha256(concatBytes(messagePrefix, encodeCompactSize(message.length), message)),
    numbers,
    header === range.first ? 0 : 1,
  )
  if (key === null) return 'other_signer'
  const keyHash = hash160(range.isCompressed ? compressPublicKey(key) : key)
  return isEqualBytes(type === 'p2sh' ? hash160(createP2wpkhScript(keyHash)) : keyHash, program) ? null : 'other_signer'
}
