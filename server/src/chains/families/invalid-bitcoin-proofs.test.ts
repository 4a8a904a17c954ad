// Invalid Bitcoin proofs: the error code reveals only the kind of error (THREATS S16, P8).
import {
  createBitcoinTestKey,
  signBitcoinMessage,
  signBip137BitcoinMessage,
} from '@countersign/testing/bitcoin-test-keys'
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
const createBip137Signature = (text: string, added: 0 | 4 | 8, key = 1): string =>
  signBip137BitcoinMessage(createBitcoinTestKey(key), text, added)
const bitcoinRows: readonly InvalidWalletProofCase[] = [
  [
    'a bech32 address with one capital',
    'message.bitcoin_address_case',
    tamperWithWalletProofAddress(
      address.slice(0, -1) + address.slice(-1).toUpperCase().replace(/\d/, 'Q'),
      bitcoinSign,
    ),
  ],
  [
    'a bech32 address in capitals',
    'message.bitcoin_address_case',
    tamperWithWalletProofAddress(address.toUpperCase(), bitcoinSign),
  ],
  [
    'a bech32 address with a wrong checksum',
    'message.bitcoin_address_checksum',
    tamperWithWalletProofAddress(address.slice(0, -1) + (address.endsWith('q') ? 'p' : 'q'), bitcoinSign),
  ],
  [
    'a base58 address with a wrong checksum',
    'message.bitcoin_address_checksum',
    tamperWithWalletProofAddress(
      createBitcoinTestSigner(1, 'p2pkh').address.replace(/.$/, (last) => (last === '2' ? '3' : '2')),
      bitcoinSign,
    ),
  ],
  [
    'a base58 address with an invalid character',
    'message.bitcoin_address_character',
    tamperWithWalletProofAddress(createBitcoinTestSigner(1, 'p2pkh').address.replace(/.$/, 'l'), bitcoinSign),
  ],
  [
    'a bech32 address with an invalid character',
    'message.bitcoin_address_character',
    tamperWithWalletProofAddress(address.replace(/.$/, 'b'), bitcoinSign),
  ],
  [
    'a public key as the address',
    'message.bitcoin_address_character',
    tamperWithWalletProofAddress(`02${'ab'.repeat(32)}`, bitcoinSign),
  ],
  [
    'a testnet address',
    'message.chain_of_another_address',
    tamperWithWalletProofAddress(
      createBitcoinTestSigner(1, 'p2wpkh', 'testnet').address,
      createBitcoinTestSigner(1, 'p2wpkh', 'testnet').sign,
    ),
  ],
  [
    'a legacy testnet address',
    'message.chain_of_another_address',
    tamperWithWalletProofAddress(
      createBitcoinTestSigner(1, 'p2pkh', 'testnet').address,
      createBitcoinTestSigner(1, 'p2pkh', 'testnet').sign,
    ),
  ],
  [
    'an Ethereum address',
    'message.bitcoin_address_character',
    tamperWithWalletProofAddress(alice.eip155.address, bitcoinSign),
  ],
  [
    'a Solana address',
    'message.bitcoin_address_length',
    tamperWithWalletProofAddress(alice.solana.address, bitcoinSign),
  ],
  [
    'an Ethereum chain ID',
    'message.bitcoin_chain_unknown',
    tamperWithWalletProofText((text) => text.replace(/Chain ID: .*/, 'Chain ID: 1'), bitcoinSign),
  ],
  [
    'a chain ID of full block hash length',
    'message.bitcoin_chain_unknown',
    tamperWithWalletProofText((text) => text.replace(/Chain ID: (.*)/, 'Chain ID: $1$1'), bitcoinSign),
  ],
  [
    'a testnet address with the testnet chain ID',
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
    'a signature of another key',
    'signature.refused',
    ({ message }) => ({ message, signature: createBitcoinTestSigner(2).sign(message) }),
  ],
  [
    'a signature for another address of the same key',
    'signature.refused',
    ({ message }) => ({
      message,
      signature: signBitcoinMessage(createBitcoinTestKey(1, 'p2tr'), message, 'full', true),
    }),
  ],
  [
    'a 65-byte signature with the header of another address type',
    'signature.malformed',
    ({ message }) => ({ message, signature: createBip137Signature(message, 4) }),
  ],
  [
    'a 65-byte signature for a Taproot address',
    'signature.malformed',
    (sound) =>
      tamperWithWalletProofAddress(createBitcoinTestKey(1, 'p2tr').address, (text) => createBip137Signature(text, 0))(
        sound,
      ),
  ],
  [
    'a 65-byte signature by another key',
    'signature.refused',
    ({ message }) => ({ message, signature: createBip137Signature(message, 0, 2) }),
  ],
  [
    'a BIP-322 proof of funds',
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
    'a signature in base64url',
    'signature.malformed',
    tamperWithWalletProofSignature(
      (signature) => signature.replace(/=*$/, '').replaceAll('+', '-').replaceAll('/', '_') + '-',
    ),
  ],
  [
    'a signature with trailing whitespace',
    'signature.malformed',
    tamperWithWalletProofSignature((signature) => `${signature}\n`),
  ],
  [
    'a witness with the prefix smp for a nested P2SH address',
    'signature.malformed',
    (sound) => {
      const nested = createBitcoinTestKey(1, 'p2sh-p2wpkh')
      return tamperWithWalletProofAddress(
        nested.address,
        (text) => `smp${signBitcoinMessage(nested, text, 'simple')}`,
      )(sound)
    },
  ],
  [
    'a signature over the message with an extra line feed',
    'signature.refused',
    ({ message }) => ({ message, signature: bitcoinSign(`${message}\n`) }),
  ],
  [
    'a message with a missing blank line',
    'message.',
    tamperWithWalletProofText((text) => text.replace(/\n\n(.*)\n\n/, '\n\n$1\n'), bitcoinSign),
  ],
  [
    'a message without a statement',
    'sign_in.message_mismatch',
    tamperWithWalletProofText((text) => text.replace(/\n\n.*\n\n/, '\n\n\n'), bitcoinSign),
  ],
  [
    'a message with an empty statement',
    'sign_in.message_mismatch',
    tamperWithWalletProofText((text) => text.replace(/\n\n.*\n\n/, '\n\n\n\n'), bitcoinSign),
  ],
  [
    'a message with a trailing line feed',
    'message.line_feed_at_end',
    tamperWithWalletProofText((text) => `${text}\n`, bitcoinSign),
  ],
]

describe('S16 P8: invalid Bitcoin proof', () => {
  defineInvalidWalletProofTests('bip122', bitcoinRows)
})
