// What reads wallets of other chain families, and shows one that speaks several as one. Fetched only where there is such a wallet, because the
// sign-in page must be light.
import { chainNamespaces } from '@countersign/message/message-layout'
import { sanitizeDisplayText } from '../../../../ui/sanitize-display-text.ts'
import { walletIconPattern, maxWalletIconLength, maxWalletNameLength } from '../parse-wallet-announcement.ts'
import type { SingleChainFamilyWallet, NonEthereumNamespace, DiscoveredWalletEntry } from '../discovered-wallet.ts'
import { findBitcoinWallets } from './find-bitcoin-wallets.ts'
import { createChainFamilyChoiceRenderer } from './ChainFamilyChoice.tsx'
import { adaptNonEthereumWalletToEip1193 } from './adapt-non-ethereum-wallet-to-eip1193.ts'
import type { NonEthereumWalletAdapter } from './adapt-non-ethereum-wallet-to-eip1193.ts'
import { isSolanaWallet, createSolanaWalletAdapter } from './solana-wallet-adapter.ts'

/** What was registered or found once is not read again. */
export function createNonEthereumWalletDiscovery() {
  const seen = new Set<object>()
  const entryOf = (
    namespace: NonEthereumNamespace,
    known: object,
    given: { name: string; icon?: unknown },
    port: NonEthereumWalletAdapter,
  ): SingleChainFamilyWallet[] => {
    const name = sanitizeDisplayText(given.name, maxWalletNameLength)
    if (name === '') return []
    const { icon } = given
    const isIcon = typeof icon === 'string' && icon.length <= maxWalletIconLength && walletIconPattern.test(icon)
    const key = `${namespace}:${name}`
    return [
      {
        id: `${key}:${getWalletNumber(known)}`,
        name,
        rdns: null,
        icon: isIcon ? icon : null,
        key,
        namespace,
        provider: adaptNonEthereumWalletToEip1193(port),
      },
    ]
  }
  const once = (value: object): boolean => !seen.has(value) && Boolean(seen.add(value))
  return {
    /** @param registered by the Wallet Standard; the others stand in the window */
    read: (registered: readonly unknown[], window: object): SingleChainFamilyWallet[] => [
      ...registered.flatMap((wallet) =>
        isSolanaWallet(wallet) && once(wallet)
          ? emptyOnError(() => entryOf('solana', wallet, wallet, createSolanaWalletAdapter(wallet)))
          : [],
      ),
      ...findBitcoinWallets(window).flatMap((wallet) =>
        once(wallet.provider) ? emptyOnError(() => entryOf('bip122', wallet.provider, wallet, wallet.adapter)) : [],
      ),
    ],
    join: joinWalletEntries,
  }
}

/** The same for one wallet as long as the page stands: who merges chooses it in one dialog and signs in the next, which looks for wallets anew. */
const walletNumbers = new WeakMap<object, number>()
let walletCount = 0
function getWalletNumber(wallet: object): number {
  const number = walletNumbers.get(wallet) ?? (walletCount += 1)
  walletNumbers.set(wallet, number)
  return number
}

/** A wallet that throws where it is only looked at hides no other. */
function emptyOnError<Found>(read: () => Found[]): Found[] {
  try {
    return read()
  } catch {
    return []
  }
}

/** In which order the accounts of one wallet are named. */
const getNamespaceOrder = ({ namespace }: SingleChainFamilyWallet): number =>
  chainNamespaces.indexOf(namespace ?? 'eip155')

/**
 * Wallets of one name are one that speaks several chain families, as long as no two of them are of the same: that would be another wallet
 * that only bears the name.
 */
function joinWalletEntries(entries: readonly SingleChainFamilyWallet[]): DiscoveredWalletEntry[] {
  const joined = Map.groupBy(entries, ({ name, id }) => name?.toLowerCase().replace(/\s*wallet$/, '') ?? id)
  return [...joined.values()].flatMap((same) => {
    const families = new Set(same.map(({ namespace = 'eip155' }) => namespace))
    const [first] = same
    if (!first || same.length === 1 || families.size < same.length) return same
    const icon = same.find((one) => one.icon !== null)?.icon ?? null
    const chains = same.toSorted((one, other) => getNamespaceOrder(one) - getNamespaceOrder(other))
    return [
      { ...first, icon, chains, renderChainFamilyChoice: createChainFamilyChoiceRenderer(first.name ?? '', chains) },
    ]
  })
}
