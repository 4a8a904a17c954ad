// Locks a person and the owner who changes their roles (THREATS N11).
import type { AuditActor } from '../../audit-log/audit-actor.ts'
import type { DatabaseTransaction } from '../../platform/database/open-sqlite-or-postgres-database.ts'
import type { PeopleTable } from '../../platform/database/database-schema.ts'
import { ApiError } from '../../platform/api-error.ts'
import { lockPersonAndActorRows } from './lock-person-row-for-admin-change.ts'

/** @throws ApiError `person.not_found`, `session.required`, `permission.denied` */
export async function lockPersonRowForRoleChange(
  transaction: DatabaseTransaction,
  change: { personId: string; actor: AuditActor },
): Promise<PeopleTable> {
  const person = await lockPersonAndActorRows(transaction, change, 'roles.change')
  if (person === undefined) throw new ApiError('person.not_found')
  return person
}
