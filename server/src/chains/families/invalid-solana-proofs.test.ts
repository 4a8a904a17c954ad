// Invalid Solana proofs: the error code reveals only the kind of error (THREATS S15, P8).
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
    'an address with a character outside base58',
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
    'an address with an extra leading 1',
    'message.solana_address_length',
    tamperWithWalletProofAddress(`1${alice.solana.address}`, solanaSign),
  ],
  [
    'an Ethereum address',
    'message.solana_address_character',
    tamperWithWalletProofAddress(alice.eip155.address, solanaSign),
  ],
  [
    'a Bitcoin address',
    'message.solana_address_length',
    tamperWithWalletProofAddress(createBitcoinTestSigner(1, 'p2pkh').address, solanaSign),
  ],
  // sha256("vault"…) is not a public key: about half of all 32-byte values are not on the curve.
  [
    'an address off the curve',
    'signature.malformed',
    tamperWithWalletProofAddress('4uQeVj5tqViQh7yWWGStvkEG1Zmhx6uasJtWCJziofM', solanaSign),
  ],
  ['the system program address', 'signature.malformed', tamperWithWalletProofAddress('1'.repeat(32), solanaSign)],
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
    'a signature with text appended',
    'signature.malformed',
    ({ message }) => ({
      message,
      signature: encodeBase58(Uint8Array.of(...signSolanaBytes(key, bytesOf(message)), ...bytesOf('text'))),
    }),
  ],
  [
    'a signature of another key',
    'signature.refused',
    ({ message }) => ({ message, signature: createSolanaTestSigner(2).sign(message) }),
  ],
  [
    'a signature over the off-chain message format',
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
    'a message with the off-chain header in its text',
    'message.character_foreign',
    tamperWithWalletProofText((text) => `\u00ffsolana offchain\0\0${text}`, solanaSign),
  ],
  [
    'a message with an extra blank line before the URI',
    'message.blank_line_unexpected',
    tamperWithWalletProofText((text) => text.replace('\nURI', '\n\nURI'), solanaSign),
  ],
  [
    'a message with a trailing line feed',
    'message.line_feed_at_end',
    tamperWithWalletProofText((text) => `${text}\n`, solanaSign),
  ],
  [
    'a message with CRLF line endings',
    'message.',
    tamperWithWalletProofText((text) => text.replaceAll('\n', '\r\n'), solanaSign),
  ],
  [
    'a message with reordered fields',
    'message.',
    tamperWithWalletProofText((text) => text.replace(/(Nonce: .*)\n(Issued At: .*)/, '$2\n$1'), solanaSign),
  ],
  [
    'a message without a nonce',
    'message.nonce_missing',
    tamperWithWalletProofText((text) => text.replace(/\nNonce: .*/, ''), solanaSign),
  ],
  [
    'a message without a URI',
    'message.',
    tamperWithWalletProofText((text) => text.replace(/\nURI: .*/, ''), solanaSign),
  ],
  [
    'a message without a version',
    'message.',
    tamperWithWalletProofText((text) => text.replace(/\nVersion: .*/, ''), solanaSign),
  ],
  [
    'a message without a chain ID',
    'message.',
    tamperWithWalletProofText((text) => text.replace(/\nChain ID: .*/, ''), solanaSign),
  ],
  [
    'a message without an issue time',
    'message.',
    tamperWithWalletProofText((text) => text.replace(/\nIssued At: .*/, ''), solanaSign),
  ],
  [
    'a message with only a domain and an address',
    'message.',
    tamperWithWalletProofText((text) => text.split('\n').slice(0, 2).join('\n'), solanaSign),
  ],
  [
    'a message without a statement',
    'sign_in.message_mismatch',
    tamperWithWalletProofText((text) => text.replace(/\n\n.*\n\n/, '\n\n'), solanaSign),
  ],
  [
    'a message with another statement',
    'sign_in.message_mismatch',
    tamperWithWalletProofText((text) => text.replace(/\n\n.*\n\n/, '\n\nURI: https://evil.example\n\n'), solanaSign),
  ],
  [
    'a message without an expiration time',
    'sign_in.message_mismatch',
    tamperWithWalletProofText((text) => text.replace(/\nExpiration Time: .*/, ''), solanaSign),
  ],
  [
    'a message with an added not-before time',
    'sign_in.message_mismatch',
    tamperWithWalletProofText((text) => `${text}\nNot Before: 2026-01-15T12:00:00.000Z`, solanaSign),
  ],
  [
    'a message with an added request ID',
    'sign_in.message_mismatch',
    tamperWithWalletProofText((text) => `${text}\nRequest ID: other`, solanaSign),
  ],
  [
    'a message with an empty request ID',
    'sign_in.message_mismatch',
    tamperWithWalletProofText((text) => `${text}\nRequest ID: `, solanaSign),
  ],
  [
    'a message with an empty resource list',
    'sign_in.message_mismatch',
    tamperWithWalletProofText((text) => `${text}\nResources:`, solanaSign),
  ],
  [
    'a message with the issue time in another format',
    'sign_in.message_mismatch',
    tamperWithWalletProofText((text) => text.replace(/(Issued At: .*)\.000Z/, '$1Z'), solanaSign),
  ],
  [
    'a message for another domain',
    'sign_in.message_mismatch',
    tamperWithWalletProofText((text) => text.replace(/^[^ ]+/, 'evil.example'), solanaSign),
  ],
  [
    'a message with a scheme before the domain',
    'message.',
    tamperWithWalletProofText((text) => `https://${text}`, solanaSign),
  ],
  [
    'a message with another URI',
    'sign_in.message_mismatch',
    tamperWithWalletProofText((text) => text.replace(/\nURI: .*/, '\nURI: https://evil.example'), solanaSign),
  ],
  [
    'a message for another cluster',
    'sign_in.message_mismatch',
    tamperWithWalletProofText((text) => text.replace('Chain ID: mainnet', 'Chain ID: devnet'), solanaSign),
  ],
  [
    'a message for mainnet-beta, the former cluster name',
    'message.solana_chain_unknown',
    tamperWithWalletProofText((text) => text.replace('Chain ID: mainnet', 'Chain ID: mainnet-beta'), solanaSign),
  ],
  [
    'a message with an Ethereum chain ID',
    'message.solana_chain_unknown',
    tamperWithWalletProofText((text) => text.replace('Chain ID: mainnet', 'Chain ID: 1'), solanaSign),
  ],
]

describe('S15 P8: invalid Solana proof', () => {
  defineInvalidWalletProofTests('solana', solanaRows)
})
