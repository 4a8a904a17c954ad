// What goes wrong with addresses of Bitcoin, one row each: a code that says what kind of thing it is, never more than that, and nothing changed
// (THREATS S16, P8).
import { createBitcoinTestKey, signBitcoinMessage } from '@countersign/testing/bitcoin-test-keys'
import { createBitcoinTestSigner, createTestWalletSigners } from '@countersign/testing/wallet-signer-fixtures'
import { describe } from 'vitest'
import {
  defineInvalidWalletProofTests,
  tamperWithWalletProofAddress,
  tamperWithWalletProofSignature,
  tamperWithWalletProofText,
} from '../../testing/define-invalid-wallet-proof-tests.ts'
import type { InvalidWalletProofCase } from '../../testing/define-invalid-wallet-proof-tests.ts'

const alice = createTestWalletSigners(1)
const bitcoinKey = createBitcoinTestKey(1)
const bitcoinSign = alice.bip122.sign
const { address } = alice.bip122
const bitcoinRows: readonly InvalidWalletProofCase[] = [
  [
    'a capital in bech32',
    'message.bitcoin_address_case',
    tamperWithWalletProofAddress(
      address.slice(0, -1) + address.slice(-1).toUpperCase().replace(/\d/, 'Q'),
      bitcoinSign,
    ),
  ],
  ['all capitals', 'message.bitcoin_address_case', tamperWithWalletProofAddress(address.toUpperCase(), bitcoinSign)],
  [
    'a checksum that is wrong',
    'message.bitcoin_address_checksum',
    tamperWithWalletProofAddress(address.slice(0, -1) + (address.endsWith('q') ? 'p' : 'q'), bitcoinSign),
  ],
  [
    'a checksum that is wrong, in base58',
    'message.bitcoin_address_checksum',
    tamperWithWalletProofAddress(
      createBitcoinTestSigner(1, 'p2pkh').address.replace(/.$/, (last) => (last === '2' ? '3' : '2')),
      bitcoinSign,
    ),
  ],
  [
    'a look-alike of base58',
    'message.bitcoin_address_character',
    tamperWithWalletProofAddress(createBitcoinTestSigner(1, 'p2pkh').address.replace(/.$/, 'l'), bitcoinSign),
  ],
  [
    'a look-alike of bech32',
    'message.bitcoin_address_character',
    tamperWithWalletProofAddress(address.replace(/.$/, 'b'), bitcoinSign),
  ],
  [
    'a public key',
    'message.bitcoin_address_character',
    tamperWithWalletProofAddress(`02${'ab'.repeat(32)}`, bitcoinSign),
  ],
  [
    'a wallet of the test network',
    'message.chain_of_another_address',
    tamperWithWalletProofAddress(
      createBitcoinTestSigner(1, 'p2wpkh', 'testnet').address,
      createBitcoinTestSigner(1, 'p2wpkh', 'testnet').sign,
    ),
  ],
  [
    'one of old of the test network',
    'message.chain_of_another_address',
    tamperWithWalletProofAddress(
      createBitcoinTestSigner(1, 'p2pkh', 'testnet').address,
      createBitcoinTestSigner(1, 'p2pkh', 'testnet').sign,
    ),
  ],
  [
    'an address of Ethereum',
    'message.bitcoin_address_character',
    tamperWithWalletProofAddress(alice.eip155.address, bitcoinSign),
  ],
  [
    'an address of Solana',
    'message.bitcoin_address_length',
    tamperWithWalletProofAddress(alice.solana.address, bitcoinSign),
  ],
  [
    'a chain of Ethereum',
    'message.bitcoin_chain_unknown',
    tamperWithWalletProofText((text) => text.replace(/Chain ID: .*/, 'Chain ID: 1'), bitcoinSign),
  ],
  [
    'the whole hash of the first block',
    'message.bitcoin_chain_unknown',
    tamperWithWalletProofText((text) => text.replace(/Chain ID: (.*)/, 'Chain ID: $1$1'), bitcoinSign),
  ],
  [
    'the test network with an address of it',
    'sign_in.message_mismatch',
    (sound) => {
      const { address: other, sign } = createBitcoinTestSigner(1, 'p2wpkh', 'testnet')
      return tamperWithWalletProofAddress(
        other,
        sign,
      )({ ...sound, message: sound.message.replace(/Chain ID: .*/, 'Chain ID: 00000008819873e925422c1ff0f99f7c') })
    },
  ],
  [
    'a signature of another',
    'signature.refused',
    ({ message }) => ({ message, signature: createBitcoinTestSigner(2).sign(message) }),
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
  [
    'a proof of funds',
    'signature.malformed',
    tamperWithWalletProofSignature((signature) => `pof${signature.slice(3)}`),
  ],
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
    tamperWithWalletProofSignature(
      (signature) => signature.replace(/=*$/, '').replaceAll('+', '-').replaceAll('/', '_') + '-',
    ),
  ],
  [
    'a signature with white space',
    'signature.malformed',
    tamperWithWalletProofSignature((signature) => `${signature}\n`),
  ],
  [
    'a bare witness of an address within P2SH',
    'signature.malformed',
    (sound) => {
      const nested = createBitcoinTestKey(1, 'p2sh-p2wpkh')
      return tamperWithWalletProofAddress(nested.address, (text) => signBitcoinMessage(nested, text, 'simple'))(sound)
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
    tamperWithWalletProofText((text) => text.replace(/\n\n(.*)\n\n/, '\n\n$1\n'), bitcoinSign),
  ],
  [
    'no statement',
    'sign_in.message_mismatch',
    tamperWithWalletProofText((text) => text.replace(/\n\n.*\n\n/, '\n\n\n'), bitcoinSign),
  ],
  [
    'an empty statement',
    'sign_in.message_mismatch',
    tamperWithWalletProofText((text) => text.replace(/\n\n.*\n\n/, '\n\n\n\n'), bitcoinSign),
  ],
  ['a line feed at the end', 'message.line_feed_at_end', tamperWithWalletProofText((text) => `${text}\n`, bitcoinSign)],
]

describe('S16 P8 of Bitcoin', () => {
  defineInvalidWalletProofTests('bip122', bitcoinRows)
})
