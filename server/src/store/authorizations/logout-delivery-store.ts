// Attempts are claimed before they are made, so that no two instances make the same attempt.
import type { ExpressionBuilder } from 'kysely'
import type { ReleaseWorkQueueLeases } from '../../platform/cluster/work-queue-leases.ts'
import type {
  DatabaseQueryBuilder,
  DatabaseTransaction,
} from '../../platform/database/open-sqlite-or-postgres-database.ts'
import type { LogoutDeliveriesTable, DatabaseSchema } from '../../platform/database/database-schema.ts'

export type LogoutDelivery = Pick<
  LogoutDeliveriesTable,
  'id' | 'application_id' | 'person_id' | 'uri' | 'subject' | 'sid' | 'algorithm' | 'attempts'
>

const isDeliveryDue = (now: number) => (expression: ExpressionBuilder<DatabaseSchema, 'logout_deliveries'>) =>
  expression.and([expression('completed_at', 'is', null), expression('next_attempt_at', '<=', now)])

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

/** @param leaseMs returns the delay until the next attempt, given the number of earlier attempts */
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
    if (taken !== undefined) return taken
  }
}

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

/** Has no effect if another attempt has been claimed since. */
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

/** @returns false if another attempt has been claimed since */
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

export async function deleteCompletedLogoutDeliveries(
  queries: DatabaseQueryBuilder,
  until: number,
  size: number,
): Promise<number> {
  const old = queries.selectFrom('logout_deliveries').select('id').where('completed_at', '<=', until).limit(size)
  const deleted = await queries.deleteFrom('logout_deliveries').where('id', 'in', old).returning('id').execute()
  return deleted.length
}

/** Keeps pending deliveries, because the applications must still be notified (logouts/). */
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
