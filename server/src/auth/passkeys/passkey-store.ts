// The SQL of passkeys. A removed one stays for the sessions that name it, and its credential can be added again.
import type { ApiPasskey } from '@countersign/api/api-endpoints'
import { formatRfc3339Timestamp } from '../../platform/clock.ts'
import type {
  DatabaseQueryBuilder,
  DatabaseTransaction,
} from '../../platform/database/open-sqlite-or-postgres-database.ts'
import type { PasskeysTable } from '../../platform/database/database-schema.ts'
import type { IdentityMergeDirection } from '../../store/people/identity-merge-store.ts'
import { createPeopleLastSeenUpdateQuery } from '../../store/people/people-last-seen-update-query.ts'
import type { PasskeyAuthenticatorState } from './verify-passkey-assertion.ts'

/** A passkey as its person sees it. */
export const toApiPasskey = (row: PasskeysTable): ApiPasskey => ({
  id: row.id,
  label: row.label,
  isSynced: row.device_type === 'multiDevice',
  backedUp: row.backed_up === 1,
  createdAt: formatRfc3339Timestamp(row.created_at),
  lastUsedAt: formatRfc3339Timestamp(row.last_used_at),
})

/** A passkey as the browser is told of it. */
export const toPasskeyCredentialDescriptor = (
  row: Pick<PasskeysTable, 'credential_id' | 'transports'>,
): { id: string; transports: string[] } => ({
  id: row.credential_id,
  transports: JSON.parse(row.transports) as string[],
})

/** The passkeys of a person, the first added first. Their number is bounded, so that one page holds them all. */
export async function listPasskeysOfPerson(queries: DatabaseQueryBuilder, personId: string): Promise<PasskeysTable[]> {
  return queries
    .selectFrom('passkeys')
    .selectAll()
    .where('person_id', '=', personId)
    .where('removed_at', 'is', null)
    .orderBy('created_at')
    .orderBy('id')
    .execute()
}

/** The passkey that can be used under this credential id, whoever's it is. */
export async function findPasskeyByCredentialId(
  queries: DatabaseQueryBuilder,
  credentialId: string,
): Promise<PasskeysTable | undefined> {
  return queries
    .selectFrom('passkeys')
    .selectAll()
    .where('credential_id', '=', credentialId)
    .where('removed_at', 'is', null)
    .executeTakeFirst()
}

/** @returns the passkey, or undefined where somebody has it already, the same person or another */
export async function insertPasskey(
  transaction: DatabaseTransaction,
  passkey: PasskeysTable,
): Promise<PasskeysTable | undefined> {
  return transaction
    .insertInto('passkeys')
    .values(passkey)
    .onConflict((conflict) => conflict.doNothing())
    .returningAll()
    .executeTakeFirst()
}

/**
 * Notes one use of a passkey, where it can be one. A counter has to go up, but for authenticators that never count (WebAuthn §7.2
 * step 22); in the same statement, so that of a passkey and its copy, used at the same time, one is found out. Whether it is
 * isSynced and backed up is what it says last.
 * @returns the passkey as it is now, or undefined where it was removed, has moved, or its counter did not go up
 */
export async function recordPasskeyUse(
  transaction: DatabaseTransaction,
  { id, person_id }: Pick<PasskeysTable, 'id' | 'person_id'>,
  { counter, deviceType, backedUp }: PasskeyAuthenticatorState,
  now: number,
): Promise<PasskeysTable | undefined> {
  const used = await transaction
    .updateTable('passkeys')
    .set({ counter, device_type: deviceType, backed_up: backedUp ? 1 : 0, last_used_at: now })
    .where('id', '=', id)
    .where('person_id', '=', person_id)
    .where('removed_at', 'is', null)
    .where('counter', counter === 0 ? '=' : '<', counter)
    .returningAll()
    .executeTakeFirst()
  if (used !== undefined) await createPeopleLastSeenUpdateQuery(transaction, now).where('id', '=', person_id).execute()
  return used
}

/** Lets a passkey show that a browser is its person's, because it was used in one that is. */
export async function markPasskeyTrusted(
  transaction: DatabaseTransaction,
  { id, trusted_at }: Pick<PasskeysTable, 'id' | 'trusted_at'>,
  now: number,
): Promise<void> {
  if (trusted_at === null)
    await transaction.updateTable('passkeys').set({ trusted_at: now }).where('id', '=', id).execute()
}

/** @returns the passkey as it is now, or undefined where the person has no such passkey */
export async function updatePasskey(
  queries: DatabaseQueryBuilder,
  { id, personId }: { id: string; personId: string },
  changes: { label: string | null } | { removed_at: number },
): Promise<PasskeysTable | undefined> {
  return queries
    .updateTable('passkeys')
    .set(changes)
    .where('id', '=', id)
    .where('person_id', '=', personId)
    .where('removed_at', 'is', null)
    .returningAll()
    .executeTakeFirst()
}

/** @returns the ids of those that moved */
export async function movePasskeysToPerson(
  transaction: DatabaseTransaction,
  { from, to }: IdentityMergeDirection,
  choice: { ids: readonly string[] } | 'all',
): Promise<string[]> {
  if (choice !== 'all' && choice.ids.length === 0) return []
  let query = transaction
    .updateTable('passkeys')
    // Whoever merged it in need not be the person: it vouches for browsers once it was used in one that is known (THREATS P13).
    .set({ person_id: to, trusted_at: null })
    .where('person_id', '=', from)
    .where('removed_at', 'is', null)
  if (choice !== 'all') query = query.where('id', 'in', choice.ids)
  return (await query.returning('id').execute()).map(({ id }) => id)
}

export async function deletePasskeysOfPeople(
  transaction: DatabaseTransaction,
  personIds: readonly string[],
): Promise<void> {
  await transaction.deleteFrom('passkeys').where('person_id', 'in', personIds).execute()
}
