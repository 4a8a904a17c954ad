// The seeded faults: each still finds what it changes, so that the checker goes on being tried on all of them.
import { expect, test } from 'vitest'
import {
  applyServerSourceMutation,
  serverSourceMutationNames,
  readServerSourceMutationDefinition,
} from './build-server-with-seeded-fault.ts'

test('there are at least ten', () => {
  expect(serverSourceMutationNames.length).toBeGreaterThanOrEqual(10)
})

test.each(serverSourceMutationNames)('%s applies', (name) => {
  const fault = readServerSourceMutationDefinition(name)
  expect(fault.about).toMatch(/^[A-Z].*\.$/)
  expect([...applyServerSourceMutation(fault).keys()]).toEqual([...new Set(fault.changes.map(({ file }) => file))])
})
