// Records which releases have used a database, so that an older release can say which to start.
import { sql } from 'kysely'
import type { DatabaseQueryBuilder } from './open-sqlite-or-postgres-database.ts'
import type { ServerBuildInfo } from '../read-server-build-info.ts'

export interface DatabaseReleaseRecord {
  version: string
  startedAt: number
}

export async function addReleaseToDatabaseHistory(
  queries: DatabaseQueryBuilder,
  { version, commit }: ServerBuildInfo,
  now: number,
): Promise<void> {
  await queries
    .insertInto('release_history')
    .values({ version, commit_hash: commit ?? '', started_at: now })
    .onConflict((conflict) => conflict.columns(['version', 'commit_hash']).doNothing())
    .execute()
}

/** Newest last; empty if the database is older than this table. */
export async function readDatabaseReleaseHistory(queries: DatabaseQueryBuilder): Promise<DatabaseReleaseRecord[]> {
  try {
    const { rows } = await sql<DatabaseReleaseRecord>`
      select version, started_at as "startedAt" from release_history order by started_at, version`.execute(queries)
    return rows
  } catch {
    return []
  }
}
