// Keccak-256 in Node: WebAssembly counts in 64 bits, JavaScript in 32, so that this takes an eighth of the time.
import { createKeccak } from 'hash-wasm'

// Made once: compiling takes longer than thousands of hashes. Each use starts and ends without a pause between, so
// that one hasher serves everybody.
const hasher = await createKeccak(256)

/** Keccak-256 of the bytes (the hash of Ethereum, which pads otherwise than SHA3-256): 32 bytes. */
export function keccak256(bytes: Uint8Array): Uint8Array {
  return hasher.init().update(bytes).digest('binary')
}
