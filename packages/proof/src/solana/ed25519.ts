// Ed25519 by @noble/curves, where there is no Node: in browsers, workers and at the edge. Its own `verify` multiplies by the cofactor, which
// OpenSSL and Solana do not; the same points are put into their equation here, so that all say the same of every signature.
import { ed25519 } from '@noble/curves/ed25519.js'
import { sha512 } from '@noble/hashes/sha2.js'

/** Whether the signature (64 bytes) is that of the key (32 bytes) over the message. What `findStrictEd25519Error` names must not come here. */
export type VerifyEd25519 = (signature: Uint8Array, message: Uint8Array, key: Uint8Array) => boolean

/** RFC 8032 §5.1.7 with `[S]B = R + [k]A`. */
export const verifyEd25519: VerifyEd25519 = (signature, message, key) => {
  const { Point } = ed25519
  const pointBytes = signature.subarray(0, 32)
  let keyPoint, point
  try {
    keyPoint = Point.fromBytes(key)
    point = Point.fromBytes(pointBytes)
  } catch {
    // Not on the curve.
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
