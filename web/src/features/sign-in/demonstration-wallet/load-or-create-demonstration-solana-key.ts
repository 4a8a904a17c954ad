// Solana key of the demonstration wallet (Ed25519; the address is the base58 public key).
import { encodeBase58 } from '@countersign/message'
import { ed25519 } from '@noble/curves/ed25519.js'
import type { DemonstrationWalletKey } from './load-or-create-demonstration-ethereum-key.ts'
import { loadOrCreateDemonstrationWalletSecret } from './load-or-create-demonstration-wallet-secret.ts'

export interface DemonstrationSolanaKey extends DemonstrationWalletKey<Uint8Array> {
  publicKey(): Uint8Array
}

/** Signs the raw bytes (RFC 8032 §5.1.6). */
export function loadOrCreateDemonstrationSolanaKey(storage: () => Storage): DemonstrationSolanaKey {
  const secret = loadOrCreateDemonstrationWalletSecret(storage, 'countersign.demonstration-key.solana', () => true)
  const publicKey = () => ed25519.getPublicKey(secret.bytes())
  return {
    publicKey,
    address: () => encodeBase58(publicKey()),
    sign: (message) => ed25519.sign(message, secret.bytes()),
    renew: secret.renew,
  }
}
