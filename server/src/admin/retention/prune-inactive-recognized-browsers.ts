// Prunes browsers whose cookie has expired.
import { pruneInactiveBrowsers } from '../../store/sessions/prune-sessions-and-browsers.ts'
import type { Database } from '../../platform/database/open-sqlite-or-postgres-database.ts'
import { lockDataRetentionJob } from './lock-data-retention-job.ts'

const batchSize = 200
const dayMs = 86_400_000

export async function pruneInactiveRecognizedBrowsers(
  { kind, queries }: Pick<Database, 'kind' | 'queries'>,
  days: number,
  now: number,
): Promise<number> {
  return queries.transaction().execute(async (transaction) => {
    await lockDataRetentionJob(transaction)
    return pruneInactiveBrowsers(transaction, { kind, before: now - days * dayMs, now, size: batchSize })
  })
}
