// The browser's own SHA-256 (FIPS 180-4) is asynchronous, which is too slow for hashing trees.
import { sha256 as hash } from '@noble/hashes/sha2.js'
import { bytesToHex, utf8ToBytes } from '@noble/hashes/utils.js'

export const sha256 = (bytes: Uint8Array): Uint8Array => hash(bytes)

/** Returns 64 lowercase hexadecimal digits. */
export const sha256Hex = (text: string): string => bytesToHex(hash(utf8ToBytes(text)))
