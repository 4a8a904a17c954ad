import { ripemd160 } from '@noble/hashes/legacy.js'
import { sha256 } from '@noble/hashes/sha2.js'
import { concatBytes } from './bitcoin-byte-reader.ts'

export { sha256 }
export const doubleSha256 = (bytes: Uint8Array): Uint8Array => sha256(sha256(bytes))
export const hash160 = (bytes: Uint8Array): Uint8Array => ripemd160(sha256(bytes))

const encoder = new TextEncoder()

/** Hashes bytes in a way that depends on the purpose named by the tag (BIP-340 §Design). */
export function taggedHash(tag: string, ...parts: readonly Uint8Array[]): Uint8Array {
  const hash = sha256(encoder.encode(tag))
  return sha256(concatBytes(hash, hash, ...parts))
}
