// ECDSA signatures in DER, each of which has only one form (BIP-66, and the low s of BIP-146).
import { isEqualBytes } from '../is-equal-bytes.ts'
import { recoverPublicKey } from '../recover-public-key.ts'
import { concatBytes } from './bitcoin-byte-reader.ts'
import { sighashAll } from './bitcoin-sighash.ts'

// The order of the curve secp256k1 (SEC 2 §2.4.1).
const order = 0xfffffffffffffffffffffffffffffffebaaedce6af48a03bbfd25e8cd0364141n

export type EcdsaErrorCode = 'signature_encoding' | 'sighash' | 'high_s' | 'other_signer'

export interface CheckedBitcoinSignature {
  readonly isSignedBy: (key: Uint8Array) => boolean
}

/** Recovers keys (SEC 1 §4.1.6), because verifying with each of 16 script keys would cost more. */
export function parseEcdsaSignature(bytes: Uint8Array, hash: Uint8Array): CheckedBitcoinSignature | EcdsaErrorCode {
  const numbers = parseDer(bytes.subarray(0, -1))
  if (numbers === null) return 'signature_encoding'
  if (bytes.at(-1) !== sighashAll) return 'sighash'
  const [r, s] = [decodeBigEndian(numbers.subarray(0, 32)), decodeBigEndian(numbers.subarray(32))]
  if (s > halfOrder) return 'high_s'
  const isInRange = r > 0n && r < order && s > 0n
  const found: (Uint8Array | null)[] = []
  // Two more keys are possible if r is above the order, but such an r takes 2^128 tries to find.
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

/** Returns null if the key signed the hash. */
export function verifyEcdsaSignature(bytes: Uint8Array, hash: Uint8Array, key: Uint8Array): EcdsaErrorCode | null {
  const read = parseEcdsaSignature(bytes, hash)
  if (typeof read === 'string') return read
  return read.isSignedBy(key) ? null : 'other_signer'
}

/** Each signature must be by a different entry of the key list, in the order of the list (BIP-11). */
export function verifyEcdsaSignaturesInOrder(
  signatures: readonly Uint8Array[],
  keys: readonly Uint8Array[],
  hash: Uint8Array,
): EcdsaErrorCode | null {
  let at = 0
  for (const signature of signatures) {
    const read = parseEcdsaSignature(signature, hash)
    if (typeof read === 'string') return read
    while (at < keys.length && !read.isSignedBy(keys[at]!)) at += 1
    if (at === keys.length) return 'other_signer'
    at += 1
  }
  return null
}

/** Compresses a key to x and the parity of y (SEC 1 §2.3.3). */
export const compressPublicKey = (key: Uint8Array): Uint8Array =>
  concatBytes(Uint8Array.of(2 + (key[64]! & 1)), key.subarray(1, 33))

const halfOrder = order / 2n

export const isHighS = (s: Uint8Array): boolean => decodeBigEndian(s) > halfOrder

const decodeBigEndian = (bytes: Uint8Array): bigint => bytes.reduce((number, byte) => number * 256n + BigInt(byte), 0n)

// Parses `30 length 02 length r 02 length s`, whose numbers must be in shortest form (BIP-66).
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
