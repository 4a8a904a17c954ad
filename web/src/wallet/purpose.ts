// What a wallet is proved for, and which of its addresses will do.
import { isSameAddress } from '../ui/address-form.ts'

/** Only a sign-in takes whoever comes; the others are asked of a person who is signed in. */
export type Purpose =
  | { readonly for: 'sign-in' }
  /** To confirm that it is still the same person: one of these. */
  | { readonly for: 'step-up'; readonly addresses: readonly string[] }
  /** To link another wallet: any but these, which are linked already. */
  | { readonly for: 'link'; readonly addresses: readonly string[] }
  /** To merge with the identity of one wallet: this one. */
  | { readonly for: 'merge'; readonly addresses: readonly [string] }

/** Whether a proof of this address can serve its purpose, as far as this page knows; the server decides. */
export function willDo(purpose: Purpose, address: string): boolean {
  if (purpose.for === 'sign-in') return true
  const isKnown = purpose.addresses.some((known) => isSameAddress(known, address))
  return isKnown === (purpose.for !== 'link')
}
