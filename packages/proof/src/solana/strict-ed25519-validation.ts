// These checks are as strict as Solana's `verify_strict` and run first, so that all engines agree.

const keyBytes = 32
export const ed25519SignatureByteLength = 64

// The prime of the field and the order of the base point (RFC 8032 §5.1).
const prime = (1n << 255n) - 19n
const order = (1n << 252n) + 27742317777372353535851937790883648493n
// The constant d of the curve, −121665/121666 (RFC 8032 §5.1).
const curveD = 37095705934669439343138083508754565189542113879843219016388785533085940283555n

// The y coordinates of the points of small order, for some of which signatures can be forged.
const smallOrderPoints: ReadonlySet<bigint> = new Set([
  0n,
  1n,
  prime - 1n,
  2707385501144840649318225287225658788936804267575313519463743609750303402022n,
  55188659117513257062467267217118295137698188065244968500265048394206261417927n,
])

export type StrictEd25519ErrorCode =
  | 'key_not_canonical'
  | 'key_small_order'
  | 'r_not_canonical'
  | 'r_small_order'
  | 's_out_of_range'

/** Returns null if a strict verifier accepts the key (32 bytes) and the signature (64 bytes). */
export function findStrictEd25519Error(key: Uint8Array, signature: Uint8Array): StrictEd25519ErrorCode | null {
  const keyY = decodeY(key)
  if (keyY >= prime) return 'key_not_canonical'
  if (smallOrderPoints.has(keyY)) return 'key_small_order'
  const pointY = decodeY(signature.subarray(0, keyBytes))
  if (pointY >= prime) return 'r_not_canonical'
  if (smallOrderPoints.has(pointY)) return 'r_small_order'
  return decodeLittleEndian(signature.subarray(keyBytes)) >= order ? 's_out_of_range' : null
}

/** An address that is not on the curve (RFC 8032 §5.1.3) belongs to a program. */
export function isOnEd25519Curve(key: Uint8Array): boolean {
  const y = decodeY(key)
  if (y >= prime) return false
  const square = (y * y) % prime
  // By Euler's criterion, x² = (y² − 1) / (d·y² + 1) exists if this product is a square.
  const product = ((square - 1n + prime) * ((curveD * square + 1n) % prime)) % prime
  return product === 0n || modPow(product, (prime - 1n) / 2n) === 1n
}

function modPow(base: bigint, exponent: bigint): bigint {
  let result = 1n
  let factor = base % prime
  for (let rest = exponent; rest > 0n; rest >>= 1n) {
    if (rest & 1n) result = (result * factor) % prime
    factor = (factor * factor) % prime
  }
  return result
}

// The last bit is the sign of x and not part of y (RFC 8032 §5.1.2).
const decodeY = (bytes: Uint8Array): bigint => decodeLittleEndian(bytes) & ((1n << 255n) - 1n)

function decodeLittleEndian(bytes: Uint8Array): bigint {
  let number = 0n
  for (let at = bytes.length - 1; at >= 0; at -= 1) number = (number << 8n) | BigInt(bytes[at]!)
  return number
}
