export interface RateLimitCounter {
  key: string
  limit: number
  name: string
  /** When this counter is exhausted, strangers are refused but known callers are not. */
  exemptsKnownCallers: boolean
  /** The counter is never shared, even if the store is full. */
  isAlwaysStored?: boolean
}

export interface SharedRateLimitPool {
  totalCounter: RateLimitCounter
  /** Null for a caller that is not tied to an address. */
  networkKey: string | null
}

export interface RateLimitCountInput {
  counters: readonly RateLimitCounter[]
  pool: SharedRateLimitPool | null
}

export type ExhaustedRateLimitCounters = readonly RateLimitCounter[]

export interface RateLimitStore {
  /** Increments all counters or none. */
  increment: (ask: RateLimitCountInput, now: number) => ExhaustedRateLimitCounters | Promise<ExhaustedRateLimitCounters>
  /** Sends no query and counts nothing. */
  findKnownExhausted: (ask: RateLimitCountInput, now: number) => ExhaustedRateLimitCounters
  pruneExpired: (now: number) => Promise<number>
}
