// Locks a person and the actor, who must have the permission at that time (THREATS N11).
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

interface PersonChange {
  personId: string
  actor: AuditActor
}

/** @throws ApiError `session.required`, `api_token.invalid`, `permission.denied` */
export async function lockPersonAndActorRows(
  transaction: DatabaseTransaction,
  { personId, actor }: PersonChange,
  permission: AdminPermission,
): Promise<PeopleTable | undefined> {
  if (actor.kind === 'operator') return lockPersonRowUnlessErased(transaction, personId)
  const held = new Map<string, PeopleTable | undefined>()
  // Rows are locked in sorted order to avoid deadlocks.
  for (const id of [...new Set([actor.personId, personId])].sort())
    held.set(id, await lockPersonRowUnlessErased(transaction, id))
  if (held.get(actor.personId)?.status !== 'active') throw new ApiError('session.required')
  if (!listPermissionsOfAdminRoles(await listRolesOfPerson(transaction, actor.personId)).includes(permission))
    throw new ApiError('permission.denied', { privateDetail: 'the role was removed during the request' })
  if (actor.kind === 'person') await lockSessionRow(transaction, { id: actor.sessionId })
  else await lockApiToken(transaction, actor.tokenId)
  return held.get(personId)
}

async function lockApiToken(transaction: DatabaseTransaction, id: string): Promise<void> {
  const held = await transaction
    .updateTable('api_tokens')
    .set((expression) => ({ last_used_at: expression.ref('last_used_at') }))
    .where('id', '=', id)
    .where('revoked_at', 'is', null)
    .returning('id')
    .executeTakeFirst()
  if (held === undefined)
    throw new ApiError('api_token.invalid', { privateDetail: 'the token was revoked during the request' })
}

/** Also refuses a person with more permissions than the actor. @returns undefined if missing */
export async function lockPersonRowForAdminChange(
  transaction: DatabaseTransaction,
  change: PersonChange,
): Promise<PeopleTable | undefined> {
  const held = await lockPersonAndActorRows(transaction, change, 'people.change')
  if (held !== undefined) await requirePersonChangePermission(transaction, change.actor, change.personId)
  return held
}
