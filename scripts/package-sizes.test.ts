// Tests the table of package sizes in the developer kit guide.
import { expect, test } from 'vitest'
import { formatPackageSizeTable, measurePublishedLibraries, readPackageSizeTable } from './measure-package-sizes.ts'

interface SizeRow {
  names: string
  kilobytes: number
}

const parseRows = (table: string): SizeRow[] =>
  [...table.matchAll(/^(\| `.*) \| ([\d.]+) kB \|$/gm)].map(([, names = '', size]) => ({
    names,
    kilobytes: Number(size),
  }))

test('the guide states the size of every entry of the packages within 10%', async () => {
  const measured = parseRows(formatPackageSizeTable(await measurePublishedLibraries()))
  const stated = parseRows(readPackageSizeTable())
  expect(measured.length).toBeGreaterThan(3)
  const update = 'run node scripts/measure-package-sizes.ts --write'
  expect(
    stated.map(({ names }) => names),
    update,
  ).toEqual(measured.map(({ names }) => names))
  for (const [index, { names, kilobytes }] of stated.entries()) {
    const { kilobytes: actual } = measured[index] as SizeRow
    expect(Math.abs(kilobytes - actual), `${names}: ${update}`).toBeLessThanOrEqual(Math.max(0.1, actual / 10))
  }
}, 120_000)
