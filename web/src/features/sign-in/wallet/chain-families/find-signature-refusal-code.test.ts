// Tests the reasons for refused signatures with real keys.
import { validBitcoinMessageExample, validSolanaMessageExample } from '@countersign/message/message-error-examples'
import { createBitcoinTestKey, signBitcoinMessage } from '@countersign/testing/bitcoin-test-keys'
import { signSolanaMessage, solanaTestKeys } from '@countersign/testing/solana-test-keys'
import { expect, test } from 'vitest'
import type { TranslationKey } from '../../../../i18n/ui-translation-functions.ts'
import { createTestTranslator } from '../../../../testing/create-test-translator.ts'
import { findSignatureRefusalCode } from './find-signature-refusal-code.ts'

const ofBitcoin = (address: string): string =>
  validBitcoinMessageExample.replace('bc1qw508d6qejxtdg4y5r3zarvary0c5xw7kv8f3t4', address)
const ofSolana = (address: string): string =>
  validSolanaMessageExample.replace('4Nd1mBQtrMJVYVfKf2PJy9NZUZdTAsp7D4xWLs4gDB4T', address)
/** The lowest number that is not a point on the curve: 2, followed by zeros (RFC 8032 §5.1.3). */
const vault = '8qbHbw2BbbTHBW1sbeqakYXVKRQM8Ne7pLK7m6CVfeR'

const nested = createBitcoinTestKey(1, 'p2sh-p2wpkh')
const old = createBitcoinTestKey(1, 'p2pkh')
const taproot = createBitcoinTestKey(1, 'p2tr')
const { address } = createBitcoinTestKey(1)

test.each([
  ['a multisig vault address', ofSolana(vault), signSolanaMessage(solanaTestKeys.alice, 'any'), 'signature.off_curve'],
  [
    'a 65-byte signature for a Taproot address',
    ofBitcoin(taproot.address),
    signBitcoinMessage(old, 'any'),
    'wallet.old_signature',
  ],
  [
    'a simple BIP-322 signature for a P2SH address',
    ofBitcoin(nested.address),
    `smp${signBitcoinMessage(nested, 'any')}`,
    'signature.other_kind',
  ],
  ['a BIP-322 proof of funds', ofBitcoin(address), 'pofcHNidP8B', 'signature.other_kind'],
  ['not a signature', ofBitcoin(address), 'AAAA', null],
  ['another Solana key', ofSolana(solanaTestKeys.bob.address), signSolanaMessage(solanaTestKeys.alice, 'any'), null],
])('finds the refusal code of a signature: %s', (_, text, signature, code) => {
  expect(findSignatureRefusalCode(text, signature)).toBe(code)
  if (code !== null)
    expect(createTestTranslator('en').has(`proving.refusals.${code}.title` as TranslationKey)).toBe(true)
})
