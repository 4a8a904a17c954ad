// Every reason for which a signature does not prove a Bitcoin address, in one table, so that each has words and none has two.

/**
 * Why a signature does not prove a Bitcoin address, as one plain sentence each: reason → sentence.
 *
 * @example
 * ```ts
 * import { bitcoinVerificationErrors } from '@countersign/proof'
 *
 * bitcoinVerificationErrors.other_signer // => 'The signature is that of another address, or of another text.'
 * ```
 */
export const bitcoinVerificationErrors = {
  address_invalid: 'The address is no Bitcoin address.',
  text_not_encodable:
    'The text holds half of a character, for which there are no bytes that anybody could have signed.',
  too_long: 'The signature is longer than any that is read.',
  not_base64: 'The signature is not base64, or does not begin with smp or ful and base64.',
  proof_of_funds: 'The signature proves funds (pof); a signature of the message alone is asked for.',
  simple_not_allowed:
    'An address of this kind has no simple signature (BIP-322): the full one is needed, which begins with ful.',
  form_unclear: 'Which kind of signature this is cannot be told: it has to begin with smp or ful (BIP-322).',
  legacy_for_segwit:
    'The signature is one of the old kind, which only addresses that begin with 1, m or n have; a BIP-322 signature is needed.',
  legacy_header: 'The first byte of the signature is none that an address of this kind has.',
  witness_malformed: 'The signature does not hold a witness stack, or holds something after it.',
  transaction_malformed: 'The signature does not hold a transaction, or holds something after it.',
  transaction_shape:
    'The transaction of the signature has another input, another output or another version than BIP-322 says.',
  witness_surplus: 'The signature holds more or fewer pieces than this address needs.',
  script_unknown: 'The script behind the address is none that is understood here: one key, or some of several.',
  other_script: 'The script of the signature is not that of the address.',
  signature_encoding: 'A signature within is not in the one encoding that it has.',
  sighash: 'A signature within does not sign the whole transaction.',
  high_s: 'A number of a signature within (s) is in the upper half: the same signature exists in a lower form.',
  annex: 'The signature carries an annex, which means nothing here.',
  timelock:
    'The signature is bound to a time or an age (a timelock), of which nobody here can tell whether it has come.',
  other_signer: 'The signature is that of another address, or of another text.',
} as const satisfies Record<string, string>

/**
 * Why a signature does not prove a Bitcoin address: a closed union, so that a switch over it narrows.
 *
 * @example
 * ```ts
 * import type { BitcoinVerificationErrorCode } from '@countersign/proof'
 *
 * const askForAnother: BitcoinVerificationErrorCode[] = ['legacy_for_segwit', 'simple_not_allowed']
 * askForAnother.includes('other_signer') // => false
 * ```
 */
export type BitcoinVerificationErrorCode = keyof typeof bitcoinVerificationErrors
