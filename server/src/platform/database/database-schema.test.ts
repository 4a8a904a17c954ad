// PostgreSQL has the tables of database-schema.ts, which is generated from SQLite.
import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { listSqliteColumns } from '../../testing/describe-database-schema.ts'
import { openTestDatabase } from '../../testing/database-fixtures.ts'
import type { DatabaseKind } from './open-sqlite-or-postgres-database.ts'

const alone = ['name_trigrams', 'rate_limits']

async function columnsOf(kind: DatabaseKind): Promise<string[]> {
  const database = await openTestDatabase(kind)
  const rows =
    kind === 'sqlite'
      ? (await listSqliteColumns(database)).filter(({ table }) => !table.startsWith('sqlite'))
      : (
          await sql<{ table: string; name: string; type: string; isNullable: number }>`
            select table_name as "table", column_name as name, data_type as type, case is_nullable when 'YES' then 1 else 0 end as "isNullable"
            from information_schema.columns where table_schema = 'public'`.execute(database.queries)
        ).rows
  const kinds: Readonly<Record<string, string>> = { integer: 'number', bigint: 'number' }
  return rows
    .filter(({ table }) => !table.startsWith('kysely_') && !alone.some((name) => table.startsWith(name)))
    .map(({ table, name, type, isNullable }) => `${table}.${name} ${kinds[type] ?? type} ${Number(isNullable)}`)
    .sort()
}

test('PostgreSQL and SQLite have the same columns, which hold text or numbers', async () => {
  const columns = await columnsOf('sqlite')
  expect(await columnsOf('postgres')).toEqual(columns)
  expect(columns.length).toBeGreaterThan(300)
  expect(columns.filter((column) => !/ (text|number) [01]$/.test(column))).toEqual([])
})
