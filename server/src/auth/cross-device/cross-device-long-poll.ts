// Lets browsers wait for another device with a request that is held open (long polling). What changed on whichever instance is found by one question for
// all that wait here, a few times a second and only while somebody waits: ten thousand that wait cost no more questions than one, and the
// database needs no connection that stays open for it (decision 0051).
import type { CrossDeviceRequestStatus } from '@countersign/api/api-endpoints'
import {
  toIpNetworkPrefix,
  resolveRateLimitIpNetworks,
  findWidestIpNetworkPrefix,
} from '../../platform/ip-network-prefix.ts'
import { maxIpNetworkRateLimitShare } from '../../platform/rate-limits/rate-limit-budgets.ts'

/** How long a request is held: shorter than proxies commonly wait for an answer. */
export const crossDeviceLongPollTimeoutMs = 20_000
const pollIntervalMs = 300
/**
 * The part of all places that one IPv4 /24 or IPv6 /64 can hold: a company behind one address, not a flood. The widest
 * network is bounded by its share of what is left, as in every budget (THREATS N17).
 */
const networkShareDivisor = 20

/** What has to be known of the world. */
interface LongPollOptions {
  /** How many may wait here at the same time. */
  maxWaiting: number
  /** Those that have changed in the last seconds. */
  listChanged: () => Promise<readonly { id: string; state: CrossDeviceRequestStatus }[]>
  /** Calls back after a time. @returns what calls it off */
  setTimer: (milliseconds: number, run: () => void) => () => void
}

/** How many wait for the same one: the browser that shows it, the device that opened it, and what either of them has left behind. */
const maxWaitersPerRequest = 4

/** One that waits. */
interface Waiter {
  knownState: CrossDeviceRequestStatus
  wake: () => void
}

export interface CrossDeviceLongPoll {
  /**
   * Resolves once it is no longer as it was known, once its time is over, or at once where too many wait.
   * @param request.address the IP address that waits
   * @param signal aborted when nobody waits any more for the answer
   */
  waitForChange: (
    request: { id: string; known: CrossDeviceRequestStatus; mostMs: number; address: string },
    signal: AbortSignal,
  ) => Promise<void>
  /** Something has changed on this instance: whoever waits for it is told at once. */
  notifyChanged: (id: string) => void
  /** Tells everybody, and lets nobody wait from then on. */
  stop: () => void
}

export function createCrossDeviceLongPoll({ maxWaiting, listChanged, setTimer }: LongPollOptions): CrossDeviceLongPoll {
  const waiting = new Map<string, Set<Waiter>>()
  const waitingByNetwork = new Map<string, number>()
  const maxWaitingPerNetwork = Math.max(Math.ceil(maxWaiting / networkShareDivisor), 10)
  let count = 0
  let isStopped = false
  let isPolling = false

  /** Counts one more, or one less, for a network. */
  function countWaiting(network: string, change: 1 | -1): void {
    const waitingCount = (waitingByNetwork.get(network) ?? 0) + change
    if (waitingCount === 0) waitingByNetwork.delete(network)
    else waitingByNetwork.set(network, waitingCount)
  }

  const hasRoom = (network: string, widest: string): boolean => {
    const left = maxWaiting - count
    const waitingCount = (each: string): number => waitingByNetwork.get(each) ?? 0
    return (
      left > 0 &&
      waitingCount(network) < maxWaitingPerNetwork &&
      waitingCount(widest) < left * maxIpNetworkRateLimitShare
    )
  }

  async function pollOnce(): Promise<void> {
    // What cannot be read now is read when it is asked again, or when the time of the one that waits is over.
    const changed = await listChanged().catch(() => [])
    for (const { id, state } of changed)
      for (const waiter of waiting.get(id) ?? []) if (waiter.knownState !== state) waiter.wake()
    isPolling = false
    keepPolling()
  }

  /** Asks as long as somebody waits. */
  function keepPolling(): void {
    if (isPolling || count === 0 || isStopped) return
    isPolling = true
    setTimer(pollIntervalMs, () => {
      void pollOnce()
    })
  }

  return {
    waitForChange: ({ id, known: knownState, mostMs, address }, signal) => {
      const [network, widest] = [
        toIpNetworkPrefix(address),
        `widest ${findWidestIpNetworkPrefix(resolveRateLimitIpNetworks(address))}`,
      ]
      // Places cost codes, of which so many are given: of those who wait for the same one the oldest makes room.
      const before = waiting.get(id)
      if (before !== undefined && before.size >= maxWaitersPerRequest) before.values().next().value?.wake()
      if (isStopped || signal.aborted || !hasRoom(network, widest)) return Promise.resolve()
      return new Promise((resolve) => {
        const others = waiting.get(id) ?? new Set()
        const waiter: Waiter = { knownState, wake: stopWaiting }
        const cancelTimer = setTimer(Math.max(Math.min(mostMs, crossDeviceLongPollTimeoutMs), 0), stopWaiting)
        signal.addEventListener('abort', stopWaiting, { once: true })
        waiting.set(id, others.add(waiter))
        countWaiting(network, 1)
        countWaiting(widest, 1)
        count++
        keepPolling()

        function stopWaiting(): void {
          if (!others.delete(waiter)) return
          if (others.size === 0) waiting.delete(id)
          countWaiting(network, -1)
          countWaiting(widest, -1)
          count--
          cancelTimer()
          signal.removeEventListener('abort', stopWaiting)
          resolve()
        }
      })
    },
    notifyChanged: (id) => {
      for (const waiter of waiting.get(id) ?? []) waiter.wake()
    },
    stop: () => {
      isStopped = true
      for (const waiters of waiting.values()) for (const waiter of waiters) waiter.wake()
    },
  }
}
