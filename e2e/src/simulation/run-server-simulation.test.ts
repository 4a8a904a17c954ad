// Tests the simulation (THREATS N14): equal seeds give identical runs, the correct server passes,
// and faulty ones fail.
import { startTestPostgresServer } from '@countersign/testing/test-postgres-server'
import type { TestPostgresServer } from '@countersign/testing/test-postgres-server'
import { execFile } from 'node:child_process'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { afterAll, expect, test } from 'vitest'
import { serverSourceMutationNames } from '../history-checker/build-server-with-seeded-fault.ts'
import {
  createInMemorySimulationDatabaseFactory,
  createPostgresSimulationDatabaseFactory,
} from './server-simulation-database-factories.ts'
import type { ServerSimulationDatabaseFactory } from './server-simulation-database-factories.ts'
import {
  defaultServerSimulationSteps,
  mutationTestSimulationSeeds,
  simulationRegressionSeeds,
  undetectableServerSourceMutations,
} from './simulation-regression-seeds.ts'
import { runServerSimulation } from './run-server-simulation.ts'

/** As many new seeds as fit in the time of the test suite. */
const newSeeds = { sqlite: 10, postgres: 2 }

const memory = createInMemorySimulationDatabaseFactory()
let postgres: { server: TestPostgresServer; databases: ServerSimulationDatabaseFactory } | null = null
afterAll(() => postgres?.server.stop())

async function openDatabases(kind: ServerSimulationDatabaseFactory['kind']): Promise<ServerSimulationDatabaseFactory> {
  if (kind === 'sqlite') return memory
  if (postgres === null) {
    const server = await startTestPostgresServer()
    postgres = { server, databases: createPostgresSimulationDatabaseFactory(server) }
  }
  return postgres.databases
}

test.each(['sqlite', 'postgres'] as const)(
  'equal seeds give identical runs: statements, parameters, responses, faults and clock (%s)',
  { timeout: 120_000 },
  async (kind) => {
    const databases = await openDatabases(kind)
    const first = await runServerSimulation({ seed: 2, steps: 400, databases })
    // A previous run in the process must not affect the next.
    const other = await runServerSimulation({ seed: 1, steps: 100, databases })
    const again = await runServerSimulation({ seed: 2, steps: 400, databases })
    expect(again.trace).toEqual(first.trace)
    expect(again.hash).toBe(first.hash)
    expect(other.hash).not.toBe(first.hash)
  },
)

test.each(['sqlite', 'postgres'] as const)(
  'N14: acknowledged operations stay consistent in any interleaving (%s)',
  { timeout: 240_000 },
  async (kind) => {
    const databases = await openDatabases(kind)
    for (let seed = 1; seed <= newSeeds[kind]; seed++) {
      const { violations, history } = await runServerSimulation({
        seed,
        steps: defaultServerSimulationSteps,
        databases,
      })
      expect(violations, `npm run simulate -- --seed ${seed} --database ${kind}`).toEqual([])
      expect(history.operations.filter(({ outcome }) => outcome === 'ok').length).toBeGreaterThan(20)
    }
  },
)

test.each(simulationRegressionSeeds)(
  'regression seed $seed ($steps steps) passes; it once found: $found',
  async ({ seed, steps, database }) => {
    const databases = await openDatabases(database)
    expect((await runServerSimulation({ seed, steps, databases })).violations).toEqual([])
  },
)

// Each fault runs in its own process, which loads the server with that fault.
test.each(mutationTestSimulationSeeds.filter(({ isAlwaysRun }) => isAlwaysRun))(
  '$fault is detected by seed $seed ($database)',
  { timeout: 120_000 },
  async ({ fault, seed, database, rule }) => {
    const options = ['--seed', String(seed), '--fault', fault, '--database', database]
    const done = promisify(execFile)(
      process.execPath,
      [join(import.meta.dirname, 'run-server-simulation-seeds.ts'), ...options],
      {
        maxBuffer: 2 ** 26,
      },
    )
    const { stdout } = await done.then(
      () => ({ stdout: '' }),
      (error: { stdout: string }) => error,
    )
    expect(stdout).toMatch(new RegExp(`^seed ${seed} breaks .*\\b${rule}\\b`, 'm'))
    expect(stdout).toContain(
      `again: npm run simulate -- --seed ${seed} --steps ${defaultServerSimulationSteps} --database ${database}`,
    )
  },
)

test('every seeded fault is detected by a seed or listed as undetectable', () => {
  expect(
    [...mutationTestSimulationSeeds.map(({ fault }) => fault), ...undetectableServerSourceMutations].toSorted(),
  ).toEqual(serverSourceMutationNames)
})
