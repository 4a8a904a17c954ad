// Ethereum test keys. They are public: never use them for funds.
import { keccak256, toChecksumAddress } from '@countersign/message'
import { secp256k1 } from '@noble/curves/secp256k1.js'

export interface EthereumTestKey {
  privateKey: Uint8Array
  address: string
}

/** Creates the test key with this number. @param number from 1; it is the private key itself */
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

/**
 * Signs a text (ERC-191, version 0x45). Returns `0x` followed by r, s, and v (27 or 28) in
 * hexadecimal.
 */
export function signEthereumMessage(key: EthereumTestKey, text: string): string {
  const bytes = new TextEncoder().encode(text)
  const prefix = new TextEncoder().encode(`\u0019Ethereum Signed Message:\n${bytes.length}`)
  const digest = keccak256(new Uint8Array([...prefix, ...bytes]))
  const signature = secp256k1.sign(digest, key.privateKey, { prehash: false, format: 'recovered' })
  // noble puts the recovery bit first. Wallets put it last and add 27.
  return `0x${toHex(signature.subarray(1))}${toHex(Uint8Array.of((signature[0] ?? 0) + 27))}`
}

function toHex(bytes: Uint8Array): string {
  return Array.from(bytes, (byte) => byte.toString(16).padStart(2, '0')).join('')
}
