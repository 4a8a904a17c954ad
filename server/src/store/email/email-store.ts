import type { NewAuditEvent } from '../../audit-log/append-audit-events.ts'
import { sql } from 'kysely'
import type { IdentityMergeDirection } from '../people/identity-merge-store.ts'
import type {
  DatabaseQueryBuilder,
  DatabaseTransaction,
} from '../../platform/database/open-sqlite-or-postgres-database.ts'
import type { EmailAddressesTable, EmailCodesTable } from '../../platform/database/database-schema.ts'

export async function findEmailAddressOfPerson(
  queries: DatabaseQueryBuilder,
  personId: string,
): Promise<EmailAddressesTable | undefined> {
  return queries.selectFrom('email_addresses').selectAll().where('person_id', '=', personId).executeTakeFirst()
}

export async function listEmailAddressesOfPeople(
  queries: DatabaseQueryBuilder,
  personIds: readonly string[],
): Promise<EmailAddressesTable[]> {
  return queries
    .selectFrom('email_addresses')
    .selectAll()
    .where('person_id', 'in', personIds)
    .orderBy('person_id')
    .execute()
}

/** Requires the person row lock. */
export async function setVerifiedEmailAddress(
  transaction: DatabaseTransaction,
  row: EmailAddressesTable,
): Promise<void> {
  await transaction
    .insertInto('email_addresses')
    .values(row)
    .onConflict((conflict) =>
      conflict.column('person_id').doUpdateSet({ address: row.address, verified_at: row.verified_at }),
    )
    .execute()
}

export async function findStoredEmailVerificationCode(
  queries: DatabaseQueryBuilder,
  personId: string,
  now: number,
): Promise<EmailCodesTable | undefined> {
  return queries
    .selectFrom('email_codes')
    .selectAll()
    .where('person_id', '=', personId)
    .where('expires_at', '>', now)
    .executeTakeFirst()
}

export async function setEmailVerificationCode(transaction: DatabaseTransaction, row: EmailCodesTable): Promise<void> {
  const { person_id: _person, ...values } = row
  await transaction
    .insertInto('email_codes')
    .values(row)
    .onConflict((conflict) => conflict.column('person_id').doUpdateSet(values))
    .execute()
}

export async function recordEmailVerificationAttempt(
  transaction: DatabaseTransaction,
  personId: string,
): Promise<void> {
  await transaction
    .updateTable('email_codes')
    .set((expression) => ({ attempts: expression('attempts', '+', 1) }))
    .where('person_id', '=', personId)
    .execute()
}

export async function removeEmailVerificationCode(queries: DatabaseQueryBuilder, personId: string): Promise<void> {
  await queries.deleteFrom('email_codes').where('person_id', '=', personId).execute()
}

export async function deleteEmailRecordsOfPeople(
  transaction: DatabaseTransaction,
  personIds: readonly string[],
): Promise<boolean> {
  await transaction.deleteFrom('email_codes').where('person_id', 'in', personIds).execute()
  const removed = await transaction
    .deleteFrom('email_addresses')
    .where('person_id', 'in', personIds)
    .returning('person_id')
    .execute()
  return removed.length > 0
}

/** Does not contain the address, which the log must not keep. */
export const createEmailChangedEvent = (personId: string): NewAuditEvent => ({
  type: 'person.changed',
  outcome: 'success',
  details: { changed: 'email' },
  evidence: { personId, content: {} },
})

/** Moves the address if the target has none. @returns whether it moved */
export async function moveEmailAddressOnMerge(
  transaction: DatabaseTransaction,
  { from, to }: IdentityMergeDirection,
): Promise<boolean> {
  if ((await findEmailAddressOfPerson(transaction, to)) !== undefined) return false
  const moved = await transaction
    .updateTable('email_addresses')
    .set({ person_id: to })
    .where('person_id', '=', from)
    .returning('person_id')
    .execute()
  return moved.length > 0
}

/** Moves the address back unless it has been removed or changed since. */
export async function restoreEmailAddressOnMergeUndo(
  transaction: DatabaseTransaction,
  { from, to }: IdentityMergeDirection,
  { since }: { since: number },
): Promise<void> {
  await transaction
    .updateTable('email_addresses')
    .set({ person_id: to })
    .where('person_id', '=', from)
    .where('verified_at', '<', since)
    .execute()
}

const dayMs = 86_400_000
export const getUtcDayNumber = (now: number): number => Math.floor(now / dayMs)
export const getSecondsUntilNextUtcDay = (now: number): number => Math.ceil((dayMs - (now % dayMs)) / 1000)

/** A single statement, so that concurrent requests cannot exceed the limit. */
export async function reserveDailyEmailQuota(
  transaction: DatabaseTransaction,
  { key, most: limit, now }: { key: string; most: number; now: number },
): Promise<boolean> {
  const { rows } = await sql<{
    sent: number
  }>`insert into email_sends (key_hash, day, sent) values (${key}, ${getUtcDayNumber(now)}, 1)
    on conflict (key_hash) do update
      set sent = case when email_sends.day = excluded.day then email_sends.sent + 1 else 1 end, day = excluded.day
      where email_sends.day <> excluded.day or email_sends.sent < ${limit}
    returning sent`.execute(transaction)
  return rows.length > 0
}

const pruneBatchSize = 1000

export async function pruneEmailCodesAndSendCounts(queries: DatabaseQueryBuilder, now: number): Promise<number> {
  const over = queries
    .selectFrom('email_codes')
    .select('person_id')
    .where('expires_at', '<=', now)
    .limit(pruneBatchSize)
  const codes = await queries
    .deleteFrom('email_codes')
    .where('person_id', 'in', over)
    .where('expires_at', '<=', now)
    .executeTakeFirst()
  const old = queries
    .selectFrom('email_sends')
    .select('key_hash')
    .where('day', '<', getUtcDayNumber(now))
    .limit(pruneBatchSize)
  const sends = await queries
    .deleteFrom('email_sends')
    .where('key_hash', 'in', old)
    .where('day', '<', getUtcDayNumber(now))
    .executeTakeFirst()
  return Number(codes.numDeletedRows) + Number(sends.numDeletedRows)
}
