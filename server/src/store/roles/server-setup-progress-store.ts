// Queries for the setup row, which is also the lock for ownership changes.
import type {
  DatabaseQueryBuilder,
  DatabaseTransaction,
} from '../../platform/database/open-sqlite-or-postgres-database.ts'
import type { SetupTable } from '../../platform/database/database-schema.ts'

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
