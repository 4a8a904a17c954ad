// All texts that the components show. Applications replace them with the property `texts`.
import type { CountersignErrorCode } from '../core/countersign-error.ts'

/**
 * The texts of the components. Pass some or all of them to the provider.
 * @example
 * ```ts
 * import type { CountersignTexts } from '@countersign/react'
 *
 * const texts: Partial<CountersignTexts> = { signIn: 'Connect' }
 * texts.signIn // => 'Connect'
 * ```
 */
export interface CountersignTexts {
  readonly signIn: string
  readonly signingIn: string
  readonly signOut: string
  readonly account: string
  /** The name of the user button for screen readers; `{name}` is replaced. */
  readonly userMenu: string
  readonly notInGroup: string
  readonly join: string
  readonly checkAgain: string
  readonly checking: string
  readonly completing: string
  /** By code; codes that are left out have their English message. */
  readonly errors: Readonly<Partial<Record<CountersignErrorCode, string>>>
}

export const englishTexts: CountersignTexts = {
  signIn: 'Sign in with your wallet',
  signingIn: 'Continue in the other window…',
  signOut: 'Sign out',
  account: 'Manage account',
  userMenu: 'Account menu of {name}',
  notInGroup: 'This is for members of a group that you are not in.',
  join: 'How to join',
  checkAgain: 'Check again',
  checking: 'Checking…',
  completing: 'Signing in… You can close this window.',
  errors: {},
}
