// The demonstration wallet's key of Ethereum.
import { secp256k1 } from '@noble/curves/secp256k1.js'
import { keccak256, toChecksumAddress } from '@countersign/message'
import { loadOrCreateDemonstrationWalletSecret, encodeHex } from './load-or-create-demonstration-wallet-secret.ts'

/** A key that signs, without showing itself. What a signature is differs by the chain family. */
export interface DemonstrationWalletKey<Signature> {
  /** In the form that its chain family has. */
  address(): string
  sign(message: Uint8Array): Signature
  /** Throws the key away and makes another: another address, and so another person. */
  renew(): void
}

/** Signs as wallets do for `personal_sign` (ERC-191, version 0x45): r, s and v as hexadecimal text, s low, v 27 or 28. */
export function loadOrCreateDemonstrationEthereumKey(storage: () => Storage): DemonstrationWalletKey<string> {
  // All but one in 2^128 of the 32-byte numbers are keys (SEC 2 §2.4.1: the group's order).
  const secret = loadOrCreateDemonstrationWalletSecret(
    storage,
    'countersign.demonstration-key',
    secp256k1.utils.isValidSecretKey,
  )
  return {
    address: () => deriveEthereumAddress(secret.bytes()),
    sign: (message) => signPersonalMessage(secret.bytes(), message),
    renew: secret.renew,
  }
}

/** The last 20 bytes of the hash of the public key. */
function deriveEthereumAddress(secret: Uint8Array): string {
  const publicKey = secp256k1.getPublicKey(secret, false)
  return toChecksumAddress(`0x${encodeHex(keccak256(publicKey.subarray(1)).subarray(12))}`)
}

function signPersonalMessage(secret: Uint8Array, message: Uint8Array): string {
  const prefix = new TextEncoder().encode(`\u0019Ethereum Signed Message:\n${message.length}`)
  const digest = keccak256(Uint8Array.of(...prefix, ...message))
  const [recovery = 0, ...rest] = secp256k1.sign(digest, secret, { prehash: false, lowS: true, format: 'recovered' })
  return `0x${encodeHex(Uint8Array.from(rest))}${(27 + recovery).toString(16)}`
}
