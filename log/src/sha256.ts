// SHA-256 (FIPS 180-4) where there is no Node: in browsers, whose own is asynchronous, while a tree is hashed node by node.
import { sha256 as hash } from '@noble/hashes/sha2.js'

/** SHA-256 of the bytes: 32 bytes. */
export const sha256 = (bytes: Uint8Array): Uint8Array => hash(bytes)
