// Wallet discovery: finds the wallets in this browser (EIP-6963). Written by hand: ask, listen, de-duplicate. Wallets may announce late,
// again at every request, or under another wallet's name; none of that may hide one wallet or show one twice.
import { parseWalletAnnouncement } from './eip6963-announcement.ts'
import type { createNonEthereumWalletReader } from './chain-families/non-ethereum-wallets.ts'
import type { WalletEntry, FoundWallet, WalletListEntry } from './found-wallet.ts'
import type { RememberedWallet } from './recent-wallet.ts'

/** The wallets found so far, in the order to show, and whether the first round of announcements is over. */
export interface FoundWallets {
  readonly wallets: readonly FoundWallet[]
  readonly settled: boolean
  /** The one that bears the badge: it was used last. */
  readonly recentId: string | null
  /** By what that one is recognised. */
  readonly recentKey: string | null
  /** The name of the wallet used last, as long as it is waited for. */
  readonly awaitedName: string | null
  /** The wallet that was expected and is not here: the one used last in this browser, otherwise any. Null until they have had their time. */
  readonly missing: Pick<RememberedWallet, 'name'> | null
  /** Whether code that reads some wallets could not be fetched: there may be more than are shown. */
  readonly isIncomplete: boolean
  /** Whether a wallet may be chosen: which chain families are accepted is known, and which of them each wallet has. */
  readonly isReady: boolean
}

/** What discovery needs of the page: its window, a look at `window.ethereum`, and a timer that can be called off. */
export interface DiscoveryContext {
  readonly target: EventTarget
  readonly ethereum: () => unknown
  /** Where wallets of Bitcoin stand. */
  readonly window: object
  readonly after: (milliseconds: number, run: () => unknown) => () => void
  /** The wallet used last; null where none is remembered. */
  readonly recent?: RememberedWallet | null
}

/** A store of the wallets found, in the form that React's `useSyncExternalStore` reads. */
export interface WalletDiscovery {
  subscribe(listener: () => void): () => void
  getSnapshot(): FoundWallets
  /** A wallet that was found at any time; undefined for an unknown id. */
  findWallet(id: string): WalletEntry | undefined
  /** Says which chain families are accepted; until then only Ethereum wallets are listed. */
  acceptNamespaces(namespaces: readonly string[]): void
  rediscover(): void
  stop(): void
}

const loadNonEthereumWallets = () => import('./chain-families/non-ethereum-wallets.ts')
const loadInjectedWallets = () => import('./injected-wallets.ts')

/** Wallets are asked again at these times: extensions start when they like. The first ends the round of announcements, the second the
 * wait for the wallet used last, and the third the wait for the code that reads other chain families. */
const announcementRounds = [300, 1_000, 3_000] as const

/** More than anyone has installed; a page script that announces without end fills no memory. */
const maxWallets = 32

/** It is there for who has no other, and must not hide one (web/src/features/sign-in/demonstration-wallet): in every chain family it goes by one name. */
const isDemonstrationWallet = ({ name }: Pick<WalletEntry, 'name'>) => name === 'Demonstration wallet'
const anyWallet = { name: null }

/**
 * Starts to look for wallets: EIP-6963 §Window Events, and `window.ethereum` if none announced itself in time. Wallets that come later
 * still appear: in the place of what `window.ethereum` showed, or at the end, so that nothing moves that somebody is about to press.
 */
export function discoverWallets(context: DiscoveryContext): WalletDiscovery {
  const { target, ethereum, window, after, recent = null } = context
  const listeners = new Set<() => void>()
  const entries = new Map<string, WalletEntry>()
  let families: ReturnType<typeof createNonEthereumWalletReader> | null = null
  let offered: readonly string[] = ['eip155']
  let isOffered = false
  /** Whether the code that reads other chain families is on its way. */
  let isFetching = false
  const over = new AbortController()
  let announced: readonly WalletEntry[] = []
  let injected: readonly WalletEntry[] = []
  let order: readonly string[] = []
  let settled = false
  /** Whether wallets have had their time to announce themselves. */
  let isOver = false
  let awaitedName = recent?.name ?? null
  /** While something is pressed nothing moves; null where nothing has come meanwhile. */
  let press: { hasNews: boolean } | null = null
  const recentKey = recent?.key ?? null
  const expected = recent && !isDemonstrationWallet(recent) ? recent : null
  // A wallet that goes by another key than before is the same one by its name.
  const isExpected = ({ key, name }: WalletEntry) => !expected || key === expected.key || name === expected.name
  let snapshot: FoundWallets = {
    wallets: [],
    settled,
    recentId: null,
    recentKey,
    awaitedName,
    missing: null,
    isIncomplete: false,
    isReady: false,
  }
  /** What could not be fetched: with each look it is tried again. */
  const unloaded = new Set<unknown>()
  let unread: readonly unknown[] = []

  const publish = () => {
    if (press) return void (press.hasNews = true)
    const known = announced.toSorted(
      (one, other) => Number(isDemonstrationWallet(one)) - Number(isDemonstrationWallet(other)),
    )
    const first = known.find(({ namespace }) => !namespace)
    // What sits at window.ethereum announces itself as well, nowadays; only the demonstration wallet says nothing about it.
    if (!first || isDemonstrationWallet(first))
      known.unshift(...injected.filter(({ provider }) => first?.provider !== provider))
    const usable = known.filter(({ namespace = 'eip155' }) => offered.includes(namespace))
    const rows: readonly WalletListEntry[] = families ? families.join(usable) : usable
    const [used, ...impostors] = rows.filter((row) => [row, ...(row.chains ?? [])].some(({ key }) => key === recentKey))
    const of = (id: string) => rows.find((entry) => entry.id === id)
    const fresh = rows.map(({ id }) => id).filter((id) => !order.includes(id))
    const back = awaitedName !== null && used && fresh.includes(used.id) ? [used.id] : []
    const shown = order.flatMap((id) => (of(id) ? id : (fresh.shift() ?? [])))
    // The place of the one that was waited for was kept at the top.
    order = [...new Set([...back, ...shown, ...fresh])]
    if (used) awaitedName = null
    snapshot = {
      wallets: addDistinctions(order.flatMap((id) => of(id) ?? [])),
      settled,
      // Of two that claim to be it one is an impostor.
      recentId: (!impostors.length && used?.id) || null,
      recentKey,
      awaitedName,
      // Of a chain family that is not offered here it is not missing.
      missing:
        settled &&
        awaitedName === null &&
        !unloaded.size &&
        !known.some((entry) => isExpected(entry) && !isDemonstrationWallet(entry))
          ? (expected ?? anyWallet)
          : null,
      isIncomplete: settled && unloaded.size > 0,
      // Wallets that come later join a list that can be pressed already.
      isReady: snapshot.isReady || (isOffered && (!isFetching || unloaded.size > 0)),
    }
    for (const listener of listeners) listener()
  }

  const add = (...found: readonly WalletEntry[]) => {
    const taken = found.slice(0, maxWallets - announced.length)
    if (!taken.length) return
    for (const entry of taken) entries.set(entry.id, entry)
    announced = [...announced, ...taken]
    publish()
  }

  const fetchOrMiss = async <Part>(load: () => Promise<Part>): Promise<Part | null> => {
    const part = await load().catch(() => null)
    if (part === null ? !unloaded.has(load) && unloaded.add(load) : unloaded.delete(load)) publish()
    return part
  }
  /** Wallets of other chain families: what reads them is fetched only where there is one. */
  const meet = async (...registered: unknown[]) => {
    unread = [...unread, ...registered]
    const isFirst = !families
    isFetching = isFirst
    const loaded = await fetchOrMiss(loadNonEthereumWallets)
    isFetching = false
    if (!loaded) return
    // Not before: who is met meanwhile must find the same ones.
    families ??= loaded.createNonEthereumWalletReader()
    const met = families.read(unread, window)
    unread = []
    add(...met)
    if (isFirst) publish()
  }
  /** Answers what takes them back (Wallet Standard); they stay here, because nothing moves that somebody is about to press. */
  const register = (...wallets: unknown[]) => {
    void meet(...wallets)
    return () => {}
  }

  const hear = (event: Event) => {
    const announcement = 'detail' in event ? parseWalletAnnouncement(event.detail) : null
    if (!announcement) return
    const { uuid, name, rdns, icon, provider } = announcement
    const id = `announced:${uuid}`
    if (announced.some((known) => known.id === id || known.provider === provider)) return
    add({ id, name, rdns, icon, key: rdns ?? name, provider })
  }

  const look = async () => {
    target.dispatchEvent(new Event('eip6963:requestProvider'))
    target.dispatchEvent(new CustomEvent('wallet-standard:app-ready', { detail: { register } }))
    if (
      unloaded.has(loadNonEthereumWallets) ||
      ['btc_providers', 'unisat', 'LeatherProvider'].some((name) => name in window)
    )
      register()
    try {
      // What recognizes it is loaded only where there is something.
      if (!isOver || !ethereum()) return
      const found = (await fetchOrMiss(loadInjectedWallets))?.readInjectedWallets(ethereum) ?? []
      if (found.every(({ provider }) => injected.some((known) => known.provider === provider))) return
      injected = found.map(({ name, provider }, index) => {
        const key = `injected:${name ?? ''}`
        const id = key + index
        const entry = { id, name, rdns: null, icon: null, key, provider }
        entries.set(id, entry)
        return entry
      })
      publish()
    } catch {
      return
    }
  }

  const listen = (type: string, listener: (event: Event) => void) =>
    target.addEventListener(type, listener, { signal: over.signal })
  const release = () => {
    const { hasNews = false } = press ?? {}
    press = null
    if (hasNews) publish()
  }
  listen('eip6963:announceProvider', hear)
  listen('wallet-standard:register-wallet', (event) => {
    try {
      ;(event as CustomEvent<(given: object) => void>).detail({ register })
    } catch {
      return
    }
  })
  listen('pointerdown', () => (press ??= { hasNews: false }))
  listen('pointerup', release)
  listen('pointercancel', release)
  const rediscover = () => void look()
  listen('ethereum#initialized', rediscover)
  listen('online', rediscover)
  rediscover()
  const cancel = announcementRounds.map((milliseconds, round) =>
    after(milliseconds, async () => {
      isOver = true
      await look()
      const news = !snapshot.settled || (round > 0 && awaitedName !== null) || (round > 1 && isFetching)
      if (round > 0) awaitedName = null
      if (round > 1) isFetching = false
      settled = true
      if (news) publish()
    }),
  )

  return {
    subscribe(listener) {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
    getSnapshot: () => snapshot,
    findWallet: (id) => entries.get(id),
    acceptNamespaces(namespaces) {
      if (isOffered && String(namespaces) === String(offered)) return
      isOffered = true
      offered = namespaces
      publish()
    },
    rediscover,
    stop() {
      for (const call of cancel) call()
      over.abort()
      listeners.clear()
    },
  }
}

/** Gives wallets that share a name something to tell them apart: the reverse domain name, then a number. */
function addDistinctions(entries: readonly WalletListEntry[]): FoundWallet[] {
  const sameName = (one: WalletListEntry, other: WalletListEntry) =>
    one.name?.toLowerCase() === other.name?.toLowerCase()
  return entries.map((entry) => {
    const namesakes = entries.filter((other) => sameName(entry, other))
    if (namesakes.length === 1) return { ...entry, distinction: null }
    const twins = namesakes.filter((other) => other.rdns === entry.rdns)
    const place = twins.length === 1 ? null : String(twins.indexOf(entry) + 1)
    return { ...entry, distinction: [entry.rdns, place].filter((part) => part !== null).join(' · ') }
  })
}
