// Opens the one database: the embedded SQLite file, or a PostgreSQL server that several instances share. Everything
// above sees one kysely interface.
import type { Database, OpenOptions } from './database.ts'
import { openPostgres } from './postgres.ts'
import { openSqlite } from './sqlite.ts'

export type { Database, DatabaseKind, OpenOptions, Queries, Transaction } from './database.ts'

/**
 * Opens the database that a setting names.
 * @param address `sqlite:PATH` (made with its folder where it is missing) or `postgres://…`
 * @throws whatever the database says when it cannot be opened
 */
export function openDatabase(address: string, options: OpenOptions = {}): Database {
  return address.startsWith('sqlite:')
    ? openSqlite(address.slice('sqlite:'.length), options.readOnly ?? false)
    : openPostgres(address, options)
}
