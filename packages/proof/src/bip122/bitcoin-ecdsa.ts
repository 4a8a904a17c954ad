// ECDSA signatures as transactions carry them: DER and a byte for what they sign. One form for each signature (BIP-66, and the low s of BIP-146).
import { recoverPublicKey } from '../recover-public-key.ts'
import { isEqualBytes, concatBytes } from './bitcoin-byte-reader.ts'
import { sighashAll } from './bitcoin-sighash.ts'

/** The order of the curve (SEC 2 §2.4.1). */
const order = 0xfffffffffffffffffffffffffffffffebaaedce6af48a03bbfd25e8cd0364141n

/** Why something is not a signature that counts. */
export type EcdsaErrorCode = 'signature_encoding' | 'sighash' | 'high_s' | 'other_signer'

/** A signature that is in its one form, and whose it is. */
export interface CheckedBitcoinSignature {
  readonly isSignedBy: (key: Uint8Array) => boolean
}

/**
 * Reads a signature over a hash. There are two keys that can have made it, and they are found from it (SEC 1 §4.1.6): sixteen keys behind a script
 * are compared with these, where checking with each takes sixteen times as long, on whoever's server a stranger likes.
 */
export function parseEcdsaSignature(bytes: Uint8Array, hash: Uint8Array): CheckedBitcoinSignature | EcdsaErrorCode {
  const numbers = parseDer(bytes.subarray(0, -1))
  if (numbers === null) return 'signature_encoding'
  if (bytes.at(-1) !== sighashAll) return 'sighash'
  const [r, s] = [decodeBigEndian(numbers.subarray(0, 32)), decodeBigEndian(numbers.subarray(32))]
  if (s > halfOrder) return 'high_s'
  const isInRange = r > 0n && r < order && s > 0n
  const found: (Uint8Array | null)[] = []
  // Of two more, made by an r beyond the order, nobody has ever seen one: it takes 2^128 tries.
  const signer = (recovery: 0 | 1): Uint8Array | null => {
    if (found[recovery] === undefined) found[recovery] = isInRange ? recoverPublicKey(hash, numbers, recovery) : null
    return found[recovery]
  }
  return {
    isSignedBy: (key) =>
      ([0, 1] as const).some((recovery) => {
        const point = signer(recovery)
        return point !== null && isEqualBytes(key.length === 33 ? compressPublicKey(point) : point, key)
      }),
  }
}

/** Whether these bytes are the key's signature over the hash; null where they are. */
export function verifyEcdsaSignature(bytes: Uint8Array, hash: Uint8Array, key: Uint8Array): EcdsaErrorCode | null {
  const read = parseEcdsaSignature(bytes, hash)
  if (typeof read === 'string') return read
  return read.isSignedBy(key) ? null : 'other_signer'
}

/** SEC 1 §2.3.3: x, and whether y is odd. */
export const compressPublicKey = (key: Uint8Array): Uint8Array =>
  concatBytes(Uint8Array.of(2 + (key[64]! & 1)), key.subarray(1, 33))

/** Half of the curve's order, which a low s does not exceed (BIP-146). */
const halfOrder = order / 2n

export const isHighS = (s: Uint8Array): boolean => decodeBigEndian(s) > halfOrder

const decodeBigEndian = (bytes: Uint8Array): bigint => bytes.reduce((number, byte) => number * 256n + BigInt(byte), 0n)

/** BIP-66: `30 length 02 length r 02 length s`, each number in its shortest form and positive. @returns r and s, 32 bytes each */
function parseDer(der: Uint8Array): Uint8Array | null {
  if (der.length < 8 || der.length > 72 || der[0] !== 0x30 || der[1] !== der.length - 2) return null
  const numbers = new Uint8Array(64)
  let at = 2
  for (const end of [32, 64]) {
    const length = der[at + 1]!
    const number = der.subarray(at + 2, at + 2 + length)
    if (der[at] !== 0x02 || length === 0 || number.length !== length) return null
    const [first, second = 0] = number
    if (first! >= 0x80 || (first === 0 && length > 1 && second < 0x80)) return null
    const digits = first === 0 ? number.subarray(1) : number
    if (digits.length > 32) return null
    numbers.set(digits, end - digits.length)
    at += 2 + length
  }
  return at === der.length ? numbers : null
}
