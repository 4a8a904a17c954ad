// N20: the migration lock keeps two processes from upgrading one PostgreSQL database at once.
import { sql } from 'kysely'
import pg from 'pg'
import { expect, onTestFinished, test } from 'vitest'
import { createEmptyDatabase, createTestDatabase, openDatabaseUntilTestEnds } from '../../testing/database-fixtures.ts'
import { getSettingsErrorExitCode, ServerStartupError } from '../server-startup-error.ts'
import { runMigrations, databaseMigrationNames } from './run-migrations.ts'
import { openAndMigrateDatabase } from './open-configured-database.ts'
import type { Database } from './open-sqlite-or-postgres-database.ts'
import { createPostgresQueryBuilder } from './open-postgres.ts'

const lockId = '3853314791062309107'

async function connect(address: string, application = 'another program'): Promise<pg.Client> {
  const client = new pg.Client({ connectionString: address, application_name: application })
  await client.connect()
  onTestFinished(() => client.end())
  return client
}

async function holdLock(address: string): Promise<{ holder: pg.Client; pid: number }> {
  const holder = await connect(address)
  const { rows } = await holder.query<{ pid: number }>(
    `select pg_backend_pid() as pid from pg_advisory_lock(${lockId})`,
  )
  return { holder, pid: rows[0]?.pid ?? 0 }
}

async function closeAfterTest(opened: Promise<{ database: Database; migrated: string[] }>): Promise<string[]> {
  const { database, migrated } = await opened
  onTestFinished(() => database.close())
  return migrated
}

test('N20: within 5 s, a start names the session holding the migration lock; it continues on release', async () => {
  const address = await createEmptyDatabase('postgres')
  const { holder, pid } = await holdLock(address)
  const warnings: string[] = []
  let pausedMs = 0
  const pause = async (ms: number): Promise<void> => {
    pausedMs += ms
    if (warnings.length > 0) await holder.query(`select pg_advisory_unlock(${lockId})`)
  }
  const opened = openAndMigrateDatabase(address, () => {}, { pause, warn: (text) => warnings.push(text) })
  expect(await closeAfterTest(opened)).toEqual(databaseMigrationNames)
  expect(pausedMs).toBeLessThan(5000)
  expect(warnings).toEqual([
    expect.stringMatching(
      new RegExp(
        String.raw`^The database needs an upgrade, but another session holds the upgrade lock: PID ${pid} \(user \S+, application "another program"[^)]*\), ` +
          String.raw`since \d{4}-\d\d-\d\dT[\d:.]+Z\. .* select pg_terminate_backend\(${pid}\); .* after 600 s \(COUNTERSIGN_UPGRADE_WAIT_SECONDS\)\.$`,
      ),
    ),
  ])
})

test('N20: a start gives up after upgradeWaitSeconds with a separate exit code and changes nothing', async () => {
  const address = await createEmptyDatabase('postgres')
  const { holder, pid } = await holdLock(address)
  let pausedMs = 0
  const error: unknown = await openAndMigrateDatabase(address, () => {}, {
    limits: {
      databaseConnections: 2,
      databaseConnectionTimeoutSeconds: 10,
      databaseLockTimeoutSeconds: 3,
      upgradeWaitSeconds: 7,
    },
    pause: async (ms) => void (pausedMs += ms),
    warn: () => {},
  }).then(
    ({ database }) => database.close(),
    (refusal: unknown) => refusal,
  )
  expect(error).toBeInstanceOf(ServerStartupError)
  expect(getSettingsErrorExitCode(error as ServerStartupError)).toBe(11)
  expect((error as ServerStartupError).message).toMatch(
    new RegExp(
      String.raw`^COUNTERSIGN_DATABASE: .* for 7 s .*PID ${pid} .*pg_terminate_backend\(${pid}\).* Nothing was changed\.$`,
    ),
  )
  expect(pausedMs).toBe(7000)
  const { rows } = await holder.query(`select tablename from pg_tables where schemaname = 'public'`)
  expect(rows).toEqual([])
})

test('N20: a start with nothing to migrate does not take the migration lock', async () => {
  const address = await createTestDatabase('postgres')
  await holdLock(address)
  const warnings: string[] = []
  const pause = async (): Promise<void> => {
    throw new Error('waited for a lock that is not needed')
  }
  expect(
    await closeAfterTest(openAndMigrateDatabase(address, () => {}, { pause, warn: (text) => warnings.push(text) })),
  ).toEqual([])
  expect(warnings).toEqual([])
})

class PoolerClient {
  readonly #servers: pg.Client[]
  #next = 0
  #current: pg.Client | null = null

  constructor(servers: pg.Client[]) {
    this.#servers = servers
  }

  query(query: string | { text: string }): Promise<unknown> {
    const text = typeof query === 'string' ? query : query.text
    const server = (this.#current ?? this.#servers[this.#next++ % this.#servers.length]) as pg.Client
    if (text.startsWith('begin')) this.#current = server
    if (text === 'commit' || text === 'rollback') this.#current = null
    return server.query(query as string)
  }

  release(): void {}
}

test('N20: a migration through a transaction pooler leaves no lock on a pooled connection', async () => {
  const address = await createEmptyDatabase('postgres')
  const database = openDatabaseUntilTestEnds(address)
  // With three connections, a lock and its unlock would use different ones.
  const pooler = new PoolerClient([await connect(address), await connect(address), await connect(address)])
  const pool = { connect: async () => pooler, end: async () => {} } as unknown as pg.Pool
  expect(
    await runMigrations({ ...database, runWithoutTimeouts: (run) => run(createPostgresQueryBuilder(pool)) }),
  ).toEqual(databaseMigrationNames)
  const { rows } = await sql`
    select pid from pg_locks where locktype = 'advisory'
      and database = (select oid from pg_database where datname = current_database())`.execute(database.queries)
  expect(rows).toEqual([])
})
