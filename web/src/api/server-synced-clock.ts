// Clock of the page, which ticks while it has subscribers and follows the server's time.
import { createContext, useContext, useSyncExternalStore } from 'react'

export interface PageClock {
  /** Milliseconds since 1970; constant between two ticks. */
  now: () => number
  onTick: (tick: () => void) => () => void
}

export interface ServerSyncedClock extends PageClock {
  /** @param serverTime time of a response that just arrived, in milliseconds since 1970 */
  syncToServerTime: (serverTime: number) => void
}

/** Smaller differences are ignored: the Date header has whole seconds, and responses take time. */
const toleranceMs = 5_000

export function createServerSyncedClock(periodMs = 30_000): ServerSyncedClock {
  let behindMs = 0
  const read = () => Date.now() + behindMs
  let now = read()
  let timer: ReturnType<typeof setInterval> | undefined
  const listeners = new Set<() => void>()
  const tick = () => {
    now = read()
    for (const listener of listeners) listener()
  }
  return {
    syncToServerTime(serverTime) {
      const difference = serverTime - Date.now()
      const next = Math.abs(difference) > toleranceMs ? difference : 0
      // Smaller corrections would only make the displayed times jump.
      if (Math.abs(next - behindMs) <= toleranceMs && (next === 0) === (behindMs === 0)) return
      behindMs = next
      tick()
    },
    now: () => now,
    onTick: (listener) => {
      if (listeners.size === 0) {
        now = read()
        timer = setInterval(tick, periodMs)
      }
      listeners.add(listener)
      return () => {
        listeners.delete(listener)
        if (listeners.size === 0) clearInterval(timer)
      }
    },
  }
}

export const serverSyncedClock = createServerSyncedClock()

export const PageClockContext = createContext<PageClock>(serverSyncedClock)

export function useNow(): number {
  const clock = useContext(PageClockContext)
  return useSyncExternalStore(clock.onTick, clock.now)
}
