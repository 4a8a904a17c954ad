// Tests messages with a single fault, and other encodings of a signature (malleability).
import {
  decodeBase58,
  encodeBase58,
  parseSignInMessage,
  solanaMessageProfile,
  decodeSolanaAddress,
} from '@countersign/message'
import {
  messageErrorExamples,
  validEthereumMessageExample,
  validSolanaMessageExample,
} from '@countersign/message/message-error-examples'
import { verifyBitcoinSignature, verifySolanaSignature } from '@countersign/proof'
import { createBitcoinTestKey, signBitcoinMessage } from '@countersign/testing/bitcoin-test-keys'
import { createSolanaTestKey, signSolanaMessage } from '@countersign/testing/solana-test-keys'
import { address, getPublicKeyFromAddress, signatureBytes, verifySignature } from '@solana/kit'
import { parseSignInMessageText, verifyMessageSignature } from '@solana/wallet-standard-util'
import { installAndImportBenchmarkedLibrary } from './install-and-import-benchmarked-library.ts'
import type { Bip322Js } from './benchmark-solana-and-bitcoin-verification.ts'
import type { BenchmarkComparisonRow } from './format-benchmark-table.ts'

type SolanaOrBitcoinVerifier = (text: string, signature: string, account: string) => boolean | Promise<boolean>
type SignedText = readonly [text: string, signature: string, account: string]

const text = 'a text'

/** EIP-4361 errors in a Solana message, except those that are valid on Solana. */
const solanaFaults: readonly string[] = Object.values(messageErrorExamples)
  .filter((example) => example.expected === undefined && example.text.length < 4096)
  .map((example) => toSolana(example.text))
  .filter(
    (each) =>
      each !== validSolanaMessageExample && !reads(() => parseSignInMessage(each, { profile: solanaMessageProfile })),
  )

function toSolana(message: string): string {
  const [address = ''] = validEthereumMessageExample.split('\n').slice(1, 2)
  const [key = ''] = validSolanaMessageExample.split('\n').slice(1, 2)
  return message
    .replace(/^https:\/\//, '')
    .replace('Ethereum', 'Solana')
    .replace(address, key)
    .replace('Chain ID: 1\n', 'Chain ID: mainnet\n')
}

function reads(read: () => unknown): boolean {
  try {
    return read() !== null
  } catch {
    return false
  }
}

const solanaKey = createSolanaTestKey(1)
const solanaSignature = signSolanaMessage(solanaKey, text)

/** RFC 8032 §5.1: the order of the base point. */
const edOrder = (1n << 252n) + 27742317777372353535851937790883648493n

const solanaForms: Readonly<Record<string, SignedText>> = {
  's plus the order': [text, withS((s) => s + edOrder), solanaKey.address],
  'the identity point as key, with a signature of any text': [
    text,
    identityPointSignature(),
    encodeBase58(littleEndian(1n)),
  ],
  'the same key in a second encoding (y above the prime)': [
    text,
    identityPointSignature(),
    encodeBase58(littleEndian((1n << 255n) - 18n)),
  ],
}

function withS(change: (s: bigint) => bigint): string {
  const bytes = decodeBase58(solanaSignature, 64)!
  const s = bytes.subarray(32).reduceRight((number, byte) => (number << 8n) | BigInt(byte), 0n)
  return encodeBase58(Uint8Array.of(...bytes.subarray(0, 32), ...littleEndian(change(s))))
}

function identityPointSignature(): string {
  return encodeBase58(Uint8Array.of(...littleEndian(1n), ...new Uint8Array(32)))
}

function littleEndian(number: bigint): Uint8Array {
  return Uint8Array.from({ length: 32 }, (_, index) => Number((number >> BigInt(8 * index)) & 255n))
}

const encode = (one: string): Uint8Array => new TextEncoder().encode(one)

const solanaVerifiers: Readonly<Record<string, SolanaOrBitcoinVerifier>> = {
  '@solana/kit 8.4.0 verifySignature': async (message, signature, account) =>
    verifySignature(
      await getPublicKeyFromAddress(address(account)),
      signatureBytes(decodeBase58(signature, 64)!),
      encode(message),
    ),
  '@solana/wallet-standard-util 1.1.4 verifyMessageSignature': (message, signature, account) =>
    verifyMessageSignature({
      message: encode(message),
      signedMessage: encode(message),
      signature: decodeBase58(signature, 64)!,
      publicKey: decodeSolanaAddress(account)!,
    }),
}

const segwit = createBitcoinTestKey(1)
const old = createBitcoinTestKey(1, 'p2pkh')
/** A witness is a count, then each item preceded by its length. */
const witness = Buffer.from(signBitcoinMessage(segwit, text), 'base64')
const der = witness.subarray(2, 2 + witness[1]!)
const key = witness.subarray(2 + der.length)
const bip137 = Buffer.from(signBitcoinMessage(old, text), 'base64')
/** SEC 2 §2.4.1. */
const order = 0xfffffffffffffffffffffffffffffffebaaedce6af48a03bbfd25e8cd0364141n
const numberOf = (bytes: Uint8Array): bigint => BigInt(`0x${Buffer.from(bytes).toString('hex')}`)
const base64 = (...bytes: number[]): string => Buffer.from(bytes).toString('base64')

const bitcoinForms: Readonly<Record<string, SignedText>> = {
  'a byte after the witness': [text, base64(...witness, 0), segwit.address],
  'a third witness item': [text, base64(3, ...witness.subarray(1), 1, 0), segwit.address],
  'upper s, simple': [text, base64(2, ...withUpperS(), ...key), segwit.address],
  'upper s, 65 bytes': [text, upperBip137(), old.address],
  '65 bytes for a Taproot address': [text, base64(...bip137), createBitcoinTestKey(1, 'p2tr').address],
  '65 bytes with the header of another address type': [
    text,
    base64(bip137[0]! + 8, ...bip137.subarray(1)),
    old.address,
  ],
  'base64 without padding': [text, base64(...bip137).replace(/=+$/, ''), old.address],
}

/** BIP-66: `30 length 02 length r 02 length s`, then the sighash byte. */
function withUpperS(): number[] {
  const r = der.subarray(4, 4 + der[3]!)
  const s = der.subarray(6 + der[3]!, -1)
  const upper = [0, ...Buffer.from((order - numberOf(s)).toString(16).padStart(64, '0'), 'hex')]
  const numbers = [0x02, r.length, ...r, 0x02, upper.length, ...upper]
  const signature = [0x30, numbers.length, ...numbers, 0x01]
  return [signature.length, ...signature]
}

function upperBip137(): string {
  const s = (order - numberOf(bip137.subarray(33))).toString(16).padStart(64, '0')
  return base64(((bip137[0]! - 31) ^ 1) + 31, ...bip137.subarray(1, 33), ...Buffer.from(s, 'hex'))
}

async function listAcceptedForms(
  accept: SolanaOrBitcoinVerifier,
  sound: SignedText,
  forms: Readonly<Record<string, SignedText>>,
): Promise<readonly string[]> {
  const accepts = async (signed: SignedText): Promise<boolean> => {
    try {
      return await accept(...signed)
    } catch {
      return false
    }
  }
  if (!(await accepts(sound))) throw new Error('A valid signature was refused')
  const taken: string[] = []
  for (const [name, form] of Object.entries(forms)) if (await accepts(form)) taken.push(name)
  return taken
}

const soundSolana: SignedText = [text, solanaSignature, solanaKey.address]
const soundBitcoin: SignedText = [text, base64(...witness), segwit.address]
const bySolana: SolanaOrBitcoinVerifier = (...signed) => verifySolanaSignature(...signed).outcome === 'verified'
const byBitcoin: SolanaOrBitcoinVerifier = (...signed) => verifyBitcoinSignature(...signed).outcome === 'verified'

function bitcoinVerifiers(): Readonly<Record<string, SolanaOrBitcoinVerifier>> {
  const { Verifier } = installAndImportBenchmarkedLibrary('bip322-js') as Bip322Js
  return {
    'bip322-js 3.0.0 Verifier.verifySignature': (message, signature, account) =>
      Verifier.verifySignature(account, message, signature),
  }
}

export async function benchmarkSolanaAndBitcoinStrictness(): Promise<BenchmarkComparisonRow[]> {
  const passed = solanaFaults.filter((each) => reads(() => parseSignInMessageText(each))).length
  const rows: BenchmarkComparisonRow[] = [
    rowOf('refuse a Solana message with one error, kinds of errors', {
      alternative: '@solana/wallet-standard-util 1.1.4 parseSignInMessageText',
      count: solanaFaults.length,
      ours: 0,
      theirs: passed,
    }),
  ]
  const families = [
    ['refuse invalid Solana signatures', bySolana, soundSolana, solanaForms, solanaVerifiers],
    ['refuse malleated Bitcoin signatures', byBitcoin, soundBitcoin, bitcoinForms, bitcoinVerifiers()],
  ] as const
  for (const [what, ours, sound, forms, verifiers] of families)
    for (const [alternative, accept] of Object.entries(verifiers))
      rows.push(
        rowOf(what, {
          alternative,
          count: Object.keys(forms).length,
          ours: (await listAcceptedForms(ours, sound, forms)).length,
          theirs: (await listAcceptedForms(accept, sound, forms)).length,
        }),
      )
  return rows
}

function rowOf(
  what: string,
  { alternative, count, ours, theirs }: { alternative: string; count: number; ours: number; theirs: number },
): BenchmarkComparisonRow {
  const [here, there] = [count - ours, count - theirs]
  return { what, alternative, ours: `${here} of ${count}`, theirs: `${there} of ${count}`, ratio: here / there }
}

if (import.meta.main) {
  console.log(`Solana messages: of ${solanaFaults.length} kinds of errors, the usual parser accepts`)
  for (const [code, example] of Object.entries(messageErrorExamples))
    if (solanaFaults.includes(toSolana(example.text)) && reads(() => parseSignInMessageText(toSolana(example.text))))
      console.log(`  ${code}`)
  for (const [name, accept] of Object.entries({ '@countersign/proof': bySolana, ...solanaVerifiers }))
    console.log(
      `Solana, ${name} accepts: ${(await listAcceptedForms(accept, soundSolana, solanaForms)).join('; ') || 'none'}`,
    )
  for (const [name, accept] of Object.entries({ '@countersign/proof': byBitcoin, ...bitcoinVerifiers() }))
    console.log(
      `Bitcoin, ${name} accepts: ${(await listAcceptedForms(accept, soundBitcoin, bitcoinForms)).join('; ') || 'none'}`,
    )
}
