// Time and randomness come in from outside, so that a test decides both and nothing else reads the machine's clock.
import { randomBytes, randomFillSync } from 'node:crypto'

/** Milliseconds since 1970-01-01T00:00:00Z. */
export type Clock = () => number

/** Milliseconds since a moment of no meaning. No one sets it: it neither leaps nor goes back. */
export type MonotonicClock = () => number

/** Returns that many unpredictable bytes. */
export type RandomBytes = (bytes: number) => Uint8Array

export const systemClock: Clock = () => Date.now()

export const systemMonotonicClock: MonotonicClock = () => performance.now()

/** Asked for at once, because each time costs as much as many bytes. What was given out is wiped: no secret stands in memory twice. */
const randomPool = new Uint8Array(4096)
let usedPoolBytes = randomPool.length

export const systemRandomBytes: RandomBytes = (bytes) => {
  if (bytes > randomPool.length) return randomBytes(bytes)
  if (usedPoolBytes + bytes > randomPool.length) {
    randomFillSync(randomPool)
    usedPoolBytes = 0
  }
  const given = randomPool.slice(usedPoolBytes, usedPoolBytes + bytes)
  randomPool.fill(0, usedPoolBytes, (usedPoolBytes += bytes))
  return given
}

/** RFC 3339 in UTC with milliseconds: the one form in which this server writes times to the outside. */
export const formatRfc3339Timestamp = (milliseconds: number): string => new Date(milliseconds).toISOString()
