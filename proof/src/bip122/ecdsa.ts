// ECDSA signatures as transactions carry them: DER and a byte for what they sign. One form for each signature (BIP-66, and the low s of BIP-146).
import { secp256k1 } from '@noble/curves/secp256k1.js'
import { signsAll } from './signature-hashes.ts'

/** Why something is not a signature that counts. */
export type SignatureFault = 'signature_encoding' | 'sighash' | 'high_s' | 'other_signer'

/** Whether these bytes are the key's signature over the hash; null where they are. */
export function checkEcdsa(bytes: Uint8Array, hash: Uint8Array, key: Uint8Array): SignatureFault | null {
  const der = bytes.subarray(0, -1)
  const numbers = readDer(der)
  if (numbers === null) return 'signature_encoding'
  if (bytes.at(-1) !== signsAll) return 'sighash'
  if (isHigh(numbers.subarray(32))) return 'high_s'
  try {
    return secp256k1.verify(numbers, hash, key, { prehash: false, lowS: true }) ? null : 'other_signer'
  } catch {
    // A key that is no point, or a number of zero or above the order.
    return 'other_signer'
  }
}

/** Half of the curve's order, which a low s does not exceed (BIP-146). */
const half = secp256k1.Point.Fn.ORDER / 2n

export const isHigh = (s: Uint8Array): boolean => s.reduce((number, byte) => number * 256n + BigInt(byte), 0n) > half

/** BIP-66: `30 length 02 length r 02 length s`, each number in its shortest form and positive. @returns r and s, 32 bytes each */
function readDer(der: Uint8Array): Uint8Array | null {
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
