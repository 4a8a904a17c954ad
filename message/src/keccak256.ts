// Keccak-256 where there is no Node: in browsers, which hash one address a message and have no bytes to spare.
import { keccak_256 } from '@noble/hashes/sha3.js'

/** Keccak-256 of the bytes (the hash of Ethereum, which pads otherwise than SHA3-256): 32 bytes. */
export function keccak256(bytes: Uint8Array): Uint8Array {
  return keccak_256(bytes)
}
