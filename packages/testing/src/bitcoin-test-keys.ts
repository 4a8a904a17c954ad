// Keys of Bitcoin for tests, and signatures by them (BIP-322) that a library made and not the code under test. They are public, worth
// nothing, and must never hold anything.
import { schnorr, secp256k1 } from '@noble/curves/secp256k1.js'
import { sha256 } from '@noble/hashes/sha2.js'
import { NETWORK, p2pkh, p2sh, p2tr, p2wpkh, RawTx, RawWitness, TEST_NETWORK, Transaction } from '@scure/btc-signer'

export const bitcoinAddressKinds = ['p2wpkh', 'p2tr', 'p2sh-p2wpkh', 'p2pkh'] as const
export type BitcoinAddressKind = (typeof bitcoinAddressKinds)[number]

/** A test key: its private key (32 bytes), the kind of its address, and that address. */
export interface BitcoinTestKey {
  privateKey: Uint8Array
  kind: BitcoinAddressKind
  address: string
  /** What the output of that address asks for. */
  script: Uint8Array
  redeemScript?: Uint8Array | undefined
}

/** Makes the test key with this number (from 1 on). */
export function createBitcoinTestKey(
  number: number,
  kind: BitcoinAddressKind = 'p2wpkh',
  network: 'mainnet' | 'testnet' = 'mainnet',
): BitcoinTestKey {
  const privateKey = new Uint8Array(32)
  new DataView(privateKey.buffer).setUint32(28, number)
  const payment = createPayment(privateKey, kind, network === 'mainnet' ? NETWORK : TEST_NETWORK)
  const redeemScript = 'redeemScript' in payment ? payment.redeemScript : undefined
  return { privateKey, kind, address: payment.address!, script: payment.script, redeemScript }
}

export const bitcoinTestKeys = {
  alice: createBitcoinTestKey(1),
  bob: createBitcoinTestKey(2),
  carol: createBitcoinTestKey(3, 'p2tr'),
}

/**
 * Signs a text with BIP-322 as of 2.0.0: `simple` is the witness, `full` the transaction; an address that begins with 1 signs the old way.
 * @returns base64, with the prefix where `prefixed`
 */
export function signBitcoinMessage(
  key: BitcoinTestKey,
  text: string,
  form: 'simple' | 'full' = 'simple',
  prefixed = false,
): string {
  if (key.kind === 'p2pkh') return signLegacyBitcoinMessage(key, text)
  const transaction = createSignedTransaction(key, text)
  if (form === 'full') return (prefixed ? 'ful' : '') + encodeBase64(transaction.extract())
  const witness = transaction.getInput(0).finalScriptWitness!
  return (prefixed ? 'smp' : '') + encodeBase64(RawWitness.encode(witness))
}

function createPayment(privateKey: Uint8Array, kind: BitcoinAddressKind, network: typeof NETWORK) {
  const publicKey = secp256k1.getPublicKey(privateKey, true)
  switch (kind) {
    case 'p2wpkh':
      return p2wpkh(publicKey, network)
    case 'p2tr':
      return p2tr(schnorr.getPublicKey(privateKey), undefined, network)
    case 'p2sh-p2wpkh':
      return p2sh(p2wpkh(publicKey, network), network)
    case 'p2pkh':
      return p2pkh(publicKey, network)
  }
}

/** BIP-322 §Full: the id of to_spend, which has the message's hash in its script, as the library takes ids. */
export function computeToSpendTxid(text: string, script: Uint8Array): Uint8Array {
  const toSpend = RawTx.encode({
    version: 0,
    segwitFlag: false,
    inputs: [
      {
        txid: new Uint8Array(32),
        index: 0xffffffff,
        finalScriptSig: Uint8Array.of(0, 32, ...taggedHash(text)),
        sequence: 0,
      },
    ],
    outputs: [{ amount: 0n, script }],
    witnesses: [],
    lockTime: 0,
  })
  return sha256(sha256(toSpend)).toReversed()
}

/** BIP-322 §Full: to_sign spends the one output of to_spend. */
function createSignedTransaction(key: BitcoinTestKey, text: string): Transaction {
  const options = { allowUnknownOutputs: true, allowUnknownInputs: true, version: 0, disableScriptCheck: true }
  const toSign = new Transaction(options)
  toSign.addInput({
    txid: computeToSpendTxid(text, key.script),
    index: 0,
    sequence: 0,
    witnessUtxo: { amount: 0n, script: key.script },
    ...(key.redeemScript && { redeemScript: key.redeemScript }),
    ...(key.kind === 'p2tr' && { tapInternalKey: schnorr.getPublicKey(key.privateKey) }),
  })
  toSign.addOutput({ amount: 0n, script: Uint8Array.of(0x6a) })
  toSign.sign(key.privateKey)
  toSign.finalize()
  return toSign
}

/** BIP-340 §Design: a hash of its own for this use. */
function taggedHash(text: string): Uint8Array {
  const tag = sha256(new TextEncoder().encode('BIP0322-signed-message'))
  return sha256(Uint8Array.of(...tag, ...tag, ...new TextEncoder().encode(text)))
}

/** The old signature, of which the key is recovered: its first byte says how, for a compressed key. */
export function signLegacyBitcoinMessage({ privateKey }: BitcoinTestKey, text: string): string {
  const body = new TextEncoder().encode(text)
  const prefix = new TextEncoder().encode('\u0018Bitcoin Signed Message:\n')
  const length = body.length < 253 ? [body.length] : [253, body.length & 255, body.length >> 8]
  const digest = sha256(sha256(Uint8Array.of(...prefix, ...length, ...body)))
  const signature = secp256k1.sign(digest, privateKey, { prehash: false, format: 'recovered' })
  return encodeBase64(Uint8Array.of(signature[0]! + 31, ...signature.subarray(1)))
}

const encodeBase64 = (bytes: Uint8Array): string => Buffer.from(bytes).toString('base64')
