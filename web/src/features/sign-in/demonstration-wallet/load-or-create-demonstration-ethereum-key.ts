import { secp256k1 } from '@noble/curves/secp256k1.js'
import { keccak256, toChecksumAddress } from '@countersign/message'
import { loadOrCreateDemonstrationWalletSecret, encodeHex } from './load-or-create-demonstration-wallet-secret.ts'

export interface DemonstrationWalletKey<Signature> {
  address(): string
  sign(message: Uint8Array): Signature
  /** Replaces the key, which changes the address and therefore the person. */
  renew(): void
}

/** Like `personal_sign` (ERC-191, version 0x45): hexadecimal r, low s, and v of 27 or 28. */
export function loadOrCreateDemonstrationEthereumKey(storage: () => Storage): DemonstrationWalletKey<string> {
  // Nearly every 32-byte number is a valid key (SEC 2 §2.4.1: the group's order).
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
