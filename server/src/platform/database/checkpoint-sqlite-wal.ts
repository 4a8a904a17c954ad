// The checkpoint of the write-ahead log (WAL): SQLite writes changes beside the file first, and there they stay until four thousand pages are
// there, also the rows of somebody who was erased since (THREATS P9).
import { sql } from 'kysely'
import type { Database } from './open-sqlite-or-postgres-database.ts'

/**
 * Moves what is written beside an SQLite file into it, and leaves nothing beside it. Where another process reads what was there
 * before, as a backup does, nothing is waited for: the next sweep tries again.
 * @returns none; there is never more to do in this sweep
 */
export async function checkpointSqliteWal({ kind, queries }: Pick<Database, 'kind' | 'queries'>): Promise<0> {
  if (kind === 'sqlite') await sql`pragma wal_checkpoint(truncate)`.execute(queries)
  return 0
}
