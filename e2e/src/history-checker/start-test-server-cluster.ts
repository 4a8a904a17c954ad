// The site that a history is recorded of: instances of the real server over one database, as they run in production, and between each instance and a
// PostgreSQL a proxy that can do what networks do.
import { queryTestPostgresServer, startTestPostgresServer } from '@countersign/testing/test-postgres-server'
import { mountSizeLimitedTestDisk } from '@countersign/testing/size-limited-test-disk'
import type { SizeLimitedTestDisk } from '@countersign/testing/size-limited-test-disk'
import { copyFileSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { oidcRelyingPartyTestDefinition, rotatingOidcRelyingPartyTestDefinition } from '../relying-party-test-client.ts'
import { applyTestApplicationDefinitions } from '../clients/apply-test-application-definitions.ts'
import type { TestApplicationDefinition } from '../clients/apply-test-application-definitions.ts'
import { runCountersignCommand } from '../run-countersign-command.ts'
import type { ServerInstanceRequestHandler } from './consistency-test-browser.ts'
import { builtServerCliPath as programOfRepository, startServerForTests } from '../start-server-for-tests.ts'
import type { RunningTestServer, ServerStartCommand } from '../start-server-for-tests.ts'
import { startFaultInjectingProxy } from './fault-injecting-proxy.ts'
import type { FaultInjectingProxy } from './fault-injecting-proxy.ts'
import type { ServerBypassingDatabaseAccess } from './read-consistency-test-final-state.ts'
import { serverClusterTestSettings } from './server-cluster-test-settings.ts'
import { guestGroupWalletKeys } from './consistency-test-person.ts'

export const testServerClusterDatabaseKinds = ['postgres', 'sqlite'] as const
export type TestServerClusterDatabaseKind = (typeof testServerClusterDatabaseKinds)[number]

/** One instance of the server. */
export interface TestServerClusterInstance extends ServerInstanceRequestHandler {
  /** Where it listens. */
  address: string
  server: RunningTestServer
  /** Starts it again, as the release that the site has by then. */
  start: () => Promise<void>
  /** Lets its clock be ahead by so much, from now on or from its next start on. */
  moveClock: (byMs: number) => void
  /** Between it and the database; null where that is a file. */
  proxy: FaultInjectingProxy | null
}

interface ClusterDatabase extends ServerBypassingDatabaseAccess {
  /** Stops it at once and starts it again; null for a file, which nobody starts. */
  restart: (() => Promise<void>) | null
  /** What it writes to; null where nothing can be mounted. */
  disk: SizeLimitedTestDisk | null
}

export interface TestServerCluster {
  /** How people and applications know it. */
  origin: string
  /** The settings that its command line needs. */
  settings: Record<string, string>
  instances: readonly TestServerClusterInstance[]
  database: ClusterDatabase
  club: TestApplicationDefinition
  /** From now on, what is started is of the release that comes next; null where all are of one. */
  switchToNextRelease: (() => void) | null
  close: () => Promise<void>
}

/** Which server a site runs. */
export interface TestServerClusterRelease {
  /** The command line of the server, where it is not the one of this repository. */
  program?: string
  /** The command line of the release that it begins with, where it moves on from another. */
  previous?: string
}

const origin = serverClusterTestSettings['COUNTERSIGN_ORIGIN'] ?? ''

/** Lets in whoever has the wallet of a guest, and nobody else. */
const guestGroup = 'guests'
const groupGatedApplication: TestApplicationDefinition = {
  ...oidcRelyingPartyTestDefinition,
  id: 'club',
  name: 'The club',
  redirectUris: ['https://club.example/callback'],
  allowedGroups: [guestGroup],
}

/** Longer than anything takes but an instance that stands still: what is answered later is indeterminate. */
const responseTimeoutMs = 5000

/** A module that moves the clock of the process that begins with it, by as many milliseconds as a file says, which it reads again when it is told to. */
const createClockModule = (file: string): string =>
  `data:text/javascript,${encodeURIComponent(`
    import { readFileSync } from 'node:fs'
    const now = Date.now
    let ahead = 0
    const read = () => void (ahead = Number(readFileSync(${JSON.stringify(file)}, 'utf8')))
    process.on('SIGUSR2', read)
    read()
    Date.now = () => now() + ahead`)}`

const instanceNames = ['one', 'two', 'three'] as const

/** Starts a site with an application, on an empty database: three instances over a PostgreSQL, or one over an SQLite. */
export async function startTestServerCluster(
  kind: TestServerClusterDatabaseKind,
  { program = programOfRepository, previous }: TestServerClusterRelease = {},
): Promise<TestServerCluster> {
  const folder = mkdtempSync(join(tmpdir(), 'countersign-history-'))
  const closers: (() => Promise<unknown> | void)[] = [() => rmSync(folder, { recursive: true, force: true })]
  const close = async (): Promise<void> => {
    for (const end of closers.toReversed()) await end()
  }
  try {
    const disk = mountSizeLimitedTestDisk()
    if (disk !== null) closers.push(disk.close)
    const { database, connect, address } =
      kind === 'postgres' ? await openPostgres(closers, disk) : openSqlite(disk?.folder ?? folder, disk)
    let release = previous ?? program
    const instances: TestServerClusterInstance[] = []
    for (const name of kind === 'postgres' ? instanceNames : instanceNames.slice(0, 1)) {
      const { address: through, proxy } = await connect()
      if (proxy !== null) closers.push(proxy.close)
      const keyFile = join(folder, `${name}.key`)
      // Each machine has its own copy of the key.
      if (instances.length > 0) copyFileSync(join(folder, `${instanceNames[0]}.key`), keyFile)
      const clockFile = join(folder, `${name}.clock`)
      writeFileSync(clockFile, '0')
      const command = (): ServerStartCommand => [process.execPath, '--import', createClockModule(clockFile), release]
      const server = await startServerForTests(
        {
          ...serverClusterTestSettings,
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
          fetch(address + path, { ...request, redirect: 'manual', signal: AbortSignal.timeout(responseTimeoutMs) }),
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
      COUNTERSIGN_KEY_FILE: join(folder, `${instanceNames[0]}.key`),
    }
    const [first] = instances as [TestServerClusterInstance]
    const wallets = guestGroupWalletKeys.flatMap(({ address }) => ['--wallets', address])
    const added = await runCountersignCommand(['group', 'add', guestGroup, ...wallets], settings, folder, release)
    if (added.exitCode !== 0) throw new Error(`The group was not added:\n${added.output}`)
    // The release before rotates all refresh tokens, and does not know that one can choose.
    const applications = [
      previous === undefined ? rotatingOidcRelyingPartyTestDefinition : oidcRelyingPartyTestDefinition,
      groupGatedApplication,
    ]
    await applyTestApplicationDefinitions(first.server, applications, settings, release)
    const switchToNextRelease = previous === undefined ? null : (): void => void (release = program)
    return { origin, settings, instances, database, club: groupGatedApplication, switchToNextRelease, close }
  } catch (error) {
    await close()
    throw error
  }
}

/** A database, and how an instance reaches it. */
interface OpenedDatabase {
  database: ClusterDatabase
  connect: () => Promise<{ address: string; proxy: FaultInjectingProxy | null }>
  address: string
}

async function openPostgres(
  closers: (() => Promise<unknown> | void)[],
  disk: SizeLimitedTestDisk | null,
): Promise<OpenedDatabase> {
  const postgres = await startTestPostgresServer(disk === null ? {} : { within: disk.folder })
  closers.push(postgres.stop)
  const address = await postgres.createDatabase('site')
  const path = join(new URL(address).searchParams.get('host') ?? '', '.s.PGSQL.5432')
  return {
    address,
    database: { query: (sql) => queryTestPostgresServer(address, sql), restart: postgres.restart, disk },
    connect: async () => {
      const proxy = await startFaultInjectingProxy({ path })
      return { address: `postgres://postgres@127.0.0.1:${proxy.port}/site`, proxy }
    },
  }
}

function openSqlite(folder: string, disk: SizeLimitedTestDisk | null): OpenedDatabase {
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
