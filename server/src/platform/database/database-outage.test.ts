// A database that is locked, full, slow or gone (THREATS N14).
import BetterSqlite from 'better-sqlite3'
import { startTestPostgresServer } from '@countersign/testing/test-postgres-server'
import type { TestPostgresServer } from '@countersign/testing/test-postgres-server'
import { sql } from 'kysely'
import { describe, expect, onTestFinished, test } from 'vitest'
import { verifyAuditLogIntegrity } from '../../audit-log/verify-audit-log.ts'
import { countRowsPerTable } from '../../testing/inspect-test-database.ts'
import { createTestServer } from '../../testing/countersign-test-server.ts'
import type { TestServer, TestBrowser } from '../../testing/countersign-test-server.ts'
import { createTestDatabase, openTestDatabase, openDatabaseUntilTestEnds } from '../../testing/database-fixtures.ts'
import { runMigrations } from './run-migrations.ts'
import { openDatabase } from './open-sqlite-or-postgres-database.ts'
import type { Database } from './open-sqlite-or-postgres-database.ts'

async function expectUnavailable(app: TestServer, browser: TestBrowser, signed: object): Promise<void> {
  for (const [method, path, body] of [
    ['POST', '/api/sign-in', signed],
    ['POST', '/api/sign-out', undefined],
  ] as const) {
    const response = await browser.send(method, path, body)
    expect(response.json()).toMatchObject({ code: 'database.unavailable', status: 503, retry: true })
    expect(response.headers['retry-after']).toBe('1')
  }
  expect((await app.openBrowser().send('GET', '/health/live')).statusCode).toBe(200)
  expect((await app.openBrowser().send('GET', '/health/ready')).statusCode).toBe(503)
}

/** The failed attempt did not consume the signed message. */
async function expectRecovered(app: TestServer, browser: TestBrowser, signed: object): Promise<void> {
  app.clock.now += 1000
  expect((await app.openBrowser().send('GET', '/health/ready')).statusCode).toBe(200)
  expect((await browser.send('GET', '/api/wallets')).statusCode).toBe(200)
  expect((await browser.send('POST', '/api/sign-in', signed)).statusCode).toBe(200)
  expect(await countRowsPerTable(app.database.queries)).toMatchObject({ people: 1, sessions: 2, proofs: 2 })
  expect(await verifyAuditLogIntegrity(app.database.queries)).toMatchObject({ outcome: 'whole' })
}

describe('N14: SQLite outage', () => {
  test('file locked by another process: 503, and the same sign-in succeeds afterwards', async () => {
    const address = await createTestDatabase('sqlite')
    const app = await createTestServer({ database: openDatabaseUntilTestEnds(address) })
    const browser = app.openBrowser()
    await browser.signIn()
    const signed = await browser.signChallenge()
    const other = new BetterSqlite(address.slice('sqlite:'.length))
    onTestFinished(() => void other.close())
    other.exec('begin exclusive')
    await expectUnavailable(app, browser, signed)
    const waiting = browser.send('POST', '/api/sign-out')
    const live = await Promise.race([waiting, app.openBrowser().send('GET', '/health/live')])
    expect(live.statusCode).toBe(200)
    await waiting
    other.exec('rollback')
    await expectRecovered(app, browser, signed)
  })

  test('full database: 503 for writes, and the same sign-in succeeds afterwards', async () => {
    const app = await createTestServer({
      environment: {
        COUNTERSIGN_CHALLENGES_PER_NETWORK_PER_MINUTE: '1000',
        COUNTERSIGN_SIGN_INS_PER_WALLET_PER_MINUTE: '1000',
      },
    })
    const browser = app.openBrowser()
    await browser.signIn()
    const prepared = await Promise.all(Array.from({ length: 30 }, () => browser.signChallenge()))
    const { queries } = app.database
    const { rows } = await sql<{ page_count: number }>`pragma page_count`.execute(queries)
    // The database cannot get more pages, and a filler table uses up the free space in existing
    // ones.
    await sql`create table filler (content blob)`.execute(queries)
    await sql.raw(`pragma max_page_count = ${(rows[0]?.page_count ?? 0) + 2}`).execute(queries)
    let full = false
    while (!full) {
      await sql`insert into filler values (zeroblob(1000))`.execute(queries).catch(() => {
        full = true
      })
    }
    expect((await browser.send('POST', '/api/challenges', { purpose: 'sign-in' })).statusCode).toBe(200)
    let signedIn = 1
    let failed: { message: string; signature: string } | undefined
    for (const signed of prepared) {
      const response = await browser.send('POST', '/api/sign-in', signed)
      if (response.statusCode === 200) signedIn += 1
      else {
        expect(response.json()).toMatchObject({ code: 'database.unavailable' })
        failed = signed
        break
      }
    }
    expect(failed).toBeDefined()
    expect(await countRowsPerTable(queries)).toMatchObject({ sessions: signedIn, proofs: signedIn })
    expect((await browser.send('GET', '/api/session')).statusCode).toBe(200)
    await sql.raw('pragma max_page_count = 1000000').execute(queries)
    // The failed attempt did not consume the signed message.
    expect((await browser.send('POST', '/api/sign-in', failed)).statusCode).toBe(200)
    expect(await verifyAuditLogIntegrity(queries)).toMatchObject({ outcome: 'whole' })
  })
})

test('N14: an automatic SQLite rollback reports its cause, not the failed second rollback', async () => {
  const { queries } = await openTestDatabase('sqlite')
  const failing = queries.transaction().execute(async (transaction) => {
    await sql`rollback`.execute(transaction)
    throw Object.assign(new Error('database or disk is full'), { code: 'SQLITE_FULL' })
  })
  await expect(failing).rejects.toMatchObject({ code: 'SQLITE_FULL' })
  await expect(queries.selectFrom('people').selectAll().execute()).resolves.toEqual([])
})

describe('N14: PostgreSQL outage', () => {
  test('server stopped and restarted: 503, and the same sign-in succeeds afterwards', async () => {
    const { postgres, app } = await createAppOnItsOwnPostgres()
    const browser = app.openBrowser()
    await browser.signIn()
    const signed = await browser.signChallenge()
    await postgres.kill()
    await expectUnavailable(app, browser, signed)
    await postgres.restart()
    await expectRecovered(app, browser, signed)
  })

  test('server stopped during a request: 503, and the same sign-in succeeds afterwards', async () => {
    const { postgres, database, app } = await createAppOnItsOwnPostgres()
    const browser = app.openBrowser()
    const signed = await browser.signChallenge()
    const holder = await database.pool?.connect()
    await holder?.query('begin')
    // This imitates an administrator's database session; an idle transaction of an instance would
    // be ended earlier.
    await holder?.query('set local idle_in_transaction_session_timeout = 0')
    await holder?.query('lock table pending_audit_events in exclusive mode')
    const attempt = browser.send('POST', '/api/sign-in', signed)
    await untilSomebodyWaits(database)
    await postgres.kill()
    holder?.release(true)
    expect((await attempt).json()).toMatchObject({ code: 'database.unavailable' })
    await postgres.restart()
    expect((await browser.send('POST', '/api/sign-in', signed)).statusCode).toBe(200)
  })

  test('lock held for too long: 503, and the same sign-in succeeds afterwards', async () => {
    const app = await createTestServer({ database: 'postgres' })
    const browser = app.openBrowser()
    const signed = await browser.signChallenge()
    const holder = await app.database.pool?.connect()
    await holder?.query('begin')
    await holder?.query('set local idle_in_transaction_session_timeout = 0')
    await holder?.query('lock table pending_audit_events in exclusive mode')
    const refused = await browser.send('POST', '/api/sign-in', signed)
    expect(refused.json()).toMatchObject({ code: 'database.unavailable' })
    await holder?.query('rollback')
    holder?.release()
    expect((await browser.send('POST', '/api/sign-in', signed)).statusCode).toBe(200)
    expect(await countRowsPerTable(app.database.queries)).toMatchObject({ sessions: 1 })
  })

  test('N19: an exhausted connection pool makes an instance not ready within 30 seconds', async () => {
    const limits = { databaseConnections: 2, databaseConnectionTimeoutSeconds: 60, databaseLockTimeoutSeconds: 3 }
    const database = openDatabase(await createTestDatabase('postgres'), { limits })
    onTestFinished(() => database.close())
    const app = await createTestServer({ database })
    const held = await Promise.all([database.pool?.connect(), database.pool?.connect()])
    const startedAt = performance.now()
    expect((await app.openBrowser().send('GET', '/health/ready')).json()).toMatchObject({
      code: 'database.unavailable',
      status: 503,
    })
    expect(performance.now() - startedAt).toBeLessThan(30_000)
    for (const connection of held) connection?.release()
    app.clock.now += 1000
    expect((await app.openBrowser().send('GET', '/health/ready')).statusCode).toBe(200)
  })

  test('read-only server, as after a failover: 503 and not ready', async () => {
    const app = await createTestServer({ database: 'postgres' })
    const browser = app.openBrowser()
    const signed = await browser.signChallenge()
    const { rows } = await sql<{ name: string }>`select current_database() as name`.execute(app.database.queries)
    await sql
      .raw(`alter database ${rows[0]?.name} set default_transaction_read_only = on`)
      .execute(app.database.queries)
    // New connections get this setting, and the existing ones in the pool are ended, as in a
    // failover.
    await sql`select pg_terminate_backend(pid) from pg_stat_activity where datname = current_database() and pid <> pg_backend_pid()`.execute(
      app.database.queries,
    )
    await sql`set session characteristics as transaction read only`.execute(app.database.queries)
    expect((await browser.send('POST', '/api/sign-in', signed)).json()).toMatchObject({ code: 'database.unavailable' })
    expect((await app.openBrowser().send('GET', '/health/ready')).statusCode).toBe(503)
  })

  test('connection lost during a commit: reported as outcome unknown', async () => {
    const app = await createTestServer({ database: 'postgres' })
    const browser = app.openBrowser()
    const signed = await browser.signChallenge()
    await sql`create function break_commit() returns trigger language plpgsql as
      $$ begin perform pg_terminate_backend(pg_backend_pid()); return null; end $$`.execute(app.database.queries)
    await sql`create constraint trigger break_commit after insert on sessions deferrable initially deferred
      for each row execute function break_commit()`.execute(app.database.queries)
    expect((await browser.send('POST', '/api/sign-in', signed)).json()).toMatchObject({
      code: 'database.commit_unknown',
      status: 503,
    })
    await sql`drop trigger break_commit on sessions`.execute(app.database.queries)
    expect((await browser.send('POST', '/api/sign-in', signed)).statusCode).toBe(200)
  })
})

async function createAppOnItsOwnPostgres(): Promise<{
  postgres: TestPostgresServer
  database: Database
  app: TestServer
}> {
  const postgres = await startTestPostgresServer()
  onTestFinished(() => postgres.stop())
  const database = openDatabaseUntilTestEnds(await postgres.createDatabase('countersign'))
  await runMigrations(database)
  return { postgres, database, app: await createTestServer({ database }) }
}

async function untilSomebodyWaits({ queries }: Database): Promise<void> {
  for (;;) {
    const { rows } = await sql`select 1 from pg_stat_activity where wait_event_type = 'Lock'`.execute(queries)
    if (rows.length > 0) return
  }
}
