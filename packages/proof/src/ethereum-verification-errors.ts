// Every reason for which a signature does not prove a wallet, in one table, so that each has words and none has two.

/**
 * Why a signature does not prove a key, as one plain sentence each: reason → sentence.
 *
 * @example
 * ```ts
 * import { ethereumKeyVerificationErrors } from '@countersign/proof'
 *
 * ethereumKeyVerificationErrors.other_signer // => 'The signature is that of another address, or of another text.'
 * ```
 */
export const ethereumKeyVerificationErrors = {
  address_invalid: 'The address is not 0x and 40 hexadecimal digits.',
  text_not_encodable:
    'The text holds half of a character, for which there are no bytes that anybody could have signed.',
  not_hex: 'The signature is not 0x and pairs of hexadecimal digits.',
  length: 'The signature is shorter than 65 bytes.',
  length_compact: 'The signature has 64 bytes, the compact form of ERC-2098, which is not accepted.',
  length_erc6492: 'The signature is that of a contract wallet that is not deployed yet (ERC-6492), not that of a key.',
  length_contract:
    'The signature is longer than 65 bytes: it is probably that of a contract wallet, not that of a key.',
  r_out_of_range: 'The first number of the signature (r) is zero or not below the order of the curve.',
  s_out_of_range: 'The second number of the signature (s) is zero or not below the order of the curve.',
  high_s: 'The second number of the signature (s) is in the upper half: the same signature exists in a lower form.',
  recovery_id: 'The last byte of the signature (v) is none of 0, 1, 27 and 28.',
  not_recoverable: 'The signature belongs to no public key at all.',
  other_signer: 'The signature is that of another address, or of another text.',
} as const satisfies Record<string, string>

/**
 * Why a signature does not prove a key: a closed union, so that a switch over it narrows.
 *
 * @example
 * ```ts
 * import { ethereumKeyVerificationErrors } from '@countersign/proof'
 * import type { EthereumKeyVerificationErrorCode } from '@countersign/proof'
 *
 * const reason: EthereumKeyVerificationErrorCode = 'high_s'
 * ethereumKeyVerificationErrors[reason].startsWith('The second number') // => true
 * ```
 */
export type EthereumKeyVerificationErrorCode = keyof typeof ethereumKeyVerificationErrors

/**
 * Why a signature does not prove a contract wallet, as one plain sentence each: reason → sentence.
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
    'The signature has the mark of a wallet that is not deployed yet (ERC-6492), and what stands before the mark is not what belongs there.',
  wrapper_nested: 'The signature is that of a wallet that is not deployed yet (ERC-6492), twice over.',
  not_deployed: 'There is no contract at the address on this chain.',
  factory_not_allowed:
    'There is no contract at the address on this chain yet, and the factory that would make it is not one of those that the operator allows.',
  deployment_failed: 'There is no contract at the address on this chain yet, and the factory did not make one there.',
  delegate_not_allowed:
    'The address is that of a key which is delegated to a contract (EIP-7702); the operator does not let the contract answer for it.',
  contract_failed: 'The contract did not answer: it reverted, or used more gas than it may.',
  answer_too_long: 'The contract answered more than is read.',
  answer_malformed: 'The contract answered neither yes nor no (ERC-1271).',
  not_accepted: 'The contract does not accept the signature.',
} as const satisfies Record<string, string>

/**
 * Why a signature does not prove a contract wallet: a closed union, so that a switch over it narrows.
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
