// Time and randomness come in from outside, so that a test decides both and nothing else reads the machine's clock.
import { randomBytes, randomFillSync } from 'node:crypto'

/** Milliseconds since 1970-01-01T00:00:00Z. */
export type Clock = () => number

/** Milliseconds since a moment of no meaning. No one sets it: it neither leaps nor goes back. */
export type Monotonic = () => number

/** Returns that many unpredictable bytes. */
export type Random = (bytes: number) => Uint8Array

export const systemClock: Clock = () => Date.now()

export const systemMonotonic: Monotonic = () => performance.now()

/** Asked for at once, because each time costs as much as many bytes. What was given out is wiped: no secret stands in memory twice. */
const pool = new Uint8Array(4096)
let taken = pool.length

export const systemRandom: Random = (bytes) => {
  if (bytes > pool.length) return randomBytes(bytes)
  if (taken + bytes > pool.length) {
    randomFillSync(pool)
    taken = 0
  }
  const given = pool.slice(taken, taken + bytes)
  pool.fill(0, taken, (taken += bytes))
  return given
}

/** RFC 3339 in UTC with milliseconds: the one form in which this server writes times to the outside. */
export const formatTime = (milliseconds: number): string => new Date(milliseconds).toISOString()
