// Removed passkeys stay, because sessions refer to them. The same credential can be added again.
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

export const toApiPasskey = (row: PasskeysTable): ApiPasskey => ({
  id: row.id,
  label: row.label,
  isSynced: row.device_type === 'multiDevice',
  backedUp: row.backed_up === 1,
  createdAt: formatRfc3339Timestamp(row.created_at),
  lastUsedAt: formatRfc3339Timestamp(row.last_used_at),
})

export const toPasskeyCredentialDescriptor = (
  row: Pick<PasskeysTable, 'credential_id' | 'transports'>,
): { id: string; transports: string[] } => ({
  id: row.credential_id,
  transports: JSON.parse(row.transports) as string[],
})

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

/** The passkey with this credential that was removed last. */
export async function findRemovedPasskeyByCredentialId(
  queries: DatabaseQueryBuilder,
  credentialId: string,
): Promise<PasskeysTable | undefined> {
  return queries
    .selectFrom('passkeys')
    .selectAll()
    .where('credential_id', '=', credentialId)
    .where('removed_at', 'is not', null)
    .orderBy('removed_at', 'desc')
    .limit(1)
    .executeTakeFirst()
}

/**
 * Always runs both queries, so that timing reveals nothing (THREATS P8). They run one after the
 * other, because concurrent ones could both miss a passkey that is removed between them.
 */
export async function findActiveOrRemovedPasskey(
  queries: DatabaseQueryBuilder,
  credentialId: string,
): Promise<PasskeysTable | undefined> {
  const active = await findPasskeyByCredentialId(queries, credentialId)
  const removed = await findRemovedPasskeyByCredentialId(queries, credentialId)
  return active ?? removed
}

/** Undefined if any person has an active passkey with this credential. */
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

/** Undefined if the passkey was removed or moved, or may be a clone (WebAuthn §7.2 step 22). */
export async function storePasskeyAuthenticatorState(
  transaction: DatabaseTransaction,
  { id, person_id }: Pick<PasskeysTable, 'id' | 'person_id'>,
  { counter, deviceType, backedUp }: PasskeyAuthenticatorState,
): Promise<PasskeysTable | undefined> {
  return transaction
    .updateTable('passkeys')
    .set({ counter, device_type: deviceType, backed_up: backedUp ? 1 : 0 })
    .where('id', '=', id)
    .where('person_id', '=', person_id)
    .where('removed_at', 'is', null)
    .where('counter', counter === 0 ? '=' : '<', counter)
    .returningAll()
    .executeTakeFirst()
}

/** Not for refused attempts. */
export async function recordPasskeyUse(
  transaction: DatabaseTransaction,
  { id, person_id }: Pick<PasskeysTable, 'id' | 'person_id'>,
  now: number,
): Promise<void> {
  await transaction.updateTable('passkeys').set({ last_used_at: now }).where('id', '=', id).execute()
  await createPeopleLastSeenUpdateQuery(transaction, now).where('id', '=', person_id).execute()
}

/** Call this after the passkey has been used in a trusted browser. */
export async function markPasskeyTrusted(
  transaction: DatabaseTransaction,
  { id, trusted_at }: Pick<PasskeysTable, 'id' | 'trusted_at'>,
  now: number,
): Promise<void> {
  if (trusted_at === null)
    await transaction.updateTable('passkeys').set({ trusted_at: now }).where('id', '=', id).execute()
}

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

export async function movePasskeysToPerson(
  transaction: DatabaseTransaction,
  { from, to }: IdentityMergeDirection,
  choice: { ids: readonly string[] } | 'all',
): Promise<string[]> {
  if (choice !== 'all' && choice.ids.length === 0) return []
  let query = transaction
    .updateTable('passkeys')
    // An attacker may have made the merge, so the passkey must become trusted again (THREATS P13).
    .set({ person_id: to, trusted_at: null })
    .where('person_id', '=', from)
    .where('removed_at', 'is', null)
  if (choice !== 'all') query = query.where('id', 'in', choice.ids)
  return (await query.returning('id').execute()).map(({ id }) => id)
}

/** Requires that no sessions refer to it. */
export async function deletePasskey(transaction: DatabaseTransaction, id: string): Promise<void> {
  await transaction.deleteFrom('passkeys').where('id', '=', id).execute()
}

export async function deletePasskeysOfPeople(
  transaction: DatabaseTransaction,
  personIds: readonly string[],
): Promise<void> {
  await transaction.deleteFrom('passkeys').where('person_id', 'in', personIds).execute()
}
