// Tests that each seeded fault still applies to the sources.
import { expect, test } from 'vitest'
import {
  applyServerSourceMutation,
  serverSourceMutationNames,
  readServerSourceMutationDefinition,
} from './build-server-with-seeded-fault.ts'

test('at least ten seeded faults exist', () => {
  expect(serverSourceMutationNames.length).toBeGreaterThanOrEqual(10)
})

test.each(serverSourceMutationNames)('the seeded fault %s applies to the sources', (name) => {
  const fault = readServerSourceMutationDefinition(name)
  expect(fault.about).toMatch(/^[A-Z].*\.$/)
  expect([...applyServerSourceMutation(fault).keys()]).toEqual([...new Set(fault.changes.map(({ file }) => file))])
})
