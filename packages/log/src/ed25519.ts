// Ed25519 (RFC 8032) for browsers, because the browser's own API is asynchronous.
import { ed25519 } from '@noble/curves/ed25519.js'
import { sha512 } from '@noble/hashes/sha2.js'
import { ed25519SeedByteLength, ed25519SignatureByteLength } from './ed25519-key-type-and-lengths.ts'
import type { Ed25519SigningKey } from './ed25519-key-type-and-lengths.ts'

/** Follows RFC 8032 §5.1.5. @throws RangeError if the seed is not 32 bytes long */
export function createEd25519SigningKey(seed: Uint8Array): Ed25519SigningKey {
  if (seed.length !== ed25519SeedByteLength) throw new RangeError('The seed of a key must have 32 bytes.')
  return { publicKey: ed25519.getPublicKey(seed), sign: (message) => ed25519.sign(message, seed) }
}

/** Refuses non-canonical points, and points of small order, for which anyone can sign. */
export function isEd25519PublicKey(bytes: Uint8Array): boolean {
  return decodePoint(bytes) !== undefined
}

/** Verifies `[S]B = R + [k]A` (RFC 8032 §5.1.7) without the cofactor, as Go and OpenSSL do. */
export function verifyEd25519(signature: Uint8Array, message: Uint8Array, publicKey: Uint8Array): boolean {
  if (signature.length !== ed25519SignatureByteLength) return false
  const rBytes = signature.subarray(0, 32)
  const key = decodePoint(publicKey)
  const r = decodePoint(rBytes)
  const s = decodeLittleEndian(signature.subarray(32))
  const { BASE, Fn } = ed25519.Point
  if (key === undefined || r === undefined || s >= Fn.ORDER) return false
  const k = decodeLittleEndian(sha512.create().update(rBytes).update(publicKey).update(message).digest()) % Fn.ORDER
  return BASE.multiplyUnsafe(s).subtract(key.multiplyUnsafe(k)).equals(r)
}

// Non-canonical and small-order points are refused, so that all readers of a checkpoint agree.
function decodePoint(bytes: Uint8Array): InstanceType<typeof ed25519.Point> | undefined {
  try {
    const point = ed25519.Point.fromBytes(bytes)
    return point.isSmallOrder() ? undefined : point
  } catch {
    // The point is not on the curve, or its encoding is not canonical.
    return undefined
  }
}

function decodeLittleEndian(bytes: Uint8Array): bigint {
  let number = 0n
  for (let at = bytes.length - 1; at >= 0; at -= 1) number = (number << 8n) | BigInt(bytes[at]!)
  return number
}
