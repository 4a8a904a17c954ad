// Keccak-256 in Node: WebAssembly counts in 64 bits, JavaScript in 32, so that this takes an eighth of the time. It is compiled
// beside everything else (no top-level await), so that this package can be loaded by `require` too.
import { createKeccak } from 'hash-wasm'
import type { IHasher } from 'hash-wasm'
import { keccak256 as keccak256InJavaScript } from './keccak256.ts'

// Made once: compiling takes longer than thousands of hashes. Each use starts and ends without a pause between, so
// that one hasher serves everybody.
let hasher: IHasher | undefined
/** Whether the compiled code is in use from here on: not until it is compiled, nor where this Node runs no WebAssembly. */
export const keccakWasmReady: Promise<boolean> = createKeccak(256).then(
  (made) => {
    hasher = made
    return true
  },
  () => false,
)

/**
 * Keccak-256 of the bytes (the hash of Ethereum, which pads otherwise than SHA3-256): 32 bytes.
 *
 * @example
 * ```ts
 * import { keccak256 } from '@countersign/message'
 *
 * const hash = keccak256(new TextEncoder().encode('abc'))
 * hash.length // => 32
 * hash[0] // => 0x4e
 * ```
 */
export function keccak256(bytes: Uint8Array): Uint8Array {
  return hasher === undefined ? keccak256InJavaScript(bytes) : hasher.init().update(bytes).digest('binary')
}
