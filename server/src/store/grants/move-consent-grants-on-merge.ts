import type { DatabaseTransaction } from '../../platform/database/open-sqlite-or-postgres-database.ts'
import type { IdentityMergeDirection } from '../people/identity-merge-store.ts'
import type { GrantsTable } from '../../platform/database/database-schema.ts'

export async function lockConsentGrantRowsOfPerson(transaction: DatabaseTransaction, personId: string): Promise<void> {
  await transaction
    .updateTable('grants')
    .set((expression) => ({ last_used_at: expression.ref('last_used_at') }))
    .where('person_id', '=', personId)
    .execute()
}

/** Inserts new rows, because an update could conflict with a new grant. @returns the moved IDs */
export async function moveConsentGrantsOnMerge(
  transaction: DatabaseTransaction,
  { from, to }: IdentityMergeDirection,
  isChosen: (grant: GrantsTable) => boolean,
): Promise<string[]> {
  const inForce = await transaction
    .selectFrom('grants')
    .select('application_id')
    .where('person_id', '=', to)
    .where('revoked_at', 'is', null)
    .execute()
  const taken = new Set(inForce.map((grant) => grant.application_id))
  const grants = await transaction.selectFrom('grants').selectAll().where('person_id', '=', from).execute()
  const moved: string[] = []
  for (const grant of grants.filter(isChosen)) {
    if (grant.revoked_at === null && taken.has(grant.application_id)) continue
    await transaction.deleteFrom('grants').where('id', '=', grant.id).execute()
    const inserted = await transaction
      .insertInto('grants')
      .values({ ...grant, person_id: to })
      .onConflict((conflict) => conflict.doNothing())
      .returning('id')
      .executeTakeFirst()
    if (inserted === undefined) await transaction.insertInto('grants').values(grant).execute()
    else moved.push(grant.id)
  }
  return moved
}

export async function removeConsentGrantsOfPeople(
  transaction: DatabaseTransaction,
  personIds: readonly string[],
): Promise<void> {
  await transaction.deleteFrom('grants').where('person_id', 'in', personIds).execute()
}
