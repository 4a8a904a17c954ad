// Lets browsers go that nobody has signed in with for so long that they have lost their own secret (retention): none is recognised again.
import { pruneInactiveBrowsers } from '../../store/sessions/prune-sessions-and-browsers.ts'
import type { Database } from '../../platform/database/open-sqlite-or-postgres-database.ts'
import { lockDataRetentionJob } from './lock-data-retention-job.ts'

const batchSize = 200
const dayMs = 86_400_000

/**
 * Lets a batch go.
 * @param days how long they are kept
 * @returns how many went
 */
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
