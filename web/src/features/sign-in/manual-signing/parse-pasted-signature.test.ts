// Tests what desktop wallets and tools export as a signature, and what people paste by mistake.
import { decodeBase58, encodeBase58 } from '@countersign/message'
import {
  validBitcoinMessageExample,
  validEthereumMessageExample,
  validSolanaMessageExample,
} from '@countersign/message/message-error-examples'
import { bitcoinTestKeys, createBitcoinTestKey, signBitcoinMessage } from '@countersign/testing/bitcoin-test-keys'
import { ethereumTestKeys, signEthereumMessage } from '@countersign/testing/ethereum-test-keys'
import { signSolanaMessage, solanaTestKeys } from '@countersign/testing/solana-test-keys'
import { describe, expect, test } from 'vitest'
import { parsePastedSignature } from './parse-pasted-signature.ts'

const ethereum = signEthereumMessage(ethereumTestKeys.alice, validEthereumMessageExample)
const solana = signSolanaMessage(solanaTestKeys.alice, validSolanaMessageExample)
const solanaBytes = Buffer.from(decodeBase58(solana, 64)!)
const bitcoin = signBitcoinMessage(bitcoinTestKeys.alice, validBitcoinMessageExample)
const legacyKey = createBitcoinTestKey(1, 'p2pkh')
const legacy = signBitcoinMessage(legacyKey, validBitcoinMessageExample)
const addresses = {
  eip155: ethereumTestKeys.alice.address,
  solana: solanaTestKeys.alice.address,
  bip122: legacyKey.address,
}

const parse = (pasted: string, namespace: keyof typeof addresses) =>
  parsePastedSignature(pasted, namespace, addresses[namespace])

const armored = (parts: { address?: string; header?: string; end?: string; begin?: string }) =>
  [
    '-----BEGIN BITCOIN SIGNED MESSAGE-----',
    validBitcoinMessageExample,
    parts.begin ?? '-----BEGIN BITCOIN SIGNATURE-----',
    ...(parts.header === undefined ? [] : [parts.header, '']),
    ...(parts.address === undefined ? [] : [parts.address]),
    legacy,
    parts.end ?? '-----END BITCOIN SIGNATURE-----',
  ].join('\r\n')

describe('writes a signature as the server reads it', () => {
  test.each([
    ['Ethereum', ethereum, 'eip155', ethereum],
    ['Ethereum, without 0x', ethereum.slice(2), 'eip155', ethereum],
    ['Ethereum, uppercase', ethereum.toUpperCase(), 'eip155', ethereum],
    ['Ethereum, on several lines', ` ${ethereum.slice(0, 60)}\n${ethereum.slice(60)}\n`, 'eip155', ethereum],
    ['Ethereum, with a label', `Signature: ${ethereum}`, 'eip155', ethereum],
    ['Ethereum, in quotes', `"${ethereum}"`, 'eip155', ethereum],
    ['Ethereum, of a contract', '0xABCD', 'eip155', '0xabcd'],
    ['Solana', solana, 'solana', solana],
    ['Solana, hexadecimal', solanaBytes.toString('hex'), 'solana', solana],
    ['Solana, hexadecimal with 0x', `0x${solanaBytes.toString('hex')}`, 'solana', solana],
    ['Solana, base64', solanaBytes.toString('base64'), 'solana', solana],
    ['Solana, base64url', solanaBytes.toString('base64url'), 'solana', solana],
    ['Solana, array of bytes', JSON.stringify([...solanaBytes]), 'solana', solana],
    ['Bitcoin', bitcoin, 'bip122', bitcoin],
    ['Bitcoin, without padding', legacy.replace(/=+$/, ''), 'bip122', legacy],
    ['Bitcoin, with a BIP-322 prefix', `smp${bitcoin}`, 'bip122', `smp${bitcoin}`],
    ['Bitcoin, on several lines', `${legacy.slice(0, 64)}\r\n${legacy.slice(64)}`, 'bip122', legacy],
  ] as const)('%s', (_, pasted, namespace, signature) => {
    expect(parse(pasted, namespace)).toEqual({ signature })
  })

  test('Ethereum, in the compact form (EIP-2098), for many keys', () => {
    for (let number = 0; number < 16; number += 1) {
      const whole = signEthereumMessage(ethereumTestKeys.alice, `text ${number}`)
      const parity = parseInt(whole.slice(-2), 16) - 27
      const first = (parseInt(whole.slice(66, 68), 16) | (parity << 7)).toString(16).padStart(2, '0')
      const compact = whole.slice(0, 66) + first + whole.slice(68, -2)
      expect(parse(compact, 'eip155')).toEqual({ signature: whole })
    }
  })

  test('Solana, the envelope of an off-chain message in base58, as Ledger’s software writes it', () => {
    for (const length of [1, 2, 3, 300, 301, 1200]) {
      const text = Buffer.alloc(length, 0x61)
      const domain = Buffer.concat([Buffer.of(0xff), Buffer.from('solana offchain'), Buffer.of(1)])
      const envelope = Buffer.concat([Buffer.of(1), solanaBytes, domain, text])
      expect(parse(encodeBase58(envelope), 'solana')).toEqual({ signature: envelope.toString('base64') })
    }
  })

  test('Solana, the envelope of an off-chain message, which stays base64', () => {
    const envelope = Buffer.concat([Buffer.of(1), solanaBytes, Buffer.from('\u00FFsolana offchain')]).toString('base64')
    expect(parse(envelope, 'solana')).toEqual({ signature: envelope })
  })

  test.each([
    ['with the address on its own line', { address: legacyKey.address }],
    ['with headers', { header: `Version: Bitcoin-qt (1.0)\r\nAddress: ${legacyKey.address}` }],
    ['without an address', {}],
    [
      'with shorter delimiters',
      {
        begin: '-----BEGIN SIGNATURE-----',
        end: '-----END BITCOIN SIGNED MESSAGE-----',
        address: legacyKey.address,
      },
    ],
  ])('Bitcoin, an armored block %s', (_, parts) => {
    expect(parse(armored(parts), 'bip122')).toEqual({ signature: legacy })
  })

  test.each([
    { address: addresses.eip155, msg: validEthereumMessageExample, sig: ethereum, version: '2' },
    { address: addresses.eip155.toLowerCase(), msg: 'text', sig: ethereum.slice(2), version: '3', signer: 'MEW' },
    { signature: ethereum },
  ])('Ethereum, JSON of MyEtherWallet and others: %j', (json) => {
    expect(parse(JSON.stringify(json, null, 2), 'eip155')).toEqual({ signature: ethereum })
  })
})

test('recognizes the key file of a Solana program, whose bytes look like a signature', () => {
  const { seed } = solanaTestKeys.alice
  const bytes = [...seed, ...decodeBase58(solanaTestKeys.alice.address, 32)!]
  expect(parse(JSON.stringify(bytes), 'solana')).toBe('secret')
  expect(parse(encodeBase58(Uint8Array.from(bytes)), 'solana')).toBe('secret')
  expect(parse(JSON.stringify(bytes.with(63, (bytes[63]! + 1) % 256)), 'solana')).toHaveProperty('signature')
})

test('refuses a text that is longer than any signature', () => {
  expect(parse(`0x${'ab'.repeat(30_000)}`, 'eip155')).toHaveProperty('signature')
  expect(parse(`0x${'ab'.repeat(40_000)}`, 'eip155')).toBe('form')
})

describe('says what is wrong with everything else', () => {
  test.each([
    ['empty', '  \n'],
    ['secret', 'legal winner thank year wave sausage worth useful legal winner thank yellow'],
    ['secret', `0x${'1f'.repeat(32)}`],
    ['is_message', validEthereumMessageExample],
    ['is_message', validEthereumMessageExample.replaceAll('\n', ' ')],
    ['is_address', addresses.eip155],
    ['form', 'signed'],
    ['form', '0x'],
    ['form', `${ethereum}0`],
    ['form', '{"address": "0x'],
    ['form', '{"message": "text"}'],
    ['form', JSON.stringify({ sig: ethereum, signature: ethereum })],
    ['form', JSON.stringify({ sig: [256, 0] })],
    ['other_address', JSON.stringify({ address: ethereumTestKeys.bob.address, sig: ethereum })],
    ['other_address', JSON.stringify({ address: 'me', sig: ethereum })],
  ])('Ethereum, %s: %j', (error, pasted) => {
    expect(parse(pasted, 'eip155')).toBe(error)
  })

  test.each([
    ['form', ethereum],
    ['form', solanaBytes.subarray(0, 63).toString('base64')],
    ['is_address', addresses.solana],
  ])('Solana, %s: %j', (error, pasted) => {
    expect(parse(pasted, 'solana')).toBe(error)
  })

  test.each([
    ['form', ethereum],
    ['form', legacy.slice(0, 80)],
    ['form', legacy.replace('=', '!')],
    ['other_address', armored({ address: createBitcoinTestKey(2, 'p2pkh').address })],
    ['form', armored({ address: `${legacyKey.address}\r\n${createBitcoinTestKey(2, 'p2pkh').address}` })],
    ['form', `${armored({})}\r\n${armored({})}`],
    ['form', armored({}).replace('BEGIN BITCOIN SIGNATURE', 'BEGIN PGP KEY')],
  ])('Bitcoin, %s: %j', (error, pasted) => {
    expect(parse(pasted, 'bip122')).toBe(error)
  })
})
