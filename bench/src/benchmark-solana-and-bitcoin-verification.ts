// Compares message parsing and signature verification with the usual libraries.
import { createPublicKey, verify } from 'node:crypto'
import {
  bip122MessageProfile,
  decodeBase58,
  parseSignInMessage,
  solanaMessageProfile,
  decodeSolanaAddress,
  formatSignInMessage,
} from '@countersign/message'
import { verifyBitcoinSignature, verifySolanaSignature } from '@countersign/proof'
import { bitcoinAddressKinds, createBitcoinTestKey, signBitcoinMessage } from '@countersign/testing/bitcoin-test-keys'
import { ed25519 } from '@noble/curves/ed25519.js'
import { address, getPublicKeyFromAddress, signatureBytes, verifySignature } from '@solana/kit'
import { parseSignInMessageText, verifyMessageSignature } from '@solana/wallet-standard-util'
import { installAndImportBenchmarkedLibrary } from './install-and-import-benchmarked-library.ts'
import { buildAndImportLibraryBundle } from './benchmark-bundle-sizes.ts'
import { assertTrue, measureFunctionCallTimes } from './measure-function-call-times.ts'
import {
  signedEthereumMessageBenchmarkInputs,
  createRoundRobinPicker,
  ethereumMessageFieldBenchmarkInputs,
} from './ethereum-message-benchmark-inputs.ts'
import { createFunctionBenchmarkRow } from './format-benchmark-table.ts'
import type { BenchmarkComparisonRow } from './format-benchmark-table.ts'
import type { SignInMessage } from '@countersign/message'
import { bitcoinChainReferences } from '@countersign/message/bip122/bitcoin-chains'
import type { BitcoinAddressKind } from '@countersign/testing/bitcoin-test-keys'
import { createSolanaTestKey, signSolanaMessage } from '@countersign/testing/solana-test-keys'
import type { SignedEthereumMessageBenchmarkInput } from './ethereum-message-benchmark-inputs.ts'

const fieldsOf = (index: number): Omit<SignInMessage, 'address'> =>
  ethereumMessageFieldBenchmarkInputs[index % ethereumMessageFieldBenchmarkInputs.length]!

const solanaMessages: SignedEthereumMessageBenchmarkInput[] = Array.from({ length: 40 }, (_, index) => {
  const key = createSolanaTestKey(index + 1)
  const text = formatSignInMessage(
    { ...fieldsOf(index), chainId: 'mainnet', address: key.address },
    { profile: solanaMessageProfile },
  )
  return { text, signature: signSolanaMessage(key, text), address: key.address }
})

const formOf: Readonly<Record<BitcoinAddressKind, 'simple' | 'full'>> = {
  p2wpkh: 'simple',
  p2tr: 'simple',
  'p2sh-p2wpkh': 'full',
  p2pkh: 'simple',
}

const bitcoinMessagesOf = (kind: BitcoinAddressKind): SignedEthereumMessageBenchmarkInput[] =>
  Array.from({ length: 12 }, (_, index) => {
    const key = createBitcoinTestKey(index + 1, kind)
    const fields = { ...fieldsOf(index), chainId: bitcoinChainReferences.mainnet, address: key.address }
    const text = formatSignInMessage(fields, { profile: bip122MessageProfile })
    return { text, signature: signBitcoinMessage(key, text, formOf[kind]), address: key.address }
  })

/** Without a prefix, as most wallets and libraries encode signatures. */
const bitcoinMessages = Object.fromEntries(
  bitcoinAddressKinds.map((kind) => [kind, bitcoinMessagesOf(kind)]),
) as Record<BitcoinAddressKind, SignedEthereumMessageBenchmarkInput[]>

const encode = (text: string): Uint8Array => new TextEncoder().encode(text)

export async function benchmarkSolanaAndBitcoinVerification(): Promise<BenchmarkComparisonRow[]> {
  return [...(await compareMessageParsing()), ...(await compareSolanaProofs()), ...(await compareBitcoinProofs())]
}

async function compareMessageParsing(): Promise<BenchmarkComparisonRow[]> {
  const [ours, theirs, ethereum, bitcoin] = [
    createRoundRobinPicker(solanaMessages),
    createRoundRobinPicker(solanaMessages),
    createRoundRobinPicker(signedEthereumMessageBenchmarkInputs),
    createRoundRobinPicker(bitcoinMessages.p2wpkh),
  ]
  const cost = await measureFunctionCallTimes({
    solana: () => parseSignInMessage(ours().text, { profile: solanaMessageProfile }),
    util: () => parseSignInMessageText(theirs().text),
    bitcoin: () => parseSignInMessage(bitcoin().text, { profile: bip122MessageProfile }),
    ethereum: () => parseSignInMessage(ethereum().text),
  })
  return [
    createFunctionBenchmarkRow(
      'parse a Solana message, all rules validated',
      '@solana/wallet-standard-util 1.1.4 parseSignInMessageText (lenient)',
      cost.solana,
      cost.util,
    ),
    createFunctionBenchmarkRow(
      'parse a Bitcoin message, all rules validated',
      'the same parser for EIP-4361: no other library parses the Bitcoin message',
      cost.bitcoin,
      cost.ethereum,
    ),
  ]
}

async function compareSolanaProofs(): Promise<BenchmarkComparisonRow[]> {
  const { verifySolanaSignature: proveInBrowser } = (await buildAndImportLibraryBundle('verify-solana')) as {
    verifySolanaSignature: typeof verifySolanaSignature
  }
  const next = Array.from({ length: 6 }, () => createRoundRobinPicker(solanaMessages))
  const take = (index: number) => {
    const { text, signature, address: account } = next[index]!()
    return { text, signature, account, key: decodeSolanaAddress(account)!, bytes: decodeBase58(signature, 64)! }
  }
  const prove = (index: number, by: typeof verifySolanaSignature) => {
    const { text, signature, account } = take(index)
    assertTrue(by(text, signature, account).outcome === 'verified')
  }
  const cost = await measureFunctionCallTimes({
    ours: () => prove(0, verifySolanaSignature),
    inBrowser: () => prove(1, proveInBrowser),
    kit: async () => {
      const { text, account, bytes } = take(2)
      assertTrue(
        await verifySignature(await getPublicKeyFromAddress(address(account)), signatureBytes(bytes), encode(text)),
      )
    },
    util: () => {
      const { text, key, bytes } = take(3)
      const message = encode(text)
      assertTrue(verifyMessageSignature({ message, signedMessage: message, signature: bytes, publicKey: key }))
    },
    strictNoble: () => {
      const { text, key, bytes } = take(4)
      assertTrue(ed25519.verify(bytes, encode(text), key, { zip215: false }))
    },
    node: () => {
      const { text, key, bytes } = take(5)
      const publicKey = createPublicKey({ key: Buffer.concat([keyPrefix, key]), format: 'der', type: 'spki' })
      assertTrue(verify(null, encode(text), publicKey, bytes))
    },
  })
  const what = 'verify a Solana signature'
  return [
    createFunctionBenchmarkRow(what, '@solana/kit 8.4.0 verifySignature', cost.ours, cost.kit),
    createFunctionBenchmarkRow(what, '@solana/wallet-standard-util 1.1.4 verifyMessageSignature', cost.ours, cost.util),
    createFunctionBenchmarkRow(
      what,
      '@noble/curves 2.4.0 ed25519.verify, strict (zip215: false)',
      cost.ours,
      cost.strictNoble,
    ),
    createFunctionBenchmarkRow(what, 'Node’s own verify, without our additional checks', cost.ours, cost.node),
    createFunctionBenchmarkRow(
      `${what} without Node, as in a browser`,
      '@solana/wallet-standard-util 1.1.4 verifyMessageSignature',
      cost.inBrowser,
      cost.util,
    ),
  ]
}

/** DER prefix of an Ed25519 public key (RFC 8410 §4). */
const keyPrefix = Buffer.from('302a300506032b6570032100', 'hex')

export interface Bip322Js {
  Verifier: { verifySignature: (address: string, text: string, signature: string) => boolean }
}

async function compareBitcoinProofs(): Promise<BenchmarkComparisonRow[]> {
  const { Verifier } = installAndImportBenchmarkedLibrary('bip322-js') as Bip322Js
  const rows: BenchmarkComparisonRow[] = []
  for (const kind of bitcoinAddressKinds) {
    // bip322-js does not support full signatures.
    if (kind === 'p2sh-p2wpkh') continue
    const [ours, theirs] = [
      createRoundRobinPicker(bitcoinMessages[kind]),
      createRoundRobinPicker(bitcoinMessages[kind]),
    ]
    const cost = await measureFunctionCallTimes({
      ours: () => {
        const { text, signature, address: account } = ours()
        assertTrue(verifyBitcoinSignature(text, signature, account).outcome === 'verified')
      },
      theirs: () => {
        const { text, signature, address: account } = theirs()
        assertTrue(Verifier.verifySignature(account, text, signature))
      },
    })
    rows.push(
      createFunctionBenchmarkRow(
        `verify a Bitcoin signature, ${kind === 'p2pkh' ? 'BIP-137' : 'BIP-322 simple'}, ${kind.toUpperCase()}`,
        'bip322-js 3.0.0 Verifier.verifySignature',
        cost.ours,
        cost.theirs,
      ),
    )
  }
  return rows
}
