// The hashes of Bitcoin.
import { ripemd160 } from '@noble/hashes/legacy.js'
import { sha256 } from '@noble/hashes/sha2.js'
import { concatBytes } from './bitcoin-byte-reader.ts'

export { sha256 }
export const doubleSha256 = (bytes: Uint8Array): Uint8Array => sha256(sha256(bytes))
/** What addresses hold of keys and scripts. */
export const hash160 = (bytes: Uint8Array): Uint8Array => ripemd160(sha256(bytes))

const encoder = new TextEncoder()

/** BIP-340 §Design: a hash that means nothing for any other purpose. */
export function taggedHash(tag: string, ...parts: readonly Uint8Array[]): Uint8Array {
  const hash = sha256(encoder.encode(tag))
  return sha256(concatBytes(hash, hash, ...parts))
}
