// Which of the two databases something is asked of.
import { SqliteAdapter } from 'kysely'
import type { DatabaseQueryBuilder } from './database-types.ts'

/** @param queries of a database, or a transaction */
export const isSqlite = (queries: DatabaseQueryBuilder): boolean =>
  queries.getExecutor().adapter instanceof SqliteAdapter
