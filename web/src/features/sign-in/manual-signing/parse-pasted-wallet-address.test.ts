// Tests what people paste as their address: other spellings, mistakes, and secrets.
import { encodeBase58 } from '@countersign/message'
import { createBitcoinTestKey } from '@countersign/testing/bitcoin-test-keys'
import { createSolanaTestKey } from '@countersign/testing/solana-test-keys'
import { describe, expect, test } from 'vitest'
import { parsePastedWalletAddress } from './parse-pasted-wallet-address.ts'
import type { PastedWalletAddress } from './parse-pasted-wallet-address.ts'

const ethereum = '0x5aAeb6053F3E94C9b9A09f33669435E7Ef1BeAed'
const bitcoin = 'bc1qw508d6qejxtdg4y5r3zarvary0c5xw7kv8f3t4'
const solana = '4Nd1mBQtrMJVYVfKf2PJy9NZUZdTAsp7D4xWLs4gDB4T'

const ofEthereum = { namespace: 'eip155', address: ethereum, networks: [] }
const ofBitcoin = { namespace: 'bip122', address: bitcoin, networks: ['mainnet'] }
const ofSolana = { namespace: 'solana', address: solana, networks: [] }

describe('accepts each spelling of an address, and gives the one of its chain family', () => {
  test.each([
    ['Ethereum, with checksum', ethereum, ofEthereum],
    ['Ethereum, lowercase', ethereum.toLowerCase(), ofEthereum],
    ['Ethereum, uppercase', `0X${ethereum.slice(2).toUpperCase()}`, ofEthereum],
    ['Ethereum, without 0x', ethereum.slice(2), ofEthereum],
    ['Ethereum, as a payment request (ERC-681)', `ethereum:pay-${ethereum}@1?value=1`, ofEthereum],
    ['Ethereum, as an account ID (CAIP-10)', `eip155:1:${ethereum}`, ofEthereum],
    ['Ethereum, in groups of four', '0x 5aAe b605 3F3E 94C9 b9A0 9f33 6694 35E7 Ef1B eAed', ofEthereum],
    ['Bitcoin', bitcoin, ofBitcoin],
    ['Bitcoin, uppercase as in QR codes', bitcoin.toUpperCase(), ofBitcoin],
    ['Bitcoin, as a payment request (BIP-21)', `bitcoin:${bitcoin}?amount=0.1&label=x`, ofBitcoin],
    ['Bitcoin, as an uppercase payment request', `BITCOIN:${bitcoin.toUpperCase()}`, ofBitcoin],
    ['Bitcoin, on two lines', `${bitcoin.slice(0, 20)}\r\n  ${bitcoin.slice(20)}\n`, ofBitcoin],
    ['Bitcoin, as an account ID (CAIP-10)', `bip122:000000000019d6689c085ae165831e93:${bitcoin}`, ofBitcoin],
    ['Solana', solana, ofSolana],
    ['Solana, with invisible characters', `\u200B${solana}\uFEFF`, ofSolana],
    ['Solana, as a payment request', `solana:${solana}?amount=1`, ofSolana],
    ['Solana, as an account ID (CAIP-10)', `solana:5eykt4UsFv8P8NJdTREpY1vzqKqZKvdp:${solana}`, ofSolana],
  ])('%s', (_, pasted, expected) => {
    expect(parsePastedWalletAddress(pasted)).toEqual(expected)
  })

  test.each(['p2wpkh', 'p2tr', 'p2sh-p2wpkh', 'p2pkh'] as const)('Bitcoin, every address type: %s', (kind) => {
    const { address } = createBitcoinTestKey(7, kind)
    expect(parsePastedWalletAddress(address)).toEqual({ namespace: 'bip122', address, networks: ['mainnet'] })
    const onTestnet = parsePastedWalletAddress(createBitcoinTestKey(7, kind, 'testnet').address)
    expect((onTestnet as PastedWalletAddress).networks).toContain('testnet')
  })

  test('Solana, many keys, none of which is taken for a Bitcoin address', () => {
    for (let number = 1; number <= 200; number += 1) {
      const { address } = createSolanaTestKey(number)
      expect(parsePastedWalletAddress(address)).toMatchObject({ namespace: 'solana', address })
    }
  })
})

describe('says what is wrong with everything else', () => {
  test.each([
    ['empty', ''],
    ['empty', ' \n '],
    ['empty', 'bitcoin:'],
    ['name', 'vitalik.eth'],
    ['name', 'ada@example.com'],
    [
      'extended_key',
      'xpub6CUGRUonZSQ4TWtTMmzXdrXDtypWKiKrhko4egpiMZbpiaQL2jkwSB1icqYh2cfDfVxdx4df189oLKnC5fSwqPfgyP3hooxujYzAu3fDVmz',
    ],
    ['ethereum_form', ethereum.slice(0, -1)],
    ['ethereum_form', `${ethereum}0`],
    ['ethereum_form', ethereum.replace('b', 'g')],
    ['ethereum_checksum', ethereum.replace('5aA', '5aa')],
    ['ethereum_checksum', ethereum.replace('6053', '6054')],
    ['bitcoin_checksum', bitcoin.replace('w508', 'w509')],
    ['bitcoin_checksum', '1BvBMSEYstWetqTFn5Au4m4GFg7xJaNVN3'],
    ['bitcoin_form', bitcoin.slice(0, -1).replace('d6', 'D6')],
    ['bitcoin_form', bitcoin.replace('q', 'b')],
    ['bitcoin_form', bitcoin.replace('bc1qw508', 'bc1Qw508')],
    // Witness version 2 (BIP-350 §Test vectors).
    ['bitcoin_type', 'bc1zw508d6qejxtdg4y5r3zarvaryvaxxpcs'],
    ['solana_form', solana.slice(0, -2)],
    ['solana_form', solana.replace('4Nd', '0Nd')],
    ['unknown', 'my wallet'],
    ['unknown', '!'.repeat(40)],
    ['unknown', `${ethereum.slice(2)} ${bitcoin}`],
  ])('%s: %j', (error, pasted) => {
    expect(parsePastedWalletAddress(pasted)).toBe(error)
  })

  test.each([
    ['a recovery phrase', 'legal winner thank year wave sausage worth useful legal winner thank yellow'],
    ['a recovery phrase of 24 words', Array.from({ length: 24 }, () => 'abandon').join('\n')],
    ['a private key', `0x${'1f'.repeat(32)}`],
    ['a private key without 0x', '1F'.repeat(32)],
    ['a Bitcoin key (WIF)', 'KwDiBf89QgGbjEhKnhXJuH7LrciVrZi3qYjgd9M7rFU73sVHnoWn'],
    ['a Solana key pair, as wallets export it', encodeBase58(new Uint8Array(64).fill(200))],
    ['the key file of a Solana program', JSON.stringify(Array.from({ length: 64 }, (_, index) => index * 3))],
    ['an extended private key', `xprv${encodeBase58(new Uint8Array(78).fill(200))}`],
  ])('a secret: %s', (_, pasted) => {
    expect(parsePastedWalletAddress(pasted)).toBe('secret')
  })
})
