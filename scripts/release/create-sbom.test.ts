// Tests that the SBOM contains everything that is in the bundles, according to their source maps
// and external packages.
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { brotliDecompressSync } from 'node:zlib'
import { expect, test } from 'vitest'
import { externalPackages } from '../../server/server-bundle-external-packages.ts'
import { buildServerIfChanged } from '../build-changed-bundles.ts'
import { createSbom } from './create-sbom.ts'

const root = join(import.meta.dirname, '../..')

test('the SBOM lists every package inside and outside the server bundle', { timeout: 60_000 }, () => {
  buildServerIfChanged()
  const bundle = join(root, 'server/dist')
  const files = JSON.parse(readFileSync(join(bundle, '.files'), 'utf8')) as string[]
  const sources = files
    .filter((name) => name.endsWith('.map.br'))
    .map(
      (name) => JSON.parse(brotliDecompressSync(readFileSync(join(bundle, name))).toString()) as { sources: string[] },
    )
    .flatMap((map) => map.sources)
  const bundled = new Set(sources.map((path) => /.*node_modules\/((?:@[^/]+\/)?[^/]+)/.exec(path)?.[1]))
  bundled.delete(undefined)
  expect(bundled.size).toBeGreaterThan(50)
  const { components } = createSbom(root, '1.2.3')
  const named = new Set(components.map(({ group, name }) => (group === undefined ? name : `${group}/${name}`)))
  expect([...bundled, ...externalPackages].filter((name) => !named.has(name ?? ''))).toEqual([])
  for (const name of ['react', 'react-dom', '@tanstack/react-router']) expect(named).toContain(name)
  for (const name of ['vitest', 'better-auth', 'oxlint', '@playwright/test']) expect(named).not.toContain(name)
})

test('the SBOM has the version, license and hash of every package', () => {
  const { components, metadata } = createSbom(root, '1.2.3')
  expect(metadata.component.purl).toBe('pkg:npm/countersign@1.2.3')
  const lacking = components.filter(({ licenses, hashes }) => licenses === undefined || hashes === undefined)
  expect(lacking.map(({ purl }) => purl)).toEqual([])
  const own = components.find(({ name }) => name === 'better-sqlite3')
  expect(own?.purl).toMatch(/^pkg:npm\/better-sqlite3@\d+\.\d+\.\d+$/)
  expect(own?.hashes?.[0]?.content).toMatch(/^[0-9a-f]{128}$/)
})
