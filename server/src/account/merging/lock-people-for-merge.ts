// Holds the two people of a merge until the transaction ends. Everybody takes people before grants, and grants before sessions, so that no
// two transactions wait for each other.
import { lockPersonRowUnlessErased } from '../../store/people/sign-in-method-removal-guard.ts'
import type { DatabaseTransaction } from '../../platform/database/open-sqlite-or-postgres-database.ts'
import type { PeopleTable } from '../../platform/database/database-schema.ts'

/**
 * Holds both, in the order of their ids: two merges of the same people, one each way, do not wait for each other.
 * @returns both as they are now; undefined where one was erased
 */
export async function lockPeopleForMerge(
  transaction: DatabaseTransaction,
  personId: string,
  otherId: string,
): Promise<{ person: PeopleTable | undefined; other: PeopleTable | undefined }> {
  const held = new Map<string, PeopleTable | undefined>()
  for (const id of [personId, otherId].sort()) held.set(id, await lockPersonRowUnlessErased(transaction, id))
  return { person: held.get(personId), other: held.get(otherId) }
}
