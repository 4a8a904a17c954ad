// The demonstration wallet's key: made in this browser and kept in its storage, so that whoever comes back is the same
// person. It is a key to try with and nothing else; storage of a page is no place for a key that is worth anything.
import { secp256k1 } from '@noble/curves/secp256k1.js'
import { keccak256, toChecksumAddress } from '@countersign/message'

/** A key that signs, without showing itself. */
export interface DemonstrationKey {
  /** In the checksum form of ERC-55. */
  address(): string
  /** Signs as wallets do for `personal_sign` (ERC-191, version 0x45): r, s and v as hexadecimal text, s low, v 27 or 28. */
  sign(message: Uint8Array): string
  /** Throws the key away and makes another: another address, and so another person. */
  renew(): void
}

const storageName = 'countersign.demonstration-key'

/** @param storage gives the storage; where it is blocked, the key lasts as long as the page */
export function createKey(storage: () => Storage): DemonstrationKey {
  let secret = read(storage) ?? make(storage)
  return {
    address: () => addressOf(secret),
    sign: (message) => signPersonal(secret, message),
    renew() {
      secret = make(storage)
    },
  }
}

function read(storage: () => Storage): Uint8Array | null {
  try {
    const kept = storage().getItem(storageName) ?? ''
    if (!/^[0-9a-f]{64}$/.test(kept)) return null
    const secret = Uint8Array.from(kept.match(/../g) ?? [], (pair) => Number.parseInt(pair, 16))
    return secp256k1.utils.isValidSecretKey(secret) ? secret : null
  } catch {
    return null
  }
}

function make(storage: () => Storage): Uint8Array {
  let secret: Uint8Array
  // All but one in 2^128 of the 32-byte numbers are keys (SEC 2 §2.4.1: the group's order).
  do secret = crypto.getRandomValues(new Uint8Array(32))
  while (!secp256k1.utils.isValidSecretKey(secret))
  try {
    storage().setItem(storageName, toHex(secret))
  } catch {
    // A blocked storage costs the return as the same person, not the trial.
  }
  return secret
}

/** The last 20 bytes of the hash of the public key. */
function addressOf(secret: Uint8Array): string {
  const publicKey = secp256k1.getPublicKey(secret, false)
  return toChecksumAddress(`0x${toHex(keccak256(publicKey.subarray(1)).subarray(12))}`)
}

function signPersonal(secret: Uint8Array, message: Uint8Array): string {
  const prefix = new TextEncoder().encode(`\u0019Ethereum Signed Message:\n${message.length}`)
  const digest = keccak256(Uint8Array.of(...prefix, ...message))
  const [recovery = 0, ...rest] = secp256k1.sign(digest, secret, { prehash: false, lowS: true, format: 'recovered' })
  return `0x${toHex(Uint8Array.from(rest))}${(27 + recovery).toString(16)}`
}

function toHex(bytes: Uint8Array): string {
  return Array.from(bytes, (byte) => byte.toString(16).padStart(2, '0')).join('')
}
