// Pauses data retention after a clock jump, because pruned data cannot be recovered (THREATS N14).
import type { DatabaseQueryBuilder } from '../../platform/database/open-sqlite-or-postgres-database.ts'

const hourMs = 3_600_000

const runIntervalMs = hourMs
/** In milliseconds. A longer gap between runs means a clock jump or downtime. */
const maxGapMs = 48 * hourMs
/** In milliseconds. The clock must run steadily for this long before anything is pruned. */
const clockTrialMs = 24 * hourMs

export type DataRetentionAction = 'skip' | 'record' | 'apply'

export function decideDataRetentionAction(
  { checked_at: lookedAt, clock_stable_since: steadySince }: { checked_at: number; clock_stable_since: number },
  now: number,
): DataRetentionAction {
  if (isClockJump(lookedAt, now)) return 'record'
  if (now - lookedAt < runIntervalMs) return 'skip'
  return now - steadySince < clockTrialMs ? 'record' : 'apply'
}

const isClockJump = (lookedAt: number, now: number): boolean =>
  now < lookedAt - runIntervalMs || now - lookedAt > maxGapMs

export async function readDueDataRetentionAction(
  queries: DatabaseQueryBuilder,
  now: number,
): Promise<DataRetentionAction> {
  return decideDataRetentionAction(
    await queries
      .selectFrom('retention_progress')
      .select(['checked_at', 'clock_stable_since'])
      .executeTakeFirstOrThrow(),
    now,
  )
}

export async function recordDataRetentionRun(queries: DatabaseQueryBuilder, now: number): Promise<void> {
  const { checked_at: lookedAt } = await queries
    .selectFrom('retention_progress')
    .select('checked_at')
    .executeTakeFirstOrThrow()
  await queries
    .updateTable('retention_progress')
    .set({ checked_at: now, ...(isClockJump(lookedAt, now) && { clock_stable_since: now }) })
    .where('id', '=', 1)
    .where('checked_at', '=', lookedAt)
    .execute()
}
