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

/** Signs as a hardware wallet does; returns the envelope in base64. */
export function signSolanaOffchainMessage(key: SolanaTestKey, text: string, version: 0 | 1): string {
  const body = new TextEncoder().encode(text)
  const signers = [1, ...ed25519.getPublicKey(key.seed)]
  const header =
    version === 0 ? [0, ...new Uint8Array(32), 1, ...signers, body.length & 255, body.length >> 8] : [1, ...signers]
  const message = Uint8Array.of(0xff, ...new TextEncoder().encode('solana offchain'), ...header, ...body)
  return Buffer.from(Uint8Array.of(1, ...signSolanaBytes(key, message), ...message)).toString('base64')
}
