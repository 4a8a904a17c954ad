// Builds Bitcoin signatures piece by piece for tests. Another library computes the hashes.
import { schnorr, secp256k1 } from '@noble/curves/secp256k1.js'
import { ripemd160 } from '@noble/hashes/legacy.js'
import { sha256 } from '@noble/hashes/sha2.js'
import { Address, NETWORK, OutScript, RawTx, RawWitness, Transaction } from '@scure/btc-signer'
import { createBitcoinTestKey, computeToSpendTxid } from './bitcoin-test-keys.ts'

export const bitcoinSignInTextFixture = 'example.com wants you to sign in with your Bitcoin account:'

export const aliceBitcoinPrivateKey = createBitcoinTestKey(1).privateKey
export const bobBitcoinPrivateKey = createBitcoinTestKey(2).privateKey
export const carolBitcoinPrivateKey = createBitcoinTestKey(3).privateKey

export const encodeBase64 = (bytes: Uint8Array): string => Buffer.from(bytes).toString('base64')
export const hash160 = (bytes: Uint8Array): Uint8Array => ripemd160(sha256(bytes))
export const concatBytes = (...parts: readonly (Uint8Array | number)[]): Uint8Array =>
  Uint8Array.from(parts.flatMap((part) => (typeof part === 'number' ? [part] : [...part])))

/** The three forms of a public key: compressed, uncompressed and x-only (BIP-340). */
export const getCompressedPublicKey = (key: Uint8Array): Uint8Array => secp256k1.getPublicKey(key, true)
export const getUncompressedPublicKey = (key: Uint8Array): Uint8Array => secp256k1.getPublicKey(key, false)
export const getXOnlyPublicKey = (key: Uint8Array): Uint8Array => schnorr.getPublicKey(key)

export function createBitcoinTestOutput(
  type: 'pkh' | 'sh' | 'wpkh' | 'wsh',
  hash: Uint8Array,
): { address: string; script: Uint8Array } {
  const output = { type, hash } as never
  return { script: OutScript.encode(output), address: Address(NETWORK).encode(output) }
}

/** An unsigned `to_sign`. */
export function createUnsignedToSignTransaction(script: Uint8Array): Transaction {
  const transaction = new Transaction({ version: 0, allowUnknownOutputs: true, allowUnknownInputs: true })
  transaction.addInput({
    txid: computeToSpendTxid(bitcoinSignInTextFixture, script),
    index: 0,
    sequence: 0,
    witnessUtxo: { amount: 0n, script },
  })
  transaction.addOutput({ amount: 0n, script: Uint8Array.of(0x6a) })
  return transaction
}

/**
 * Computes the signature hash from before segregated witness, which the library does not export.
 */
export function computeLegacySighash(output: Uint8Array, script = output): Uint8Array {
  const hashing = createUnsignedToSignTransaction(output) as unknown as {
    preimageLegacy: (index: number, script: Uint8Array, type: number) => Uint8Array
  }
  return hashing.preimageLegacy(0, script, 1)
}

/** BIP-143. */
export const computeWitnessSighash = (output: Uint8Array, script: Uint8Array): Uint8Array =>
  createUnsignedToSignTransaction(output).preimageWitnessV0(0, script, 1, 0n)

export const signEcdsaDer = (hash: Uint8Array, key: Uint8Array): Uint8Array =>
  secp256k1.sign(hash, key, { prehash: false, lowS: true, format: 'der' })

export const signSighashAll = (hash: Uint8Array, key: Uint8Array): Uint8Array => concatBytes(signEcdsaDer(hash, key), 1)

export const encodeSimpleBip322Signature = (...pieces: readonly Uint8Array[]): string =>
  `smp${encodeBase64(RawWitness.encode([...pieces]))}`

export function encodeFullBip322Signature(
  script: Uint8Array,
  { scriptSig = new Uint8Array(0), witness = [] }: { scriptSig?: Uint8Array; witness?: readonly Uint8Array[] },
): string {
  const transaction = RawTx.encode({
    version: 0,
    segwitFlag: witness.length > 0,
    inputs: [
      { txid: computeToSpendTxid(bitcoinSignInTextFixture, script), index: 0, finalScriptSig: scriptSig, sequence: 0 },
    ],
    outputs: [{ amount: 0n, script: Uint8Array.of(0x6a) }],
    witnesses: witness.length > 0 ? [[...witness]] : [],
    lockTime: 0,
  })
  return `ful${encodeBase64(transaction)}`
}

/** Pushes the bytes with the shortest opcode. */
export function encodeScriptPush(bytes: Uint8Array): Uint8Array {
  const { length } = bytes
  if (length <= 75) return concatBytes(length, bytes)
  return length < 256 ? concatBytes(0x4c, length, bytes) : concatBytes(0x4d, length & 255, length >> 8, bytes)
}
