// Errors that an application can show to people: each message says what to do.

/**
 * All codes of a {@link CountersignError}.
 * @example
 * ```ts
 * import type { CountersignErrorCode } from '@countersign/react'
 *
 * const quiet: readonly CountersignErrorCode[] = ['popup_closed', 'access_denied']
 * quiet.includes('network') // => false
 * ```
 */
export type CountersignErrorCode = keyof typeof countersignErrorMessages

/**
 * The default message of each code, for people.
 * @example
 * ```ts
 * import { countersignErrorMessages } from '@countersign/react'
 *
 * countersignErrorMessages.popup_closed // => 'The sign-in window was closed. Start again.'
 * ```
 */
export const countersignErrorMessages = {
  popup_blocked: 'The browser blocked the sign-in window. Allow pop-ups for this site and start again.',
  popup_closed: 'The sign-in window was closed. Start again.',
  popup_strayed: 'The sign-in window is still open. Finish there, or start again.',
  access_denied: 'You declined, or you have no access. Nothing was shared.',
  authorization_failed: 'The sign-in server refused the request. Contact this site.',
  state_mismatch: 'This sign-in is not from this tab or was used before. Start again.',
  issuer_mismatch: 'The answer is from another sign-in server. Start again.',
  expired: 'The sign-in took too long. Start again.',
  invalid_response: 'The answer of the sign-in server is not valid. Start again.',
  storage_blocked: 'The browser stores no data for this site. Allow it and start again.',
  network: 'The sign-in server cannot be reached. Try again.',
  session_ended: 'Your session ended. Sign in again.',
  insufficient_scope: 'This needs another permission. Sign in again to allow it.',
  foreign_origin: 'This address is not on the origin of the API. Contact this site.',
  configuration: 'Sign-in is not set up correctly. Contact this site.',
} as const

/**
 * For developers and for actions; each member is present only if it applies.
 * @example
 * ```ts
 * import type { CountersignErrorDetails } from '@countersign/react'
 *
 * const details: CountersignErrorDetails = { scope: 'orders' }
 * details.scope // => 'orders'
 * ```
 */
export interface CountersignErrorDetails {
  /** What exactly failed, for developers. */
  readonly reason?: string
  /** The `error` code of the server. */
  readonly serverError?: string
  /** With `insufficient_scope`: the missing scopes, to pass to `signIn({ scope })`. */
  readonly scope?: string
}

/**
 * An error with a code from a closed union. `message` is for people and says what to do;
 * `details.reason` is for developers.
 * @example
 * ```ts
 * import { CountersignError } from '@countersign/react'
 *
 * const error = new CountersignError('insufficient_scope', { scope: 'orders' })
 * error.code // => 'insufficient_scope'
 * error.details.scope // => 'orders'
 * error.message // => 'This needs another permission. Sign in again to allow it.'
 * ```
 */
export class CountersignError extends Error {
  override readonly name = 'CountersignError'
  readonly code: CountersignErrorCode
  readonly details: CountersignErrorDetails

  constructor(code: CountersignErrorCode, details: CountersignErrorDetails = {}, options?: ErrorOptions) {
    super(countersignErrorMessages[code], options)
    this.code = code
    this.details = details
  }
}
