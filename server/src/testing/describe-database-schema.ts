// Describes database schemas independently of the statements that created them.
import { sql } from 'kysely'
import type { Database } from '../platform/database/open-sqlite-or-postgres-database.ts'

const sqliteSchemaQueries = [
  `select tables.name as "table", tables.wr, columns.name, lower(columns.type) as type, columns."notnull", columns.dflt_value, columns.pk
   from pragma_table_list as tables, pragma_table_info(tables.name) as columns where tables.schema = 'main'`,
  `select tables.name as "table", "from", keys."table" as "to", keys."to" as "column", on_delete, on_update
   from pragma_table_list as tables, pragma_foreign_key_list(tables.name) as keys where tables.schema = 'main'`,
  `select tables.name as "table", indexes.name, indexes."unique", indexes.origin, indexes.partial, parts.seqno, parts.name as "column", parts.desc
   from pragma_table_list as tables, pragma_index_list(tables.name) as indexes, pragma_index_xinfo(indexes.name) as parts where tables.schema = 'main'`,
  `select type, name, sql from sqlite_master where sql is not null and (type in ('index', 'trigger') or sql like 'create virtual%')`,
]

const postgresSchemaQueries = [
  `select table_name, column_name, data_type, is_nullable, column_default, identity_generation, character_maximum_length
   from information_schema.columns where table_schema = 'public'`,
  `select conrelid::regclass::text, conname, pg_get_constraintdef(oid) from pg_constraint
   where connamespace = 'public'::regnamespace and contype <> 'n'`,
  `select indexname, indexdef from pg_indexes where schemaname = 'public'`,
  `select tgname, pg_get_triggerdef(oid) from pg_trigger where not tgisinternal`,
  `select proname, pg_get_functiondef(oid) from pg_proc where pronamespace = 'public'::regnamespace`,
  `select relname, relpersistence, reloptions from pg_class where relnamespace = 'public'::regnamespace`,
]

export async function describeDatabaseSchema({ kind, queries }: Database): Promise<string[]> {
  const lines: string[] = []
  for (const question of kind === 'sqlite' ? sqliteSchemaQueries : postgresSchemaQueries) {
    const { rows } = await sql.raw<Record<string, unknown>>(question).execute(queries)
    for (const row of rows)
      lines.push(
        JSON.stringify(row)
          .replaceAll(/\\n|\\"|\s+/g, ' ')
          .replaceAll(/ *([(),]) */g, '$1')
          .replaceAll(/ +/g, ' ')
          .toLowerCase(),
      )
  }
  return lines.filter((line) => !line.includes('kysely_migration')).sort()
}

/** Primary keys count as not null, although SQLite allows null. */
export async function listSqliteColumns({
  queries,
}: Database): Promise<{ table: string; name: string; type: string; isNullable: number }[]> {
  const { rows } = await sql<{ table: string; name: string; type: string; isNullable: number }>`
    select tables.name as "table", columns.name, lower(columns.type) as type, columns."notnull" = 0 and columns.pk = 0 as "isNullable"
    from pragma_table_list as tables, pragma_table_info(tables.name) as columns
    where tables.schema = 'main' and tables.type = 'table' order by tables.name, columns.cid`.execute(queries)
  return rows
}
