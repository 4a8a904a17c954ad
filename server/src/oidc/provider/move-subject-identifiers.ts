// The names that applications know people by, when they change hands or go with their person: a merge of identities gives them to who goes
// on, its undoing gives them back, and erasing somebody removes them.
import type { DatabaseTransaction } from '../../platform/database/open-sqlite-or-postgres-database.ts'
import type { IdentityMergeDirection } from '../../store/people/identity-merge-store.ts'

/**
 * Gives a person the names of another, where they have none of their own yet.
 * @returns those that moved
 */
export async function moveSubjectIdentifiers(
  transaction: DatabaseTransaction,
  { from, to }: IdentityMergeDirection,
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
export async function restoreSubjectIdentifiers(
  transaction: DatabaseTransaction,
  { from, to }: IdentityMergeDirection,
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

export async function removeSubjectIdentifiersOfPeople(
  transaction: DatabaseTransaction,
  personIds: readonly string[],
): Promise<void> {
  await transaction.deleteFrom('subjects').where('person_id', 'in', personIds).execute()
}
