// Why a signature was refused, of real keys: the server tells every caller the same, and the page finds out what the person can do.
import { soundBitcoinMessage, soundSolanaMessage } from '@countersign/message/fault-examples'
import { createBitcoinKey, signBitcoin } from '@countersign/testing/bitcoin-keys'
import { signSolana, solanaKeys } from '@countersign/testing/solana-keys'
import { expect, test } from 'vitest'
import type { MessageKey } from '../../../../i18n/translate.ts'
import { translatorFor } from '../../../../testing/translator.ts'
import { whyRefused } from './why-refused.ts'

const ofBitcoin = (address: string): string =>
  soundBitcoinMessage.replace('bc1qw508d6qejxtdg4y5r3zarvary0c5xw7kv8f3t4', address)
const ofSolana = (address: string): string =>
  soundSolanaMessage.replace('4Nd1mBQtrMJVYVfKf2PJy9NZUZdTAsp7D4xWLs4gDB4T', address)
/** The first bytes that are no point of the curve: 2 and zeros (RFC 8032 §5.1.3). */
const vault = '8qbHbw2BbbTHBW1sbeqakYXVKRQM8Ne7pLK7m6CVfeR'

const nested = createBitcoinKey(1, 'p2sh-p2wpkh')
const old = createBitcoinKey(1, 'p2pkh')
const { address } = createBitcoinKey(1)

test.each([
  ['the vault of a multisig', ofSolana(vault), signSolana(solanaKeys.alice, 'any'), 'signature.off_curve'],
  ['the old kind for segregated witness', ofBitcoin(address), signBitcoin(old, 'any'), 'wallet.old_signature'],
  ['the simple kind for P2SH', ofBitcoin(nested.address), `smp${signBitcoin(nested, 'any')}`, 'signature.other_kind'],
  ['a proof of funds', ofBitcoin(address), 'pofcHNidP8B', 'signature.other_kind'],
  ['what is no signature at all', ofBitcoin(address), 'AAAA', null],
  ['another key of Solana', ofSolana(solanaKeys.bob.address), signSolana(solanaKeys.alice, 'any'), null],
])('%s', (_, text, signature, code) => {
  expect(whyRefused(text, signature)).toBe(code)
  if (code !== null) expect(translatorFor('en').has(`proving.refusals.${code}.title` as MessageKey)).toBe(true)
})
