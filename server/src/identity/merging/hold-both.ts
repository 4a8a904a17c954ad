// Holds the two people of a merge until the transaction ends. Everybody takes people before grants, and grants before sessions, so that no
// two transactions wait for each other.
import { holdUnlessErased } from '../people/ways-in.ts'
import type { Transaction } from '../../platform/database/open-database.ts'
import type { PeopleTable } from '../../platform/database/schema.ts'

/**
 * Holds both, in the order of their ids: two merges of the same people, one each way, do not wait for each other.
 * @returns the second of them as they are now; undefined where they were erased
 */
export async function holdBoth(
  transaction: Transaction,
  personId: string,
  otherId: string,
): Promise<PeopleTable | undefined> {
  let other: PeopleTable | undefined
  for (const id of [personId, otherId].sort()) {
    const held = await holdUnlessErased(transaction, id)
    if (id === otherId) other = held
  }
  return other
}
