// A change in client behavior or random draws invalidates these seeds. Find new ones with
// `npm run simulate -- --seeds 100 --fault NAME`.

export const defaultServerSimulationSteps = 1500

export interface SimulationRegressionSeed {
  database: 'sqlite' | 'postgres'
  seed: number
  steps: number
  found: string
}

export const simulationRegressionSeeds: readonly SimulationRegressionSeed[] = []

export interface MutationTestSimulationSeed {
  fault: string
  database: 'sqlite' | 'postgres'
  seed: number
  rule: string
  /** True for one seed per way of detection; the others run only to revalidate the whole list. */
  isAlwaysRun?: true
}

export const mutationTestSimulationSeeds: readonly MutationTestSimulationSeed[] = [
  { fault: 'challenge-accepted-twice', database: 'sqlite', seed: 3, rule: 'spent-once', isAlwaysRun: true },
  { fault: 'code-redeemed-twice', database: 'sqlite', seed: 3, rule: 'spent-once' },
  {
    fault: 'commit-in-doubt-reported-as-success',
    database: 'postgres',
    seed: 30,
    rule: 'line-missing',
    isAlwaysRun: true,
  },
  { fault: 'audit-entry-lost', database: 'sqlite', seed: 1, rule: 'line-missing', isAlwaysRun: true },
  { fault: 'refresh-token-reuse-accepted', database: 'sqlite', seed: 2, rule: 'spent-once' },
  { fault: 'refresh-reuse-keeps-access-tokens', database: 'sqlite', seed: 3, rule: 'token', isAlwaysRun: true },
  { fault: 'role-cached', database: 'sqlite', seed: 1, rule: 'role' },
  { fault: 'session-cached', database: 'sqlite', seed: 1, rule: 'session' },
  { fault: 'suspension-keeps-sessions', database: 'sqlite', seed: 1, rule: 'token' },
  { fault: 'unlink-keeps-sessions', database: 'sqlite', seed: 27, rule: 'session' },
  { fault: 'grant-revocation-keeps-tokens', database: 'sqlite', seed: 47, rule: 'token' },
]

/** The simulation has no power loss that drops acknowledged writes, and no group requirement. */
export const undetectableServerSourceMutations: readonly string[] = [
  'commit-acknowledged-before-durable',
  'group-membership-outlives-wallet',
]
