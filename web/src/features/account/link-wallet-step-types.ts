import type { ApiIdentityMerge, ApiWallet } from '@countersign/api/api-endpoints'
import type { ChosenWallet } from '../sign-in/wallet/wallet-proof-phases.ts'

export type LinkWalletStep =
  | { readonly at: 'confirm' }
  | { readonly at: 'link' }
  | {
      readonly at: 'merge'
      readonly addresses: NonEmptyWalletAddresses
      readonly wallet?: ChosenWallet | 'another-device'
    }
  | { readonly at: 'preview'; readonly merge: ApiIdentityMerge; readonly signed: NonEmptyWalletAddresses }

export type NonEmptyWalletAddresses = readonly [string, ...string[]]

export interface LinkWalletDialogProps {
  linked: readonly ApiWallet[]
  other?: { readonly title: string; readonly about: string }
  onLinked: (wallet: ApiWallet) => void
  onMerged: (merge: ApiIdentityMerge) => void
  onClose: () => void
}
