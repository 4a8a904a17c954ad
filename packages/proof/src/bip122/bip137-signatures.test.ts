// Tests 65-byte signatures (BIP-137), as desktop and hardware wallets write them (THREATS S16).
import { p2ms, p2sh } from '@scure/btc-signer'
import { describe, expect, test } from 'vitest'
import {
  bitcoinAddressKinds,
  createBitcoinTestKey,
  signLegacyBitcoinMessage,
} from '../../../testing/src/bitcoin-test-keys.ts'
import { getCompressedPublicKey } from '../../../testing/src/bitcoin-test-signature-parts.ts'
import { verifyBitcoinSignature } from './verify-bitcoin-signature.ts'

const text = 'example.com wants you to sign in with your Bitcoin account:'
const outcomeOf = (signature: string, address: string, signed = text): string => {
  const proof = verifyBitcoinSignature(signed, signature, address)
  return proof.outcome === 'verified' ? proof.method : proof.reason
}
/** Header 31 or 32, as Electrum, Ledger, Sparrow and UniSat write it for every address type. */
const signed = (number: number): Buffer =>
  Buffer.from(signLegacyBitcoinMessage(createBitcoinTestKey(number), text), 'base64')
const withHeader = (signature: Buffer, added: number): string =>
  Buffer.from([signature[0]! + added, ...signature.subarray(1)]).toString('base64')

// What is added to header 31 or 32: Trezor follows BIP-137, and names the address type.
const bip137Headers = { 'p2sh-p2wpkh': 4, p2wpkh: 8 } as const

describe('S16: a 65-byte Bitcoin signature', () => {
  test.each(['p2pkh', 'p2wpkh', 'p2sh-p2wpkh'] as const)('of a %s address is accepted in both spellings', (kind) => {
    for (let number = 1; number < 30; number += 1)
      for (const network of ['mainnet', 'testnet'] as const) {
        const { address } = createBitcoinTestKey(number, kind, network)
        const spellings = kind === 'p2pkh' ? [0] : [0, bip137Headers[kind]]
        for (const added of spellings) expect(outcomeOf(withHeader(signed(number), added), address)).toBe('bip137')
        expect(outcomeOf(withHeader(signed(number), 0), address, `${text}.`)).toBe('other_signer')
        expect(outcomeOf(withHeader(signed(number + 1), 0), address)).toBe('other_signer')
      }
  })

  test('is refused with the header of another address type', () => {
    const headers = { p2pkh: [4, 8], p2wpkh: [4], 'p2sh-p2wpkh': [8], p2tr: [] } as const
    for (const kind of bitcoinAddressKinds)
      for (const added of headers[kind])
        expect(outcomeOf(withHeader(signed(1), added), createBitcoinTestKey(1, kind).address)).toBe('legacy_header')
  })

  test('is refused for Taproot, and for the hash of a script', () => {
    expect(outcomeOf(withHeader(signed(1), 0), createBitcoinTestKey(1, 'p2tr').address)).toBe('legacy_for_segwit')
    const multisig = p2sh(p2ms(1, [getCompressedPublicKey(createBitcoinTestKey(1).privateKey)]))
    for (const added of [0, 4]) expect(outcomeOf(withHeader(signed(1), added), multisig.address!)).toBe('other_signer')
  })

  test('of an uncompressed key is accepted for P2PKH only', () => {
    const uncompressed = withHeader(signed(1), -4)
    for (const kind of bitcoinAddressKinds)
      expect(outcomeOf(uncompressed, createBitcoinTestKey(1, kind).address)).toMatch(
        kind === 'p2pkh' ? /^other_signer$/ : /^legacy_/,
      )
  })
})
