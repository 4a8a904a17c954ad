// The simulation itself (THREATS N14): the same seed is the same run to the last byte, a server that is right passes, and one that is wrong does not.
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

/** As many as the time holds that all tests have for it. */
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
  'the same seed is the same run: statements with their parameters, answers, faults and clock (%s)',
  { timeout: 120_000 },
  async (kind) => {
    const databases = await openDatabases(kind)
    const first = await runServerSimulation({ seed: 2, steps: 400, databases })
    // What another run leaves in the process changes nothing.
    const other = await runServerSimulation({ seed: 1, steps: 100, databases })
    const again = await runServerSimulation({ seed: 2, steps: 400, databases })
    expect(again.trace).toEqual(first.trace)
    expect(again.hash).toBe(first.hash)
    expect(other.hash).not.toBe(first.hash)
  },
)

test.each(['sqlite', 'postgres'] as const)(
  'N14: nothing that was answered is otherwise afterwards, in whichever order (%s)',
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
  'seed $seed of $steps steps, which found: $found',
  async ({ seed, steps, database }) => {
    const databases = await openDatabases(database)
    expect((await runServerSimulation({ seed, steps, databases })).violations).toEqual([])
  },
)

// In a process of its own, where the server is loaded with what is wrong.
test.each(mutationTestSimulationSeeds.filter(({ isAlwaysRun }) => isAlwaysRun))(
  '$fault is found by seed $seed ($database)',
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

test('every seeded fault is found, or is said not to be', () => {
  expect(
    [...mutationTestSimulationSeeds.map(({ fault }) => fault), ...undetectableServerSourceMutations].toSorted(),
  ).toEqual(serverSourceMutationNames)
})
