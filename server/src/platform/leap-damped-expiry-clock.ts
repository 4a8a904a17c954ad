// The time by which sweeps remove what has expired. What a sweep removes does not come back when the clock is set right: a challenge whose
// spending was forgotten could be spent again (THREATS M18, N14).
import type { Clock, MonotonicClock } from './clock.ts'

/** After a suspend, or a start before the machine knew the time, the sweep clock catches up at this rate. */
const maxCatchUpRate = 2

/**
 * @returns a clock that never runs ahead of `clock`, and follows a leap forward at no more than twice the pace of real time
 */
export function createLeapDampedExpiryClock(clock: Clock, monotonic: MonotonicClock): Clock {
  let [sweptAt, readAt] = [clock(), monotonic()]
  return () => {
    const now = monotonic()
    sweptAt = Math.min(clock(), sweptAt + maxCatchUpRate * (now - readAt))
    readAt = now
    return sweptAt
  }
}
