// Holds the work of letting go until the transaction ends: an instance that does the same at this moment waits, and goes on behind.
import type { DatabaseTransaction } from '../../platform/database/open-sqlite-or-postgres-database.ts'
import type { RetentionProgressTable } from '../../platform/database/database-schema.ts'

/** Call it first: nobody else waits for who holds it. @returns how far it is */
export async function lockDataRetentionJob(transaction: DatabaseTransaction): Promise<RetentionProgressTable> {
  return transaction
    .updateTable('retention_progress')
    .set((expression) => ({ sequence: expression.ref('sequence') }))
    .where('id', '=', 1)
    .returningAll()
    .executeTakeFirstOrThrow()
}
