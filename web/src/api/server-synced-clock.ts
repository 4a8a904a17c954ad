// The time as the screens see it: one clock for a page, which ticks while somebody looks, and which a test can replace.
import { createContext, useContext, useSyncExternalStore } from 'react'

/** Tells the time and says when it has moved on. */
export interface PageClock {
  /** Milliseconds since 1970. Between two ticks it stands still. */
  now: () => number
  /** @returns the function that ends it */
  onTick: (tick: () => void) => () => void
}

/** A clock that runs by the server's time where this device's clock is wrong. */
export interface ServerSyncedClock extends PageClock {
  /** @param serverTime of an answer that has just arrived, in milliseconds since 1970 */
  syncToServerTime: (serverTime: number) => void
}

/** The Date header has whole seconds, and an answer takes time: up to here, this device's clock is right. */
const toleranceMs = 5_000

/** The browser's clock, moving on every half minute; it rests while nobody listens. */
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
      // What changes by no more than that would only make the times on the page jump.
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

/** The one clock of a page. */
export const serverSyncedClock = createServerSyncedClock()

export const PageClockContext = createContext<PageClock>(serverSyncedClock)

/** The present time in milliseconds; the component is drawn anew when it moves on. */
export function useNow(): number {
  const clock = useContext(PageClockContext)
  return useSyncExternalStore(clock.onTick, clock.now)
}
