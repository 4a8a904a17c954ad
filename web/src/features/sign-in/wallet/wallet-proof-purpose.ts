// What a wallet is proved for, and which of its addresses will do.
import { isSameWalletAddress } from '../../../ui/wallet-address-format.ts'

/** Only a sign-in takes whoever comes, and what another browser asks for, which knows itself who will do; the others are asked of a person
 * who is signed in here, and name addresses. */
export type WalletProofPurpose =
  | { readonly for: 'sign-in' }
  /** To answer another browser, whatever it asks for. */
  | { readonly for: 'elsewhere' }
  /** To confirm that it is still the same person: one of these. */
  | { readonly for: 'step-up'; readonly addresses: readonly string[] }
  /** To link another wallet: any but these, which are linked already. */
  | { readonly for: 'link'; readonly addresses: readonly string[] }
  /** To merge with the identity of a wallet: one of these. */
  | { readonly for: 'merge'; readonly addresses: readonly [string, ...string[]] }

/** What this page asks for itself. */
export type SameBrowserWalletProofPurpose = Exclude<WalletProofPurpose, { for: 'elsewhere' }>

/** Whether a proof of this address can serve its purpose, as far as this page knows; the server decides. */
export function isAcceptedProofAddress(purpose: WalletProofPurpose, address: string): boolean {
  if (!('addresses' in purpose)) return true
  const isKnown = purpose.addresses.some((known) => isSameWalletAddress(known, address))
  return isKnown === (purpose.for !== 'link')
}
