// Time and randomness come in from outside, so that a test decides both and nothing else reads the machine's clock.
import { randomBytes } from 'node:crypto'

/** Milliseconds since 1970-01-01T00:00:00Z. */
export type Clock = () => number

/** Returns that many unpredictable bytes. */
export type Random = (bytes: number) => Uint8Array

export const systemClock: Clock = () => Date.now()
export const systemRandom: Random = (bytes) => randomBytes(bytes)

/** RFC 3339 in UTC with milliseconds: the one form in which this server writes times to the outside. */
export const formatTime = (milliseconds: number): string => new Date(milliseconds).toISOString()
