// Ed25519 (RFC 8032) for notes in browsers, whose own is asynchronous; ed25519.node.ts says the same of everything. Strict: points in their one spelling, none of small order, s below the order. Engines
// disagree about what is beyond that, and a checkpoint that one reader accepts and another refuses would be two views of the log.
import { ed25519 } from '@noble/curves/ed25519.js'
import { sha512 } from '@noble/hashes/sha2.js'
import { ed25519SeedByteLength, ed25519SignatureByteLength } from './ed25519-key-type-and-lengths.ts'
import type { Ed25519SigningKey } from './ed25519-key-type-and-lengths.ts'

/**
 * The key of a seed (RFC 8032 §5.1.5).
 * @param seed 32 bytes, secret
 * @throws RangeError where it is not 32 bytes long
 */
export function createEd25519SigningKey(seed: Uint8Array): Ed25519SigningKey {
  if (seed.length !== ed25519SeedByteLength) throw new RangeError('The seed of a key has 32 bytes.')
  return { publicKey: ed25519.getPublicKey(seed), sign: (message) => ed25519.sign(message, seed) }
}

/** Whether the bytes are a public key: a point of the curve in its one spelling, and not of small order, for which anybody can sign. */
export function isEd25519PublicKey(bytes: Uint8Array): boolean {
  return decodePoint(bytes) !== undefined
}

/**
 * Whether the signature is that of the key over the message: `[S]B = R + [k]A` (RFC 8032 §5.1.7, without the cofactor, as Go's crypto/ed25519 and OpenSSL
 * have it).
 * @param signature 64 bytes
 * @param publicKey 32 bytes
 */
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

function decodePoint(bytes: Uint8Array): InstanceType<typeof ed25519.Point> | undefined {
  try {
    const point = ed25519.Point.fromBytes(bytes)
    return point.isSmallOrder() ? undefined : point
  } catch {
    // Not on the curve, or not the one spelling of its point.
    return undefined
  }
}

function decodeLittleEndian(bytes: Uint8Array): bigint {
  let number = 0n
  for (let at = bytes.length - 1; at >= 0; at -= 1) number = (number << 8n) | BigInt(bytes[at]!)
  return number
}
