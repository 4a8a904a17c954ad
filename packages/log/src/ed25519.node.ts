// OpenSSL accepts weak and non-canonical keys, which are refused here first, as in ed25519.ts.
import { createPrivateKey, createPublicKey, sign, verify } from 'node:crypto'
import {
  ed25519PublicKeyByteLength,
  ed25519SeedByteLength,
  ed25519SignatureByteLength,
} from './ed25519-key-type-and-lengths.ts'
import type * as inBrowsers from './ed25519.ts'

// The DER prefixes of a seed and of a public key (RFC 8410 §4 and §7).
const seedPrefix = Buffer.from('302e020100300506032b657004220420', 'hex')
const keyPrefix = Buffer.from('302a300506032b6570032100', 'hex')

export const createEd25519SigningKey: typeof inBrowsers.createEd25519SigningKey = (seed) => {
  if (seed.length !== ed25519SeedByteLength) throw new RangeError('The seed of a key must have 32 bytes.')
  const key = createPrivateKey({ key: Buffer.concat([seedPrefix, seed]), format: 'der', type: 'pkcs8' })
  const der = createPublicKey(key).export({ format: 'der', type: 'spki' })
  return {
    publicKey: Uint8Array.from(der.subarray(keyPrefix.length)),
    sign: (message) => Uint8Array.from(sign(null, message, key)),
  }
}

const fieldPrime = 2n ** 255n - 19n
/** The constant d of the curve −x² + y² = 1 + d·x²·y² (RFC 8032 §5.1). */
const curveD = 37095705934669439343138083508754565189542113879843219016388785533085940283555n
// The y coordinate of a point of order 8; the set covers all points of small order.
const orderEightY = 0x05fc536d880238b13933c6d305acdfd5f098eff289f4c345b027b2c28f95e826n
const smallOrderPoints: ReadonlySet<bigint> = new Set([0n, 1n, fieldPrime - 1n, orderEightY, fieldPrime - orderEightY])

/** Follows RFC 8032 §5.1.3, but only checks that x exists. */
export const isEd25519PublicKey: typeof inBrowsers.isEd25519PublicKey = (bytes) => {
  if (bytes.length !== ed25519PublicKeyByteLength) return false
  const y = BigInt(`0x${Buffer.from(bytes.toReversed()).toString('hex')}`) & (2n ** 255n - 1n)
  if (y >= fieldPrime || smallOrderPoints.has(y)) return false
  const square = (y * y) % fieldPrime
  // By Euler's criterion, x² = (y² − 1) / (d·y² + 1) exists if this product is a square.
  return modPow((square - 1n) * (curveD * square + 1n), (fieldPrime - 1n) / 2n) === 1n
}

function modPow(base: bigint, exponent: bigint): bigint {
  let result = 1n
  for (let factor = base % fieldPrime, left = exponent; left > 0n; left >>= 1n) {
    if ((left & 1n) === 1n) result = (result * factor) % fieldPrime
    factor = (factor * factor) % fieldPrime
  }
  return result
}

export const verifyEd25519: typeof inBrowsers.verifyEd25519 = (signature, message, publicKey) => {
  if (
    signature.length !== ed25519SignatureByteLength ||
    !isEd25519PublicKey(publicKey) ||
    !isEd25519PublicKey(signature.subarray(0, 32))
  )
    return false
  const key = createPublicKey({ key: Buffer.concat([keyPrefix, publicKey]), format: 'der', type: 'spki' })
  return verify(null, message, key, signature)
}
