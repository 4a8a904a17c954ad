/**
 * Maps each error code to a sentence that says why a bound proof was refused.
 *
 * @example
 * ```ts
 * import { boundProofErrors } from '@countersign/proof'
 *
 * boundProofErrors.binding_missing // => 'The message is bound to no request: send proof_binding=nonce with the authorization request.'
 * ```
 */
export const boundProofErrors = {
  proof_malformed: 'The proof is not an object with the texts message and signature, such as the claim proof.',
  message_malformed: 'The message is not a valid sign-in message.',
  domain_mismatch: 'The message was signed for another domain than that of the issuer.',
  uri_mismatch: 'The URI of the message is not on the origin of the issuer.',
  binding_missing: 'The message is bound to no request: send proof_binding=nonce with the authorization request.',
  binding_mismatch: 'The message was signed for another application or another request: client ID or nonce differ.',
  issued_in_future: 'The message was issued in the future: compare the clocks.',
  not_yet_valid: 'The message is not valid yet.',
  expired: 'The message expired too long ago: check the proof when the person signs in.',
  signature_refused: 'The signature does not prove control of the wallet.',
} as const satisfies Record<string, string>

/**
 * The reason why a bound proof was refused; a closed union for exhaustive switches.
 *
 * @example
 * ```ts
 * import { boundProofErrors } from '@countersign/proof'
 * import type { BoundProofErrorCode } from '@countersign/proof'
 *
 * const reason: BoundProofErrorCode = 'domain_mismatch'
 * boundProofErrors[reason] // => 'The message was signed for another domain than that of the issuer.'
 * ```
 */
export type BoundProofErrorCode = keyof typeof boundProofErrors
