// Tests the server bundle: that it responds, what it loads at start and on demand, and that stack
// traces show source lines.
import { findFreePort } from '@countersign/testing/find-free-port'
import { execFileSync, spawn, spawnSync } from 'node:child_process'
import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { pathToFileURL } from 'node:url'
import { brotliDecompressSync } from 'node:zlib'
import { beforeAll, expect, onTestFinished, test } from 'vitest'
import { buildServerIfChanged, buildWebIfChanged, countersignCliPath } from './build-changed-bundles.ts'

const bundle = join(countersignCliPath, '..')
const sqlite = join(bundle, '../../node_modules/better-sqlite3')

beforeAll(() => {
  buildWebIfChanged()
  buildServerIfChanged()
}, 240_000)

function makeFolder(): string {
  const folder = mkdtempSync(join(tmpdir(), 'countersign-bundle-'))
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }))
  return folder
}

const tellLoaded = `data:text/javascript,${encodeURIComponent(`
  import module, { registerHooks } from 'node:module'
  const loaded = []
  registerHooks({ load: (url, context, next) => (loaded.push(url), next(url, context)) })
  process.on('exit', () => process.send([...loaded, ...Object.keys(module._cache)]))
`)}`

async function run(
  paths: readonly string[],
): Promise<{ statuses: number[]; loaded: string[]; exitCode: number | null }> {
  const port = await findFreePort()
  const environment = {
    PATH: process.env['PATH'],
    COUNTERSIGN_PORT: String(port),
    COUNTERSIGN_DATABASE: `sqlite:${join(makeFolder(), 'c.db')}`,
  }
  const child = spawn(process.execPath, ['--import', tellLoaded, countersignCliPath, 'start'], {
    env: environment,
    stdio: ['ignore', 'pipe', 'ignore', 'ipc'],
  })
  onTestFinished(() => void child.kill('SIGKILL'))
  const loaded = new Promise<string[]>((tell) => child.once('message', (list) => tell(list as string[])))
  const ended = new Promise<number | null>((tell) => child.once('exit', tell))
  let log = ''
  await new Promise<void>((ready) =>
    child.stdout?.on('data', (piece: Buffer) => (log += piece.toString()).includes('"ready"') && ready()),
  )
  const statuses = []
  for (const path of paths) statuses.push((await fetch(`http://127.0.0.1:${port}${path}`)).status)
  child.kill('SIGTERM')
  return { statuses, loaded: await loaded, exitCode: await ended }
}

/**
 * Loaded packages and source paths: those in the bundle, by its source maps, and those outside it.
 */
function partsOf(loaded: readonly string[]): Set<string> {
  const own = new Set(
    loaded
      .filter((url) => url.startsWith(pathToFileURL(bundle).href))
      .map((url) => url.slice(url.lastIndexOf('/') + 1)),
  )
  const bundled = readdirSync(bundle).filter(
    (name) => name.endsWith('.map.br') && own.has(name.replace(/\.map\.br$/, '')),
  )
  const sources = bundled.flatMap((name) =>
    (
      JSON.parse(brotliDecompressSync(readFileSync(join(bundle, name))).toString()) as { sources: string[] }
    ).sources.map((source) => resolve(bundle, source)),
  )
  return new Set([...sources, ...loaded].map((path) => /.*node_modules\/((?:@[^/]+\/)?[^/]+)/.exec(path)?.[1] ?? path))
}

test('the server bundle responds without loading rarely used parts', { timeout: 60_000 }, async () => {
  const { statuses, loaded, exitCode } = await run(['/health/ready', '/sign-in'])
  expect(statuses).toEqual([200, 200])
  expect(exitCode).toBe(0)
  const parts = partsOf(loaded)
  for (const name of ['fastify', 'oidc-provider', 'better-sqlite3', 'kysely']) expect(parts).toContain(name)
  for (const name of [
    'sharp',
    'pg',
    '@simplewebauthn/server',
    '@peculiar/x509',
    '@fastify/swagger',
    'yaml',
    '@adraffy/ens-normalize',
    'viem',
    '@noble/curves',
  ])
    expect(parts).not.toContain(name)
  expect([...parts].filter((path) => path.includes('/server/src/cli/'))).toEqual([])
  expect([...parts].filter((path) => path.includes('/programs/known/'))).toEqual([])
})

test('the server bundle loads a rarely used part on first use', { timeout: 60_000 }, async () => {
  const { statuses, loaded } = await run(['/api/openapi.json', '/api/openapi.json'])
  expect(statuses).toEqual([200, 200])
  expect(partsOf(loaded)).toContain('@fastify/swagger')
})

test('stack traces of the server bundle show source lines', { timeout: 60_000 }, () => {
  const path = join(makeFolder(), 'c.db')
  // An existing table makes the first migration fail.
  execFileSync(process.execPath, [
    '-e',
    `new (require(${JSON.stringify(sqlite)}))(${JSON.stringify(path)}).exec('create table sessions (mine text)')`,
  ])
  const { status, stderr } = spawnSync(process.execPath, [countersignCliPath, 'start'], {
    encoding: 'utf8',
    env: { PATH: process.env['PATH'], COUNTERSIGN_DATABASE: `sqlite:${path}` },
  })
  expect(status).toBe(1)
  const [, line = ''] =
    /at StatementCache\.prepare \(file:\/\/\S+\/server\/src\/platform\/database\/sqlite-driver\.ts:(\d+):\d+\)/.exec(
      stderr,
    ) ?? []
  expect(
    readFileSync(join(bundle, '../src/platform/database/sqlite-driver.ts'), 'utf8').split('\n')[Number(line) - 1],
  ).toContain('file.prepare(text)')
  expect(stderr.length).toBeLessThan(5000)
})
