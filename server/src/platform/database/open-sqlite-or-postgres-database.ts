// Opens the one database: the embedded SQLite file, or a PostgreSQL server that several instances share. Everything
// above sees one kysely interface.
import type { Database, OpenDatabaseOptions } from './database-types.ts'
import { openPostgres } from './open-postgres.ts'
import { openSqlite } from './open-sqlite.ts'

export type {
  Database,
  DatabaseKind,
  OpenDatabaseOptions,
  DatabaseQueryBuilder,
  DatabaseTransaction,
} from './database-types.ts'

/**
 * Opens the database that a setting names.
 * @param address `sqlite:PATH` (made with its folder where it is missing) or `postgres://…`
 * @throws whatever the database says when it cannot be opened
 */
export function openDatabase(address: string, options: OpenDatabaseOptions = {}): Database {
  return address.startsWith('sqlite:')
    ? openSqlite(address.slice('sqlite:'.length), options.readOnly ?? false)
    : openPostgres(address, options)
}
