// The seeded faults: each still finds what it changes, so that the checker goes on being tried on all of them.
import { expect, test } from 'vitest'
import { applyServerMutation, serverMutationNames, loadServerMutation } from './mutant-server.ts'

test('there are at least ten', () => {
  expect(serverMutationNames.length).toBeGreaterThanOrEqual(10)
})

test.each(serverMutationNames)('%s applies', (name) => {
  const fault = loadServerMutation(name)
  expect(fault.about).toMatch(/^[A-Z].*\.$/)
  expect([...applyServerMutation(fault).keys()]).toEqual([...new Set(fault.changes.map(({ file }) => file))])
})
