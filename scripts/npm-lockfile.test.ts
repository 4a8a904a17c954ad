// Tests the supply chain: an install contains exactly what the lockfile pins by hash, and runs no
// scripts.
import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'

const root = join(import.meta.dirname, '..')
const readJson = (file: string): unknown => JSON.parse(readFileSync(join(root, file), 'utf8'))

interface LockedPackage {
  integrity?: string
  link?: boolean
  hasInstallScript?: boolean
  gypfile?: boolean
}

const { packages } = readJson('package-lock.json') as { packages: Record<string, LockedPackage> }
const brought = Object.entries(packages).filter(([path, { link }]) => path.includes('node_modules/') && link !== true)

test('N16: every installed package is pinned by its content hash', () => {
  expect(brought.length).toBeGreaterThan(500)
  expect(
    brought.filter(([, { integrity }]) => integrity?.startsWith('sha512-') !== true).map(([path]) => path),
  ).toEqual([])
})

test('N16: no package runs an install script', () => {
  const { allowScripts } = readJson('package.json') as { allowScripts: Record<string, boolean> }
  const withScript = brought
    .filter(([path, { hasInstallScript }]) => hasInstallScript === true && existsSync(join(root, path)))
    .map(([path]) => path.slice(path.lastIndexOf('node_modules/') + 'node_modules/'.length))
  expect(withScript.filter((name) => allowScripts[name] !== false)).toEqual([])
  expect(Object.values(allowScripts).filter(Boolean)).toEqual([])
})

// npm ignores `gypfile: false` in the package.json of a locked package, and would compile it on
// machines that often lack the tools. `npm install` drops the member from package-lock.json;
// restore it by hand.
test('the lockfile keeps "gypfile": false, so that prebuilt packages are not compiled', () => {
  const compiled = brought.filter(
    ([path]) => existsSync(join(root, path)) && (readJson(`${path}/package.json`) as LockedPackage).gypfile === false,
  )
  expect(compiled.map(([path]) => path)).toContain('node_modules/better-sqlite3')
  expect(compiled.filter(([, { gypfile }]) => gypfile !== false).map(([path]) => path)).toEqual([])
})
