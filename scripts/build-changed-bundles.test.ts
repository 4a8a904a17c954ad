// Tests that a bundle is rebuilt if and only if its sources changed.
import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, onTestFinished, test, vi } from 'vitest'
import { buildBundleIfChanged } from './build-changed-bundles.ts'

const thing = { name: 'the thing', program: 'make.mjs', sources: ['src/**/*.ts', 'make.mjs'], outputFolder: 'dist' }

function makeRoot(): { root: string; write: (path: string, text: string) => void; runs: () => number } {
  vi.spyOn(console, 'log').mockImplementation(() => {})
  const root = mkdtempSync(join(tmpdir(), 'countersign-build-'))
  onTestFinished(() => {
    vi.restoreAllMocks()
    rmSync(root, { recursive: true, force: true })
  })
  for (const folder of ['src', 'dist']) mkdirSync(join(root, folder))
  const write = (path: string, text: string): void => writeFileSync(join(root, path), text)
  write('src/one.ts', 'one')
  write(
    'make.mjs',
    `import { appendFileSync, existsSync } from 'node:fs'\nif (existsSync('src/fault.ts')) process.exit(1)\nappendFileSync('dist/runs', '.')\n`,
  )
  return {
    root,
    write,
    runs: () => (existsSync(join(root, 'dist/runs')) ? readFileSync(join(root, 'dist/runs'), 'utf8').length : 0),
  }
}

test('builds a bundle the first time, and not again without changes', () => {
  const { root, runs } = makeRoot()
  expect([buildBundleIfChanged(thing, root), buildBundleIfChanged(thing, root), runs()]).toEqual([true, false, 1])
})

test('does not rebuild a bundle for a file that the build generates', () => {
  const { root, write, runs } = makeRoot()
  buildBundleIfChanged(thing, root)
  write('src/types.generated.d.ts', '')
  expect([buildBundleIfChanged(thing, root), runs()]).toEqual([false, 1])
})

test('builds a bundle for production, even under a test runner', () => {
  const { root, write } = makeRoot()
  write(
    'make.mjs',
    `import { writeFileSync } from 'node:fs'\nwriteFileSync('dist/environment', process.env.NODE_ENV ?? '')\n`,
  )
  buildBundleIfChanged(thing, root)
  expect(readFileSync(join(root, 'dist/environment'), 'utf8')).toBe('production')
})

test.each<[string, (write: (path: string, text: string) => void, root: string) => void]>([
  ['a source changes', (write) => write('src/one.ts', 'two')],
  ['a source is added', (write) => write('src/two.ts', '')],
  ['a source is removed', (_write, root) => rmSync(join(root, 'src/one.ts'))],
  [
    'the build program changes',
    (write) => write('make.mjs', `import { appendFileSync } from 'node:fs'\nappendFileSync('dist/runs', '.')`),
  ],
])('rebuilds a bundle when %s', (_, change) => {
  const { root, write, runs } = makeRoot()
  buildBundleIfChanged(thing, root)
  change(write, root)
  expect([buildBundleIfChanged(thing, root), runs()]).toEqual([true, 2])
})

test('does not rebuild a bundle when a test changes', () => {
  const { root, write } = makeRoot()
  buildBundleIfChanged(thing, root)
  write('src/one.test.ts', 'a test')
  expect(buildBundleIfChanged(thing, root)).toBe(false)
})

test('reports a failed bundle build and retries it next time', () => {
  const { root, write, runs } = makeRoot()
  write('src/fault.ts', '')
  expect(() => buildBundleIfChanged(thing, root)).toThrow('make.mjs failed: the thing could not be built.')
  rmSync(join(root, 'src/fault.ts'))
  expect([buildBundleIfChanged(thing, root), runs()]).toEqual([true, 1])
})
