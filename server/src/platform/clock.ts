import { randomBytes, randomFillSync } from 'node:crypto'

/** Milliseconds since 1970-01-01T00:00:00Z. */
export type Clock = () => number

/** Milliseconds since an arbitrary point in time. This clock never jumps or goes backward. */
export type MonotonicClock = () => number

export type RandomBytes = (bytes: number) => Uint8Array

export const systemClock: Clock = () => Date.now()

export const systemMonotonicClock: MonotonicClock = () => performance.now()

// Filling a pool is faster; used bytes are wiped, so that no secret is in memory twice.
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

export const formatRfc3339Timestamp = (milliseconds: number): string => new Date(milliseconds).toISOString()
