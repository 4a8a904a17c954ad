// Base64 (RFC 4648 §4) with one spelling for each value: padded, and nothing in the unused bits (§3.5). A second spelling of a signature or root would
// be a second text that says the same.

/** The bytes in base64, padded. */
export function encodeBase64(bytes: Uint8Array): string {
  let binary = ''
  for (const byte of bytes) binary += String.fromCharCode(byte)
  return btoa(binary)
}

/** The bytes that a text in base64 stands for, or undefined where it is not the one spelling of any. */
export function decodeBase64(text: string): Uint8Array | undefined {
  let binary
  try {
    binary = atob(text)
  } catch {
    return undefined
  }
  // `atob` overlooks spaces, missing padding and unused bits (WHATWG Infra, forgiving-base64 decode).
  if (btoa(binary) !== text) return undefined
  return Uint8Array.from(binary, (character) => character.charCodeAt(0))
}
