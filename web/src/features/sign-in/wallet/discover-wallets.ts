// Late, repeated or impersonating announcements must not hide or duplicate a wallet (EIP-6963).
import { parseWalletAnnouncement } from './parse-wallet-announcement.ts'
import { listDiscoveredWallets } from './list-discovered-wallets.ts'
import type { WalletDiscoverySnapshot, WalletDiscoveryState } from './list-discovered-wallets.ts'
import type { SingleChainFamilyWallet } from './discovered-wallet.ts'
import type { LastUsedWallet } from './last-used-wallet-store.ts'

/** `after` returns a function that cancels the timer. */
export interface WalletDiscoveryDependencies {
  readonly target: EventTarget
  readonly ethereum: () => unknown
  readonly window: object
  readonly after: (milliseconds: number, run: () => unknown) => () => void
  /** Null if unknown. */
  readonly recent?: LastUsedWallet | null
}

export interface WalletDiscovery {
  subscribe(listener: () => void): () => void
  getSnapshot(): WalletDiscoverySnapshot
  /** Also finds wallets that are no longer listed. */
  findWallet(id: string): SingleChainFamilyWallet | undefined
  /** Sets the accepted chain families. Until then, only Ethereum wallets are listed. */
  acceptNamespaces(namespaces: readonly string[]): void
  rediscover(): void
  stop(): void
}

const loadNonEthereumWallets = () => import('./chain-families/non-ethereum-wallet-discovery.ts')
const loadInjectedWallets = () => import('./read-injected-wallets.ts')

// Wallets are requested again at these times, since extensions may start late. The times also
// end the first round, the wait for the last used wallet, and the wait for other chain families.
const announcementRounds = [300, 1_000, 3_000] as const

/** Limits memory use if a script keeps announcing wallets. */
const maxWallets = 32

interface WalletSearch extends WalletDiscoveryState {
  readonly context: WalletDiscoveryDependencies
  readonly entries: Map<string, SingleChainFamilyWallet>
  readonly listeners: Set<() => void>
  snapshot: WalletDiscoverySnapshot
  isOver: boolean
  /** Set while a pointer is pressed, which freezes the list. */
  press: { hasNews: boolean } | null
  unread: readonly unknown[]
}

/** EIP-6963 §Window Events. A late wallet replaces the `window.ethereum` entry or comes last. */
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

async function readRegisteredWallets(search: WalletSearch, registered: readonly unknown[]): Promise<void> {
  search.unread = [...search.unread, ...registered]
  const isFirst = !search.families
  search.isFetching = isFirst
  const loaded = await fetchOrMiss(search, loadNonEthereumWallets)
  search.isFetching = false
  if (!loaded) return
  // Assigned once, after loading, so that concurrent calls share it.
  search.families ??= loaded.createNonEthereumWalletDiscovery()
  const met = search.families.read(search.unread, search.context.window)
  search.unread = []
  addWallets(search, met)
  if (isFirst) publish(search)
}

/** `register` of the Wallet Standard. Unregistered wallets stay listed, so that nothing moves. */
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
    ['btc_providers', 'unisat', 'LeatherProvider', '$onekey', 'okxwallet', 'phantom'].some((name) => name in window)
  )
    register()
  try {
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
