import { sql } from 'kysely'
import { createHash } from 'node:crypto'
import { describe, expect, test } from 'vitest'
import { describeDatabaseSchema } from '../../testing/describe-database-schema.ts'
import { fakeNextReleaseMigrationNames, fakeNextReleaseMigrations } from '../../testing/fake-next-release-migrations.ts'
import { createEmptyDatabase, databaseKinds, openDatabaseUntilTestEnds } from '../../testing/database-fixtures.ts'
import { getSettingsErrorExitCode, ServerStartupError } from '../server-startup-error.ts'
import {
  listExecutedMigrations,
  listPendingMigrations,
  databaseMigrationNames,
  runMigrations,
} from './run-migrations.ts'
import { openAndMigrateDatabase } from './open-configured-database.ts'
import type { Database } from './open-sqlite-or-postgres-database.ts'

async function readTables({ kind, queries }: Database): Promise<Map<string, { name: string; type: string }[]>> {
  const { rows } = await (
    kind === 'sqlite'
      ? sql<{ table: string; name: string; type: string }>`
          select tables.name as "table", columns.name, lower(columns.type) as type
          from pragma_table_list as tables, pragma_table_info(tables.name) as columns
          where tables.schema = 'main' and tables.type = 'table' and tables.name not like 'sqlite_%'`
      : sql<{ table: string; name: string; type: string }>`
          select table_name as "table", column_name as name, data_type as type
          from information_schema.columns where table_schema = 'public'`
  ).execute(queries)
  return Map.groupBy(
    rows.filter(({ table }) => !table.startsWith('kysely_')),
    ({ table }) => table,
  )
}

/** Uses the same text and the same number everywhere, so that each row refers to existing rows. */
async function fill(database: Database): Promise<void> {
  const { kind, queries } = database
  const left = await readTables(database)
  // Triggers fill this table with the names from the other tables.
  left.delete('searchable_names')
  for (let last = Infinity; left.size > 0 && left.size < last;) {
    last = left.size
    for (const [table, columns] of left) {
      const { rows } = await sql`select 1 from ${sql.table(table)} limit 1`.execute(queries)
      const values = columns.map(({ type }) => (/int/.test(type) ? 1 : 'x'))
      const insert = sql`insert into ${sql.table(table)} (${sql.join(columns.map(({ name }) => sql.ref(name)))})
        ${sql.raw(kind === 'postgres' ? 'overriding system value' : '')} values (${sql.join(values)})`
      const isFilled =
        rows.length > 0 ||
        (await insert.execute(queries).then(
          () => true,
          (error: unknown) => {
            if (!/foreign key/i.test(String(error))) throw error
            return false
          },
        ))
      if (isFilled) left.delete(table)
    }
  }
  expect([...left.keys()]).toEqual([])
}

async function readFilled(database: Database): Promise<Record<string, string[]>> {
  const tables: Record<string, string[]> = {}
  for (const table of (await readTables(database)).keys()) {
    if (table === 'notes') continue
    const { rows } = await sql<Record<string, unknown>>`select * from ${sql.table(table)}`.execute(database.queries)
    tables[table] = rows.map(({ note: _added, ...row }) => JSON.stringify(row)).toSorted()
  }
  return tables
}

async function record({ queries }: Database, names: readonly string[]): Promise<void> {
  await sql`delete from kysely_migration`.execute(queries)
  for (const name of names)
    await sql`insert into kysely_migration (name, timestamp) values (${name}, '2026-11-29T00:00:00.000Z')`.execute(
      queries,
    )
}

describe.each(databaseKinds)('migrations on %s', (kind) => {
  test('create the latest schema in an empty database, and then do nothing', async () => {
    const database = openDatabaseUntilTestEnds(await createEmptyDatabase(kind))
    expect(await runMigrations(database)).toEqual(databaseMigrationNames)
    expect(await runMigrations(database)).toEqual([])
  })

  test('lead from the current schema to the same next schema as from an empty database', async () => {
    const straight = openDatabaseUntilTestEnds(await createEmptyDatabase(kind))
    expect(await runMigrations(straight, { steps: fakeNextReleaseMigrations })).toEqual(
      Object.keys(fakeNextReleaseMigrations),
    )
    const stepwise = openDatabaseUntilTestEnds(await createEmptyDatabase(kind))
    await runMigrations(stepwise)
    expect(
      await runMigrations(stepwise, { steps: fakeNextReleaseMigrations, lastStep: fakeNextReleaseMigrationNames[0] }),
    ).toEqual([fakeNextReleaseMigrationNames[0]])
    expect(await runMigrations(stepwise, { steps: fakeNextReleaseMigrations })).toEqual([
      fakeNextReleaseMigrationNames[1],
    ])
    expect(await describeDatabaseSchema(stepwise)).toEqual(await describeDatabaseSchema(straight))
    expect(await describeDatabaseSchema(straight)).toEqual(expect.arrayContaining([expect.stringContaining('notes')]))
  })

  test('keep the rows of every table', async () => {
    const database = openDatabaseUntilTestEnds(await createEmptyDatabase(kind))
    await runMigrations(database)
    await fill(database)
    const before = await readFilled(database)
    expect(Object.keys(before).length).toBeGreaterThan(50)
    expect(Object.values(before)).not.toContainEqual([])
    expect(await runMigrations(database, { steps: fakeNextReleaseMigrations })).toEqual(fakeNextReleaseMigrationNames)
    expect(await readFilled(database)).toEqual(before)
    expect((await sql`select note from wallets`.execute(database.queries)).rows).toEqual([{ note: 'x' }])
  })

  test('from a newer version are refused with an explanation and left unchanged', async () => {
    const address = await createEmptyDatabase(kind)
    const database = openDatabaseUntilTestEnds(address)
    await runMigrations(database)
    await record(database, [...databaseMigrationNames, '9999-later'])
    await expect(openAndMigrateDatabase(address)).rejects.toThrow(
      /^A newer version of Countersign has used this database, but this is .*9999-later.*Start that version/,
    )
    expect(await listExecutedMigrations(database)).toEqual([...databaseMigrationNames, '9999-later'])
  })

  test('are announced before they run on an existing database', async () => {
    const address = await createEmptyDatabase(kind)
    const announcedSteps: (readonly string[])[] = []
    const open = async () =>
      (
        await openAndMigrateDatabase(address, ({ steps }) => announcedSteps.push(steps), {
          steps: fakeNextReleaseMigrations,
        })
      ).database.close()
    await runMigrations(openDatabaseUntilTestEnds(address))
    await open()
    await open()
    expect(announcedSteps).toEqual([fakeNextReleaseMigrationNames])
  })

  test('run only once if two processes start them', async () => {
    const address = await createEmptyDatabase(kind)
    const [one, two] = [openDatabaseUntilTestEnds(address), openDatabaseUntilTestEnds(address)]
    // On SQLite, both runs use the same thread, so one must finish first.
    const done =
      kind === 'sqlite'
        ? [await runMigrations(one), await runMigrations(two)]
        : await Promise.all([runMigrations(one), runMigrations(two)])
    expect(done.flat()).toEqual(databaseMigrationNames)
  })

  test('leave the database unchanged if a step fails', async () => {
    const database = openDatabaseUntilTestEnds(await createEmptyDatabase(kind))
    await sql`create table sessions (mine text)`.execute(database.queries)
    await expect(runMigrations(database)).rejects.toThrow(/sessions/)
    expect(JSON.stringify(await describeDatabaseSchema(database))).not.toContain('people')
  })

  test('create exactly the recorded schema in the first step', async () => {
    const database = openDatabaseUntilTestEnds(await createEmptyDatabase(kind))
    await runMigrations(database, { lastStep: databaseMigrationNames[0] as string })
    const known = {
      sqlite: '4c78e4698f06149d587406cc8106033e74c9fa086075897cff22456eba25ee54',
      postgres: '49dcb40e915b7e60c81dd9715d462ad1f36e8b45a3c51ff2282ec962c2b67ceb',
    }
    expect(
      createHash('sha256')
        .update((await describeDatabaseSchema(database)).join('\n'))
        .digest('hex'),
    ).toBe(known[kind])
  })

  test.each([
    ['with the initial schema from before the renaming', ['0001-initial-schema']],
    ['with the oldest migrations', ['0001-sign-in', '0002-applications']],
  ])('refuse a database %s with exit code 12, and change nothing', async (_, names) => {
    const address = await createEmptyDatabase(kind)
    const database = openDatabaseUntilTestEnds(address)
    await runMigrations(database)
    await fill(database)
    await record(database, names)
    const [schema, rows] = [await describeDatabaseSchema(database), await readFilled(database)]
    for (const open of [
      () => runMigrations(database),
      () => listPendingMigrations(database),
      () => openAndMigrateDatabase(address),
    ]) {
      const error = await open().then(
        () => undefined,
        (cause: unknown) => cause,
      )
      expect(error).toBeInstanceOf(ServerStartupError)
      expect(getSettingsErrorExitCode(error as ServerStartupError)).toBe(12)
      expect((error as ServerStartupError).message).toMatch(
        /^COUNTERSIGN_DATABASE: this database was created by .* cannot be upgraded\./,
      )
    }
    expect(await listExecutedMigrations(database)).toEqual(names)
    expect(await describeDatabaseSchema(database)).toEqual(schema)
    expect(await readFilled(database)).toEqual(rows)
  })
})

describe('dangling reference in SQLite', () => {
  async function open(): Promise<Database> {
    const database = openDatabaseUntilTestEnds(await createEmptyDatabase('sqlite'))
    await runMigrations(database)
    await sql`pragma foreign_keys = off`.execute(database.queries)
    await sql`insert into wallets (id, person_id, namespace, kind, address, is_primary, linked_at, last_used_at) values ('w', 'nobody', 'eip155', 'key', '0xab', 1, 1, 2)`.execute(
      database.queries,
    )
    return database
  }

  test('is found after the last migration step, so that all steps are rolled back', async () => {
    const database = await open()
    const before = await describeDatabaseSchema(database)
    await expect(runMigrations(database, { steps: fakeNextReleaseMigrations })).rejects.toThrow(
      /refers to missing rows.*wallets/,
    )
    expect(await describeDatabaseSchema(database)).toEqual(before)
  })

  // Checking all references takes half a minute with a million people.
  test('is not searched for if no migration steps are pending', async () => {
    expect(await runMigrations(await open())).toEqual([])
  })
})

test('a migration step may run longer than the request timeouts', async () => {
  const database = openDatabaseUntilTestEnds(await createEmptyDatabase('postgres'))
  await runMigrations(database)
  await fill(database)
  // This takes longer than the timeouts of a request.
  await sql`create function take_long() returns trigger language plpgsql as $$ begin perform pg_sleep(7.5); return null; end $$`.execute(
    database.queries,
  )
  await sql`create trigger take_long before update on wallets for each statement execute function take_long()`.execute(
    database.queries,
  )
  expect(await runMigrations(database, { steps: fakeNextReleaseMigrations })).toEqual(fakeNextReleaseMigrationNames)
  const { rows } = await sql<Record<string, string>>`show statement_timeout`.execute(database.queries)
  expect(rows).toEqual([{ statement_timeout: '5s' }])
})
