// Keys for tests. They are public, worth nothing, and must never hold anything.
import { keccak256, toChecksumAddress } from '@countersign/message'
import { secp256k1 } from '@noble/curves/secp256k1.js'

/** A test key: its private key (32 bytes) and its address in checksum form. */
export interface EthereumTestKey {
  privateKey: Uint8Array
  address: string
}

/** Makes the test key with this number (from 1 on): the number itself is the private key. */
export function createEthereumTestKey(number: number): EthereumTestKey {
  const privateKey = new Uint8Array(32)
  new DataView(privateKey.buffer).setUint32(28, number)
  const publicKey = secp256k1.getPublicKey(privateKey, false)
  const address = toChecksumAddress(`0x${toHex(keccak256(publicKey.subarray(1)).subarray(12))}`)
  return { privateKey, address }
}

export const ethereumTestKeys = {
  alice: createEthereumTestKey(1),
  bob: createEthereumTestKey(2),
  carol: createEthereumTestKey(3),
}

/** Signs a text as wallets do (ERC-191, version 0x45): `0x`, r, s and v of 27 or 28, in hexadecimal. */
export function signEthereumMessage(key: EthereumTestKey, text: string): string {
  const bytes = new TextEncoder().encode(text)
  const prefix = new TextEncoder().encode(`\u0019Ethereum Signed Message:\n${bytes.length}`)
  const digest = keccak256(new Uint8Array([...prefix, ...bytes]))
  const signature = secp256k1.sign(digest, key.privateKey, { prehash: false, format: 'recovered' })
  // noble puts the recovery bit first; wallets put it last, plus 27.
  return `0x${toHex(signature.subarray(1))}${toHex(Uint8Array.of((signature[0] ?? 0) + 27))}`
}

function toHex(bytes: Uint8Array): string {
  return Array.from(bytes, (byte) => byte.toString(16).padStart(2, '0')).join('')
}
