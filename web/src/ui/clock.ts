// The time as the screens see it: one clock for a page, which ticks while somebody looks, and which a test can replace.
import { createContext, useContext, useSyncExternalStore } from 'react'

/** Tells the time and says when it has moved on. */
export interface Clock {
  /** Milliseconds since 1970. Between two ticks it stands still. */
  now: () => number
  /** @returns the function that ends it */
  onTick: (tick: () => void) => () => void
}

/** The browser's clock, moving on every half minute; it rests while nobody listens. */
export function createBrowserClock(periodMs = 30_000): Clock {
  let now = Date.now()
  let timer: ReturnType<typeof setInterval> | undefined
  const listeners = new Set<() => void>()
  const tick = () => {
    now = Date.now()
    for (const listener of listeners) listener()
  }
  return {
    now: () => now,
    onTick: (listener) => {
      if (listeners.size === 0) {
        now = Date.now()
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

export const ClockContext = createContext<Clock>(createBrowserClock())

/** The present time in milliseconds; the component is drawn anew when it moves on. */
export function useNow(): number {
  const clock = useContext(ClockContext)
  return useSyncExternalStore(clock.onTick, clock.now)
}
