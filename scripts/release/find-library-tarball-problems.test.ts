// Tests that both checkers (publint and are-the-types-wrong) report unusable packages.
import { execFileSync } from 'node:child_process'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { findLibraryTarballProblems } from './find-library-tarball-problems.ts'

const manifest = {
  name: 'thing',
  version: '1.0.0',
  license: 'Apache-2.0',
  type: 'module',
  sideEffects: false,
  engines: { node: '>=20' },
  files: ['*.js', '*.ts', '*.cts'],
  exports: { '.': { types: './thing.d.ts', default: './thing.js' } },
}
const sound = {
  'package.json': JSON.stringify(manifest),
  'thing.js': 'export const thing = 1\n',
  'thing.d.ts': 'export declare const thing: number\n',
}

function findingsFor(changed: Record<string, string>): Promise<string[]> {
  const folder = mkdtempSync(join(tmpdir(), 'countersign-tarball-'))
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }))
  for (const [name, text] of Object.entries({ ...sound, ...changed })) writeFileSync(join(folder, name), text)
  execFileSync('npm', ['pack', '--silent', '--ignore-scripts'], { cwd: folder, stdio: 'ignore' })
  return findLibraryTarballProblems(join(folder, 'thing-1.0.0.tgz'))
}

const leadingTo = (path: string, types = './thing.d.ts'): string =>
  JSON.stringify({ ...manifest, exports: { '.': { types, default: path } } })

test('a valid library tarball has no findings', async () => expect(await findingsFor({})).toEqual([]))

test.each<[string, Record<string, string>, string]>([
  ['an export has no file', { 'package.json': leadingTo('./nothing.js') }, 'publint: pkg.exports["."].default is'],
  [
    'the types of an ES module are CommonJS',
    { 'package.json': leadingTo('./thing.js', './thing.d.cts'), 'thing.d.cts': sound['thing.d.ts'] },
    'are-the-types-wrong: {"kind":"FalseCJS"',
  ],
  [
    'the types import a missing file',
    { 'thing.d.ts': "export * from './other.js'\n" },
    'are-the-types-wrong: {"kind":"InternalResolutionError"',
  ],
])('reports a library tarball if %s', async (_, changed, finding) => {
  expect((await findingsFor(changed)).map((one) => one.slice(0, finding.length))).toContain(finding)
})
