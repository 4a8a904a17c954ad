// Prevents removal of the last active owner (SPEC point 6; THREATS N11).
import type {
  DatabaseQueryBuilder,
  DatabaseTransaction,
} from '../../platform/database/open-sqlite-or-postgres-database.ts'
import { ApiError } from '../../platform/api-error.ts'
import { lockServerSetupProgressRow } from './server-setup-progress-store.ts'
import { hasActiveOwner, listRolesOfPerson } from './role-store.ts'

/** Serializes ownership changes. Locks on people must be taken first. */
export async function lockOwnerListInTransaction(transaction: DatabaseTransaction): Promise<void> {
  await lockServerSetupProgressRow(transaction)
}

export async function isLastServerOwner(
  queries: DatabaseQueryBuilder,
  { id, status }: { id: string; status: string },
): Promise<boolean> {
  return (
    status === 'active' &&
    (await listRolesOfPerson(queries, id)).includes('owner') &&
    !(await hasActiveOwner(queries, id))
  )
}

/** Requires the person row lock. @throws ApiError `role.last_owner` */
export async function requireRemainingServerOwner(
  transaction: DatabaseTransaction,
  person: { id: string; status: string },
): Promise<void> {
  // Roles cannot change while the person is locked, so only owners need the second lock.
  if (!(await listRolesOfPerson(transaction, person.id)).includes('owner')) return
  await lockOwnerListInTransaction(transaction)
  if (await isLastServerOwner(transaction, person)) throw new ApiError('role.last_owner')
}
