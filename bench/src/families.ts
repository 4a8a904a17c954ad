// Solana and Bitcoin: reading each message, and proving each kind of signature, beside the usual library. What the other does not check stands in
// family-strictness.ts.
import { createPublicKey, verify } from 'node:crypto'
import { bip122, decodeBase58, parseMessage, solana, solanaKeyOf, formatMessage } from '@countersign/message'
import { proveBitcoin, proveSolana } from '@countersign/proof'
import { bitcoinKinds, createBitcoinKey, signBitcoin } from '@countersign/testing/bitcoin-keys'
import { ed25519 } from '@noble/curves/ed25519.js'
import { address, getPublicKeyFromAddress, signatureBytes, verifySignature } from '@solana/kit'
import { parseSignInMessageText, verifyMessageSignature } from '@solana/wallet-standard-util'
import { loadBeside } from './beside.ts'
import { importBundle } from './bundles.ts'
import { expectTrue, measure } from './measure.ts'
import { signedMessages, takeInTurn, variants } from './messages.ts'
import { costRow } from './table.ts'
import type { Row } from './table.ts'
import type { Message } from '@countersign/message'
import { bitcoinReferences } from '@countersign/message/bip122/chains'
import type { BitcoinKind } from '@countersign/testing/bitcoin-keys'
import { createSolanaKey, signSolana } from '@countersign/testing/solana-keys'
import type { Signed } from './messages.ts'

const fieldsOf = (index: number): Omit<Message, 'address'> => variants[index % variants.length]!

const solanaMessages: Signed[] = Array.from({ length: 40 }, (_, index) => {
  const key = createSolanaKey(index + 1)
  const text = formatMessage({ ...fieldsOf(index), chainId: 'mainnet', address: key.address }, { form: solana })
  return { text, signature: signSolana(key, text), address: key.address }
})

const formOf: Readonly<Record<BitcoinKind, 'simple' | 'full'>> = {
  p2wpkh: 'simple',
  p2tr: 'simple',
  'p2sh-p2wpkh': 'full',
  p2pkh: 'simple',
}

const bitcoinMessagesOf = (kind: BitcoinKind): Signed[] =>
  Array.from({ length: 12 }, (_, index) => {
    const key = createBitcoinKey(index + 1, kind)
    const fields = { ...fieldsOf(index), chainId: bitcoinReferences.mainnet, address: key.address }
    const text = formatMessage(fields, { form: bip122 })
    return { text, signature: signBitcoin(key, text, formOf[kind]), address: key.address }
  })

/** Without a prefix, as most wallets and libraries write them. */
const bitcoinMessages = Object.fromEntries(bitcoinKinds.map((kind) => [kind, bitcoinMessagesOf(kind)])) as Record<
  BitcoinKind,
  Signed[]
>

const encode = (text: string): Uint8Array => new TextEncoder().encode(text)

export async function compareFamilies(): Promise<Row[]> {
  return [...(await compareReading()), ...(await compareSolanaProofs()), ...(await compareBitcoinProofs())]
}

async function compareReading(): Promise<Row[]> {
  const [ours, theirs, ethereum, bitcoin] = [
    takeInTurn(solanaMessages),
    takeInTurn(solanaMessages),
    takeInTurn(signedMessages),
    takeInTurn(bitcoinMessages.p2wpkh),
  ]
  const cost = await measure({
    solana: () => parseMessage(ours().text, { form: solana }),
    util: () => parseSignInMessageText(theirs().text),
    bitcoin: () => parseMessage(bitcoin().text, { form: bip122 }),
    ethereum: () => parseMessage(ethereum().text),
  })
  return [
    costRow(
      'read a message of Solana, all rules checked',
      '@solana/wallet-standard-util 1.1.4 parseSignInMessageText (lenient)',
      cost.solana,
      cost.util,
    ),
    costRow(
      'read a message of Bitcoin, all rules checked',
      'the same reader for EIP-4361: nobody else reads this one',
      cost.bitcoin,
      cost.ethereum,
    ),
  ]
}

async function compareSolanaProofs(): Promise<Row[]> {
  const { proveSolana: proveInBrowser } = (await importBundle('prove-solana')) as { proveSolana: typeof proveSolana }
  const next = Array.from({ length: 6 }, () => takeInTurn(solanaMessages))
  const take = (index: number) => {
    const { text, signature, address: account } = next[index]!()
    return { text, signature, account, key: solanaKeyOf(account)!, bytes: decodeBase58(signature, 64)! }
  }
  const prove = (index: number, by: typeof proveSolana) => {
    const { text, signature, account } = take(index)
    expectTrue(by(text, signature, account).outcome === 'proved')
  }
  const cost = await measure({
    ours: () => prove(0, proveSolana),
    inBrowser: () => prove(1, proveInBrowser),
    kit: async () => {
      const { text, account, bytes } = take(2)
      expectTrue(
        await verifySignature(await getPublicKeyFromAddress(address(account)), signatureBytes(bytes), encode(text)),
      )
    },
    util: () => {
      const { text, key, bytes } = take(3)
      const message = encode(text)
      expectTrue(verifyMessageSignature({ message, signedMessage: message, signature: bytes, publicKey: key }))
    },
    strictNoble: () => {
      const { text, key, bytes } = take(4)
      expectTrue(ed25519.verify(bytes, encode(text), key, { zip215: false }))
    },
    node: () => {
      const { text, key, bytes } = take(5)
      const publicKey = createPublicKey({ key: Buffer.concat([keyPrefix, key]), format: 'der', type: 'spki' })
      expectTrue(verify(null, encode(text), publicKey, bytes))
    },
  })
  const what = 'check a signature of Solana'
  return [
    costRow(what, '@solana/kit 8.4.0 verifySignature', cost.ours, cost.kit),
    costRow(what, '@solana/wallet-standard-util 1.1.4 verifyMessageSignature', cost.ours, cost.util),
    costRow(what, '@noble/curves 2.4.0 ed25519.verify, strict (zip215: false)', cost.ours, cost.strictNoble),
    costRow(what, 'Node’s own verify, without the checks beside it', cost.ours, cost.node),
    costRow(
      `${what}, without Node, as in a browser`,
      '@solana/wallet-standard-util 1.1.4 verifyMessageSignature',
      cost.inBrowser,
      cost.util,
    ),
  ]
}

/** What stands before a key in its DER form (RFC 8410 §4). */
const keyPrefix = Buffer.from('302a300506032b6570032100', 'hex')

/** Of bip322-js what is used here. */
export interface Bip322Js {
  Verifier: { verifySignature: (address: string, text: string, signature: string) => boolean }
}

async function compareBitcoinProofs(): Promise<Row[]> {
  const { Verifier } = loadBeside('bip322-js') as Bip322Js
  const rows: Row[] = []
  for (const kind of bitcoinKinds) {
    // It knows no full signatures.
    if (kind === 'p2sh-p2wpkh') continue
    const [ours, theirs] = [takeInTurn(bitcoinMessages[kind]), takeInTurn(bitcoinMessages[kind])]
    const cost = await measure({
      ours: () => {
        const { text, signature, address: account } = ours()
        expectTrue(proveBitcoin(text, signature, account).outcome === 'proved')
      },
      theirs: () => {
        const { text, signature, address: account } = theirs()
        expectTrue(Verifier.verifySignature(account, text, signature))
      },
    })
    rows.push(
      costRow(
        `check a signature of Bitcoin, ${kind === 'p2pkh' ? 'legacy' : 'BIP-322 simple'}, ${kind.toUpperCase()}`,
        'bip322-js 3.0.0 Verifier.verifySignature',
        cost.ours,
        cost.theirs,
      ),
    )
  }
  return rows
}
