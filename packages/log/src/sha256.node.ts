// SHA-256 (FIPS 180-4) with Node's OpenSSL, which is much faster than JavaScript.
import { hash } from 'node:crypto'
import type { sha256 as inBrowsers, sha256Hex as hexInBrowsers } from './sha256.ts'

export const sha256: typeof inBrowsers = (bytes) => {
  const digest = hash('sha256', bytes, 'buffer')
  // A Buffer compares, prints and slices differently from the Uint8Array used in browsers.
  return new Uint8Array(digest.buffer, digest.byteOffset, digest.byteLength)
}

export const sha256Hex: typeof hexInBrowsers = (text) => hash('sha256', text, 'hex')
