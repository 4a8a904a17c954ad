// Holds a person whom somebody with a role is about to change, together with who says so: whoever loses the role, the session or the
// token's maker at this very moment changes nobody any more (THREATS N11).
import type { AdminPermission } from '@countersign/api/admin-role-permissions'
import { listPermissionsOfAdminRoles } from '@countersign/api/admin-role-permissions'
import type { AuditActor } from '../../audit-log/audit-actor.ts'
import { lockPersonRowUnlessErased } from '../people/sign-in-method-removal-guard.ts'
import type { DatabaseTransaction } from '../../platform/database/open-sqlite-or-postgres-database.ts'
import type { PeopleTable } from '../../platform/database/database-schema.ts'
import { ApiError } from '../../platform/api-error.ts'
import { lockSessionRow } from '../sessions/lock-session-rows.ts'
import { requirePersonChangePermission } from './permission-to-change-person.ts'
import { listRolesOfPerson } from './role-store.ts'

/** Who is changed, and who says so. */
interface PersonChange {
  personId: string
  actor: AuditActor
}

/**
 * Holds both, and makes sure that the actor still may.
 * @returns the person as they are now; undefined where there is nobody, or nobody any more
 * @throws ApiError `session.required`, `api_token.invalid`, `permission.denied` where the actor may not any more
 */
export async function lockPersonAndActorRows(
  transaction: DatabaseTransaction,
  { personId, actor }: PersonChange,
  permission: AdminPermission,
): Promise<PeopleTable | undefined> {
  if (actor.kind === 'operator') return lockPersonRowUnlessErased(transaction, personId)
  const held = new Map<string, PeopleTable | undefined>()
  // In the order of their ids: two who change each other do not wait for each other.
  for (const id of [...new Set([actor.personId, personId])].sort())
    held.set(id, await lockPersonRowUnlessErased(transaction, id))
  if (held.get(actor.personId)?.status !== 'active') throw new ApiError('session.required')
  if (!listPermissionsOfAdminRoles(await listRolesOfPerson(transaction, actor.personId)).includes(permission))
    throw new ApiError('permission.denied', { privateDetail: 'it was taken away meanwhile' })
  if (actor.kind === 'person') await lockSessionRow(transaction, { id: actor.sessionId })
  else await lockApiToken(transaction, actor.tokenId)
  return held.get(personId)
}

/** @throws ApiError `api_token.invalid` where it was revoked since it was looked up */
async function lockApiToken(transaction: DatabaseTransaction, id: string): Promise<void> {
  const held = await transaction
    .updateTable('api_tokens')
    .set((expression) => ({ last_used_at: expression.ref('last_used_at') }))
    .where('id', '=', id)
    .where('revoked_at', 'is', null)
    .returning('id')
    .executeTakeFirst()
  if (held === undefined) throw new ApiError('api_token.invalid', { privateDetail: 'it was revoked meanwhile' })
}

/**
 * Holds a person who is to be suspended, restored, signed out or erased.
 * @returns the person as they are now; undefined where there is nobody, or nobody any more
 * @throws ApiError `session.required`; `permission.denied` where the actor may not any more, or the person may do more than they
 */
export async function lockPersonRowForAdminChange(
  transaction: DatabaseTransaction,
  change: PersonChange,
): Promise<PeopleTable | undefined> {
  const held = await lockPersonAndActorRows(transaction, change, 'people.change')
  if (held !== undefined) await requirePersonChangePermission(transaction, change.actor, change.personId)
  return held
}
