// Checkpoints the WAL, because it would keep rows of erased people for a long time (THREATS P9).
import { sql } from 'kysely'
import type { Database } from './open-sqlite-or-postgres-database.ts'

/** Does nothing while another process reads older data; the next cleanup tries again. */
export async function checkpointSqliteWal({ kind, queries }: Pick<Database, 'kind' | 'queries'>): Promise<0> {
  if (kind === 'sqlite') await sql`pragma wal_checkpoint(truncate)`.execute(queries)
  return 0
}
