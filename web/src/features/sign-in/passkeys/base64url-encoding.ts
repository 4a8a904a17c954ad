// Bytes as the calls carry them (RFC 4648 §5, without padding). By hand: not every browser that has passkeys has
// `Uint8Array.fromBase64`.

/** Writes bytes in base64url. */
export function encodeBase64url(bytes: ArrayBuffer): string {
  const binary = Array.from(new Uint8Array(bytes), (byte) => String.fromCharCode(byte)).join('')
  return btoa(binary).replaceAll('+', '-').replaceAll('/', '_').replaceAll('=', '')
}

/** Reads base64url. @throws DOMException where it is none */
export function decodeBase64url(text: string): Uint8Array<ArrayBuffer> {
  return Uint8Array.from(atob(text.replaceAll('-', '+').replaceAll('_', '/')), (character) => character.charCodeAt(0))
}
