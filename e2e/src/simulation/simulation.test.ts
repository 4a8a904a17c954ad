// The simulation itself (THREATS N14): the same seed is the same run to the last byte, a server that is right passes, and one that is wrong does not.
import { expect, test } from 'vitest'
import { defaultSteps, keptSeeds } from './seeds.ts'
import { simulate } from './simulate.ts'

/** As many as the time holds that all tests have for it. */
const newSeeds = Array.from({ length: 20 }, (_, index) => index + 1)

test('the same seed is the same run: statements with their parameters, answers, faults and clock', async () => {
  const first = await simulate({ seed: 1, steps: defaultSteps })
  // What another run leaves in the process changes nothing.
  await simulate({ seed: 2, steps: 200 })
  const again = await simulate({ seed: 1, steps: defaultSteps })
  expect(again.trace).toEqual(first.trace)
  expect(again.hash).toBe(first.hash)
  expect((await simulate({ seed: 3, steps: defaultSteps })).hash).not.toBe(first.hash)
})

test.each(newSeeds)('N14: nothing that was answered is otherwise afterwards (seed %i)', async (seed) => {
  const { violations, history } = await simulate({ seed, steps: defaultSteps })
  expect(violations).toEqual([])
  expect(history.operations.some(({ outcome }) => outcome === 'ok')).toBe(true)
})

test.each(keptSeeds)('seed $seed of $steps steps, which found: $found', async ({ seed, steps }) => {
  expect((await simulate({ seed, steps })).violations).toEqual([])
})
