// Finds Solana and Bitcoin wallets, and merges the entries of multi-chain wallets.
import { chainNamespaces } from '@countersign/message/message-layout'
import { sanitizeDisplayText } from '../../../../ui/sanitize-display-text.ts'
import { walletIconPattern, maxWalletIconLength, maxWalletNameLength } from '../parse-wallet-announcement.ts'
import type { SingleChainFamilyWallet, NonEthereumNamespace, DiscoveredWalletEntry } from '../discovered-wallet.ts'
import { findBitcoinWallets } from './find-bitcoin-wallets.ts'
import { createChainFamilyChoiceRenderer } from './ChainFamilyChoice.tsx'
import { adaptNonEthereumWalletToEip1193 } from './adapt-non-ethereum-wallet-to-eip1193.ts'
import type { NonEthereumWalletAdapter } from './adapt-non-ethereum-wallet-to-eip1193.ts'
import { isSolanaWallet, createSolanaWalletAdapter } from './solana-wallet-adapter.ts'

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

/** The numbers never change, because merging identities uses a wallet across two discoveries. */
const walletNumbers = new WeakMap<object, number>()
let walletCount = 0
function getWalletNumber(wallet: object): number {
  const number = walletNumbers.get(wallet) ?? (walletCount += 1)
  walletNumbers.set(wallet, number)
  return number
}

/** A wallet that throws must not hide the others. */
function emptyOnError<Found>(read: () => Found[]): Found[] {
  try {
    return read()
  } catch {
    return []
  }
}

const getNamespaceOrder = ({ namespace }: SingleChainFamilyWallet): number =>
  chainNamespaces.indexOf(namespace ?? 'eip155')

/** Entries with the same name are one wallet, unless two of them have the same chain family. */
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
