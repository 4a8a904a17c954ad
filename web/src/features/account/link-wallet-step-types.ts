// The steps of linking another wallet, and what their dialog is given.
import type { ApiIdentityMerge, ApiWallet } from '@countersign/api/api-endpoints'
import type { ChosenWallet } from '../sign-in/wallet/wallet-proof-phases.ts'

/** Where the person is on the way. */
export type LinkWalletStep =
  /** The first of two signatures: the person confirms that it is them. */
  | { readonly at: 'confirm' }
  | { readonly at: 'link' }
  /** A wallet signs for the merge: the one that was to be linked, or another one of the same identity. */
  | {
      readonly at: 'merge'
      readonly addresses: NonEmptyWalletAddresses
      readonly wallet?: ChosenWallet | 'another-device'
    }
  | { readonly at: 'preview'; readonly merge: ApiIdentityMerge; readonly signed: NonEmptyWalletAddresses }

export type NonEmptyWalletAddresses = readonly [string, ...string[]]

export interface LinkWalletDialogProps {
  /** The wallets that are linked already, and need not be linked again. */
  linked: readonly ApiWallet[]
  /** What the person is told instead of what linking means, where it is for something else. */
  other?: { readonly title: string; readonly about: string }
  onLinked: (wallet: ApiWallet) => void
  onMerged: (merge: ApiIdentityMerge) => void
  onClose: () => void
}
