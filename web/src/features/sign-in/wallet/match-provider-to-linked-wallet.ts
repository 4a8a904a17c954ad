// Which of the wallets found would give an account that is linked already, as far as they say without asking anybody: `eth_accounts` tells what
// was shared with this site before, and opens no window (EIP-1474 §eth_accounts). What was linked in this browser earlier is not
// remembered for it: that would keep addresses beside names of wallets where others can read them, and a wallet has more accounts than one.
import { isSameWalletAddress } from '../../../ui/wallet-address-format.ts'
import { chooseWalletAccount, parseWalletAccountsResponse, parseChainId } from './eip1193-provider.ts'
import type { Eip1193Provider } from './eip1193-provider.ts'

/** A wallet of the person: a key is one on every chain, a contract one on its own. */
export interface LinkedWallet {
  readonly kind: 'key' | 'contract'
  readonly address: string
  readonly chain: { readonly id: string } | null
}

/**
 * The linked wallet whose account this wallet would give now; null where it would give another, shares none, or does not say. A wallet that
 * never answers never settles this.
 */
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

/** The order in which wallets are offered for linking: those that would give a linked account come last. */
export const sortLinkedLast = <Wallet>(wallets: readonly Wallet[], isLinked: (wallet: Wallet) => boolean): Wallet[] =>
  wallets.toSorted((one, other) => Number(isLinked(one)) - Number(isLinked(other)))

/**
 * The wallets in an order that was shown once, so that nothing moves that somebody is about to press. What comes later stands at the end, or
 * at the top where its place was kept there.
 * @param kept the wallet whose place was kept at the top; null where none was
 */
export function keepShownWalletOrder<Wallet extends { readonly id: string }>(
  wallets: readonly Wallet[],
  order: readonly string[],
  kept: string | null,
): Wallet[] {
  const placeOf = ({ id }: Wallet): number => {
    const place = order.indexOf(id)
    return place >= 0 ? place : id === kept ? -1 : order.length
  }
  return wallets.toSorted((one, other) => placeOf(one) - placeOf(other))
}
