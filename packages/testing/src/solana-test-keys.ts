// Solana test keys. They are public: never use them for funds.
import { encodeBase58 } from '@countersign/message'
import { ed25519 } from '@noble/curves/ed25519.js'

export interface SolanaTestKey {
  seed: Uint8Array
  address: string
}

/** Creates the test key with this number. @param number from 1 */
export function createSolanaTestKey(number: number): SolanaTestKey {
  const seed = new Uint8Array(32)
  new DataView(seed.buffer).setUint32(28, number)
  return { seed, address: encodeBase58(ed25519.getPublicKey(seed)) }
}

export const solanaTestKeys = {
  alice: createSolanaTestKey(1),
  bob: createSolanaTestKey(2),
  carol: createSolanaTestKey(3),
}

export const signSolanaBytes = (key: SolanaTestKey, bytes: Uint8Array): Uint8Array => ed25519.sign(bytes, key.seed)

/** Signs a text; returns 64 bytes in base58. */
export const signSolanaMessage = (key: SolanaTestKey, text: string): string =>
  encodeBase58(signSolanaBytes(key, new TextEncoder().encode(text)))
