// The seeded faults: each still finds what it changes, so that the checker goes on being tried on all of them.
import { expect, test } from 'vitest'
import { changedFiles, faultNames, readFault } from './faulty-server.ts'

test('there are at least ten', () => {
  expect(faultNames.length).toBeGreaterThanOrEqual(10)
})

test.each(faultNames)('%s applies', (name) => {
  const fault = readFault(name)
  expect(fault.about).toMatch(/^[A-Z].*\.$/)
  expect([...changedFiles(fault).keys()]).toEqual([...new Set(fault.changes.map(({ file }) => file))])
})
