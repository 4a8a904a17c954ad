// What an install brings (supply chain): exactly what the lockfile pins, by the hash of its content, and nothing that runs by itself.
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

test('N16 every package that is installed is pinned by the hash of its content', () => {
  expect(brought.length).toBeGreaterThan(500)
  expect(
    brought.filter(([, { integrity }]) => integrity?.startsWith('sha512-') !== true).map(([path]) => path),
  ).toEqual([])
})

test('N16 no package runs a script when it is installed', () => {
  const { allowScripts } = readJson('package.json') as { allowScripts: Record<string, boolean> }
  const withScript = brought
    .filter(([path, { hasInstallScript }]) => hasInstallScript === true && existsSync(join(root, path)))
    .map(([path]) => path.slice(path.lastIndexOf('node_modules/') + 'node_modules/'.length))
  expect(withScript.filter((name) => allowScripts[name] !== false)).toEqual([])
  expect(Object.values(allowScripts).filter(Boolean)).toEqual([])
})

// A package that brings its compiled code says so in its package.json, which npm does not read of one that a lockfile names: it would compile it
// anew, for which most machines have no tools. `npm install` drops the member; write it into package-lock.json again.
test('what comes compiled is not compiled anew: the lockfile says "gypfile": false where the package does', () => {
  const compiled = brought.filter(
    ([path]) => existsSync(join(root, path)) && (readJson(`${path}/package.json`) as LockedPackage).gypfile === false,
  )
  expect(compiled.map(([path]) => path)).toContain('node_modules/better-sqlite3')
  expect(compiled.filter(([, { gypfile }]) => gypfile !== false).map(([path]) => path)).toEqual([])
})
