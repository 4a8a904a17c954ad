// The site that a history is recorded of: instances of the real server over one database, as they run in production, and between each instance and a
// PostgreSQL a proxy that can do what networks do.
import { queryPostgres, startPostgres } from '@countersign/testing/postgres'
import { mountSmallDisk } from '@countersign/testing/small-disk'
import type { SmallDisk } from '@countersign/testing/small-disk'
import { copyFileSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { headlessApplication, rotatingApplication } from '../application-client.ts'
import { applyApplications } from '../clients/apply.ts'
import type { AppliedApplication } from '../clients/apply.ts'
import { runCommand } from '../command.ts'
import type { Answerer } from './browser.ts'
import { program as programOfRepository, startServer } from '../server.ts'
import type { RunningServer, ServerCommand } from '../server.ts'
import { startProxy } from './proxy.ts'
import type { Proxy } from './proxy.ts'
import type { PastTheServer } from './read-final-state.ts'
import { settingsOfSite } from './settings.ts'
import { guests } from './workload.ts'

export const databaseKinds = ['postgres', 'sqlite'] as const
export type DatabaseKind = (typeof databaseKinds)[number]

/** One instance of the server. */
export interface Instance extends Answerer {
  /** Where it listens. */
  address: string
  server: RunningServer
  /** Starts it again, as the release that the site has by then. */
  start: () => Promise<void>
  /** Lets its clock be ahead by so much, from now on or from its next start on. */
  moveClock: (byMs: number) => void
  /** Between it and the database; null where that is a file. */
  proxy: Proxy | null
}

interface SiteDatabase extends PastTheServer {
  /** Stops it at once and starts it again; null for a file, which nobody starts. */
  restart: (() => Promise<void>) | null
  /** What it writes to; null where nothing can be mounted. */
  disk: SmallDisk | null
}

export interface Site {
  /** How people and applications know it. */
  origin: string
  /** The settings that its command line needs. */
  settings: Record<string, string>
  instances: readonly Instance[]
  database: SiteDatabase
  club: AppliedApplication
  /** From now on, what is started is of the release that comes next; null where all are of one. */
  moveOn: (() => void) | null
  close: () => Promise<void>
}

/** Which server a site runs. */
export interface SiteProgram {
  /** The command line of the server, where it is not the one of this repository. */
  program?: string
  /** The command line of the release that it begins with, where it moves on from another. */
  previous?: string
}

const origin = settingsOfSite['COUNTERSIGN_ORIGIN'] ?? ''

/** Lets in whoever has the wallet of a guest, and nobody else. */
const group = 'guests'
const club: AppliedApplication = {
  ...headlessApplication,
  id: 'club',
  name: 'The club',
  redirectUris: ['https://club.example/callback'],
  allowedGroups: [group],
}

/** Longer than anything takes but an instance that stands still: what is answered later is indeterminate. */
const answerTimeoutMs = 5000

/** A module that moves the clock of the process that begins with it, by as many milliseconds as a file says, which it reads again when it is told to. */
const movableClock = (file: string): string =>
  `data:text/javascript,${encodeURIComponent(`
    import { readFileSync } from 'node:fs'
    const now = Date.now
    let ahead = 0
    const read = () => void (ahead = Number(readFileSync(${JSON.stringify(file)}, 'utf8')))
    process.on('SIGUSR2', read)
    read()
    Date.now = () => now() + ahead`)}`

const names = ['one', 'two', 'three'] as const

/** Starts a site with an application, on an empty database: three instances over a PostgreSQL, or one over an SQLite. */
export async function startSite(
  kind: DatabaseKind,
  { program = programOfRepository, previous }: SiteProgram = {},
): Promise<Site> {
  const folder = mkdtempSync(join(tmpdir(), 'countersign-history-'))
  const closers: (() => Promise<unknown> | void)[] = [() => rmSync(folder, { recursive: true, force: true })]
  const close = async (): Promise<void> => {
    for (const end of closers.toReversed()) await end()
  }
  try {
    const disk = mountSmallDisk()
    if (disk !== null) closers.push(disk.close)
    const { database, connect, address } =
      kind === 'postgres' ? await openPostgres(closers, disk) : openFile(disk?.folder ?? folder, disk)
    let release = previous ?? program
    const instances: Instance[] = []
    for (const name of kind === 'postgres' ? names : names.slice(0, 1)) {
      const { address: through, proxy } = await connect()
      if (proxy !== null) closers.push(proxy.close)
      const keyFile = join(folder, `${name}.key`)
      // Each machine has its own copy of the key.
      if (instances.length > 0) copyFileSync(join(folder, `${names[0]}.key`), keyFile)
      const clockFile = join(folder, `${name}.clock`)
      writeFileSync(clockFile, '0')
      const command = (): ServerCommand => [process.execPath, '--import', movableClock(clockFile), release]
      const server = await startServer(
        {
          ...settingsOfSite,
          COUNTERSIGN_DATABASE: through,
          COUNTERSIGN_KEY_FILE: keyFile,
        },
        command(),
      )
      closers.push(async () => {
        server.thaw()
        await server.remove()
      })
      const address = server.origin.replace('localhost', '127.0.0.1')
      instances.push({
        name,
        address,
        fetch: (path, request) =>
          fetch(address + path, { ...request, redirect: 'manual', signal: AbortSignal.timeout(answerTimeoutMs) }),
        server,
        start: () => server.start(command()),
        moveClock: (byMs) => {
          writeFileSync(clockFile, String(Math.round(byMs)))
          server.signal('SIGUSR2')
        },
        proxy,
      })
    }
    const settings = {
      COUNTERSIGN_ORIGIN: origin,
      COUNTERSIGN_DATABASE: address,
      COUNTERSIGN_KEY_FILE: join(folder, `${names[0]}.key`),
    }
    const [first] = instances as [Instance]
    const wallets = guests.flatMap(({ address }) => ['--wallets', address])
    const added = await runCommand(['group', 'add', group, ...wallets], settings, folder, release)
    if (added.exitCode !== 0) throw new Error(`The group was not added:\n${added.output}`)
    // The release before rotates all refresh tokens, and does not know that one can choose.
    const applications = [previous === undefined ? rotatingApplication : headlessApplication, club]
    await applyApplications(first.server, applications, settings, release)
    const moveOn = previous === undefined ? null : (): void => void (release = program)
    return { origin, settings, instances, database, club, moveOn, close }
  } catch (error) {
    await close()
    throw error
  }
}

/** A database, and how an instance reaches it. */
interface Opened {
  database: SiteDatabase
  connect: () => Promise<{ address: string; proxy: Proxy | null }>
  address: string
}

async function openPostgres(closers: (() => Promise<unknown> | void)[], disk: SmallDisk | null): Promise<Opened> {
  const postgres = await startPostgres(disk === null ? {} : { within: disk.folder })
  closers.push(postgres.stop)
  const address = await postgres.createDatabase('site')
  const path = join(new URL(address).searchParams.get('host') ?? '', '.s.PGSQL.5432')
  return {
    address,
    database: { query: (sql) => queryPostgres(address, sql), restart: postgres.restart, disk },
    connect: async () => {
      const proxy = await startProxy({ path })
      return { address: `postgres://postgres@127.0.0.1:${proxy.port}/site`, proxy }
    },
  }
}

function openFile(folder: string, disk: SmallDisk | null): Opened {
  const path = join(folder, 'site.db')
  const address = `sqlite:${path}`
  const query = async (sql: string): Promise<Record<string, unknown>[]> => {
    const database = new DatabaseSync(path, { timeout: 10_000 })
    try {
      return database.prepare(sql).all()
    } finally {
      database.close()
    }
  }
  return { address, database: { query, restart: null, disk }, connect: async () => ({ address, proxy: null }) }
}
