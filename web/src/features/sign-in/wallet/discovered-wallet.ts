// A wallet that was found in this browser, as the list shows it, and what it is put together from.
import type { ReactNode } from 'react'
import type { Eip1193Provider } from './eip1193-provider.ts'

/** A chain family other than Ethereum. */
export type NonEthereumNamespace = 'solana' | 'bip122'

/** A wallet that the person can choose. */
export interface DiscoveredWallet {
  readonly id: string
  /** What it calls itself; null for a wallet at `window.ethereum` without a known flag. */
  readonly name: string | null
  readonly rdns: string | null
  readonly icon: string | null
  /** What tells it from another wallet of the same name; null where its name is its own. */
  readonly disambiguation: string | null
  /** By what a later visit recognises it. */
  readonly key: string
  /** Its chain family, where it is another than Ethereum's. */
  readonly namespace?: NonEthereumNamespace
  readonly provider: Eip1193Provider
  /** Of a wallet that speaks several chain families: each of them, and what asks which is meant. */
  readonly chains?: readonly SingleChainFamilyWallet[]
  readonly renderChainFamilyChoice?: ChainFamilyChoiceRenderer
}

/** Draws the choice between the chain families of one wallet. @param recentKey of the wallet used last @param close leaves it without a choice */
export type ChainFamilyChoiceRenderer = (
  recentKey: string | null,
  choose: (entry: SingleChainFamilyWallet) => void,
  close: () => void,
) => ReactNode

/** A wallet as it announced itself, in one chain family. */
export type SingleChainFamilyWallet = Omit<DiscoveredWallet, 'disambiguation' | 'chains' | 'renderChainFamilyChoice'>

/** An entry, or several that are one wallet. */
export type DiscoveredWalletEntry = SingleChainFamilyWallet &
  Pick<DiscoveredWallet, 'chains' | 'renderChainFamilyChoice'>
