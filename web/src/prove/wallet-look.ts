// How a found wallet is shown, and how the one that a state is about is found again among them.
import type { FoundWallet } from '../wallet/found-wallet.ts'
import type { ChosenWallet } from '../wallet/states.ts'
import type { WalletLook } from './WalletRow.tsx'

/** @param unnamed what a wallet is called that says no name */
export function lookOf(wallet: FoundWallet, unnamed: string): WalletLook {
  return { name: wallet.name ?? unnamed, icon: wallet.icon, distinction: wallet.distinction, key: wallet.key }
}

/** The look of a chosen wallet; by its name alone where it is no longer among those found. */
export function lookOfChosen(chosen: ChosenWallet, wallets: readonly FoundWallet[]): WalletLook {
  const found = findChosen(chosen, wallets)
  return found ? lookOf(found, chosen.name) : { name: chosen.name, icon: null, distinction: null, key: chosen.name }
}

/** A chosen wallet among those found. One that was chosen in a page that is no more goes by its own name for itself, unless two have that. */
export function findChosen({ id }: ChosenWallet, wallets: readonly FoundWallet[]): FoundWallet | null {
  const named = wallets.filter((wallet) => wallet.key === id)
  return (
    wallets.find((wallet) => [wallet, ...(wallet.chains ?? [])].some((one) => one.id === id)) ??
    (named.length === 1 ? (named[0] ?? null) : null)
  )
}
