// Holds a person whom somebody with a role is about to change, together with who says so: whoever loses the role, the session or the
// token's maker at this very moment changes nobody any more (THREATS N11).
import type { Permission } from '@countersign/api/permissions'
import { permissionsOf } from '@countersign/api/permissions'
import type { Actor } from '../../audit-log/actor.ts'
import { holdUnlessErased } from '../people/ways-in.ts'
import type { Transaction } from '../../platform/database/open-database.ts'
import type { PeopleTable } from '../../platform/database/schema.ts'
import { Refusal } from '../../platform/refusal.ts'
import { holdSession } from '../sessions/hold.ts'
import { requireRank } from './outrank.ts'
import { rolesOf } from './store.ts'

/** Who is changed, and who says so. */
interface Change {
  personId: string
  actor: Actor
}

/**
 * Holds both, and makes sure that the actor still may.
 * @returns the person as they are now; undefined where there is nobody, or nobody any more
 * @throws Refusal `session.required`, `token.refused`, `permission.lacking` where the actor may not any more
 */
export async function holdWithActor(
  transaction: Transaction,
  { personId, actor }: Change,
  permission: Permission,
): Promise<PeopleTable | undefined> {
  if (actor.kind === 'operator') return holdUnlessErased(transaction, personId)
  const held = new Map<string, PeopleTable | undefined>()
  // In the order of their ids: two who change each other do not wait for each other.
  for (const id of [...new Set([actor.personId, personId])].sort())
    held.set(id, await holdUnlessErased(transaction, id))
  if (held.get(actor.personId)?.status !== 'active') throw new Refusal('session.required')
  if (!permissionsOf(await rolesOf(transaction, actor.personId)).includes(permission))
    throw new Refusal('permission.lacking', { privateDetail: 'it was taken away meanwhile' })
  if (actor.kind === 'person') await holdSession(transaction, { id: actor.sessionId })
  else await holdToken(transaction, actor.tokenId)
  return held.get(personId)
}

/** @throws Refusal `token.refused` where it was revoked since it was looked up */
async function holdToken(transaction: Transaction, id: string): Promise<void> {
  const held = await transaction
    .updateTable('api_tokens')
    .set((expression) => ({ last_used_at: expression.ref('last_used_at') }))
    .where('id', '=', id)
    .where('revoked_at', 'is', null)
    .returning('id')
    .executeTakeFirst()
  if (held === undefined) throw new Refusal('token.refused', { privateDetail: 'it was revoked meanwhile' })
}

/**
 * Holds a person who is to be suspended, restored, signed out or erased.
 * @returns the person as they are now; undefined where there is nobody, or nobody any more
 * @throws Refusal `session.required`; `permission.lacking` where the actor may not any more, or the person may do more than they
 */
export async function holdForChange(transaction: Transaction, change: Change): Promise<PeopleTable | undefined> {
  const held = await holdWithActor(transaction, change, 'people.change')
  if (held !== undefined) await requireRank(transaction, change.actor, change.personId)
  return held
}
