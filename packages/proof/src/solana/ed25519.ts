// Unlike noble's own `verify`, but like OpenSSL and Solana, this does not use the cofactor.
import { ed25519 } from '@noble/curves/ed25519.js'
import { sha512 } from '@noble/hashes/sha2.js'

/** Verifies a 64-byte signature with a 32-byte key. Call `findStrictEd25519Error` first. */
export type VerifyEd25519 = (signature: Uint8Array, message: Uint8Array, key: Uint8Array) => boolean

/** Checks `[S]B = R + [k]A` (RFC 8032 §5.1.7). */
export const verifyEd25519: VerifyEd25519 = (signature, message, key) => {
  const { Point } = ed25519
  const pointBytes = signature.subarray(0, 32)
  let keyPoint, point
  try {
    keyPoint = Point.fromBytes(key)
    point = Point.fromBytes(pointBytes)
  } catch {
    // The point is not on the curve.
    return false
  }
  const s = littleEndian(signature.subarray(32))
  const k = littleEndian(sha512.create().update(pointBytes).update(key).update(message).digest()) % Point.Fn.ORDER
  return Point.BASE.multiplyUnsafe(s).subtract(keyPoint.multiplyUnsafe(k)).equals(point)
}

function littleEndian(bytes: Uint8Array): bigint {
  let number = 0n
  for (let at = bytes.length - 1; at >= 0; at -= 1) number = (number << 8n) | BigInt(bytes[at]!)
  return number
}
