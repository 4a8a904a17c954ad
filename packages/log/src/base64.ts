// Canonical base64 (RFC 4648 §4 and §3.5), so that each signature or root has one encoding.

export function encodeBase64(bytes: Uint8Array): string {
  let binary = ''
  for (const byte of bytes) binary += String.fromCharCode(byte)
  return btoa(binary)
}

/** Returns undefined if the text is not canonical. */
export function decodeBase64(text: string): Uint8Array | undefined {
  let binary
  try {
    binary = atob(text)
  } catch {
    return undefined
  }
  // `atob` ignores spaces, missing padding and unused bits (WHATWG Infra, forgiving-base64 decode).
  if (btoa(binary) !== text) return undefined
  return Uint8Array.from(binary, (character) => character.charCodeAt(0))
}
