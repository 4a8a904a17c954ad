/**
 * Maps each error code to a sentence that says why a Bitcoin signature was refused.
 *
 * @example
 * ```ts
 * import { bitcoinVerificationErrors } from '@countersign/proof'
 *
 * bitcoinVerificationErrors.other_signer // => 'The signature is from another address or for another text.'
 * ```
 */
export const bitcoinVerificationErrors = {
  address_invalid: 'The address is not a Bitcoin address.',
  text_not_encodable:
    'The text contains an unpaired surrogate, so it has no UTF-8 encoding that could have been signed.',
  too_long: 'The signature exceeds the maximum length.',
  not_base64: 'The signature is not base64, with or without the prefix smp or ful.',
  proof_of_funds: 'The signature is a proof of funds (pof); only a signature of the message is accepted.',
  simple_not_allowed:
    'This type of address has no simple signatures (BIP-322): use a full signature, which starts with ful.',
  form_unclear: 'The type of the signature is ambiguous: it must start with smp or ful (BIP-322).',
  legacy_for_segwit:
    'The signature has 65 bytes (BIP-137), which is possible only for addresses of a single key; taproot and script addresses need a BIP-322 signature.',
  legacy_header: 'The first byte of the signature is not valid for this type of address (BIP-137).',
  witness_malformed: 'The signature does not contain a witness stack, or contains more data after it.',
  transaction_malformed: 'The signature does not contain a transaction, or contains more data after it.',
  transaction_shape: 'The transaction in the signature has a different input, output or version than BIP-322 requires.',
  witness_surplus: 'The signature has more or fewer witness elements than this address needs.',
  script_unknown:
    'The script of the address is not supported; it must require a single key or m of n keys (multisig), and may add a recovery path.',
  other_script: 'The script in the signature is not the script of the address.',
  signature_encoding: 'An inner signature is not canonically encoded.',
  sighash: 'An inner signature does not sign the whole transaction.',
  high_s:
    'The s value of an inner signature is in the upper half of its range (high-s); only low-s signatures are accepted.',
  annex: 'The signature contains an annex, which is not allowed.',
  timelock:
    'The signature has a timelock (a time or an age), and only reading the chain could show whether it has expired.',
  other_signer: 'The signature is from another address or for another text.',
} as const satisfies Record<string, string>

/**
 * The reason why a Bitcoin signature was refused; a closed union for exhaustive switches.
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
