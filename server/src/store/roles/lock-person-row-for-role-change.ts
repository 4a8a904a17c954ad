// Holds who gets or loses a role together with who says so: an owner whose own role is being taken at this very moment gives
// nobody another one (THREATS N11).
import type { AuditActor } from '../../audit-log/audit-actor.ts'
import type { DatabaseTransaction } from '../../platform/database/open-sqlite-or-postgres-database.ts'
import type { PeopleTable } from '../../platform/database/database-schema.ts'
import { ApiError } from '../../platform/api-error.ts'
import { lockPersonAndActorRows } from './lock-person-row-for-admin-change.ts'

/**
 * @returns the person as they are now
 * @throws ApiError `person.not_found`; `session.required`, `permission.denied` where the actor may not any more
 */
export async function lockPersonRowForRoleChange(
  transaction: DatabaseTransaction,
  change: { personId: string; actor: AuditActor },
): Promise<PeopleTable> {
  const person = await lockPersonAndActorRows(transaction, change, 'roles.change')
  if (person === undefined) throw new ApiError('person.not_found')
  return person
}
