/**
 * Maps each error code to a sentence that says why a signature does not prove control of a key.
 *
 * @example
 * ```ts
 * import { ethereumKeyVerificationErrors } from '@countersign/proof'
 *
 * ethereumKeyVerificationErrors.other_signer // => 'The signature is from another address or for another text.'
 * ```
 */
export const ethereumKeyVerificationErrors = {
  address_invalid: 'The address is not 0x followed by 40 hexadecimal digits.',
  text_not_encodable:
    'The text contains an unpaired surrogate, so it has no UTF-8 encoding that could have been signed.',
  not_hex: 'The signature is not 0x followed by pairs of hexadecimal digits.',
  length: 'The signature is shorter than 65 bytes.',
  length_compact: 'The signature has 64 bytes: this is the compact form of ERC-2098, which is not accepted.',
  length_erc6492: 'The signature is from an undeployed contract wallet (ERC-6492), not from a key.',
  length_contract: 'The signature is longer than 65 bytes: it is probably from a contract wallet, not from a key.',
  r_out_of_range: "The signature's r value is zero, or is not less than the curve order.",
  s_out_of_range: "The signature's s value is zero, or is not less than the curve order.",
  high_s: "The signature's s value is in the upper half of its range (high-s); only low-s signatures are accepted.",
  recovery_id: "The signature's v value (its last byte) is not 0, 1, 27 or 28.",
  not_recoverable: 'No public key can be recovered from the signature.',
  other_signer: 'The signature is from another address or for another text.',
} as const satisfies Record<string, string>

/**
 * The reason why the signature of a key was refused; a closed union for exhaustive switches.
 *
 * @example
 * ```ts
 * import { ethereumKeyVerificationErrors } from '@countersign/proof'
 * import type { EthereumKeyVerificationErrorCode } from '@countersign/proof'
 *
 * const reason: EthereumKeyVerificationErrorCode = 'high_s'
 * ethereumKeyVerificationErrors[reason].includes('only low-s') // => true
 * ```
 */
export type EthereumKeyVerificationErrorCode = keyof typeof ethereumKeyVerificationErrors

/**
 * Maps each error code to a sentence that says why a contract wallet's signature was refused.
 *
 * @example
 * ```ts
 * import { contractVerificationErrors } from '@countersign/proof'
 *
 * contractVerificationErrors.not_deployed // => 'There is no contract at the address on this chain.'
 * ```
 */
export const contractVerificationErrors = {
  address_invalid: ethereumKeyVerificationErrors.address_invalid,
  text_not_encodable: ethereumKeyVerificationErrors.text_not_encodable,
  not_hex: ethereumKeyVerificationErrors.not_hex,
  wrapper_malformed:
    'The signature has the suffix of an undeployed wallet (ERC-6492), but the data before the suffix is malformed.',
  wrapper_nested: 'The signature is wrapped twice in the format for undeployed wallets (ERC-6492).',
  not_deployed: 'There is no contract at the address on this chain.',
  factory_not_allowed:
    'There is no contract at the address on this chain yet, and the operator does not allow the factory that would deploy it.',
  deployment_failed: 'There is no contract at the address on this chain yet, and the factory did not deploy one there.',
  delegate_not_allowed:
    'The address belongs to a key that delegates to a contract (EIP-7702), and the operator does not allow the contract to answer for the key.',
  contract_failed: 'The contract did not answer: it reverted or exceeded the gas limit.',
  answer_too_long: 'The response of the contract is too long.',
  answer_malformed: 'The contract answered neither yes nor no (ERC-1271).',
  not_accepted: 'The contract does not accept the signature.',
} as const satisfies Record<string, string>

/**
 * The reason why a contract wallet's signature was refused; a closed union for exhaustive switches.
 *
 * @example
 * ```ts
 * import { contractVerificationErrors } from '@countersign/proof'
 * import type { ContractVerificationErrorCode } from '@countersign/proof'
 *
 * const reason: ContractVerificationErrorCode = 'not_accepted'
 * contractVerificationErrors[reason] // => 'The contract does not accept the signature.'
 * ```
 */
export type ContractVerificationErrorCode = keyof typeof contractVerificationErrors
