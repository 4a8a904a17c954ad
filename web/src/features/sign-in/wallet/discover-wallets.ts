// Wallet discovery: finds the wallets in this browser (EIP-6963). Written by hand: ask, listen, de-duplicate. Wallets may announce late,
// again at every request, or under another wallet's name; none of that may hide one wallet or show one twice.
import { parseWalletAnnouncement } from './parse-wallet-announcement.ts'
import { listDiscoveredWallets } from './list-discovered-wallets.ts'
import type { WalletDiscoverySnapshot, WalletDiscoveryState } from './list-discovered-wallets.ts'
import type { SingleChainFamilyWallet } from './discovered-wallet.ts'
import type { LastUsedWallet } from './last-used-wallet-store.ts'

/** What discovery needs of the page: its window, a look at `window.ethereum`, and a timer that can be called off. */
export interface WalletDiscoveryDependencies {
  readonly target: EventTarget
  readonly ethereum: () => unknown
  /** Where wallets of Bitcoin stand. */
  readonly window: object
  readonly after: (milliseconds: number, run: () => unknown) => () => void
  /** The wallet used last; null where none is remembered. */
  readonly recent?: LastUsedWallet | null
}

/** A store of the wallets found, in the form that React's `useSyncExternalStore` reads. */
export interface WalletDiscovery {
  subscribe(listener: () => void): () => void
  getSnapshot(): WalletDiscoverySnapshot
  /** A wallet that was found at any time; undefined for an unknown id. */
  findWallet(id: string): SingleChainFamilyWallet | undefined
  /** Says which chain families are accepted; until then only Ethereum wallets are listed. */
  acceptNamespaces(namespaces: readonly string[]): void
  rediscover(): void
  stop(): void
}

const loadNonEthereumWallets = () => import('./chain-families/non-ethereum-wallet-discovery.ts')
const loadInjectedWallets = () => import('./read-injected-wallets.ts')

/** Wallets are asked again at these times: extensions start when they like. The first ends the round of announcements, the second the
 * wait for the wallet used last, and the third the wait for the code that reads other chain families. */
const announcementRounds = [300, 1_000, 3_000] as const

/** More than anyone has installed; a page script that announces without end fills no memory. */
const maxWallets = 32

/** A search for wallets: what it knows, and who is told. */
interface WalletSearch extends WalletDiscoveryState {
  readonly context: WalletDiscoveryDependencies
  /** Every wallet that was ever found, by its id. */
  readonly entries: Map<string, SingleChainFamilyWallet>
  readonly listeners: Set<() => void>
  snapshot: WalletDiscoverySnapshot
  /** Whether wallets have had their time to announce themselves. */
  isOver: boolean
  /** While something is pressed nothing moves; null where nothing has come meanwhile. */
  press: { hasNews: boolean } | null
  unread: readonly unknown[]
}

/**
 * Starts to look for wallets: EIP-6963 §Window Events, and `window.ethereum` if none announced itself in time. Wallets that come later
 * still appear: in the place of what `window.ethereum` showed, or at the end, so that nothing moves that somebody is about to press.
 */
export function discoverWallets(context: WalletDiscoveryDependencies): WalletDiscovery {
  const { recent = null } = context
  const known: WalletDiscoveryState = {
    announced: [],
    injected: [],
    offered: ['eip155'],
    isOffered: false,
    families: null,
    isFetching: false,
    unloaded: new Set(),
    order: [],
    settled: false,
    recent,
    awaitedName: recent?.name ?? null,
  }
  const search: WalletSearch = {
    ...known,
    context,
    entries: new Map(),
    listeners: new Set(),
    snapshot: listDiscoveredWallets(known, false),
    isOver: false,
    press: null,
    unread: [],
  }
  const over = new AbortController()
  const rediscover = () => void look(search)
  listenToPage(search, rediscover, over.signal)
  rediscover()
  const cancel = announcementRounds.map((milliseconds, round) =>
    context.after(milliseconds, () => endRound(search, round)),
  )
  return {
    subscribe(listener) {
      search.listeners.add(listener)
      return () => search.listeners.delete(listener)
    },
    getSnapshot: () => search.snapshot,
    findWallet: (id) => search.entries.get(id),
    acceptNamespaces(namespaces) {
      if (search.isOffered && String(namespaces) === String(search.offered)) return
      search.isOffered = true
      search.offered = namespaces
      publish(search)
    },
    rediscover,
    stop() {
      for (const call of cancel) call()
      over.abort()
      search.listeners.clear()
    },
  }
}

function publish(search: WalletSearch): void {
  if (search.press) return void (search.press.hasNews = true)
  search.snapshot = listDiscoveredWallets(search, search.snapshot.isReady)
  for (const listener of search.listeners) listener()
}

function addWallets(search: WalletSearch, found: readonly SingleChainFamilyWallet[]): void {
  const taken = found.slice(0, maxWallets - search.announced.length)
  if (!taken.length) return
  for (const entry of taken) search.entries.set(entry.id, entry)
  search.announced = [...search.announced, ...taken]
  publish(search)
}

async function fetchOrMiss<Part>(search: WalletSearch, load: () => Promise<Part>): Promise<Part | null> {
  const { unloaded } = search
  const part = await load().catch(() => null)
  if (part === null ? !unloaded.has(load) && unloaded.add(load) : unloaded.delete(load)) publish(search)
  return part
}

/** Wallets of other chain families: what reads them is fetched only where there is one. */
async function readRegisteredWallets(search: WalletSearch, registered: readonly unknown[]): Promise<void> {
  search.unread = [...search.unread, ...registered]
  const isFirst = !search.families
  search.isFetching = isFirst
  const loaded = await fetchOrMiss(search, loadNonEthereumWallets)
  search.isFetching = false
  if (!loaded) return
  // Not before: who is met meanwhile must find the same ones.
  search.families ??= loaded.createNonEthereumWalletDiscovery()
  const met = search.families.read(search.unread, search.context.window)
  search.unread = []
  addWallets(search, met)
  if (isFirst) publish(search)
}

/**
 * What wallets register with. Answers what takes them back (Wallet Standard); they stay here, because nothing moves that somebody is about
 * to press.
 */
const createRegister =
  (search: WalletSearch) =>
  (...wallets: unknown[]) => {
    void readRegisteredWallets(search, wallets)
    return () => {}
  }

function hearAnnouncement(search: WalletSearch, event: Event): void {
  const announcement = 'detail' in event ? parseWalletAnnouncement(event.detail) : null
  if (!announcement) return
  const { uuid, name, rdns, icon, provider } = announcement
  const id = `announced:${uuid}`
  if (search.announced.some((known) => known.id === id || known.provider === provider)) return
  addWallets(search, [{ id, name, rdns, icon, key: rdns ?? name, provider }])
}

async function look(search: WalletSearch): Promise<void> {
  const { target, window, ethereum } = search.context
  const register = createRegister(search)
  target.dispatchEvent(new Event('eip6963:requestProvider'))
  target.dispatchEvent(new CustomEvent('wallet-standard:app-ready', { detail: { register } }))
  if (
    search.unloaded.has(loadNonEthereumWallets) ||
    ['btc_providers', 'unisat', 'LeatherProvider'].some((name) => name in window)
  )
    register()
  try {
    // What recognizes it is loaded only where there is something.
    if (!search.isOver || !ethereum()) return
    const found = (await fetchOrMiss(search, loadInjectedWallets))?.readInjectedWallets(ethereum) ?? []
    if (found.every(({ provider }) => search.injected.some((known) => known.provider === provider))) return
    search.injected = found.map(({ name, provider }, index) => {
      const key = `injected:${name ?? ''}`
      const id = key + index
      const entry = { id, name, rdns: null, icon: null, key, provider }
      search.entries.set(id, entry)
      return entry
    })
    publish(search)
  } catch {
    return
  }
}

/** Hears wallets that announce themselves, and presses, during which nothing moves. */
function listenToPage(search: WalletSearch, rediscover: () => void, signal: AbortSignal): void {
  const listen = (type: string, listener: (event: Event) => void) =>
    search.context.target.addEventListener(type, listener, { signal })
  const release = () => {
    const { hasNews = false } = search.press ?? {}
    search.press = null
    if (hasNews) publish(search)
  }
  listen('eip6963:announceProvider', (event) => hearAnnouncement(search, event))
  listen('wallet-standard:register-wallet', (event) => {
    try {
      ;(event as CustomEvent<(given: object) => void>).detail({ register: createRegister(search) })
    } catch {
      return
    }
  })
  listen('pointerdown', () => (search.press ??= { hasNews: false }))
  listen('pointerup', release)
  listen('pointercancel', release)
  listen('ethereum#initialized', rediscover)
  listen('online', rediscover)
}

async function endRound(search: WalletSearch, round: number): Promise<void> {
  search.isOver = true
  await look(search)
  const { settled } = search.snapshot
  const news = !settled || (round > 0 && search.awaitedName !== null) || (round > 1 && search.isFetching)
  if (round > 0) search.awaitedName = null
  if (round > 1) search.isFetching = false
  search.settled = true
  if (news) publish(search)
}
