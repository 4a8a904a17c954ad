// N20: an upgrade locks its tables while another release is using them.
import { sql } from 'kysely'
import pg from 'pg'
import { describe, expect, onTestFinished, test } from 'vitest'
import { fakeNextReleaseMigrationNames, fakeNextReleaseMigrations } from '../../testing/fake-next-release-migrations.ts'
import { createEmptyDatabase, openDatabaseUntilTestEnds } from '../../testing/database-fixtures.ts'
import { runMigrations, databaseMigrationSteps } from './run-migrations.ts'
import type { DatabaseMigrationStep } from './run-migrations.ts'
import type { Database } from './open-sqlite-or-postgres-database.ts'
import { lockTablesForUpgrade, DatabaseTableInUseError } from './lock-tables-for-upgrade.ts'

async function connect(address: string): Promise<pg.Client> {
  const client = new pg.Client({ connectionString: address })
  await client.connect()
  onTestFinished(() => client.end())
  return client
}

async function untilOneWaits(client: pg.Client): Promise<void> {
  for (;;) {
    const { rows } = await client.query('select 1 from pg_locks where not granted')
    if (rows.length > 0) return
  }
}

async function openBefore(): Promise<{ address: string; database: Database }> {
  const address = await createEmptyDatabase('postgres')
  const database = openDatabaseUntilTestEnds(address)
  await runMigrations(database)
  return { address, database }
}

describe('N20: upgrade during requests', () => {
  test.each([
    ['grants', 'applications'],
    ['applications', 'grants'],
    ['proofs', 'wallets'],
    ['wallets', 'proofs'],
  ])('does not deadlock with a request that locks %s and then %s', async (held, wanted) => {
    const { address, database } = await openBefore()
    const [request, observer] = [await connect(address), await connect(address)]
    await request.query(`begin; select from ${held}`)
    const upgrade = runMigrations(database, { steps: fakeNextReleaseMigrations, pause: async () => {} })
    await untilOneWaits(observer)
    await request.query(`select from ${wanted}; commit`)
    expect(await upgrade).toEqual(fakeNextReleaseMigrationNames)
  })

  test('retries, with the table that was in use as the first to lock', async () => {
    const { address, database } = await openBefore()
    const request = await connect(address)
    await request.query('begin; select from wallets')
    let pauses = 0
    const upgrade = runMigrations(database, {
      steps: fakeNextReleaseMigrations,
      pause: async () => {
        pauses += 1
        if (pauses === 3) await request.query('commit')
      },
    })
    expect(await upgrade).toEqual(fakeNextReleaseMigrationNames)
    expect(pauses).toBe(3)
  })

  test('gives up with an error that names the table if it stays locked, and changes nothing', async () => {
    const { address, database } = await openBefore()
    const [request, settings] = [await connect(address), await connect(address)]
    const { rows } = await settings.query<{ name: string }>('select current_database() as name')
    await settings.query(`alter database "${rows[0]?.name}" set deadlock_timeout = '4ms'`)
    await request.query('begin; select from proofs')
    await expect(runMigrations(database, { steps: fakeNextReleaseMigrations, pause: async () => {} })).rejects.toThrow(
      /^COUNTERSIGN_DATABASE: the table proofs, which the upgrade changes, has been in use for minutes: .* Nothing was changed\.$/,
    )
    await request.query('commit')
    expect(await runMigrations(database, { steps: fakeNextReleaseMigrations })).toEqual(fakeNextReleaseMigrationNames)
  })
})

test('locking tables for an upgrade names a table that is in use and skips missing tables', async () => {
  const { address, database } = await openBefore()
  const request = await connect(address)
  await request.query('begin; select from people')
  const take = (first: string | null) =>
    database.queries
      .transaction()
      .execute((queries) => lockTablesForUpgrade(queries as never, ['people', 'grants', 'nothing'], first))
  await expect(take(null)).rejects.toEqual(new DatabaseTableInUseError('people', expect.anything()))
  await request.query('commit')
  await take('people')
})

const strong = ['ShareLock', 'ShareRowExclusiveLock', 'ExclusiveLock', 'AccessExclusiveLock']

/** No older release can use the database during the first step. */
const later = Object.keys({ ...databaseMigrationSteps, ...fakeNextReleaseMigrations }).slice(1)

test.each(later)('migration %s declares exactly the existing tables that it locks', async (name) => {
  const all: Readonly<Record<string, DatabaseMigrationStep>> = {
    ...databaseMigrationSteps,
    ...fakeNextReleaseMigrations,
  }
  const step = all[name] as DatabaseMigrationStep
  const database = openDatabaseUntilTestEnds(await createEmptyDatabase('postgres'))
  await runMigrations(database, {
    steps: all,
    lastStep: Object.keys(all)[Object.keys(all).indexOf(name) - 1] as string,
  })
  const before = (await database.queries.introspection.getTables()).map((table) => table.name)
  const locked = await database.queries.transaction().execute(async (queries) => {
    await step.up(queries as never, 'postgres')
    const { rows } = await sql<{ name: string }>`
      select distinct relname as name from pg_locks join pg_class on pg_class.oid = relation
      where pid = pg_backend_pid() and relkind = 'r' and mode = any(${strong})`.execute(queries)
    return rows.map((row) => row.name).filter((table) => before.includes(table))
  })
  expect((step.affectedTables ?? []).toSorted()).toEqual(locked.sort())
})
