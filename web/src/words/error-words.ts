// What the words for a code are, and for which codes the sign-in page has them. It stands apart from the shape of a language, which English
// sets: the English words for codes follow it as all others do.
import type { calls } from '@countersign/api/calls'
import type { OwnErrorCode } from '@countersign/api/errors'
import type { ClientProblemCode } from '../exchange.ts'

/** The words for one code: what happened, and what to do now. */
export interface ErrorWords {
  readonly title: string
  readonly action: string
}

/** What the sign-in page calls, with an application's sign-in and without. */
type SignInCall =
  | 'createChallenge'
  | 'signIn'
  | 'createPasskeySignIn'
  | 'signInWithPasskey'
  | 'readSession'
  | 'readInteraction'
  | 'deny'
/** It asks for messages to sign in with alone, for which nobody has to be signed in. What is said of a wallet and its signature comes with the other
 * words of proving one, as does what is said of a passkey and of a code for another device. */
export type SignInErrorCode = Exclude<
  Extract<(typeof calls)[SignInCall]['errors'][number], OwnErrorCode>,
  | 'session.required'
  | 'sign_in.mismatch'
  | 'signature.malformed'
  | 'passkey.refused'
  | 'person.suspended'
  | 'challenge.unusable'
  | 'browser.no_cookie'
  | 'cross_device.over'
  | 'signature.refused'
  | 'signature.awaited'
  | 'signature.too_long'
  | 'wallet.held'
  | 'wallet.not_deployed'
  | 'chain.not_read'
  | 'chain.unavailable'
>

export type SignInErrorWords = Readonly<Record<SignInErrorCode | ClientProblemCode, ErrorWords>>
