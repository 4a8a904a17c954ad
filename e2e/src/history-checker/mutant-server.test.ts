// The seeded faults: each still finds what it changes, so that the checker goes on being tried on all of them.
import { expect, test } from 'vitest'
import { applyMutation, mutationNames, readMutation } from './mutant-server.ts'

test('there are at least ten', () => {
  expect(mutationNames.length).toBeGreaterThanOrEqual(10)
})

test.each(mutationNames)('%s applies', (name) => {
  const fault = readMutation(name)
  expect(fault.about).toMatch(/^[A-Z].*\.$/)
  expect([...applyMutation(fault).keys()]).toEqual([...new Set(fault.changes.map(({ file }) => file))])
})
