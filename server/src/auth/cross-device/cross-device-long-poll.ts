// Long polling for cross-device requests, with one query for all waiters (decision 0051).
import type { CrossDeviceRequestStatus } from '@countersign/api/api-endpoints'
import {
  toIpNetworkPrefix,
  resolveRateLimitIpNetworks,
  findWidestIpNetworkPrefix,
} from '../../platform/ip-network-prefix.ts'
import { maxIpNetworkRateLimitShare } from '../../platform/rate-limits/rate-limit-budgets.ts'

/** In milliseconds; shorter than common proxy timeouts. */
export const crossDeviceLongPollTimeoutMs = 20_000
const pollIntervalMs = 300
/** An IPv4 /24 or IPv6 /64 gets 1/20 of the slots: enough for a company (THREATS N17). */
const networkShareDivisor = 20

interface LongPollOptions {
  maxWaiting: number
  /** Requests that changed in the last few seconds. */
  listChanged: () => Promise<readonly { id: string; state: CrossDeviceRequestStatus }[]>
  /** @returns a function that cancels the timer */
  setTimer: (milliseconds: number, run: () => void) => () => void
}

/** Enough for both sides of the request and their abandoned connections. */
const maxWaitersPerRequest = 4

interface Waiter {
  knownState: CrossDeviceRequestStatus
  wake: () => void
}

export interface CrossDeviceLongPoll {
  /** Resolves when the state changes, on timeout, or at once if too many callers wait. */
  waitForChange: (
    request: { id: string; known: CrossDeviceRequestStatus; mostMs: number; address: string },
    signal: AbortSignal,
  ) => Promise<void>
  notifyChanged: (id: string) => void
  stop: () => void
}

export function createCrossDeviceLongPoll({ maxWaiting, listChanged, setTimer }: LongPollOptions): CrossDeviceLongPoll {
  const waiting = new Map<string, Set<Waiter>>()
  const waitingByNetwork = new Map<string, number>()
  const maxWaitingPerNetwork = Math.max(Math.ceil(maxWaiting / networkShareDivisor), 10)
  let count = 0
  let isStopped = false
  let isPolling = false

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
    const changed = await listChanged().catch(() => [])
    for (const { id, state } of changed)
      for (const waiter of waiting.get(id) ?? []) if (waiter.knownState !== state) waiter.wake()
    isPolling = false
    keepPolling()
  }

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
      // The oldest waiter of the same request makes room.
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
