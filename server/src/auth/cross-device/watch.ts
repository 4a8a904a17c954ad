// Lets browsers wait for another device with a request that is held open (long polling). What changed on whichever instance is found by one question for
// all that wait here, a few times a second and only while somebody waits: ten thousand that wait cost no more questions than one, and the
// database needs no connection that stays open for it (decision 0051).
import type { CrossDeviceState } from '@countersign/api/calls'
import { networkPrefix, networksOf, widestOf } from '../../platform/network-prefix.ts'
import { greatestShare } from '../../platform/rate-limits/budgets.ts'

/** How long a request is held: shorter than proxies commonly wait for an answer. */
export const heldMs = 20_000
const askingMs = 300
/**
 * The part of all places that one IPv4 /24 or IPv6 /64 can hold: a company behind one address, not a flood. The widest
 * network is bounded by its share of what is left, as in every budget (THREATS N17).
 */
const shareOfNetwork = 20

/** What has to be known of the world. */
interface Surroundings {
  /** How many may wait here at the same time. */
  most: number
  /** Those that have changed in the last seconds. */
  listChanged: () => Promise<readonly { id: string; state: CrossDeviceState }[]>
  /** Calls back after a time. @returns what calls it off */
  after: (milliseconds: number, run: () => void) => () => void
}

/** How many wait for the same one: the browser that shows it, the device that opened it, and what either of them has left behind. */
const mostOfOne = 4

/** One that waits. */
interface Waiter {
  known: CrossDeviceState
  wake: () => void
}

export interface Watch {
  /**
   * Resolves once it is no longer as it was known, once its time is over, or at once where too many wait.
   * @param request.address the IP address that waits
   * @param signal aborted when nobody waits any more for the answer
   */
  wait: (
    request: { id: string; known: CrossDeviceState; mostMs: number; address: string },
    signal: AbortSignal,
  ) => Promise<void>
  /** Something has changed on this instance: whoever waits for it is told at once. */
  changed: (id: string) => void
  /** Tells everybody, and lets nobody wait from then on. */
  stop: () => void
}

export function createWatch({ most, listChanged, after }: Surroundings): Watch {
  const waiting = new Map<string, Set<Waiter>>()
  const heldOf = new Map<string, number>()
  const mostOfNetwork = Math.max(Math.ceil(most / shareOfNetwork), 10)
  let count = 0
  let isStopped = false
  let isAsking = false

  /** Counts one more, or one less, for a network. */
  function hold(network: string, change: 1 | -1): void {
    const held = (heldOf.get(network) ?? 0) + change
    if (held === 0) heldOf.delete(network)
    else heldOf.set(network, held)
  }

  const hasRoom = (network: string, widest: string): boolean => {
    const left = most - count
    const held = (each: string): number => heldOf.get(each) ?? 0
    return left > 0 && held(network) < mostOfNetwork && held(widest) < left * greatestShare
  }

  async function askOnce(): Promise<void> {
    // What cannot be read now is read when it is asked again, or when the time of the one that waits is over.
    const changed = await listChanged().catch(() => [])
    for (const { id, state } of changed)
      for (const waiter of waiting.get(id) ?? []) if (waiter.known !== state) waiter.wake()
    isAsking = false
    keepAsking()
  }

  /** Asks as long as somebody waits. */
  function keepAsking(): void {
    if (isAsking || count === 0 || isStopped) return
    isAsking = true
    after(askingMs, () => {
      void askOnce()
    })
  }

  return {
    wait: ({ id, known, mostMs, address }, signal) => {
      const [network, widest] = [networkPrefix(address), `widest ${widestOf(networksOf(address))}`]
      // Places cost codes, of which so many are given: of those who wait for the same one the oldest makes room.
      const before = waiting.get(id)
      if (before !== undefined && before.size >= mostOfOne) before.values().next().value?.wake()
      if (isStopped || signal.aborted || !hasRoom(network, widest)) return Promise.resolve()
      return new Promise((resolve) => {
        const others = waiting.get(id) ?? new Set()
        const waiter: Waiter = { known, wake: leave }
        const callOff = after(Math.max(Math.min(mostMs, heldMs), 0), leave)
        signal.addEventListener('abort', leave, { once: true })
        waiting.set(id, others.add(waiter))
        hold(network, 1)
        hold(widest, 1)
        count++
        keepAsking()

        function leave(): void {
          if (!others.delete(waiter)) return
          if (others.size === 0) waiting.delete(id)
          hold(network, -1)
          hold(widest, -1)
          count--
          callOff()
          signal.removeEventListener('abort', leave)
          resolve()
        }
      })
    },
    changed: (id) => {
      for (const waiter of waiting.get(id) ?? []) waiter.wake()
    },
    stop: () => {
      isStopped = true
      for (const waiters of waiting.values()) for (const waiter of waiters) waiter.wake()
    },
  }
}
