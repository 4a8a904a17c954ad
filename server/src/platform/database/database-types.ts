import type { ServerLimitValues } from '@countersign/api/server-limits'
import type { CompiledQuery, DatabaseConnection, Kysely, Transaction as KyselyTransaction } from 'kysely'
import type pg from 'pg'
import type { DatabaseSchema } from './database-schema.ts'
import type { DatabaseStorageHealthTracker } from './database-storage-health-tracker.ts'

export type DatabaseKind = 'sqlite' | 'postgres'
export type DatabaseQueryBuilder = Kysely<DatabaseSchema>
export type DatabaseTransaction = KyselyTransaction<DatabaseSchema>

// `name` is undefined for `*` queries; if prepared, they would fail after a release adds a column.
export type NamedPreparedQuery<Row = unknown> = CompiledQuery<Row> & { readonly name: string | undefined }

export interface DatabaseDriverConnection extends DatabaseConnection {
  readonly isInTransaction: boolean
  /** These are awaited only before the commit (`pipelineSqlStatement`). */
  readonly pendingStatements: Promise<unknown>[]
}

export interface Database {
  kind: DatabaseKind
  queries: DatabaseQueryBuilder
  /** Unused on PostgreSQL. */
  storage: DatabaseStorageHealthTracker
  /** Null on SQLite. */
  pool: pg.Pool | null
  /** A separate connection for heartbeats; null on SQLite. */
  heartbeatQueries: DatabaseQueryBuilder | null
  runWithoutTimeouts: <Result>(run: (queries: DatabaseQueryBuilder) => Promise<Result>) => Promise<Result>
  close: () => Promise<void>
}

export interface OpenDatabaseOptions {
  /** Opens the database without writing, even on read-only media. */
  readOnly?: boolean
  limits?: Pick<
    ServerLimitValues,
    'databaseConnections' | 'databaseConnectionTimeoutSeconds' | 'databaseLockTimeoutSeconds'
  > &
    Partial<Pick<ServerLimitValues, 'upgradeWaitSeconds'>>
  /** PostgreSQL only, in milliseconds; 2000 by default. */
  idleTransactionMs?: number
}
