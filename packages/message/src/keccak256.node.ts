// WebAssembly is about eight times as fast as JavaScript. `require` rules out top-level await.
import { createKeccak } from 'hash-wasm'
import type { IHasher } from 'hash-wasm'
import { keccak256 as keccak256InJavaScript } from './keccak256.ts'

// Shared, because compiling takes as long as thousands of hashes. Each use is synchronous.
let hasher: IHasher | undefined
/** Resolves to false if this version of Node cannot run WebAssembly. */
export const keccakWasmReady: Promise<boolean> = createKeccak(256).then(
  (made) => {
    hasher = made
    return true
  },
  () => false,
)

/**
 * Returns the 32-byte Keccak-256 hash that Ethereum uses; its padding differs from SHA3-256.
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
