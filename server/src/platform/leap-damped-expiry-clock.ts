// Damps leaps of the clock, which could make a used challenge usable again (THREATS M18, N14).
import type { Clock, MonotonicClock } from './clock.ts'

const maxCatchUpRate = 2

export function createLeapDampedExpiryClock(clock: Clock, monotonic: MonotonicClock): Clock {
  let [sweptAt, readAt] = [clock(), monotonic()]
  return () => {
    const now = monotonic()
    sweptAt = Math.min(clock(), sweptAt + maxCatchUpRate * (now - readAt))
    readAt = now
    return sweptAt
  }
}
