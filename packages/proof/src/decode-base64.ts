// Strict base64 (RFC 4648 §4), in which each byte sequence has only one text.
const alphabet = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/'
const form = /^(?:[A-Za-z0-9+/]{4})*(?:[A-Za-z0-9+/]{2}==|[A-Za-z0-9+/]{3}=)?$/

/** Returns null for any other text, and if unused bits are not zero (RFC 4648 §3.5). */
export function decodeBase64(text: string): Uint8Array | null {
  if (text === '' || !form.test(text)) return null
  const padding = text.endsWith('==') ? 2 : text.endsWith('=') ? 1 : 0
  const lastDigit = alphabet.indexOf(text.charAt(text.length - padding - 1))
  if ((padding === 2 && lastDigit % 16 !== 0) || (padding === 1 && lastDigit % 4 !== 0)) return null
  return Uint8Array.from(atob(text), (character) => character.charCodeAt(0))
}
