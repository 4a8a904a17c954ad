import type { DatabaseTransaction } from '../../platform/database/open-sqlite-or-postgres-database.ts'
import type { RetentionProgressTable } from '../../platform/database/database-schema.ts'

/** Must be locked before anything else. */
export async function lockDataRetentionJob(transaction: DatabaseTransaction): Promise<RetentionProgressTable> {
  return transaction
    .updateTable('retention_progress')
    .set((expression) => ({ sequence: expression.ref('sequence') }))
    .where('id', '=', 1)
    .returningAll()
    .executeTakeFirstOrThrow()
}
