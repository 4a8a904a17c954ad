// There is always an owner (SPEC point 6; THREATS N11): whoever takes the ownership from somebody, or somebody from among those who can sign
// in, asks here first.
import type { Queries, Transaction } from '../../platform/database/open-database.ts'
import { Refusal } from '../../platform/refusal.ts'
import { holdSetup } from './setup-row.ts'
import { hasOwner, rolesOf } from './store.ts'

/** Holds who the owners are until the transaction ends: of two that take away the last two, the second sees what the first left. Hold people
 * before, as everybody does. */
export async function holdOwners(transaction: Transaction): Promise<void> {
  await holdSetup(transaction)
}

/** Whether a person is the only owner who can sign in. */
export async function isLastOwner(queries: Queries, { id, status }: { id: string; status: string }): Promise<boolean> {
  return status === 'active' && (await rolesOf(queries, id)).includes('owner') && !(await hasOwner(queries, id))
}

/**
 * Makes sure that an owner stays when this person goes, or is one no more.
 * @param person as they are while the transaction holds them
 * @throws Refusal `role.last_owner`
 */
export async function keepAnOwner(transaction: Transaction, person: { id: string; status: string }): Promise<void> {
  // Their roles stay as they are while they are held, and so most people need not wait for each other.
  if (!(await rolesOf(transaction, person.id)).includes('owner')) return
  await holdOwners(transaction)
  if (await isLastOwner(transaction, person)) throw new Refusal('role.last_owner')
}
