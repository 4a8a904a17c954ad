// Holds who gets or loses a role together with who says so: an owner whose own role is being taken at this very moment gives
// nobody another one (THREATS N11).
import { permissionsOf } from '@countersign/api/permissions'
import { holdUnlessErased } from '../people/ways-in.ts'
import type { Transaction } from '../platform/database/open-database.ts'
import type { PeopleTable } from '../platform/database/schema.ts'
import { Refusal } from '../platform/refusal.ts'
import { holdSession } from '../sessions/hold.ts'
import type { RoleChange } from './grant-role.ts'
import { rolesOf } from './store.ts'

/**
 * @returns the person as they are now
 * @throws Refusal `person.not_found`; `session.required`, `permission.lacking` where the actor may not any more
 */
export async function holdForRoles(transaction: Transaction, { personId, actor }: Pick<RoleChange, 'personId' | 'actor'>): Promise<PeopleTable> {
  const actorId = actor.kind === 'operator' ? personId : actor.personId
  const held = new Map<string, PeopleTable | undefined>()
  // In the order of their ids: two who change each other's roles do not wait for each other.
  for (const id of [...new Set([actorId, personId])].sort()) held.set(id, await holdUnlessErased(transaction, id))
  if (actor.kind !== 'operator') {
    if (held.get(actorId)?.status !== 'active') throw new Refusal('session.required')
    if (!permissionsOf(await rolesOf(transaction, actorId)).includes('roles.change')) throw new Refusal('permission.lacking', { privateDetail: 'it was taken away meanwhile' })
    if (actor.kind === 'person') await holdSession(transaction, { id: actor.sessionId })
  }
  const person = held.get(personId)
  if (person === undefined) throw new Refusal('person.not_found')
  return person
}
