// Which releases have worked on a database: an older one that refuses it can name the one to start.
import { sql } from 'kysely'
import type { DatabaseQueryBuilder } from './open-sqlite-or-postgres-database.ts'
import type { ServerBuildInfo } from '../read-server-build-info.ts'

/** A release that has worked on a database, since when in milliseconds since 1970. */
export interface DatabaseReleaseRecord {
  version: string
  startedAt: number
}

/** Keeps that a release has worked here; the first time counts. */
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

/** The releases that have worked on a database, the one that came last at the end; none where it was made before they were kept. */
export async function readDatabaseReleaseHistory(queries: DatabaseQueryBuilder): Promise<DatabaseReleaseRecord[]> {
  try {
    const { rows } = await sql<DatabaseReleaseRecord>`
      select version, started_at as "startedAt" from release_history order by started_at, version`.execute(queries)
    return rows
  } catch {
    return []
  }
}
