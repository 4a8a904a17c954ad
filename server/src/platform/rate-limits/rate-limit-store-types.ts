// What counters are asked, in memory and in the database alike: several at once, all of which count one more, or none does.

/** One counter, and how many it lets in during a window. */
export interface RateLimitCounter {
  key: string
  limit: number
  /** For the log: what was counted. */
  name: string
  /** Whether it holds strangers up, and not who is known. */
  exemptsKnownCallers: boolean
  /** Whether it has a place of its own however full it is. */
  isAlwaysStored?: boolean
}

/** What all share: nobody takes more of what is left of it than a share. */
export interface SharedRateLimitPool {
  /** Counts everybody. */
  totalCounter: RateLimitCounter
  /** The key among the counters that says how much of it this network has; null for who comes from nowhere in particular. */
  networkKey: string | null
}

export interface RateLimitCountInput {
  counters: readonly RateLimitCounter[]
  pool: SharedRateLimitPool | null
}

/** Those that let nobody in any more; none where it was counted. */
export type ExhaustedRateLimitCounters = readonly RateLimitCounter[]

export interface RateLimitStore {
  /** Counts one more everywhere, or nowhere. */
  increment: (ask: RateLimitCountInput, now: number) => ExhaustedRateLimitCounters | Promise<ExhaustedRateLimitCounters>
  /** Those of which it is known without asking anybody that they let nobody in. Counts nothing. */
  findKnownExhausted: (ask: RateLimitCountInput, now: number) => ExhaustedRateLimitCounters
  /** Removes what ran out. @returns how many were removed */
  pruneExpired: (now: number) => Promise<number>
}
