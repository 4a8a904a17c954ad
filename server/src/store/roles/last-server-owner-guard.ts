// There is always an owner (SPEC point 6; THREATS N11): whoever takes the ownership from somebody, or somebody from among those who can sign
// in, asks here first.
import type {
  DatabaseQueryBuilder,
  DatabaseTransaction,
} from '../../platform/database/open-sqlite-or-postgres-database.ts'
import { ApiError } from '../../platform/api-error.ts'
import { lockServerSetupProgressRow } from './server-setup-progress-store.ts'
import { hasActiveOwner, listRolesOfPerson } from './role-store.ts'

/** Holds who the owners are until the transaction ends: of two that take away the last two, the second sees what the first left. Hold people
 * before, as everybody does. */
export async function lockOwnerListInTransaction(transaction: DatabaseTransaction): Promise<void> {
  await lockServerSetupProgressRow(transaction)
}

/** Whether a person is the only owner who can sign in. */
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

/**
 * Makes sure that an owner stays when this person goes, or is one no more.
 * @param person as they are while the transaction holds them
 * @throws ApiError `role.last_owner`
 */
export async function requireRemainingServerOwner(
  transaction: DatabaseTransaction,
  person: { id: string; status: string },
): Promise<void> {
  // Their roles stay as they are while they are held, and so most people need not wait for each other.
  if (!(await listRolesOfPerson(transaction, person.id)).includes('owner')) return
  await lockOwnerListInTransaction(transaction)
  if (await isLastServerOwner(transaction, person)) throw new ApiError('role.last_owner')
}
