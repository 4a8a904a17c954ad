// The simulation itself (THREATS N14): the same seed is the same run to the last byte, a server that is right passes, and one that is wrong does not.
import { startPostgres } from '@countersign/testing/postgres'
import type { PostgresServer } from '@countersign/testing/postgres'
import { execFile } from 'node:child_process'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { afterAll, expect, test } from 'vitest'
import { faultNames } from '../history/faulty-server.ts'
import { inMemory, onPostgres } from './databases.ts'
import type { Databases } from './databases.ts'
import { defaultSteps, findingSeeds, keptSeeds, unseenFaults } from './seeds.ts'
import { simulate } from './simulate.ts'

/** As many as the time holds that all tests have for it. */
const newSeeds = { sqlite: 10, postgres: 2 }

const memory = inMemory()
let postgres: { server: PostgresServer; databases: Databases } | null = null
afterAll(() => postgres?.server.stop())

async function openDatabases(kind: Databases['kind']): Promise<Databases> {
  if (kind === 'sqlite') return memory
  if (postgres === null) {
    const server = await startPostgres()
    postgres = { server, databases: onPostgres(server) }
  }
  return postgres.databases
}

test.each(['sqlite', 'postgres'] as const)(
  'the same seed is the same run: statements with their parameters, answers, faults and clock (%s)',
  { timeout: 120_000 },
  async (kind) => {
    const databases = await openDatabases(kind)
    const first = await simulate({ seed: 2, steps: 400, databases })
    // What another run leaves in the process changes nothing.
    const other = await simulate({ seed: 1, steps: 100, databases })
    const again = await simulate({ seed: 2, steps: 400, databases })
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
      const { violations, history } = await simulate({ seed, steps: defaultSteps, databases })
      expect(violations, `npm run simulate -- --seed ${seed} --database ${kind}`).toEqual([])
      expect(history.operations.filter(({ outcome }) => outcome === 'ok').length).toBeGreaterThan(20)
    }
  },
)

test.each(keptSeeds)('seed $seed of $steps steps, which found: $found', async ({ seed, steps, database }) => {
  const databases = await openDatabases(database)
  expect((await simulate({ seed, steps, databases })).violations).toEqual([])
})

// In a process of its own, where the server is loaded with what is wrong.
test.each(findingSeeds.filter(({ isTried }) => isTried))(
  '$fault is found by seed $seed ($database)',
  { timeout: 120_000 },
  async ({ fault, seed, database, rule }) => {
    const options = ['--seed', String(seed), '--fault', fault, '--database', database]
    const done = promisify(execFile)(process.execPath, [join(import.meta.dirname, 'main.ts'), ...options], {
      maxBuffer: 2 ** 26,
    })
    const { stdout } = await done.then(
      () => ({ stdout: '' }),
      (error: { stdout: string }) => error,
    )
    expect(stdout).toMatch(new RegExp(`^seed ${seed} breaks .*\\b${rule}\\b`, 'm'))
    expect(stdout).toContain(`again: npm run simulate -- --seed ${seed} --steps ${defaultSteps} --database ${database}`)
  },
)

test('every seeded fault is found, or is said not to be', () => {
  expect([...findingSeeds.map(({ fault }) => fault), ...unseenFaults].toSorted()).toEqual(faultNames)
})
