// N20: an upgrade takes its tables beside a release that uses them.
import { sql } from 'kysely'
import pg from 'pg'
import { describe, expect, onTestFinished, test } from 'vitest'
import { fakeNextReleaseMigrationNames, fakeNextReleaseMigrations } from '../../testing/fake-next-release-migrations.ts'
import { createEmptyDatabase, openDatabaseUntilTestEnds } from '../../testing/database-fixtures.ts'
import { runMigrations, databaseMigrationSteps } from './run-migrations.ts'
import type { DatabaseMigrationStep } from './run-migrations.ts'
import type { Database } from './open-sqlite-or-postgres-database.ts'
import { lockTablesForUpgrade, DatabaseTableInUseError } from './lock-tables-for-upgrade.ts'

/** A connection of an instance of the release before. */
async function connect(address: string): Promise<pg.Client> {
  const client = new pg.Client({ connectionString: address })
  await client.connect()
  onTestFinished(() => client.end())
  return client
}

/** Until somebody waits for a table that somebody else has. */
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

describe('N20 an upgrade beside requests', () => {
  test.each([
    ['grants', 'applications'],
    ['applications', 'grants'],
    ['proofs', 'wallets'],
    ['wallets', 'proofs'],
  ])('one that holds %s and then wants %s is not refused, and neither is the upgrade', async (held, wanted) => {
    const { address, database } = await openBefore()
    const [request, observer] = [await connect(address), await connect(address)]
    await request.query(`begin; select from ${held}`)
    const upgrade = runMigrations(database, { steps: fakeNextReleaseMigrations, pause: async () => {} })
    await untilOneWaits(observer)
    await request.query(`select from ${wanted}; commit`)
    expect(await upgrade).toEqual(fakeNextReleaseMigrationNames)
  })

  test('begins with the table that it did not get, and goes on to try after that', async () => {
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

  test('gives up in words where nobody lets go, and changes nothing', async () => {
    const { address, database } = await openBefore()
    const [request, settings] = [await connect(address), await connect(address)]
    const { rows } = await settings.query<{ name: string }>('select current_database() as name')
    await settings.query(`alter database "${rows[0]?.name}" set deadlock_timeout = '4ms'`)
    await request.query('begin; select from proofs')
    await expect(runMigrations(database, { steps: fakeNextReleaseMigrations, pause: async () => {} })).rejects.toThrow(
      /^COUNTERSIGN_DATABASE: for minutes, something has held the table proofs, which the upgrade changes: .* nothing was changed\.$/,
    )
    await request.query('commit')
    expect(await runMigrations(database, { steps: fakeNextReleaseMigrations })).toEqual(fakeNextReleaseMigrationNames)
  })
})

test('a table that is in use is named, and those that are not there are left out', async () => {
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

// A lock on a table that was there before, and for which a step could have to wait.
const strong = ['ShareLock', 'ShareRowExclusiveLock', 'ExclusiveLock', 'AccessExclusiveLock']

/** The steps that run next to an older release: all but the first, and those of the invented next release. */
const later = Object.keys({ ...databaseMigrationSteps, ...fakeNextReleaseMigrations }).slice(1)

test.each(later)('%s tells all tables of before that it changes, and no other', async (name) => {
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
