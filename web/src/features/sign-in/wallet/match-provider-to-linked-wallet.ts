// `eth_accounts` does not prompt (EIP-1474 §eth_accounts). Nothing is stored, for privacy.
import { isSameWalletAddress } from '../../../ui/wallet-address-format.ts'
import { chooseWalletAccount, parseWalletAccountsResponse, parseChainId } from './eip1193-provider.ts'
import type { Eip1193Provider } from './eip1193-provider.ts'
import { sortDemonstrationWalletLast } from './list-discovered-wallets.ts'

export interface LinkedWallet {
  readonly kind: 'key' | 'contract'
  readonly address: string
  readonly chain: { readonly id: string } | null
}

/** @returns null if none matches. Never settles if the wallet does not respond. */
export async function matchProviderToLinkedWallet<Linked extends LinkedWallet>(
  provider: Eip1193Provider,
  linked: readonly Linked[],
): Promise<Linked | null> {
  try {
    const linkedAs = (account = '') => linked.filter(({ address }) => isSameWalletAddress(address, account))
    const accounts = parseWalletAccountsResponse(await provider.request({ method: 'eth_accounts' }))
    const same = linkedAs(chooseWalletAccount(accounts, (account) => linkedAs(account).length === 0))
    const key = same.find(({ kind }) => kind === 'key')
    if (key || same.length === 0) return key ?? null
    const chainId = parseChainId(await provider.request({ method: 'eth_chainId' }))
    return same.find(({ chain }) => chain?.id === chainId) ?? null
  } catch {
    return null
  }
}

export const sortLinkedLast = <Wallet>(wallets: readonly Wallet[], isLinked: (wallet: Wallet) => boolean): Wallet[] =>
  wallets.toSorted((one, other) => Number(isLinked(one)) - Number(isLinked(other)))

/**
 * New wallets go to the end, but above the demonstration wallet. `kept` is a wallet with a reserved
 * place at the top, or null.
 */
export function keepShownWalletOrder<Wallet extends { readonly id: string; readonly name: string | null }>(
  wallets: readonly Wallet[],
  order: readonly string[],
  kept: string | null,
): Wallet[] {
  const placeOf = ({ id }: Wallet): number => {
    const place = order.indexOf(id)
    return place >= 0 ? place : id === kept ? -1 : order.length
  }
  return sortDemonstrationWalletLast(wallets.toSorted((one, other) => placeOf(one) - placeOf(other)))
}
