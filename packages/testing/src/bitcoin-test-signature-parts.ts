// Signatures of Bitcoin put together piece by piece, for tests of what is nearly one. The hashes that are signed are those of another library; how the
// pieces are laid out is up to the test.
import { schnorr, secp256k1 } from '@noble/curves/secp256k1.js'
import { ripemd160 } from '@noble/hashes/legacy.js'
import { sha256 } from '@noble/hashes/sha2.js'
import { Address, NETWORK, OutScript, RawTx, RawWitness, Transaction } from '@scure/btc-signer'
import { createBitcoinTestKey, computeToSpendTxid } from './bitcoin-test-keys.ts'

/** What all of them sign. */
export const bitcoinSignInTextFixture = 'example.com wants you to sign in with your Bitcoin account:'

export const aliceBitcoinPrivateKey = createBitcoinTestKey(1).privateKey
export const bobBitcoinPrivateKey = createBitcoinTestKey(2).privateKey
export const carolBitcoinPrivateKey = createBitcoinTestKey(3).privateKey

export const encodeBase64 = (bytes: Uint8Array): string => Buffer.from(bytes).toString('base64')
export const hash160 = (bytes: Uint8Array): Uint8Array => ripemd160(sha256(bytes))
export const concatBytes = (...parts: readonly (Uint8Array | number)[]): Uint8Array =>
  Uint8Array.from(parts.flatMap((part) => (typeof part === 'number' ? [part] : [...part])))

/** A key as it stands in scripts: compressed, uncompressed, and as x alone (BIP-340). */
export const getCompressedPublicKey = (key: Uint8Array): Uint8Array => secp256k1.getPublicKey(key, true)
export const getUncompressedPublicKey = (key: Uint8Array): Uint8Array => secp256k1.getPublicKey(key, false)
export const getXOnlyPublicKey = (key: Uint8Array): Uint8Array => schnorr.getPublicKey(key)

/** What an address of this kind asks for, and the address. */
export function createBitcoinTestOutput(
  type: 'pkh' | 'sh' | 'wpkh' | 'wsh',
  hash: Uint8Array,
): { address: string; script: Uint8Array } {
  const output = { type, hash } as never
  return { script: OutScript.encode(output), address: Address(NETWORK).encode(output) }
}

/** `to_sign` with nothing signed yet, whose hashes are signed. */
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

/** The hash from before segregated witness; the library keeps it to itself. */
export function computeLegacySighash(output: Uint8Array, script = output): Uint8Array {
  const hashing = createUnsignedToSignTransaction(output) as unknown as {
    preimageLegacy: (index: number, script: Uint8Array, type: number) => Uint8Array
  }
  return hashing.preimageLegacy(0, script, 1)
}

/** The hash of BIP-143. */
export const computeWitnessSighash = (output: Uint8Array, script: Uint8Array): Uint8Array =>
  createUnsignedToSignTransaction(output).preimageWitnessV0(0, script, 1, 0n)

export const signEcdsaDer = (hash: Uint8Array, key: Uint8Array): Uint8Array =>
  secp256k1.sign(hash, key, { prehash: false, lowS: true, format: 'der' })

/** With the byte that says that it signs all. */
export const signSighashAll = (hash: Uint8Array, key: Uint8Array): Uint8Array => concatBytes(signEcdsaDer(hash, key), 1)

/** A simple signature of these pieces. */
export const encodeSimpleBip322Signature = (...pieces: readonly Uint8Array[]): string =>
  `smp${encodeBase64(RawWitness.encode([...pieces]))}`

/** A full signature of these. */
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

/** A push by the opcode that is the shortest for so many bytes. */
export function encodeScriptPush(bytes: Uint8Array): Uint8Array {
  const { length } = bytes
  if (length <= 75) return concatBytes(length, bytes)
  return length < 256 ? concatBytes(0x4c, length, bytes) : concatBytes(0x4d, length & 255, length >> 8, bytes)
}
