// Tests the packed @countersign/node, installed into an empty folder with the frameworks, on every
// supported Node.
import { canInstallNodeJsReleases, installNodeJsRelease } from '@countersign/testing/install-nodejs-release-for-tests'
import { copyFileSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { packLibraryNpmPackages } from './pack-library-npm-packages.ts'
import { installPackedLibraries } from './testing/install-packed-libraries.ts'
import type { LibraryInstallation } from './testing/install-packed-libraries.ts'

const packed = mkdtempSync(join(tmpdir(), 'countersign-packed-'))
const program = 'published-node-library-test-program.mjs'
let installed: LibraryInstallation

beforeAll(async () => {
  const tarballs = await packLibraryNpmPackages(packed)
  const frameworks = ['express@5.3.0', 'fastify@5.12.8', 'hono@4.13.19']
  installed = installPackedLibraries([...tarballs.filter((path) => path.includes('countersign-node-')), ...frameworks])
  copyFileSync(join(import.meta.dirname, 'testing', program), join(installed.folder, program))
}, 240_000)
afterAll(() => {
  installed.remove()
  rmSync(packed, { recursive: true, force: true })
})

describe.each<[string, () => string, boolean]>([
  ['Node 20', () => installNodeJsRelease(20), canInstallNodeJsReleases],
  ['Node 22', () => installNodeJsRelease(22), canInstallNodeJsReleases],
  ["the project's own Node", () => process.execPath, true],
])('@countersign/node on %s', (_name, node, canRun) => {
  test.skipIf(!canRun)('protects an API with each framework, and signs in to a site and a terminal', () => {
    expect(JSON.parse(installed.run(node(), program))).toEqual({
      apis: { core: 'alice', express: 'alice', fastify: 'alice', hono: 'alice', next: 'alice' },
      site: 'Alice',
      terminal: 'Alice',
    })
  })

  test.skipIf(!canRun)('can be loaded with require()', () => {
    const entries = ['', '/express', '/next', '/terminal'].map((entry) => `require('@countersign/node${entry}')`)
    const program = `console.log(JSON.stringify([${entries.join(', ')}].map((one) => Object.keys(one).length)))`
    installed.write('use.cjs', program)
    expect(JSON.parse(installed.run(node(), 'use.cjs'))).toEqual([4, 3, 2, 2])
  })
})
