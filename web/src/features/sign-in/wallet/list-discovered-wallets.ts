import type { createNonEthereumWalletDiscovery } from './chain-families/non-ethereum-wallet-discovery.ts'
import type { SingleChainFamilyWallet, DiscoveredWallet, DiscoveredWalletEntry } from './discovered-wallet.ts'
import type { LastUsedWallet } from './last-used-wallet-store.ts'

/** `settled`: the first round is over. */
export interface WalletDiscoverySnapshot {
  readonly wallets: readonly DiscoveredWallet[]
  readonly settled: boolean
  readonly recentId: string | null
  readonly recentKey: string | null
  /** Name of the last used wallet while the list waits for it. */
  readonly awaitedName: string | null
  /** The last used wallet if missing, or `anyWallet` if none was found. Null until `settled`. */
  readonly missing: Pick<LastUsedWallet, 'name'> | null
  /** Whether wallets may be missing because code could not be loaded. */
  readonly isIncomplete: boolean
  /** Whether the accepted chain families, and those of each wallet, are known. */
  readonly isReady: boolean
}

export interface WalletDiscoveryState {
  announced: readonly SingleChainFamilyWallet[]
  injected: readonly SingleChainFamilyWallet[]
  offered: readonly string[]
  isOffered: boolean
  families: ReturnType<typeof createNonEthereumWalletDiscovery> | null
  isFetching: boolean
  /** Modules that failed to load. Loading is retried at each rediscovery. */
  readonly unloaded: Set<unknown>
  order: readonly string[]
  settled: boolean
  readonly recent: LastUsedWallet | null
  awaitedName: string | null
}

type NamedWallet = Pick<SingleChainFamilyWallet, 'name'>
const isDemonstrationWallet = ({ name }: NamedWallet) => name === 'Demonstration wallet'

/** The demonstration wallet is never above a real wallet, even if the real one appears later. */
export const sortDemonstrationWalletLast = <Wallet extends NamedWallet>(wallets: readonly Wallet[]): Wallet[] =>
  wallets.toSorted((one, other) => Number(isDemonstrationWallet(one)) - Number(isDemonstrationWallet(other)))

const anyWallet = { name: null }

/** Keeps the order of real wallets stable. `isReady` is the value of the previous snapshot. */
export function listDiscoveredWallets(known: WalletDiscoveryState, isReady: boolean): WalletDiscoverySnapshot {
  const { settled, unloaded, families, recent } = known
  const recentKey = recent?.key ?? null
  const entries = listEntries(known)
  const usable = entries.filter(({ namespace = 'eip155' }) => known.offered.includes(namespace))
  const rows: readonly DiscoveredWalletEntry[] = families ? families.join(usable) : usable
  const [used, ...impostors] = rows.filter((row) => [row, ...(row.chains ?? [])].some(({ key }) => key === recentKey))
  const of = (id: string) => rows.find((entry) => entry.id === id)
  const fresh = rows.map(({ id }) => id).filter((id) => !known.order.includes(id))
  const back = known.awaitedName !== null && used && fresh.includes(used.id) ? [used.id] : []
  const shown = known.order.flatMap((id) => (of(id) ? id : (fresh.shift() ?? [])))
  // The top place was reserved for the awaited wallet.
  known.order = [...new Set([...back, ...shown, ...fresh])]
  if (used) known.awaitedName = null
  return {
    wallets: addDistinctions(sortDemonstrationWalletLast(known.order.flatMap((id) => of(id) ?? []))),
    settled,
    // If two wallets claim to be the last used one, one of them is an impostor.
    recentId: (!impostors.length && used?.id) || null,
    recentKey,
    awaitedName: known.awaitedName,
    missing: settled && known.awaitedName === null && !unloaded.size ? findMissingWallet(entries, recent) : null,
    isIncomplete: settled && unloaded.size > 0,
    // Once the list is ready, it stays ready.
    isReady: isReady || (known.isOffered && (!known.isFetching || unloaded.size > 0)),
  }
}

function listEntries({ announced, injected }: WalletDiscoveryState): SingleChainFamilyWallet[] {
  const entries = sortDemonstrationWalletLast(announced)
  const first = entries.find(({ namespace }) => !namespace)
  // Modern wallets announce themselves, so `window.ethereum` is listed only if none did.
  if (!first || isDemonstrationWallet(first))
    entries.unshift(...injected.filter(({ provider }) => first?.provider !== provider))
  return entries
}

/** A wallet of a chain family that is not accepted does not count as missing. */
function findMissingWallet(
  entries: readonly SingleChainFamilyWallet[],
  recent: LastUsedWallet | null,
): WalletDiscoverySnapshot['missing'] {
  const expected = recent && !isDemonstrationWallet(recent) ? recent : null
  // The wallet's key may have changed. In that case, its name identifies it.
  const isExpected = ({ key, name }: SingleChainFamilyWallet) =>
    !expected || key === expected.key || name === expected.name
  return entries.some((entry) => isExpected(entry) && !isDemonstrationWallet(entry)) ? null : (expected ?? anyWallet)
}

/** Distinguishes wallets with the same name by their reverse domain name, then by number. */
function addDistinctions(entries: readonly DiscoveredWalletEntry[]): DiscoveredWallet[] {
  const sameName = (one: DiscoveredWalletEntry, other: DiscoveredWalletEntry) =>
    one.name?.toLowerCase() === other.name?.toLowerCase()
  return entries.map((entry) => {
    const namesakes = entries.filter((other) => sameName(entry, other))
    if (namesakes.length === 1) return { ...entry, disambiguation: null }
    const twins = namesakes.filter((other) => other.rdns === entry.rdns)
    const place = twins.length === 1 ? null : String(twins.indexOf(entry) + 1)
    return { ...entry, disambiguation: [entry.rdns, place].filter((part) => part !== null).join(' · ') }
  })
}
