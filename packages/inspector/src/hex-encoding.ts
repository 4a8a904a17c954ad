/** Returns null if the text does not consist of pairs of hexadecimal digits. */
export function decodeHexDigits(digits: string): Uint8Array | null {
  if (digits.length % 2 !== 0 || !/^[0-9a-fA-F]*$/.test(digits)) return null
  const bytes = new Uint8Array(digits.length / 2)
  for (let index = 0; index < bytes.length; index += 1)
    bytes[index] = Number.parseInt(digits.slice(2 * index, 2 * index + 2), 16)
  return bytes
}

export function encodeHexWithPrefix(bytes: Uint8Array): string {
  let text = '0x'
  for (const byte of bytes) text += byte.toString(16).padStart(2, '0')
  return text
}
