import { sql } from 'kysely'
import { describe, expect, test } from 'vitest'
import { createEmptyDatabase, databaseKinds, openUntilTestEnds } from '../../testing/test-databases.ts'
import { migrate, migrationNames } from './migrate.ts'
import { openMigrated } from './open-configured.ts'
import type { Database } from './open-database.ts'

/** The schema as the database itself tells it. */
async function schemaOf({ kind, queries }: Database): Promise<unknown> {
  const text =
    kind === 'sqlite'
      ? `select type, name, sql from sqlite_master where name not like 'sqlite_%' order by type, name`
      : `select table_name, column_name, data_type, is_nullable from information_schema.columns where table_schema = 'public' order by 1, 2`
  const { rows } = await sql.raw(text).execute(queries)
  return rows
}

describe.each(databaseKinds)('migrations on %s', (kind) => {
  test('lead from nothing to the newest schema, and then do nothing', async () => {
    const database = openUntilTestEnds(await createEmptyDatabase(kind))
    expect(await migrate(database)).toEqual(migrationNames)
    expect(await migrate(database)).toEqual([])
  })

  test.each(migrationNames)('lead from the schema of %s to the same as from nothing', async (step) => {
    const straight = openUntilTestEnds(await createEmptyDatabase(kind))
    await migrate(straight)
    const stepwise = openUntilTestEnds(await createEmptyDatabase(kind))
    await migrate(stepwise, step)
    await migrate(stepwise)
    expect(await schemaOf(stepwise)).toEqual(await schemaOf(straight))
  })

  test('of a newer version are refused in words, and left as they are', async () => {
    const address = await createEmptyDatabase(kind)
    const database = openUntilTestEnds(address)
    await migrate(database)
    await sql`insert into kysely_migration (name, timestamp) values ('9999-later', '2030-01-01T00:00:00.000Z')`.execute(database.queries)
    await expect(openMigrated(address)).rejects.toThrow(/COUNTERSIGN_DATABASE: a newer version of Countersign has worked on this database \(.*9999-later.*Start that version/)
  })

  test('two processes at once leave one schema', async () => {
    const address = await createEmptyDatabase(kind)
    const [one, two] = [openUntilTestEnds(address), openUntilTestEnds(address)]
    // On SQLite both share this thread, so that one must finish its turn; on PostgreSQL they race for the lock.
    const done = kind === 'sqlite' ? [await migrate(one), await migrate(two)] : await Promise.all([migrate(one), migrate(two)])
    expect(done.flat()).toEqual(migrationNames)
  })

  test('a step that fails leaves the database as it was', async () => {
    const database = openUntilTestEnds(await createEmptyDatabase(kind))
    await sql`create table sessions (mine text)`.execute(database.queries)
    await expect(migrate(database)).rejects.toThrow(/sessions/)
    expect(JSON.stringify(await schemaOf(database))).not.toContain('people')
  })
})
