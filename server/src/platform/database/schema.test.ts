// The tables as TypeScript sees them are those that the migrations make: each column is there, on both databases, holds what its type says,
// and can be null where its type can. The types are read from their source, because nothing is left of them at run time; what this reads
// wrongly or not at all is a difference, and fails.
import { sql } from 'kysely'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { databaseKinds, openTestDatabase } from '../../testing/test-databases.ts'
import type { Database } from './open-database.ts'

/** Column → what it holds. */
type Columns = Readonly<Record<string, 'text' | 'number' | 'text or null' | 'number or null'>>

/** Tables that no statement of ours is typed by, and why. */
const untyped: Readonly<Record<string, string>> = {
  kysely_migration: 'which migrations have run',
  kysely_migration_lock: 'who migrates',
  name_texts: 'kept by triggers: the names that people are searched by',
  name_parts: 'their index, on SQLite; its own tables hang on it',
  rate_limits: 'a table of PostgreSQL alone, which may be lost (platform/rate-limits)',
}

const kindOf = (type: string): Columns[string] => {
  const parts = type
    .replace(/^Generated<(.*)>$/, '$1')
    .split('|')
    .map((part) => part.trim())
  const isNumber = parts.some((part) => /^(?:number|\d+)$/.test(part))
  return `${isNumber ? 'number' : 'text'}${parts.includes('null') ? ' or null' : ''}`
}

/** The tables as the types say. */
function typedTables(): Record<string, Columns> {
  const source = readFileSync(join(import.meta.dirname, 'schema.ts'), 'utf8').replaceAll(/\/\*\*[^]*?\*\//g, '')
  const bodies = new Map(
    [...source.matchAll(/^export interface (\w+) \{\n([^]*?)^\}/gm)].map(([, name, body]) => [name, body]),
  )
  const membersOf = (name: string): [string, string][] =>
    [...(bodies.get(name) ?? '').matchAll(/^ {2}(\w+):([^]*?)(?=^ {2}\w|(?![^]))/gm)].map(
      ([, member = '', type = '']) => [member, type.trim()],
    )
  return Object.fromEntries(
    membersOf('Schema').map(([table, type]) => [
      table,
      Object.fromEntries(membersOf(type).map(([column, held]) => [column, kindOf(held)])),
    ]),
  )
}

interface ColumnRow {
  table: string
  column: string
  type: string
  is_nullable: number | string
}

/** The tables as the database itself tells them. */
async function migratedTables({ kind, queries }: Database): Promise<Record<string, Columns>> {
  const { rows } = await (
    kind === 'sqlite'
      ? // A key is never null, although SQLite would let it be.
        sql<ColumnRow>`select tables.name as "table", columns.name as "column", columns.type, columns."notnull" = 0 and columns.pk = 0 as is_nullable
          from pragma_table_list as tables, pragma_table_info(tables.name) as columns where tables.schema = 'main' and tables.type in ('table', 'virtual') and tables.name not like 'sqlite%'`
      : sql<ColumnRow>`select table_name as "table", column_name as "column", data_type as type, case is_nullable when 'YES' then 1 else 0 end as is_nullable
          from information_schema.columns where table_schema = 'public'`
  ).execute(queries)
  const kinds: Readonly<Record<string, 'text' | 'number'>> = { text: 'text', integer: 'number', bigint: 'number' }
  const ours = rows.filter(({ table }) => !(table in untyped))
  return Object.fromEntries(
    [...Map.groupBy(ours, ({ table }) => table)].map(([table, columns]) => [
      table,
      Object.fromEntries(
        columns.map(({ column, type, is_nullable }) => [
          column,
          `${kinds[type.toLowerCase()] ?? type}${Number(is_nullable) === 1 ? ' or null' : ''}` as Columns[string],
        ]),
      ),
    ]),
  )
}

describe.each(databaseKinds)('the types of the tables on %s', (kind) => {
  test('are those of the migrated database', async () => {
    const database = await openTestDatabase(kind)
    expect(await migratedTables(database)).toEqual(typedTables())
  })
})
