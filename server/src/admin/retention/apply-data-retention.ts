// Data retention (GDPR Article 5, storage limitation).
import type { ServerLimitValues } from '@countersign/api/server-limits'
import type { RandomBytes } from '../../platform/clock.ts'
import type { Database } from '../../platform/database/open-sqlite-or-postgres-database.ts'
import { pruneInactiveRecognizedBrowsers } from './prune-inactive-recognized-browsers.ts'
import { expireAuditEntries } from './expire-audit-entries.ts'
import { pruneEndedSessionsAndProofs } from './prune-ended-sessions.ts'
import { recordDataRetentionRun, readDueDataRetentionAction } from './data-retention-clock-jump-guard.ts'

interface RetentionContext extends Pick<Database, 'kind' | 'queries'> {
  random: RandomBytes
  limits: Pick<ServerLimitValues, 'refusedAttemptRetentionDays' | 'endedSessionRetentionDays' | 'browserRetentionDays'>
}

/** Returns how many rows it processed; 0 if nothing is left. */
export async function applyDataRetentionBatchIfDue(context: RetentionContext, now: number): Promise<number> {
  const look = await readDueDataRetentionAction(context.queries, now)
  if (look === 'skip') return 0
  if (look === 'apply') {
    const many = await pruneNextDataRetentionBatch(context, now)
    if (many > 0) return many
  }
  await recordDataRetentionRun(context.queries, now)
  return 0
}

/** The caller must have checked the clock before. */
export async function pruneNextDataRetentionBatch(context: RetentionContext, now: number): Promise<number> {
  const { endedSessionRetentionDays, browserRetentionDays } = context.limits
  return (
    (await expireAuditEntries(context, now)) ||
    (await pruneEndedSessionsAndProofs(context, endedSessionRetentionDays, now)) ||
    (await pruneInactiveRecognizedBrowsers(context, browserRetentionDays, now))
  )
}
