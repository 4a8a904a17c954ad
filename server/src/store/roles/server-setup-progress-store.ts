// The one row of the set-up: the code for the first owner, what was set aside of the check list, when there was a backup. It stands with roles,
// because whoever changes who the owners are holds it, and the code ends with the first of them.
import type {
  DatabaseQueryBuilder,
  DatabaseTransaction,
} from '../../platform/database/open-sqlite-or-postgres-database.ts'
import type { SetupTable } from '../../platform/database/database-schema.ts'

/** Holds it until the transaction ends. @returns it as it is now */
export async function lockServerSetupProgressRow(transaction: DatabaseTransaction): Promise<SetupTable> {
  return transaction
    .updateTable('setup')
    .set((expression) => ({ dismissed_steps: expression.ref('dismissed_steps') }))
    .where('id', '=', 1)
    .returningAll()
    .executeTakeFirstOrThrow()
}

export async function updateServerSetupProgress(
  queries: DatabaseQueryBuilder,
  changes: Partial<Pick<SetupTable, 'code_hash' | 'dismissed_steps' | 'backed_up_at'>>,
): Promise<void> {
  await queries.updateTable('setup').set(changes).where('id', '=', 1).execute()
}
