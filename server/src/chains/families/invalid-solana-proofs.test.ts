// What goes wrong with keys of Solana, one row each: a code that says what kind of thing it is, never more than that, and nothing changed (THREATS S15, P8).
import { encodeBase58 } from '@countersign/message'
import {
  createBitcoinTestSigner,
  createTestWalletSigners,
  createSolanaTestSigner,
} from '@countersign/testing/wallet-signer-fixtures'
import { createSolanaTestKey, signSolanaBytes } from '@countersign/testing/solana-test-keys'
import { describe } from 'vitest'
import {
  defineInvalidWalletProofTests,
  tamperWithWalletProofAddress,
  tamperWithWalletProofText,
} from '../../testing/define-invalid-wallet-proof-tests.ts'
import type { InvalidWalletProofCase } from '../../testing/define-invalid-wallet-proof-tests.ts'

const alice = createTestWalletSigners(1)
const bytesOf = (text: string): Uint8Array => new TextEncoder().encode(text)
const key = createSolanaTestKey(1)
const solanaSign = alice.solana.sign
const solanaRows: readonly InvalidWalletProofCase[] = [
  [
    'a look-alike of base58 in the address',
    'message.solana_address_character',
    tamperWithWalletProofAddress(alice.solana.address.replace(/^./, '0'), solanaSign),
  ],
  [
    'a key of 33 bytes',
    'message.solana_address_length',
    tamperWithWalletProofAddress(encodeBase58(new Uint8Array(33).fill(9)), solanaSign),
  ],
  [
    'a key of 31 bytes',
    'message.solana_address_length',
    tamperWithWalletProofAddress(encodeBase58(new Uint8Array(31).fill(9)), solanaSign),
  ],
  [
    'a leading 1 more',
    'message.solana_address_length',
    tamperWithWalletProofAddress(`1${alice.solana.address}`, solanaSign),
  ],
  [
    'an address of Ethereum',
    'message.solana_address_character',
    tamperWithWalletProofAddress(alice.eip155.address, solanaSign),
  ],
  [
    'an address of Bitcoin',
    'message.solana_address_length',
    tamperWithWalletProofAddress(createBitcoinTestSigner(1, 'p2pkh').address, solanaSign),
  ],
  // sha256("vault"…) of no key: the second half of all texts of 32 bytes is off the curve.
  [
    'an address that no key has',
    'signature.malformed',
    tamperWithWalletProofAddress('4uQeVj5tqViQh7yWWGStvkEG1Zmhx6uasJtWCJziofM', solanaSign),
  ],
  ['the system program’s address', 'signature.malformed', tamperWithWalletProofAddress('1'.repeat(32), solanaSign)],
  [
    'a signature in base64',
    'signature.malformed',
    ({ message }) => ({ message, signature: Buffer.from(signSolanaBytes(key, bytesOf(message))).toString('base64') }),
  ],
  [
    'a signature in hexadecimal',
    'signature.malformed',
    ({ message }) => ({
      message,
      signature: `0x${Buffer.from(signSolanaBytes(key, bytesOf(message))).toString('hex')}`,
    }),
  ],
  [
    'a signature with the text after it',
    'signature.malformed',
    ({ message }) => ({
      message,
      signature: encodeBase58(Uint8Array.of(...signSolanaBytes(key, bytesOf(message)), ...bytesOf('text'))),
    }),
  ],
  [
    'a signature of another',
    'signature.refused',
    ({ message }) => ({ message, signature: createSolanaTestSigner(2).sign(message) }),
  ],
  [
    'a text behind the header of off-chain messages',
    'signature.refused',
    ({ message }) => ({
      message,
      signature: encodeBase58(
        signSolanaBytes(
          key,
          Uint8Array.of(
            255,
            ...bytesOf('solana offchain'),
            0,
            0,
            message.length & 255,
            message.length >> 8,
            ...bytesOf(message),
          ),
        ),
      ),
    }),
  ],
  [
    'the header in the text',
    'message.character_foreign',
    tamperWithWalletProofText((text) => `\u00ffsolana offchain\0\0${text}`, solanaSign),
  ],
  [
    'an empty line more, as others have it',
    'message.blank_line_unexpected',
    tamperWithWalletProofText((text) => text.replace('\nURI', '\n\nURI'), solanaSign),
  ],
  ['a line feed at the end', 'message.line_feed_at_end', tamperWithWalletProofText((text) => `${text}\n`, solanaSign)],
  ['CRLF', 'message.', tamperWithWalletProofText((text) => text.replaceAll('\n', '\r\n'), solanaSign)],
  [
    'fields in another order',
    'message.',
    tamperWithWalletProofText((text) => text.replace(/(Nonce: .*)\n(Issued At: .*)/, '$2\n$1'), solanaSign),
  ],
  [
    'no nonce',
    'message.nonce_missing',
    tamperWithWalletProofText((text) => text.replace(/\nNonce: .*/, ''), solanaSign),
  ],
  ['no URI', 'message.', tamperWithWalletProofText((text) => text.replace(/\nURI: .*/, ''), solanaSign)],
  ['no version', 'message.', tamperWithWalletProofText((text) => text.replace(/\nVersion: .*/, ''), solanaSign)],
  ['no chain', 'message.', tamperWithWalletProofText((text) => text.replace(/\nChain ID: .*/, ''), solanaSign)],
  ['no time', 'message.', tamperWithWalletProofText((text) => text.replace(/\nIssued At: .*/, ''), solanaSign)],
  [
    'nothing but domain and address',
    'message.',
    tamperWithWalletProofText((text) => text.split('\n').slice(0, 2).join('\n'), solanaSign),
  ],
  [
    'no statement',
    'sign_in.message_mismatch',
    tamperWithWalletProofText((text) => text.replace(/\n\n.*\n\n/, '\n\n'), solanaSign),
  ],
  [
    'another statement',
    'sign_in.message_mismatch',
    tamperWithWalletProofText((text) => text.replace(/\n\n.*\n\n/, '\n\nURI: https://evil.example\n\n'), solanaSign),
  ],
  [
    'no expiration',
    'sign_in.message_mismatch',
    tamperWithWalletProofText((text) => text.replace(/\nExpiration Time: .*/, ''), solanaSign),
  ],
  [
    'a not-before that was not issued',
    'sign_in.message_mismatch',
    tamperWithWalletProofText((text) => `${text}\nNot Before: 2026-01-15T12:00:00.000Z`, solanaSign),
  ],
  [
    'a request id that was not issued',
    'sign_in.message_mismatch',
    tamperWithWalletProofText((text) => `${text}\nRequest ID: other`, solanaSign),
  ],
  [
    'an empty request id',
    'sign_in.message_mismatch',
    tamperWithWalletProofText((text) => `${text}\nRequest ID: `, solanaSign),
  ],
  [
    'an empty list of resources',
    'sign_in.message_mismatch',
    tamperWithWalletProofText((text) => `${text}\nResources:`, solanaSign),
  ],
  [
    'another time, of the same moment',
    'sign_in.message_mismatch',
    tamperWithWalletProofText((text) => text.replace(/(Issued At: .*)\.000Z/, '$1Z'), solanaSign),
  ],
  [
    'another domain',
    'sign_in.message_mismatch',
    tamperWithWalletProofText((text) => text.replace(/^[^ ]+/, 'evil.example'), solanaSign),
  ],
  ['a scheme before the domain', 'message.', tamperWithWalletProofText((text) => `https://${text}`, solanaSign)],
  [
    'another URI',
    'sign_in.message_mismatch',
    tamperWithWalletProofText((text) => text.replace(/\nURI: .*/, '\nURI: https://evil.example'), solanaSign),
  ],
  [
    'another cluster',
    'sign_in.message_mismatch',
    tamperWithWalletProofText((text) => text.replace('Chain ID: mainnet', 'Chain ID: devnet'), solanaSign),
  ],
  [
    'the old name of the cluster',
    'message.solana_chain_unknown',
    tamperWithWalletProofText((text) => text.replace('Chain ID: mainnet', 'Chain ID: mainnet-beta'), solanaSign),
  ],
  [
    'a chain of Ethereum',
    'message.solana_chain_unknown',
    tamperWithWalletProofText((text) => text.replace('Chain ID: mainnet', 'Chain ID: 1'), solanaSign),
  ],
]

describe('S15 P8 of Solana', () => {
  defineInvalidWalletProofTests('solana', solanaRows)
})
