// Runs of the simulation that find something (regression corpus), as data: each is carried out again by the tests. Whoever changes what clients do, or what
// is drawn, changes what every seed does, and looks for new ones: `npm run simulate -- --seeds 100 --fault NAME`.

/** How long a run is, where nothing else is said. */
export const defaultSteps = 1500

/** A run that found a fault of the server, which is mended since. */
export interface KeptSeed {
  database: 'sqlite' | 'postgres'
  seed: number
  steps: number
  /** What was wrong. */
  found: string
}

export const keptSeeds: readonly KeptSeed[] = []

/** A run that finds a seeded fault. */
export interface FindingSeed {
  fault: string
  database: 'sqlite' | 'postgres'
  seed: number
  /** A rule that it breaks. */
  rule: string
  /** Whether every test run carries it out: one for each way in which something is found. The others are for who changes what is drawn. */
  isTried?: true
}

export const findingSeeds: readonly FindingSeed[] = [
  { fault: 'challenge-spent-twice', database: 'sqlite', seed: 3, rule: 'spent-once', isTried: true },
  { fault: 'code-redeemed-twice', database: 'sqlite', seed: 3, rule: 'spent-once' },
  { fault: 'doubt-answered-as-done', database: 'postgres', seed: 11, rule: 'line-missing', isTried: true },
  { fault: 'line-lost', database: 'sqlite', seed: 3, rule: 'line-missing', isTried: true },
  { fault: 'refresh-reused', database: 'sqlite', seed: 2, rule: 'spent-once' },
  { fault: 'reuse-leaves-tokens', database: 'sqlite', seed: 2, rule: 'token', isTried: true },
  { fault: 'role-cached', database: 'sqlite', seed: 4, rule: 'role' },
  { fault: 'session-cached', database: 'sqlite', seed: 1, rule: 'session' },
  { fault: 'suspension-leaves-sessions', database: 'sqlite', seed: 1, rule: 'token' },
  { fault: 'unlink-leaves-sessions', database: 'sqlite', seed: 3, rule: 'session' },
  { fault: 'withdrawal-leaves-tokens', database: 'sqlite', seed: 54, rule: 'token' },
]

/** What no run can find: the database loses nothing that it has acknowledged, because nobody takes its power; and no application asks for a group. */
export const unseenFaults: readonly string[] = ['answered-before-durable', 'group-outlives-wallet']
