// Wallet discovery: finds the wallets in this browser (EIP-6963). Written by hand: ask, listen, de-duplicate. Wallets may announce late,
// again at every request, or under another wallet's name; none of that may hide one wallet or show one twice.
import { readAnnouncement } from './announcement.ts'
import { readInjected } from './injected.ts'
import type { Provider } from './provider.ts'

/** A wallet that the person can choose. */
export interface FoundWallet {
  readonly id: string
  /** What it calls itself; null for a wallet at `window.ethereum` without a known flag. */
  readonly name: string | null
  readonly rdns: string | null
  readonly icon: string | null
  /** What tells it from another wallet of the same name; null where its name is its own. */
  readonly distinction: string | null
  /** By what a later visit recognises it. */
  readonly key: string
  readonly provider: Provider
}

/** The wallets found so far, and whether the first round of announcements is over. */
export interface FoundWallets {
  readonly wallets: readonly FoundWallet[]
  readonly settled: boolean
}

/** What discovery needs of the page: its window, a look at `window.ethereum`, and a timer that can be called off. */
export interface DiscoverySurroundings {
  readonly target: EventTarget
  readonly ethereum: () => unknown
  readonly after: (milliseconds: number, run: () => void) => () => void
}

/** A store of the wallets found, in the form that React's `useSyncExternalStore` reads. */
export interface Discovery {
  subscribe(listener: () => void): () => void
  getSnapshot(): FoundWallets
  /** The provider of a wallet that was found at any time; undefined for an unknown id. */
  providerOf(id: string): Provider | undefined
  askAgain(): void
  stop(): void
}

type Entry = Omit<FoundWallet, 'distinction'>

/** EIP-6963 announcements come at once; after this time `window.ethereum` is looked at. */
const settleMilliseconds = 300
/** More than anyone has installed; a page script that announces without end fills no memory. */
const walletLimit = 32

/**
 * Starts to look for wallets: EIP-6963 §Window Events, then `window.ethereum` if none announced itself in time.
 * Wallets that announce later still appear, and then stand in the place of what `window.ethereum` showed.
 */
export function discoverWallets(surroundings: DiscoverySurroundings): Discovery {
  const { target, ethereum, after } = surroundings
  const listeners = new Set<() => void>()
  const providers = new Map<string, Provider>()
  let announced: readonly Entry[] = []
  let injected: readonly Entry[] = []
  let snapshot: FoundWallets = { wallets: [], settled: false }

  const publish = (settled: boolean) => {
    snapshot = { wallets: distinguish(announced.length > 0 ? announced : injected), settled }
    for (const listener of listeners) listener()
  }

  const hear = (event: Event) => {
    const announcement = 'detail' in event ? readAnnouncement(event.detail) : null
    if (!announcement || announced.length >= walletLimit) return
    const { uuid, name, rdns, icon, provider } = announcement
    const id = `announced:${uuid}`
    if (announced.some((known) => known.id === id || known.provider === provider)) return
    providers.set(id, provider)
    announced = [...announced, { id, name, rdns, icon, key: rdns ?? name, provider }]
    publish(snapshot.settled)
  }

  const ask = () => target.dispatchEvent(new Event('eip6963:requestProvider'))

  const settle = () => {
    if (announced.length === 0) {
      injected = readInjected(ethereum).map(({ name, provider }, index) => {
        const id = `injected:${index}`
        providers.set(id, provider)
        return { id, name, rdns: null, icon: null, key: `injected:${name ?? ''}`, provider }
      })
    }
    publish(true)
  }

  target.addEventListener('eip6963:announceProvider', hear)
  ask()
  const cancelSettling = after(settleMilliseconds, settle)

  return {
    subscribe(listener) {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
    getSnapshot: () => snapshot,
    providerOf: (id) => providers.get(id),
    askAgain: ask,
    stop() {
      cancelSettling()
      target.removeEventListener('eip6963:announceProvider', hear)
      listeners.clear()
    },
  }
}

/** Gives wallets that share a name something to tell them apart: the reverse domain name, then a number. */
function distinguish(entries: readonly Entry[]): FoundWallet[] {
  const sameName = (one: Entry, other: Entry) => one.name?.toLowerCase() === other.name?.toLowerCase()
  return entries.map((entry) => {
    const namesakes = entries.filter((other) => sameName(entry, other))
    if (namesakes.length === 1) return { ...entry, distinction: null }
    const twins = namesakes.filter((other) => other.rdns === entry.rdns)
    const place = twins.length === 1 ? null : String(twins.indexOf(entry) + 1)
    return { ...entry, distinction: [entry.rdns, place].filter((part) => part !== null).join(' · ') }
  })
}
