// Bitcoin test keys, and BIP-322 signatures made with another library. The keys are public: never
// use them for funds.
import { schnorr, secp256k1 } from '@noble/curves/secp256k1.js'
import { sha256 } from '@noble/hashes/sha2.js'
import { NETWORK, p2pkh, p2sh, p2tr, p2wpkh, RawTx, RawWitness, TEST_NETWORK, Transaction } from '@scure/btc-signer'

export const bitcoinAddressKinds = ['p2wpkh', 'p2tr', 'p2sh-p2wpkh', 'p2pkh'] as const
export type BitcoinAddressKind = (typeof bitcoinAddressKinds)[number]

/** The private key has 32 bytes. */
export interface BitcoinTestKey {
  privateKey: Uint8Array
  kind: BitcoinAddressKind
  address: string
  /** scriptPubKey. */
  script: Uint8Array
  redeemScript?: Uint8Array | undefined
}

/** Creates the test key with this number. @param number from 1 */
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
 * Signs according to BIP-322 2.0.0: `simple` gives the witness and `full` the transaction. A P2PKH
 * key makes a legacy signature.
 * @returns base64, with its prefix if `prefixed`
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

/** Returns the ID of to_spend (BIP-322 §Full) in the byte order of the library. */
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

// Signs to_sign, which spends the output of to_spend (BIP-322 §Full).
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

// BIP-340 §Design.
function taggedHash(text: string): Uint8Array {
  const tag = sha256(new TextEncoder().encode('BIP0322-signed-message'))
  return sha256(Uint8Array.of(...tag, ...tag, ...new TextEncoder().encode(text)))
}

export const signLegacyBitcoinMessage = (key: BitcoinTestKey, text: string): string =>
  signBip137BitcoinMessage(key, text, 0)

/**
 * Signs with 65 bytes (BIP-137). Electrum, Ledger and others write header 31 for every address type;
 * BIP-137 adds 4 for P2SH-P2WPKH and 8 for P2WPKH.
 */
export function signBip137BitcoinMessage({ privateKey }: BitcoinTestKey, text: string, added: 0 | 4 | 8): string {
  const body = new TextEncoder().encode(text)
  const prefix = new TextEncoder().encode('\u0018Bitcoin Signed Message:\n')
  const length = body.length < 253 ? [body.length] : [253, body.length & 255, body.length >> 8]
  const digest = sha256(sha256(Uint8Array.of(...prefix, ...length, ...body)))
  const signature = secp256k1.sign(digest, privateKey, { prehash: false, format: 'recovered' })
  return encodeBase64(Uint8Array.of(signature[0]! + 31 + added, ...signature.subarray(1)))
}

const encodeBase64 = (bytes: Uint8Array): string => Buffer.from(bytes).toString('base64')
