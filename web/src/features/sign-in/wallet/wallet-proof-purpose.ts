import { isSameWalletAddress } from '../../../ui/wallet-address-format.ts'

/** All purposes except `sign-in` and `elsewhere` belong to a signed-in person. */
export type WalletProofPurpose =
  | { readonly for: 'sign-in' }
  | { readonly for: 'elsewhere' }
  | { readonly for: 'step-up'; readonly addresses: readonly string[] }
  /** Any but these. */
  | { readonly for: 'link'; readonly addresses: readonly string[] }
  /** One of these. */
  | { readonly for: 'merge'; readonly addresses: readonly [string, ...string[]] }

export type SameBrowserWalletProofPurpose = Exclude<WalletProofPurpose, { for: 'elsewhere' }>

/** Whether the address is accepted as far as this page knows. The server decides. */
export function isAcceptedProofAddress(purpose: WalletProofPurpose, address: string): boolean {
  if (!('addresses' in purpose)) return true
  const isKnown = purpose.addresses.some((known) => isSameWalletAddress(known, address))
  return isKnown === (purpose.for !== 'link')
}
