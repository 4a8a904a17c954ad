// Locks both people of a merge. Lock order everywhere: people, grants, sessions.
import { lockPersonRowUnlessErased } from '../../store/people/sign-in-method-removal-guard.ts'
import type { DatabaseTransaction } from '../../platform/database/open-sqlite-or-postgres-database.ts'
import type { PeopleTable } from '../../platform/database/database-schema.ts'

/** People are locked in ID order to avoid deadlocks. Erased people are returned as undefined. */
export async function lockPeopleForMerge(
  transaction: DatabaseTransaction,
  personId: string,
  otherId: string,
): Promise<{ person: PeopleTable | undefined; other: PeopleTable | undefined }> {
  const held = new Map<string, PeopleTable | undefined>()
  for (const id of [personId, otherId].sort()) held.set(id, await lockPersonRowUnlessErased(transaction, id))
  return { person: held.get(personId), other: held.get(otherId) }
}
