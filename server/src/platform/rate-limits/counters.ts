// What counters are asked, in memory and in the database alike: several at once, all of which count one more, or none does.

/** One counter, and how many it lets in during a window. */
export interface Counter {
  key: string
  most: number
  /** For the log: what was counted. */
  name: string
  /** Whether it holds strangers up, and not who is known. */
  yields: boolean
  /** Whether it has a place of its own however full it is. */
  always?: boolean
}

/** What all share: nobody takes more of what is left of it than a share. */
export interface Pool {
  /** Counts everybody. */
  all: Counter
  /** The key among the counters that says how much of it this network has; null for who comes from nowhere in particular. */
  taken: string | null
}

export interface Ask {
  counters: readonly Counter[]
  pool: Pool | null
}

/** Those that let nobody in any more; none where it was counted. */
export type Spent = readonly Counter[]

export interface Counters {
  /** Counts one more everywhere, or nowhere. */
  count: (ask: Ask, now: number) => Spent | Promise<Spent>
  /** Those of which it is known without asking anybody that they let nobody in. Counts nothing. */
  glance: (ask: Ask, now: number) => Spent
  /** Removes what ran out. @returns how many were removed */
  sweep: (now: number) => Promise<number>
}
