import type { ChainNamespace } from '@countersign/message'
import { getWalletAddressNamespace } from './get-wallet-address-namespace.ts'
import { isSameWalletAddress } from '../../../ui/wallet-address-format.ts'
import type { WalletProofChallenge } from './wallet-proof-phases.ts'

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

/** Null if wallets of all chain families are accepted. */
export function listAcceptedChainFamilies(purpose: WalletProofPurpose): readonly ChainNamespace[] | null {
  if (!('addresses' in purpose) || purpose.for === 'link') return null
  return [...new Set(purpose.addresses.map(getWalletAddressNamespace))]
}

/** Whether a wallet of the same chain family as the address can have an accepted address. */
export function isAcceptedChainFamily(purpose: WalletProofPurpose, address: string): boolean {
  return listAcceptedChainFamilies(purpose)?.includes(getWalletAddressNamespace(address)) ?? true
}

/** The chain families of the challenge, without those that no accepted address belongs to. */
export function listOfferedChainFamilies(
  { chainIds, keyChains }: Pick<WalletProofChallenge, 'chainIds' | 'keyChains'>,
  purpose: WalletProofPurpose,
): readonly ChainNamespace[] {
  const accepted = listAcceptedChainFamilies(purpose)
  const families: readonly ChainNamespace[] = [
    ...(chainIds.length > 0 ? (['eip155'] as const) : []),
    ...(['solana', 'bip122'] as const).filter((namespace) => keyChains[namespace] !== undefined),
  ]
  return families.filter((namespace) => accepted?.includes(namespace) ?? true)
}
