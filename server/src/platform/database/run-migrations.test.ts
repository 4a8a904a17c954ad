import { sql } from 'kysely'
import { createHash } from 'node:crypto'
import { describe, expect, test } from 'vitest'
import { describeSchema } from '../../testing/describe-schema.ts'
import { nextMigrationNames, nextMigrations } from '../../testing/next-release-migrations.ts'
import { createEmptyDatabase, databaseKinds, openUntilTestEnds } from '../../testing/test-databases.ts'
import { toExitCode, StartupError } from '../startup-error.ts'
import { squashedMigrations, listExecutedMigrations } from './adopt-initial-schema.ts'
import { runMigrations, migrationNames } from './run-migrations.ts'
import { openAndMigrateDatabase } from './open-configured-database.ts'
import type { Database, DatabaseKind } from './open-database.ts'

/** The columns of each table, but for what the migrations record of themselves. */
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

/**
 * Puts a row into each table that has none. Every text is the same and so is every number, so that each row refers to those that
 * are there.
 */
async function fill(database: Database): Promise<void> {
  const { kind, queries } = database
  const left = await readTables(database)
  // Triggers fill this one with the names in the others.
  left.delete('name_texts')
  // A table is filled after those that it refers to.
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

/** The rows of all tables that were filled, without the column that the next release adds. */
async function readFilled(database: Database): Promise<Record<string, string[]>> {
  const tables: Record<string, string[]> = {}
  for (const table of (await readTables(database)).keys()) {
    if (table === 'notes') continue
    const { rows } = await sql<Record<string, unknown>>`select * from ${sql.table(table)}`.execute(database.queries)
    tables[table] = rows.map(({ note: _added, ...row }) => JSON.stringify(row)).toSorted()
  }
  return tables
}

/** Records other migrations than have run. */
async function record({ queries }: Database, names: readonly string[]): Promise<void> {
  await sql`delete from kysely_migration`.execute(queries)
  for (const name of names)
    await sql`insert into kysely_migration (name, timestamp) values (${name}, '2026-11-29T00:00:00.000Z')`.execute(
      queries,
    )
}

/** A database as the last commit before the initial schema left it. */
async function openBefore(kind: DatabaseKind, names: readonly string[] = squashedMigrations): Promise<Database> {
  const database = openUntilTestEnds(await createEmptyDatabase(kind))
  await runMigrations(database)
  await fill(database)
  await record(database, names)
  return database
}

describe.each(databaseKinds)('migrations on %s', (kind) => {
  test('lead from nothing to the newest schema, and then do nothing', async () => {
    const database = openUntilTestEnds(await createEmptyDatabase(kind))
    expect(await runMigrations(database)).toEqual(migrationNames)
    expect(await runMigrations(database)).toEqual([])
  })

  test('lead from this schema to the same next one as from nothing', async () => {
    const straight = openUntilTestEnds(await createEmptyDatabase(kind))
    expect(await runMigrations(straight, { steps: nextMigrations })).toEqual(Object.keys(nextMigrations))
    const stepwise = openUntilTestEnds(await createEmptyDatabase(kind))
    await runMigrations(stepwise)
    expect(await runMigrations(stepwise, { steps: nextMigrations, lastStep: nextMigrationNames[0] })).toEqual([
      nextMigrationNames[0],
    ])
    expect(await runMigrations(stepwise, { steps: nextMigrations })).toEqual([nextMigrationNames[1]])
    expect(await describeSchema(stepwise)).toEqual(await describeSchema(straight))
    expect(await describeSchema(straight)).toEqual(expect.arrayContaining([expect.stringContaining('notes')]))
  })

  test('keep the rows of every table', async () => {
    const database = openUntilTestEnds(await createEmptyDatabase(kind))
    await runMigrations(database)
    await fill(database)
    const before = await readFilled(database)
    expect(Object.keys(before).length).toBeGreaterThan(50)
    expect(Object.values(before)).not.toContainEqual([])
    expect(await runMigrations(database, { steps: nextMigrations })).toEqual(nextMigrationNames)
    expect(await readFilled(database)).toEqual(before)
    expect((await sql`select note from wallets`.execute(database.queries)).rows).toEqual([{ note: 'x' }])
  })

  test('of a newer version are refused in words, and left as they are', async () => {
    const address = await createEmptyDatabase(kind)
    const database = openUntilTestEnds(address)
    await runMigrations(database)
    await record(database, [...migrationNames, '9999-later'])
    await expect(openAndMigrateDatabase(address)).rejects.toThrow(
      /^A newer version of Countersign has worked on this database, and this is .*9999-later.*Start that version/,
    )
    expect(await listExecutedMigrations(database)).toEqual([...migrationNames, '9999-later'])
  })

  test('are told before they are run, where there was a database before', async () => {
    const address = await createEmptyDatabase(kind)
    const told: (readonly string[])[] = []
    const open = async () =>
      (
        await openAndMigrateDatabase(address, ({ steps }) => told.push(steps), { steps: nextMigrations })
      ).database.close()
    await runMigrations(openUntilTestEnds(address))
    await open()
    await open()
    expect(told).toEqual([nextMigrationNames])
  })

  test('two processes at once leave one schema', async () => {
    const address = await createEmptyDatabase(kind)
    const [one, two] = [openUntilTestEnds(address), openUntilTestEnds(address)]
    // On SQLite both share this thread, so that one must finish its turn; on PostgreSQL they race for the lock.
    const done =
      kind === 'sqlite'
        ? [await runMigrations(one), await runMigrations(two)]
        : await Promise.all([runMigrations(one), runMigrations(two)])
    expect(done.flat()).toEqual(migrationNames)
  })

  test('a step that fails leaves the database as it was', async () => {
    const database = openUntilTestEnds(await createEmptyDatabase(kind))
    await sql`create table sessions (mine text)`.execute(database.queries)
    await expect(runMigrations(database)).rejects.toThrow(/sessions/)
    expect(JSON.stringify(await describeSchema(database))).not.toContain('people')
  })

  test('the initial schema is the one that the migrations before it led to', async () => {
    const database = openUntilTestEnds(await createEmptyDatabase(kind))
    await runMigrations(database, { lastStep: migrationNames[0] as string })
    const lines = await describeSchema(database)
    // Of the schema that commit 6dc743cc made by its 31 migrations.
    const known = {
      sqlite: '29621eda860e989213d36def05fa0724dc7c65308a9330de671053a0d6ccd4b0',
      postgres: '6cff2d7130c218b871c8c0329619f5095d4c5f60183f32a5f018d7bee4c1dffd',
    }
    expect(createHash('sha256').update(lines.join('\n')).digest('hex')).toBe(known[kind])
  })

  test('a database with all migrations of before is adopted, and nothing else changes', async () => {
    const database = await openBefore(kind)
    const [schema, rows] = [await describeSchema(database), await readFilled(database)]
    expect(Object.values(rows)).not.toContainEqual([])
    expect(await runMigrations(database)).toEqual([])
    expect(await listExecutedMigrations(database)).toEqual(migrationNames)
    expect(await describeSchema(database)).toEqual(schema)
    expect(await readFilled(database)).toEqual(rows)
    expect(await runMigrations(database)).toEqual([])
  })

  test('a database with all migrations of before is adopted and upgraded in one start', async () => {
    const database = await openBefore(kind)
    expect(await runMigrations(database, { steps: nextMigrations })).toEqual(nextMigrationNames)
    expect(await listExecutedMigrations(database)).toEqual(Object.keys(nextMigrations))
  })

  test('two processes at once adopt a database once', async () => {
    const database = await openBefore(kind)
    const done =
      kind === 'sqlite'
        ? [await runMigrations(database), await runMigrations(database)]
        : await Promise.all([runMigrations(database), runMigrations(database)])
    expect(done).toEqual([[], []])
    expect(await listExecutedMigrations(database)).toEqual(migrationNames)
  })

  test('an adoption that fails half-way leaves the migrations of before', async () => {
    const database = await openBefore(kind)
    const fail =
      kind === 'sqlite'
        ? [`create trigger fail before delete on kysely_migration begin select raise(abort, 'no room for it'); end`]
        : [
            `create function fail() returns trigger language plpgsql as $$ begin raise exception 'no room for it'; end $$`,
            `create trigger fail before delete on kysely_migration for each row execute function fail()`,
          ]
    for (const statement of fail) await sql.raw(statement).execute(database.queries)
    await expect(runMigrations(database)).rejects.toThrow('no room for it')
    expect(await listExecutedMigrations(database)).toEqual(squashedMigrations)
    await sql.raw(`drop trigger fail${kind === 'sqlite' ? '' : ' on kysely_migration'}`).execute(database.queries)
    await runMigrations(database)
    expect(await listExecutedMigrations(database)).toEqual(migrationNames)
  })

  test.each([
    ['lacks the newest of them', squashedMigrations.slice(0, -1)],
    ['has only the first', squashedMigrations.slice(0, 1)],
  ])('a database that %s is refused with the commit to start first, and left as it is', async (_, names) => {
    const database = await openBefore(kind, names)
    const fault = await runMigrations(database).catch((error: unknown) => error)
    expect(fault).toBeInstanceOf(StartupError)
    expect(toExitCode(fault as StartupError)).toBe(12)
    expect((fault as StartupError).message).toContain('commit 6dc743cc554436df7c60165c3059d349dc7ea2d6 once')
    expect(await listExecutedMigrations(database)).toEqual(names)
  })
})

describe('what refers to a row that is not there', () => {
  /** A database with a wallet of nobody. */
  async function open(): Promise<Database> {
    const database = openUntilTestEnds(await createEmptyDatabase('sqlite'))
    await runMigrations(database)
    await sql`pragma foreign_keys = off`.execute(database.queries)
    await sql`insert into wallets (id, person_id, namespace, kind, address, is_primary, linked_at, last_used_at) values ('w', 'nobody', 'eip155', 'key', '0xab', 1, 1, 2)`.execute(
      database.queries,
    )
    return database
  }

  test('is found after the last step, and no step was run then', async () => {
    const database = await open()
    const before = await describeSchema(database)
    await expect(runMigrations(database, { steps: nextMigrations })).rejects.toThrow(
      /refers to rows that are not there.*wallets/,
    )
    expect(await describeSchema(database)).toEqual(before)
  })

  // With a million people it takes half a minute.
  test('is not looked for where there is no step to run', async () => {
    expect(await runMigrations(await open())).toEqual([])
  })
})

test('a step may take longer than anybody waits for a request', async () => {
  const database = openUntilTestEnds(await createEmptyDatabase('postgres'))
  await runMigrations(database)
  await fill(database)
  // Longer than the server lets a statement of a request run, and than a request waits for its answer.
  await sql`create function take_long() returns trigger language plpgsql as $$ begin perform pg_sleep(7.5); return null; end $$`.execute(
    database.queries,
  )
  await sql`create trigger take_long before update on wallets for each statement execute function take_long()`.execute(
    database.queries,
  )
  expect(await runMigrations(database, { steps: nextMigrations })).toEqual(nextMigrationNames)
  const { rows } = await sql<Record<string, string>>`show statement_timeout`.execute(database.queries)
  expect(rows).toEqual([{ statement_timeout: '5s' }])
})
