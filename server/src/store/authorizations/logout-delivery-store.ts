// The SQL of logouts that applications have still to be told of, or were told of lately. A try is taken before it is
// made, by compare-and-set on the number of tries: several instances never make the same one, and a crash only delays.
import type { ExpressionBuilder } from 'kysely'
import type { ReleaseWorkQueueLeases } from '../../platform/cluster/work-queue-leases.ts'
import type {
  DatabaseQueryBuilder,
  DatabaseTransaction,
} from '../../platform/database/open-sqlite-or-postgres-database.ts'
import type { LogoutDeliveriesTable, DatabaseSchema } from '../../platform/database/database-schema.ts'

/** A delivery with the number of this try in `attempts`. */
export type LogoutDelivery = Pick<
  LogoutDeliveriesTable,
  'id' | 'application_id' | 'person_id' | 'uri' | 'subject' | 'sid' | 'algorithm' | 'attempts'
>

const isDeliveryDue = (now: number) => (expression: ExpressionBuilder<DatabaseSchema, 'logout_deliveries'>) =>
  expression.and([expression('completed_at', 'is', null), expression('next_attempt_at', '<=', now)])

/** Applications that are to be told of something now, the one that has waited longest first. */
export async function listApplicationsWithDueLogouts(
  queries: DatabaseQueryBuilder,
  now: number,
  size: number,
): Promise<string[]> {
  const rows = await queries
    .selectFrom('logout_deliveries')
    .select('application_id')
    .where(isDeliveryDue(now))
    .groupBy('application_id')
    .orderBy(({ fn }) => fn.min('next_attempt_at'))
    .limit(size)
    .execute()
  return rows.map((row) => row.application_id)
}

/**
 * Takes the next try of an application's due deliveries, the oldest first.
 * @param leaseMs after how long another try may be taken if nothing is heard of this one, by the tries before
 */
export async function claimDueLogoutDelivery(
  queries: DatabaseQueryBuilder,
  applicationId: string,
  now: number,
  leaseMs: (tries: number) => number,
): Promise<LogoutDelivery | undefined> {
  for (;;) {
    const next = await queries
      .selectFrom('logout_deliveries')
      .select(['id', 'attempts'])
      .where('application_id', '=', applicationId)
      .where(isDeliveryDue(now))
      .orderBy('next_attempt_at')
      .orderBy('id')
      .limit(1)
      .executeTakeFirst()
    if (next === undefined) return undefined
    const taken = await queries
      .updateTable('logout_deliveries')
      .set({ attempts: next.attempts + 1, next_attempt_at: now + leaseMs(next.attempts) })
      .where('id', '=', next.id)
      .where('attempts', '=', next.attempts)
      .where(isDeliveryDue(now))
      .returning(['id', 'application_id', 'person_id', 'uri', 'subject', 'sid', 'algorithm', 'attempts'])
      .executeTakeFirst()
    // Otherwise another instance was faster: look for another one.
    if (taken !== undefined) return taken
  }
}

/** Makes tries due at once that an instance took and will not make any more. */
export const releaseLogoutDeliveryLeases: ReleaseWorkQueueLeases = async (transaction, taken, now) => {
  for (const { item, token } of taken)
    await transaction
      .updateTable('logout_deliveries')
      .set({ next_attempt_at: now })
      .where('id', '=', item)
      .where('attempts', '=', token)
      .where('completed_at', 'is', null)
      .execute()
}

/** Sets when a delivery is tried again, unless its next try was taken meanwhile. */
export async function postponeLogoutDelivery(
  queries: DatabaseQueryBuilder,
  { id, attempts }: LogoutDelivery,
  nextAttemptAt: number,
): Promise<void> {
  await queries
    .updateTable('logout_deliveries')
    .set({ next_attempt_at: nextAttemptAt })
    .where('id', '=', id)
    .where('attempts', '=', attempts)
    .where('completed_at', 'is', null)
    .execute()
}

/**
 * Of who was erased it is not even kept that an application was told.
 * @returns whether it is settled by this; not where its next try was taken meanwhile
 */
export async function markLogoutDeliveryCompleted(
  transaction: DatabaseTransaction,
  { id, attempts }: LogoutDelivery,
  outcome: 'delivered' | 'failed',
  now: number,
): Promise<boolean> {
  const settled = await transaction
    .updateTable('logout_deliveries')
    .set({ outcome, completed_at: now, next_attempt_at: null })
    .where('id', '=', id)
    .where('attempts', '=', attempts)
    .where('completed_at', 'is', null)
    .returning('person_id')
    .executeTakeFirst()
  if (settled === undefined) return false
  await transaction
    .deleteFrom('logout_deliveries')
    .where('id', '=', id)
    .where(({ not, exists, selectFrom }) =>
      not(
        exists(selectFrom('people').select('id').where('id', '=', settled.person_id).where('status', '!=', 'erased')),
      ),
    )
    .execute()
  return true
}

/** @returns how many were deleted */
export async function deleteCompletedLogoutDeliveries(
  queries: DatabaseQueryBuilder,
  until: number,
  size: number,
): Promise<number> {
  const old = queries.selectFrom('logout_deliveries').select('id').where('completed_at', '<=', until).limit(size)
  const deleted = await queries.deleteFrom('logout_deliveries').where('id', 'in', old).returning('id').execute()
  return deleted.length
}

/** Removes the deliveries to people who are erased that are settled. Applications that have still to be told are told: what they are told by
 * goes when they were (logouts/). */
export async function removeCompletedLogoutDeliveriesOfPeople(
  transaction: DatabaseTransaction,
  personIds: readonly string[],
): Promise<void> {
  await transaction
    .deleteFrom('logout_deliveries')
    .where('person_id', 'in', personIds)
    .where('completed_at', 'is not', null)
    .execute()
}
