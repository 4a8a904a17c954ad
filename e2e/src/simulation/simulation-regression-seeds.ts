// Runs of the simulation that find something (regression corpus), as data: each is carried out again by the tests. Whoever changes what clients do, or what
// is drawn, changes what every seed does, and looks for new ones: `npm run simulate -- --seeds 100 --fault NAME`.

/** How long a run is, where nothing else is said. */
export const defaultServerSimulationSteps = 1500

/** A run that found a fault of the server, which is fixed since. */
export interface SimulationRegressionSeed {
  database: 'sqlite' | 'postgres'
  seed: number
  steps: number
  /** What was wrong. */
  found: string
}

export const simulationRegressionSeeds: readonly SimulationRegressionSeed[] = []

/** A run that finds a seeded fault. */
export interface MutationTestSimulationSeed {
  fault: string
  database: 'sqlite' | 'postgres'
  seed: number
  /** A rule that it breaks. */
  rule: string
  /** Whether every test run carries it out: one for each way in which something is found. The others are for who changes what is drawn. */
  isAlwaysRun?: true
}

export const mutationTestSimulationSeeds: readonly MutationTestSimulationSeed[] = [
  { fault: 'challenge-accepted-twice', database: 'sqlite', seed: 3, rule: 'spent-once', isAlwaysRun: true },
  { fault: 'code-redeemed-twice', database: 'sqlite', seed: 3, rule: 'spent-once' },
  {
    fault: 'commit-in-doubt-reported-as-success',
    database: 'postgres',
    seed: 11,
    rule: 'line-missing',
    isAlwaysRun: true,
  },
  { fault: 'audit-entry-lost', database: 'sqlite', seed: 3, rule: 'line-missing', isAlwaysRun: true },
  { fault: 'refresh-token-reuse-accepted', database: 'sqlite', seed: 2, rule: 'spent-once' },
  { fault: 'refresh-reuse-keeps-access-tokens', database: 'sqlite', seed: 2, rule: 'token', isAlwaysRun: true },
  { fault: 'role-cached', database: 'sqlite', seed: 4, rule: 'role' },
  { fault: 'session-cached', database: 'sqlite', seed: 1, rule: 'session' },
  { fault: 'suspension-keeps-sessions', database: 'sqlite', seed: 1, rule: 'token' },
  { fault: 'unlink-keeps-sessions', database: 'sqlite', seed: 3, rule: 'session' },
  { fault: 'grant-revocation-keeps-tokens', database: 'sqlite', seed: 54, rule: 'token' },
]

/** What no run can find: the database loses nothing that it has acknowledged, because nobody takes its power; and no application asks for a group. */
export const undetectableServerSourceMutations: readonly string[] = [
  'commit-acknowledged-before-durable',
  'group-membership-outlives-wallet',
]
