// Finds Solana and Bitcoin wallets, and merges the entries of multi-chain wallets.
import { chainNamespaces } from '@countersign/message/message-layout'
import { sanitizeDisplayText } from '../../../../ui/sanitize-display-text.ts'
import { parseWalletIcon, maxWalletNameLength } from '../parse-wallet-announcement.ts'
import type { SingleChainFamilyWallet, NonEthereumNamespace, DiscoveredWalletEntry } from '../discovered-wallet.ts'
import { bitcoinWalletRanks, findBitcoinWallets } from './find-bitcoin-wallets.ts'
import type { BitcoinAdapterFactory, BitcoinWalletRank } from './find-bitcoin-wallets.ts'
import { createBitcoinStandardAdapter, isBitcoinStandardWallet } from './bitcoin-wallet-standard-adapter.ts'
import { createChainFamilyChoiceRenderer } from './ChainFamilyChoice.tsx'
import { adaptNonEthereumWalletToEip1193 } from './adapt-non-ethereum-wallet-to-eip1193.ts'
import { createEcdsaWalletStore } from './ecdsa-wallet-store.ts'
import { isSolanaWallet, createSolanaWalletAdapter } from './solana-wallet-adapter.ts'

interface WalletDescription {
  readonly name: string
  readonly icon?: unknown
}

/** @param storage may throw */
export function createNonEthereumWalletDiscovery(storage: () => Storage = () => localStorage) {
  const seen = { solana: new WeakSet<object>(), bip122: new WeakSet<object>() }
  const ecdsaWallets = createEcdsaWalletStore(storage)
  const ranks: BitcoinWalletRanksById = new Map()
  const createEntries = (
    namespace: NonEthereumNamespace,
    known: object,
    given: WalletDescription,
    createAdapter: BitcoinAdapterFactory,
  ): SingleChainFamilyWallet[] => {
    const name = sanitizeDisplayText(given.name, maxWalletNameLength)
    if (name === '') return []
    const key = `${namespace}:${name}`
    const preference = {
      read: () => ecdsaWallets.has(key),
      remember: (isEcdsaOnly: boolean) => ecdsaWallets.set(key, isEcdsaOnly),
    }
    return [
      {
        id: `${key}:${getWalletNumber(known)}`,
        name,
        rdns: null,
        icon: parseWalletIcon(given.icon),
        key,
        namespace,
        provider: adaptNonEthereumWalletToEip1193(createAdapter(preference)),
      },
    ]
  }
  const isNew = (namespace: NonEthereumNamespace, value: object): boolean =>
    !seen[namespace].has(value) && Boolean(seen[namespace].add(value))
  const createSolanaEntries = (wallet: unknown): SingleChainFamilyWallet[] =>
    isSolanaWallet(wallet) && isNew('solana', wallet)
      ? emptyOnError(() => createEntries('solana', wallet, wallet, () => createSolanaWalletAdapter(wallet)))
      : []
  const createBitcoinEntries = (
    known: object,
    given: WalletDescription,
    rank: BitcoinWalletRank,
    createAdapter: BitcoinAdapterFactory,
  ): SingleChainFamilyWallet[] => {
    if (!isNew('bip122', known)) return []
    const entries = emptyOnError(() => createEntries('bip122', known, given, createAdapter))
    for (const { id } of entries) ranks.set(id, rank)
    return entries
  }
  return {
    read: (registered: readonly unknown[], window: object): SingleChainFamilyWallet[] => [
      ...registered.flatMap((wallet) => [
        ...createSolanaEntries(wallet),
        ...(isBitcoinStandardWallet(wallet)
          ? createBitcoinEntries(wallet, wallet, bitcoinWalletRanks.registered, () =>
              createBitcoinStandardAdapter(wallet),
            )
          : []),
      ]),
      ...findBitcoinWallets(window).flatMap((wallet) =>
        createBitcoinEntries(wallet.provider, wallet, wallet.rank, wallet.createAdapter),
      ),
    ],
    join: (entries: readonly SingleChainFamilyWallet[]): DiscoveredWalletEntry[] =>
      joinWalletEntries(entries.filter((entry) => !hasBetterWay(entry, entries, ranks))),
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

/** Some wallets end their name in "Wallet" in only one of the ways in which they are found. */
const getJoiningName = ({ name, id }: SingleChainFamilyWallet): string =>
  name?.toLowerCase().replace(/\s*wallet$/, '') ?? id

type BitcoinWalletRanksById = Map<string, BitcoinWalletRank>

/** A Bitcoin wallet found in several ways is listed once. Namesakes found in the same way stay. */
function hasBetterWay(
  entry: SingleChainFamilyWallet,
  entries: readonly SingleChainFamilyWallet[],
  ranks: BitcoinWalletRanksById,
): boolean {
  const rank = ranks.get(entry.id)
  if (rank === undefined) return false
  return entries.some(
    (other) => (ranks.get(other.id) ?? rank) > rank && getJoiningName(other) === getJoiningName(entry),
  )
}

/** Entries with the same name are one wallet, unless two of them have the same chain family. */
function joinWalletEntries(entries: readonly SingleChainFamilyWallet[]): DiscoveredWalletEntry[] {
  const joined = Map.groupBy(entries, getJoiningName)
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
