// Which of the two databases something is asked of.
import { SqliteAdapter } from 'kysely'
import type { DatabaseQueries } from './database.ts'

/** @param queries of a database, or a transaction */
export const isSqlite = (queries: DatabaseQueries): boolean => queries.getExecutor().adapter instanceof SqliteAdapter
