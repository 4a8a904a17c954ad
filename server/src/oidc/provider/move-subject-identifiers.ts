import type { DatabaseTransaction } from '../../platform/database/open-sqlite-or-postgres-database.ts'
import type { IdentityMergeDirection } from '../../store/people/identity-merge-store.ts'

/** Skips sectors in which the target has a subject already. */
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

export async function restoreSubjectIdentifiers(
  transaction: DatabaseTransaction,
  { from, to }: IdentityMergeDirection,
  subjects: readonly { sector: string; subject: string }[],
): Promise<void> {
  for (const { sector, subject } of subjects) {
    // Subjects created during the merge were never disclosed, because their session had ended.
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
