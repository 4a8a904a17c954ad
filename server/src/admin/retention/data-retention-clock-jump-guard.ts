// Whether the clock is believed when it says that something is over. What is let go does not come back, so that a clock which leaps for
// a moment, a machine that wakes up in another year, or a database from an old backup must not cost anybody what is kept (THREATS N14).
import type { DatabaseQueryBuilder } from '../../platform/database/open-sqlite-or-postgres-database.ts'

const hourMs = 3_600_000

/** How often it is looked for what is over. */
const runIntervalMs = hourMs
/** A longer pause between two looks is a leap of the clock, or a server that was off: which of them cannot be told. */
const maxGapMs = 48 * hourMs
/** For so long the clock has to go on after it before anything is let go. */
const clockTrialMs = 24 * hourMs

/** What is to be done now. */
export type DataRetentionAction = 'skip' | 'record' | 'apply'

/** @param retention when it was looked last, and since when the clock has gone without a leap */
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

/** Reads what is to be done now; costs one row of one table. */
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

/** Notes that it was looked. A leap since the last look begins the trial anew; also for an instance that noted the same before. */
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
