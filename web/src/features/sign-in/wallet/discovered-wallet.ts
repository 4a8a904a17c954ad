import type { ReactNode } from 'react'
import type { Eip1193Provider } from './eip1193-provider.ts'

export type NonEthereumNamespace = 'solana' | 'bip122'

export interface DiscoveredWallet {
  readonly id: string
  /** Null for an unrecognized wallet at `window.ethereum`. */
  readonly name: string | null
  readonly rdns: string | null
  readonly icon: string | null
  /** Distinguishes wallets with the same name; null if the name is unique. */
  readonly disambiguation: string | null
  readonly key: string
  /** Absent for Ethereum. */
  readonly namespace?: NonEthereumNamespace
  readonly provider: Eip1193Provider
  readonly chains?: readonly SingleChainFamilyWallet[]
  readonly renderChainFamilyChoice?: ChainFamilyChoiceRenderer
}

export type ChainFamilyChoiceRenderer = (
  recentKey: string | null,
  choose: (entry: SingleChainFamilyWallet) => void,
  close: () => void,
) => ReactNode

export type SingleChainFamilyWallet = Omit<DiscoveredWallet, 'disambiguation' | 'chains' | 'renderChainFamilyChoice'>

export type DiscoveredWalletEntry = SingleChainFamilyWallet &
  Pick<DiscoveredWallet, 'chains' | 'renderChainFamilyChoice'>
