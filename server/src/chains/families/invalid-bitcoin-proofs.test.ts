// What goes wrong with addresses of Bitcoin, one row each: a code that says what kind of thing it is, never more than that, and nothing changed
// (THREATS S16, P8).
import { createBitcoinTestKey, signBitcoinMessage } from '@countersign/testing/bitcoin-test-keys'
import { createBitcoinSigner, createTestWalletSigners } from '@countersign/testing/wallet-signer-fixtures'
import { describe } from 'vitest'
import {
  defineInvalidWalletProofTests,
  replaceWalletProofAddress,
  replaceWalletProofSignature,
  replaceWalletProofText,
} from '../../testing/invalid-wallet-proof-cases.ts'
import type { InvalidWalletProofCase } from '../../testing/invalid-wallet-proof-cases.ts'

const alice = createTestWalletSigners(1)
const bitcoinKey = createBitcoinTestKey(1)
const bitcoinSign = alice.bip122.sign
const { address } = alice.bip122
const bitcoinRows: readonly InvalidWalletProofCase[] = [
  [
    'a capital in bech32',
    'message.bitcoin_address_case',
    replaceWalletProofAddress(address.slice(0, -1) + address.slice(-1).toUpperCase().replace(/\d/, 'Q'), bitcoinSign),
  ],
  ['all capitals', 'message.bitcoin_address_case', replaceWalletProofAddress(address.toUpperCase(), bitcoinSign)],
  [
    'a checksum that is wrong',
    'message.bitcoin_address_checksum',
    replaceWalletProofAddress(address.slice(0, -1) + (address.endsWith('q') ? 'p' : 'q'), bitcoinSign),
  ],
  [
    'a checksum that is wrong, in base58',
    'message.bitcoin_address_checksum',
    replaceWalletProofAddress(
      createBitcoinSigner(1, 'p2pkh').address.replace(/.$/, (last) => (last === '2' ? '3' : '2')),
      bitcoinSign,
    ),
  ],
  [
    'a look-alike of base58',
    'message.bitcoin_address_character',
    replaceWalletProofAddress(createBitcoinSigner(1, 'p2pkh').address.replace(/.$/, 'l'), bitcoinSign),
  ],
  [
    'a look-alike of bech32',
    'message.bitcoin_address_character',
    replaceWalletProofAddress(address.replace(/.$/, 'b'), bitcoinSign),
  ],
  ['a public key', 'message.bitcoin_address_character', replaceWalletProofAddress(`02${'ab'.repeat(32)}`, bitcoinSign)],
  [
    'a wallet of the test network',
    'message.chain_of_another_address',
    replaceWalletProofAddress(
      createBitcoinSigner(1, 'p2wpkh', 'testnet').address,
      createBitcoinSigner(1, 'p2wpkh', 'testnet').sign,
    ),
  ],
  [
    'one of old of the test network',
    'message.chain_of_another_address',
    replaceWalletProofAddress(
      createBitcoinSigner(1, 'p2pkh', 'testnet').address,
      createBitcoinSigner(1, 'p2pkh', 'testnet').sign,
    ),
  ],
  [
    'an address of Ethereum',
    'message.bitcoin_address_character',
    replaceWalletProofAddress(alice.eip155.address, bitcoinSign),
  ],
  [
    'an address of Solana',
    'message.bitcoin_address_length',
    replaceWalletProofAddress(alice.solana.address, bitcoinSign),
  ],
  [
    'a chain of Ethereum',
    'message.bitcoin_chain_unknown',
    replaceWalletProofText((text) => text.replace(/Chain ID: .*/, 'Chain ID: 1'), bitcoinSign),
  ],
  [
    'the whole hash of the first block',
    'message.bitcoin_chain_unknown',
    replaceWalletProofText((text) => text.replace(/Chain ID: (.*)/, 'Chain ID: $1$1'), bitcoinSign),
  ],
  [
    'the test network with an address of it',
    'sign_in.message_mismatch',
    (sound) => {
      const { address: other, sign } = createBitcoinSigner(1, 'p2wpkh', 'testnet')
      return replaceWalletProofAddress(
        other,
        sign,
      )({ ...sound, message: sound.message.replace(/Chain ID: .*/, 'Chain ID: 00000008819873e925422c1ff0f99f7c') })
    },
  ],
  [
    'a signature of another',
    'signature.refused',
    ({ message }) => ({ message, signature: createBitcoinSigner(2).sign(message) }),
  ],
  [
    'a signature of the same key’s other address',
    'signature.refused',
    ({ message }) => ({
      message,
      signature: signBitcoinMessage(createBitcoinTestKey(1, 'p2tr'), message, 'full', true),
    }),
  ],
  [
    'the signature of old',
    'signature.malformed',
    ({ message }) => ({ message, signature: signBitcoinMessage(createBitcoinTestKey(1, 'p2pkh'), message) }),
  ],
  ['a proof of funds', 'signature.malformed', replaceWalletProofSignature((signature) => `pof${signature.slice(3)}`)],
  [
    'a signature in hexadecimal',
    'signature.malformed',
    ({ message }) => ({
      message,
      signature: Buffer.from(signBitcoinMessage(bitcoinKey, message), 'base64').toString('hex'),
    }),
  ],
  [
    'a signature of base64 for addresses of the web',
    'signature.malformed',
    replaceWalletProofSignature(
      (signature) => signature.replace(/=*$/, '').replaceAll('+', '-').replaceAll('/', '_') + '-',
    ),
  ],
  ['a signature with white space', 'signature.malformed', replaceWalletProofSignature((signature) => `${signature}\n`)],
  [
    'a bare witness of an address within P2SH',
    'signature.malformed',
    (sound) => {
      const nested = createBitcoinTestKey(1, 'p2sh-p2wpkh')
      return replaceWalletProofAddress(nested.address, (text) => signBitcoinMessage(nested, text, 'simple'))(sound)
    },
  ],
  [
    'a signature of one line feed more',
    'signature.refused',
    ({ message }) => ({ message, signature: bitcoinSign(`${message}\n`) }),
  ],
  [
    'an empty line less',
    'message.',
    replaceWalletProofText((text) => text.replace(/\n\n(.*)\n\n/, '\n\n$1\n'), bitcoinSign),
  ],
  [
    'no statement',
    'sign_in.message_mismatch',
    replaceWalletProofText((text) => text.replace(/\n\n.*\n\n/, '\n\n\n'), bitcoinSign),
  ],
  [
    'an empty statement',
    'sign_in.message_mismatch',
    replaceWalletProofText((text) => text.replace(/\n\n.*\n\n/, '\n\n\n\n'), bitcoinSign),
  ],
  ['a line feed at the end', 'message.line_feed_at_end', replaceWalletProofText((text) => `${text}\n`, bitcoinSign)],
]

describe('S16 P8 of Bitcoin', () => {
  defineInvalidWalletProofTests('bip122', bitcoinRows)
})
