// The simulation itself (THREATS N14): the same seed is the same run to the last byte, a server that is right passes, and one that is wrong does not.
import { expect, test } from 'vitest'
import { inMemory } from './databases.ts'
import { defaultSteps, keptSeeds } from './seeds.ts'
import { simulate } from './simulate.ts'
import type { Simulation } from './simulate.ts'

/** As many as the time holds that all tests have for it. */
const newSeeds = Array.from({ length: 20 }, (_, index) => index + 1)

const databases = inMemory()
const run = (seed: number, steps = defaultSteps): Promise<Simulation> => simulate({ seed, steps, databases })

test('the same seed is the same run: statements with their parameters, answers, faults and clock', async () => {
  const first = await run(1)
  // What another run leaves in the process changes nothing.
  await run(2, 200)
  const again = await run(1)
  expect(again.trace).toEqual(first.trace)
  expect(again.hash).toBe(first.hash)
  expect((await run(3)).hash).not.toBe(first.hash)
})

test.each(newSeeds)('N14: nothing that was answered is otherwise afterwards (seed %i)', async (seed) => {
  const { violations, history } = await run(seed)
  expect(violations).toEqual([])
  expect(history.operations.some(({ outcome }) => outcome === 'ok')).toBe(true)
})

test.each(keptSeeds)('seed $seed of $steps steps, which found: $found', async ({ seed, steps }) => {
  expect((await run(seed, steps)).violations).toEqual([])
})
