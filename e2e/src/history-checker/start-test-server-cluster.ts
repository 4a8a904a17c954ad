// Real server instances share a database, behind a fault-injecting proxy if it is PostgreSQL.
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

export interface TestServerClusterInstance extends ServerInstanceRequestHandler {
  address: string
  server: RunningTestServer
  /** Restarts with the release that the cluster currently starts. */
  start: () => Promise<void>
  /** Moves the instance's clock ahead, now or at the next start. */
  moveClock: (byMs: number) => void
  /** Null for SQLite. */
  proxy: FaultInjectingProxy | null
}

interface ClusterDatabase extends ServerBypassingDatabaseAccess {
  /** Kills and restarts the database; null for SQLite. */
  restart: (() => Promise<void>) | null
  /** The database's disk; null where mounting is not possible. */
  disk: SizeLimitedTestDisk | null
}

export interface TestServerCluster {
  origin: string
  settings: Record<string, string>
  instances: readonly TestServerClusterInstance[]
  database: ClusterDatabase
  club: TestApplicationDefinition
  /** Makes later starts use the next release; null if there is only one release. */
  switchToNextRelease: (() => void) | null
  close: () => Promise<void>
}

export interface TestServerClusterRelease {
  /** A command line other than this repository's. */
  program?: string
  /** Command line of the release to upgrade from. */
  previous?: string
}

const origin = serverClusterTestSettings['COUNTERSIGN_ORIGIN'] ?? ''

/** Only members of this group may use the application below. */
const guestGroup = 'guests'
const groupGatedApplication: TestApplicationDefinition = {
  ...oidcRelyingPartyTestDefinition,
  id: 'club',
  name: 'The club',
  redirectUris: ['https://club.example/callback'],
  allowedGroups: [guestGroup],
}

/** Only a frozen instance takes longer; without a response, the outcome is indeterminate. */
const responseTimeoutMs = 5000

/** A preloaded module that shifts the clock by the milliseconds in a file, reread on a signal. */
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

/** Starts three instances on an empty PostgreSQL, or one on SQLite. */
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
      // All instances use the same key, each from its own file.
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
    // The previous release always rotates refresh tokens and does not know the setting.
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
