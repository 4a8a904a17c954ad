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

/** @param address `sqlite:PATH` (created if missing) or `postgres://…` */
export function openDatabase(address: string, options: OpenDatabaseOptions = {}): Database {
  return address.startsWith('sqlite:')
    ? openSqlite(address.slice('sqlite:'.length), options.readOnly ?? false)
    : openPostgres(address, options)
}
