// Holds who gets or loses a role together with who says so: an owner whose own role is being taken at this very moment gives
// nobody another one (THREATS N11).
import type { Actor } from '../../audit-log/actor.ts'
import type { Transaction } from '../../platform/database/open-database.ts'
import type { PeopleTable } from '../../platform/database/schema.ts'
import { Refusal } from '../../platform/refusal.ts'
import { holdWithActor } from './hold-for-change.ts'

/**
 * @returns the person as they are now
 * @throws Refusal `person.not_found`; `session.required`, `permission.lacking` where the actor may not any more
 */
export async function holdForRoles(
  transaction: Transaction,
  change: { personId: string; actor: Actor },
): Promise<PeopleTable> {
  const person = await holdWithActor(transaction, change, 'roles.change')
  if (person === undefined) throw new Refusal('person.not_found')
  return person
}
