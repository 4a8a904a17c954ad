// SHA-256 (FIPS 180-4) where there is no Node: in browsers, whose own is asynchronous, while a tree is hashed node by node.
import { sha256 as hash } from '@noble/hashes/sha2.js'
import { bytesToHex, utf8ToBytes } from '@noble/hashes/utils.js'

/** SHA-256 of the bytes: 32 bytes. */
export const sha256 = (bytes: Uint8Array): Uint8Array => hash(bytes)

/** SHA-256 of a text in UTF-8: 64 lower-case hexadecimal digits. */
export const sha256Hex = (text: string): string => bytesToHex(hash(utf8ToBytes(text)))
