// The list of wallets to choose from, derived from what discovery knows.
import type { createNonEthereumWalletDiscovery } from './chain-families/non-ethereum-wallet-discovery.ts'
import type { SingleChainFamilyWallet, DiscoveredWallet, DiscoveredWalletEntry } from './discovered-wallet.ts'
import type { LastUsedWallet } from './last-used-wallet-store.ts'

/** The wallets found so far, in the order to show, and whether the first round of announcements is over. */
export interface WalletDiscoverySnapshot {
  readonly wallets: readonly DiscoveredWallet[]
  readonly settled: boolean
  /** The one that bears the badge: it was used last. */
  readonly recentId: string | null
  /** By what that one is recognised. */
  readonly recentKey: string | null
  /** The name of the wallet used last, as long as it is waited for. */
  readonly awaitedName: string | null
  /** The wallet that was expected and is not here: the one used last in this browser, otherwise any. Null until they have had their time. */
  readonly missing: Pick<LastUsedWallet, 'name'> | null
  /** Whether code that reads some wallets could not be fetched: there may be more than are shown. */
  readonly isIncomplete: boolean
  /** Whether a wallet may be chosen: which chain families are accepted is known, and which of them each wallet has. */
  readonly isReady: boolean
}

/** What discovery knows. */
export interface WalletDiscoveryState {
  announced: readonly SingleChainFamilyWallet[]
  /** What is at `window.ethereum`. */
  injected: readonly SingleChainFamilyWallet[]
  /** The chain families that are accepted. */
  offered: readonly string[]
  isOffered: boolean
  families: ReturnType<typeof createNonEthereumWalletDiscovery> | null
  /** Whether the code that reads other chain families is on its way. */
  isFetching: boolean
  /** What could not be fetched: with each look it is tried again. */
  readonly unloaded: Set<unknown>
  /** The ids, as they are shown. */
  order: readonly string[]
  settled: boolean
  /** The wallet used last; null where none is remembered. */
  readonly recent: LastUsedWallet | null
  awaitedName: string | null
}

/** It is there for who has no other, and must not hide one (web/src/features/sign-in/demonstration-wallet): in every chain family it goes by one name. */
const isDemonstrationWallet = ({ name }: Pick<SingleChainFamilyWallet, 'name'>) => name === 'Demonstration wallet'
const anyWallet = { name: null }

/** Lists the wallets, in the order in which they stay. @param isReady whether they could be chosen from before */
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
  // The place of the one that was waited for was kept at the top.
  known.order = [...new Set([...back, ...shown, ...fresh])]
  if (used) known.awaitedName = null
  return {
    wallets: addDistinctions(known.order.flatMap((id) => of(id) ?? [])),
    settled,
    // Of two that claim to be it one is an impostor.
    recentId: (!impostors.length && used?.id) || null,
    recentKey,
    awaitedName: known.awaitedName,
    missing: settled && known.awaitedName === null && !unloaded.size ? findMissingWallet(entries, recent) : null,
    isIncomplete: settled && unloaded.size > 0,
    // Wallets that come later join a list that can be pressed already.
    isReady: isReady || (known.isOffered && (!known.isFetching || unloaded.size > 0)),
  }
}

/** All that was found, with the demonstration wallet at the end. */
function listEntries({ announced, injected }: WalletDiscoveryState): SingleChainFamilyWallet[] {
  const entries = announced.toSorted(
    (one, other) => Number(isDemonstrationWallet(one)) - Number(isDemonstrationWallet(other)),
  )
  const first = entries.find(({ namespace }) => !namespace)
  // What sits at window.ethereum announces itself as well, nowadays; only the demonstration wallet says nothing about it.
  if (!first || isDemonstrationWallet(first))
    entries.unshift(...injected.filter(({ provider }) => first?.provider !== provider))
  return entries
}

/** The wallet that was expected and is not here. Of a chain family that is not offered here it is not missing. */
function findMissingWallet(
  entries: readonly SingleChainFamilyWallet[],
  recent: LastUsedWallet | null,
): WalletDiscoverySnapshot['missing'] {
  const expected = recent && !isDemonstrationWallet(recent) ? recent : null
  // A wallet that goes by another key than before is the same one by its name.
  const isExpected = ({ key, name }: SingleChainFamilyWallet) =>
    !expected || key === expected.key || name === expected.name
  return entries.some((entry) => isExpected(entry) && !isDemonstrationWallet(entry)) ? null : (expected ?? anyWallet)
}

/** Gives wallets that share a name something to tell them apart: the reverse domain name, then a number. */
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
