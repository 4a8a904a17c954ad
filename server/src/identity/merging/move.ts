// Moves what belongs to one person to another: what signs in, what was allowed, and the names with applications. A merge does
// it one way, its undoing the other.
import type { Transaction } from '../../platform/database/open-database.ts'
import type { GrantsTable } from '../../platform/database/schema.ts'

/** Who has it, and who gets it. */
export interface Direction {
  from: string
  to: string
}

/** @returns the ids of those that moved; none of them is a primary one any more */
export async function moveWallets(
  transaction: Transaction,
  { from, to }: Direction,
  choice: { ids: readonly string[] } | 'all',
): Promise<string[]> {
  if (choice !== 'all' && choice.ids.length === 0) return []
  let query = transaction
    .updateTable('wallets')
    .set({ person_id: to, is_primary: 0 })
    .where('person_id', '=', from)
    .where('unlinked_at', 'is', null)
  if (choice !== 'all') query = query.where('id', 'in', choice.ids)
  return (await query.returning('id').execute()).map(({ id }) => id)
}

/** @returns the ids of those that moved */
export async function movePasskeys(
  transaction: Transaction,
  { from, to }: Direction,
  choice: { ids: readonly string[] } | 'all',
): Promise<string[]> {
  if (choice !== 'all' && choice.ids.length === 0) return []
  let query = transaction
    .updateTable('passkeys')
    .set({ person_id: to })
    .where('person_id', '=', from)
    .where('removed_at', 'is', null)
  if (choice !== 'all') query = query.where('id', 'in', choice.ids)
  return (await query.returning('id').execute()).map(({ id }) => id)
}

/**
 * Moves consents. Where the other has one in force for the same application it stays where it is; also where that one is given
 * at this very moment, which would break an update off.
 * @returns the ids of those that moved
 */
export async function moveGrants(
  transaction: Transaction,
  { from, to }: Direction,
  isChosen: (grant: GrantsTable) => boolean,
): Promise<string[]> {
  const inForce = await transaction
    .selectFrom('grants')
    .select('application_id')
    .where('person_id', '=', to)
    .where('withdrawn_at', 'is', null)
    .execute()
  const taken = new Set(inForce.map((grant) => grant.application_id))
  const grants = await transaction.selectFrom('grants').selectAll().where('person_id', '=', from).execute()
  const moved: string[] = []
  for (const grant of grants.filter(isChosen)) {
    if (grant.withdrawn_at === null && taken.has(grant.application_id)) continue
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

/**
 * Gives a person the names of another, where they have none of their own yet.
 * @returns those that moved
 */
export async function takeSubjects(
  transaction: Transaction,
  { from, to }: Direction,
): Promise<{ sector: string; subject: string }[]> {
  return transaction
    .updateTable('subjects')
    .set({ person_id: to })
    .where('person_id', '=', from)
    .where('sector', 'not in', (expression) =>
      expression.selectFrom('subjects').select('sector').where('person_id', '=', to),
    )
    .returning(['sector', 'subject'])
    .execute()
}

/** Gives names back. */
export async function returnSubjects(
  transaction: Transaction,
  { from, to }: Direction,
  subjects: readonly { sector: string; subject: string }[],
): Promise<void> {
  for (const { sector, subject } of subjects) {
    // One that was made while the merge was under way was never told to anybody: the session that it was for had ended.
    await transaction.deleteFrom('subjects').where('person_id', '=', to).where('sector', '=', sector).execute()
    await transaction
      .updateTable('subjects')
      .set({ person_id: to })
      .where('person_id', '=', from)
      .where('sector', '=', sector)
      .where('subject', '=', subject)
      .execute()
  }
}
