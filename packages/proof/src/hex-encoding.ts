// The platform's decoder silently stops at the first invalid digit.

/** Decodes "0x" and pairs of digits in either case. Returns null for any other text. */
export function decodeHex(text: string): Uint8Array | null {
  if (!text.startsWith('0x') || text.length % 2 !== 0) return null
  const bytes = new Uint8Array(text.length / 2 - 1)
  for (let index = 0; index < bytes.length; index += 1) {
    const high = parseHexDigit(text.charCodeAt(2 * index + 2))
    const low = parseHexDigit(text.charCodeAt(2 * index + 3))
    if (high === -1 || low === -1) return null
    bytes[index] = (high << 4) | low
  }
  return bytes
}

function parseHexDigit(digit: number): number {
  if (digit >= 48 && digit <= 57) return digit - 48
  const small = digit | 32
  return small >= 97 && small <= 102 ? small - 87 : -1
}

/** Encodes bytes as lowercase digits without "0x". */
export function encodeHex(bytes: Uint8Array): string {
  let text = ''
  for (const byte of bytes) text += byte.toString(16).padStart(2, '0')
  return text
}
