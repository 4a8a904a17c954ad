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
