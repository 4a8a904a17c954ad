// Tests the inspection of Solana and Bitcoin messages and their signatures.
import {
  parseAnySignInMessage,
  bip122MessageProfile,
  eip155MessageProfile,
  solanaMessageProfile,
} from '@countersign/message'
import {
  validBitcoinMessageExample,
  validEthereumMessageExample,
  validSolanaMessageExample,
} from '@countersign/message/message-error-examples'
import { createBitcoinTestKey, signBitcoinMessage } from '@countersign/testing/bitcoin-test-keys'
import { signSolanaMessage, solanaTestKeys } from '@countersign/testing/solana-test-keys'
import { signEthereumMessage, ethereumTestKeys } from '@countersign/testing/ethereum-test-keys'
import { describe, expect, test } from 'vitest'
import { inspectMessage } from '../inspect-message.ts'

const found = (text: string, signature?: string) => inspectMessage(text, { at: 0, signature })
const ofSolana = (address: string): string =>
  validSolanaMessageExample.replace('4Nd1mBQtrMJVYVfKf2PJy9NZUZdTAsp7D4xWLs4gDB4T', address)
const ofBitcoin = (address: string): string =>
  validBitcoinMessageExample.replace('bc1qw508d6qejxtdg4y5r3zarvary0c5xw7kv8f3t4', address)

test.each([
  ['eip155', validEthereumMessageExample],
  ['solana', validSolanaMessageExample],
  ['bip122', validBitcoinMessageExample],
])('a valid %s message is well-formed, with each field at its reported position', (namespace, text) => {
  const { outcome, fields, errors, ...rest } = found(text)
  expect({ outcome, errors, namespace: rest.namespace }).toEqual({ outcome: 'well-formed', errors: [], namespace })
  for (const { value, place } of fields) expect(text.slice(place.offset, place.offset + place.length)).toBe(value)
  expect(fields.map(({ field }) => field)).toContain('chainId')
})

describe('unambiguous errors in Solana and Bitcoin messages are fixed', () => {
  test.each([
    [
      'spaces around a Solana address',
      ofSolana(' 4Nd1mBQtrMJVYVfKf2PJy9NZUZdTAsp7D4xWLs4gDB4T '),
      validSolanaMessageExample,
    ],
    [
      'a Bitcoin address in uppercase',
      ofBitcoin('BC1QW508D6QEJXTDG4Y5R3ZARVARY0C5XW7KV8F3T4'),
      validBitcoinMessageExample,
    ],
    ['a space after a cluster', validSolanaMessageExample.replace('mainnet', 'mainnet '), validSolanaMessageExample],
    ['an extra empty line', validSolanaMessageExample.replace('\nVersion', '\n\nVersion'), validSolanaMessageExample],
    [
      'the header in uppercase',
      validBitcoinMessageExample.replace('Bitcoin account', 'BITCOIN account'),
      validBitcoinMessageExample,
    ],
  ])('%s', (_, text, fixedText) => {
    expect(found(text).fixedText).toBe(fixedText)
    expect(() =>
      parseAnySignInMessage(fixedText, [eip155MessageProfile, solanaMessageProfile, bip122MessageProfile]),
    ).not.toThrow()
  })
})

describe('ambiguous errors in Solana and Bitcoin messages only get a suggested fix', () => {
  test.each([
    [
      'the cluster name mainnet-beta',
      validSolanaMessageExample.replace('mainnet', 'mainnet-beta'),
      validSolanaMessageExample,
    ],
    [
      'a Bitcoin chain by name',
      validBitcoinMessageExample.replace(/Chain ID: .*/, 'Chain ID: mainnet'),
      validBitcoinMessageExample,
    ],
    [
      'a bitcoin: prefix before an address',
      ofBitcoin('bitcoin:bc1qw508d6qejxtdg4y5r3zarvary0c5xw7kv8f3t4'),
      validBitcoinMessageExample,
    ],
    [
      'a Solana address under an Ethereum header',
      validSolanaMessageExample.replace('Solana account', 'Ethereum account'),
      validSolanaMessageExample,
    ],
    [
      'a scheme before the domain of a Solana message',
      `https://${validSolanaMessageExample}`,
      validSolanaMessageExample,
    ],
  ])('%s', (_, text, guess) => {
    const { errors, fixedText } = found(text)
    expect(errors[0]!.fix).toEqual({ certain: false, text: guess })
    expect(fixedText).toBeNull()
  })
})

test('reports every error of a Bitcoin message, but no errors that follow from others', () => {
  const text = ofBitcoin('bc1qw508d6qejxtdg4y5r3zarvary0c5xw7kv8f3t5')
    .replace('000000000019d6689c085ae165831e93', '000000000933ea01ad0ee984209779ba')
    .replace('Nonce: 8mzv3kcq', 'Nonce: 8mzv-kcq')
  expect(found(text).errors.map(({ code }) => code)).toEqual([
    'message.bitcoin_address_checksum',
    'message.nonce_character',
  ])
})

describe('signatures of other chain families', () => {
  test('reports the form, signer and flaws of a Solana signature', () => {
    const text = ofSolana(solanaTestKeys.alice.address)
    expect(found(text, signSolanaMessage(solanaTestKeys.alice, text)).signature).toMatchObject({
      form: 'ed25519',
      bytes: 64,
      matches: true,
      signer: solanaTestKeys.alice.address,
      flaws: [],
    })
    expect(found(text, signSolanaMessage(solanaTestKeys.bob, text)).signature).toMatchObject({
      matches: false,
      signer: null,
    })
    expect(found(text, signEthereumMessage(ethereumTestKeys.alice, text)).signature).toMatchObject({
      form: 'not-base58',
    })
    // S15: the key is the point of order 1, under which R = identity and s = 0 verify any text.
    const anyones = ofSolana('4uQeVj5tqViQh7yWWGStvkEG1Zmhx6uasJtWCJziofM')
    expect(found(anyones, signSolanaMessage(solanaTestKeys.bob, anyones)).signature).toMatchObject({
      flaws: ['key_small_order'],
      matches: null,
    })
  })

  test.each([
    ['p2wpkh', 'simple', 'bip322-simple'],
    ['p2tr', 'simple', 'bip322-simple'],
    ['p2tr', 'full', 'bip322-full'],
    ['p2sh-p2wpkh', 'full', 'bip322-full'],
    ['p2pkh', 'simple', 'bitcoin-legacy'],
  ] as const)('reports the form and signer of a Bitcoin signature: %s, %s', (kind, form, expectedForm) => {
    const [alice, bob] = [createBitcoinTestKey(1, kind), createBitcoinTestKey(2, kind)]
    const text = ofBitcoin(alice.address)
    const isPrefixed = form === 'full'
    expect(found(text, signBitcoinMessage(alice, text, form, isPrefixed)).signature).toMatchObject({
      form: expectedForm,
      matches: true,
      signer: alice.address,
    })
    const other = found(text, signBitcoinMessage(bob, text, form, isPrefixed)).signature
    expect(other).toMatchObject({ form: expectedForm, signer: null })
    expect(other!.matches).not.toBe(true)
  })
})
