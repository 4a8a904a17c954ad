// Data retention (GDPR Article 5, storage limitation): the job that lets go what is kept for a time and no longer, batch by batch, each a
// transaction of its own. Whatever stops it, the next look goes on where it was.
import type { ServerLimits } from '@countersign/api/server-limits'
import type { RandomBytes } from '../../platform/clock.ts'
import type { Database } from '../../platform/database/open-database.ts'
import { pruneBrowsers } from './prune-browsers.ts'
import { expireAuditEntries } from './expire-audit-entries.ts'
import { pruneSessions } from './prune-sessions.ts'
import { recordRetentionRun, readRetentionAction } from './clock-jump-guard.ts'

interface RetentionContext extends Pick<Database, 'kind' | 'queries'> {
  random: RandomBytes
  limits: Pick<ServerLimits, 'refusedAttemptRetentionDays' | 'endedSessionRetentionDays' | 'browserRetentionDays'>
}

/**
 * Lets a batch go of what is over. Looks once an hour.
 * @returns how much went or was looked at; none once nothing is left to do
 */
export async function applyRetention(context: RetentionContext, now: number): Promise<number> {
  const look = await readRetentionAction(context.queries, now)
  if (look === 'skip') return 0
  if (look === 'apply') {
    const many = await pruneNextRetentionBatch(context, now)
    if (many > 0) return many
  }
  await recordRetentionRun(context.queries, now)
  return 0
}

/** A batch of whatever is over first; for who has judged the clock. */
export async function pruneNextRetentionBatch(context: RetentionContext, now: number): Promise<number> {
  const { endedSessionRetentionDays, browserRetentionDays } = context.limits
  return (
    (await expireAuditEntries(context, now)) ||
    (await pruneSessions(context, endedSessionRetentionDays, now)) ||
    (await pruneBrowsers(context, browserRetentionDays, now))
  )
}
