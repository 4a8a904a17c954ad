// SHA-256 (FIPS 180-4) by Node's own OpenSSL, which takes a fraction of the time that JavaScript does for entries of any length.
import { hash } from 'node:crypto'
import type { sha256 as inBrowsers, sha256Hex as hexInBrowsers } from './sha256.ts'

/** SHA-256 of the bytes: 32 bytes. */
export const sha256: typeof inBrowsers = (bytes) => {
  const digest = hash('sha256', bytes, 'buffer')
  // A plain array, as browsers have it: a Buffer compares, prints and slices otherwise.
  return new Uint8Array(digest.buffer, digest.byteOffset, digest.byteLength)
}

/** SHA-256 of a text in UTF-8: 64 lower-case hexadecimal digits. */
export const sha256Hex: typeof hexInBrowsers = (text) => hash('sha256', text, 'hex')
