import { SqliteAdapter } from 'kysely'
import type { DatabaseQueryBuilder } from './database-types.ts'

export const isSqlite = (queries: DatabaseQueryBuilder): boolean =>
  queries.getExecutor().adapter instanceof SqliteAdapter
