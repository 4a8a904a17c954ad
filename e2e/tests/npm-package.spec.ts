// Tests the npm package `countersign` as users get it: installed into an empty folder, started, and
// used to sign in.
import { execFileSync, spawnSync } from 'node:child_process'
import { existsSync, globSync, lstatSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from '@playwright/test'
import { createEthereumTestKey } from '@countersign/testing/ethereum-test-keys'
import { installServerPackage, getProcessEnvironmentWithoutNpm } from '../src/install-server-package.ts'
import type { InstalledServerPackage } from '../src/install-server-package.ts'
import { startServerForTests } from '../src/start-server-for-tests.ts'
import { openAccountWithFakeWallet } from '../src/wallet-sign-in-test-steps.ts'
import { collectBrowserContextErrors } from './server-playwright-fixtures.ts'

let installed: InstalledServerPackage
test.beforeAll(() => {
  installed = installServerPackage()
})
test.afterAll(() => installed.remove())

test('the package serves a working sign-in from an empty folder and stops on request', async ({ browser }) => {
  const server = await startServerForTests({ PATH: getProcessEnvironmentWithoutNpm().PATH ?? '' }, [installed.program])
  try {
    const context = await browser.newContext({ baseURL: server.origin })
    const errors = collectBrowserContextErrors(context, server.origin)
    await openAccountWithFakeWallet(await context.newPage(), createEthereumTestKey(7301))
    expect(errors).toEqual([])
    await context.close()
    expect(await server.stop()).toBe(0)
  } finally {
    await server.remove()
  }
})

test('the package prints its version and runs on the required Node.js', () => {
  const { version } = JSON.parse(
    readFileSync(join(installed.folder, 'node_modules/countersign/package.json'), 'utf8'),
  ) as {
    version: string
  }
  const versionOutput = execFileSync('npx', ['--no-install', 'countersign', '--version'], {
    cwd: installed.folder,
    env: getProcessEnvironmentWithoutNpm(),
    encoding: 'utf8',
  })
  const [, said, node = ''] =
    /^countersign (\S+) \(commit unknown, Node (\S+), database schema \d{4}-[\w-]+\)\n$/.exec(versionOutput) ?? []
  expect(said).toBe(version)
  expect(Number(node.split('.')[0])).toBeGreaterThanOrEqual(24)
})

test('the package reports an invalid setting and exits with 2', () => {
  const { status, stderr } = spawnSync(installed.program, ['start'], {
    cwd: installed.folder,
    env: { ...getProcessEnvironmentWithoutNpm(), COUNTERSIGN_PORT: 'http' },
    encoding: 'utf8',
  })
  expect(status).toBe(2)
  expect(stderr).toContain('COUNTERSIGN_PORT')
})

test('the package contains the build output, but no sources, tests or build tools', () => {
  const own = join(installed.folder, 'node_modules/countersign')
  const files = globSync('**/*', { cwd: own }).filter((path) => lstatSync(join(own, path)).isFile())
  expect(files.filter((path) => /\.test\.|\.tsx?$|^server\/src|\.built-from/.test(path))).toEqual([])
  expect(files).toContain('server/dist/countersign.js')
  expect(files).toContain('web/dist/sign-in.html')
  for (const name of ['vite', 'rolldown', 'typescript', 'vitest', 'react', '@countersign'])
    expect(existsSync(join(installed.folder, 'node_modules', name)), name).toBe(false)
})

test('the package with dependencies takes at most 62.5 MB, without Node.js', () => {
  const modules = join(installed.folder, 'node_modules')
  const sizes = globSync('**/*', { cwd: modules, exclude: ['node-linux-*', 'node-win-*'] }).map((path) =>
    lstatSync(join(modules, path)),
  )
  const bytes = sizes.reduce((sum, one) => sum + (one.isFile() ? one.size : 0), 0)
  expect(bytes).toBeGreaterThan(10_000_000)
  expect(bytes).toBeLessThan(62_500_000)
})
