// What an open database is, for those that open one of their kind and for everything above: one kysely interface.
import type { ServerLimitValues } from '@countersign/api/server-limits'
import type { CompiledQuery, DatabaseConnection, Kysely, Transaction as KyselyTransaction } from 'kysely'
import type pg from 'pg'
import type { DatabaseSchema } from './database-schema.ts'
import type { DatabaseStorageHealthTracker } from './database-storage-health-tracker.ts'

export type DatabaseKind = 'sqlite' | 'postgres'
export type DatabaseQueryBuilder = Kysely<DatabaseSchema>
export type DatabaseTransaction = KyselyTransaction<DatabaseSchema>

/** A query with the name by which PostgreSQL keeps it prepared, on each connection: parsed and planned once, which costs more than to run it.
 * Undefined for one that says `*`: once a newer release beside this one has added a column, it would fail. */
export type NamedPreparedQuery<Row = unknown> = CompiledQuery<Row> & { readonly name: string | undefined }

/** A connection of either kind, as the drivers make them. */
export interface DatabaseDriverConnection extends DatabaseConnection {
  readonly isInTransaction: boolean
  /** What the transaction has asked, and whose answers it waits for before its commit alone (`pipelineSqlStatement`). */
  readonly pendingStatements: Promise<unknown>[]
}

/** An open database. */
export interface Database {
  kind: DatabaseKind
  queries: DatabaseQueryBuilder
  /** What failed statements say about the disk and the file; on PostgreSQL, which reports that itself, nothing. */
  storage: DatabaseStorageHealthTracker
  /** The PostgreSQL pool for what does not go through kysely; null on SQLite. */
  pool: pg.Pool | null
  /** One more connection to PostgreSQL, for what has to be heard although all others are in use; null on SQLite. */
  heartbeatQueries: DatabaseQueryBuilder | null
  /** Does something for which nobody waits, and which may take as long as it takes. */
  runWithoutTimeouts: <Result>(run: (queries: DatabaseQueryBuilder) => Promise<Result>) => Promise<Result>
  close: () => Promise<void>
}

/** How a database is opened. */
export interface OpenDatabaseOptions {
  /** Reads an SQLite file that must be there, and changes nothing beside it; a copy on read-only media will do. */
  readOnly?: boolean
  /** How a PostgreSQL is used; by default as the limits have it by default. */
  limits?: Pick<
    ServerLimitValues,
    'databaseConnections' | 'databaseConnectionTimeoutSeconds' | 'databaseLockTimeoutSeconds'
  > &
    Partial<Pick<ServerLimitValues, 'upgradeWaitSeconds'>>
  /** PostgreSQL ends a transaction that is idle for longer than this, in milliseconds. Default: 2000. */
  idleTransactionMs?: number
}
