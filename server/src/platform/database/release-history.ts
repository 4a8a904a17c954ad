// Which releases have worked on a database: an older one that refuses it can name the one to start.
import { sql } from 'kysely'
import type { DatabaseQueries } from './open-database.ts'
import type { BuildInfo } from '../build-info.ts'

/** A release that has worked on a database, since when in milliseconds since 1970. */
export interface ReleaseRecord {
  version: string
  startedAt: number
}

/** Keeps that a release has worked here; the first time counts. */
export async function recordRelease(
  queries: DatabaseQueries,
  { version, commit }: BuildInfo,
  now: number,
): Promise<void> {
  await queries
    .insertInto('release_history')
    .values({ version, commit_hash: commit ?? '', started_at: now })
    .onConflict((conflict) => conflict.columns(['version', 'commit_hash']).doNothing())
    .execute()
}

/** The releases that have worked on a database, the one that came last at the end; none where it was made before they were kept. */
export async function listReleases(queries: DatabaseQueries): Promise<ReleaseRecord[]> {
  try {
    const { rows } = await sql<ReleaseRecord>`
      select version, started_at as "startedAt" from release_history order by started_at, version`.execute(queries)
    return rows
  } catch {
    return []
  }
}
