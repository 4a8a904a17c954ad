// Holds the work of letting go until the transaction ends: an instance that does the same at this moment waits, and goes on behind.
import type { DatabaseTransaction } from '../../platform/database/open-database.ts'
import type { RetentionTable } from '../../platform/database/schema.ts'

/** Call it first: nobody else waits for who holds it. @returns how far it is */
export async function lockRetention(transaction: DatabaseTransaction): Promise<RetentionTable> {
  return transaction
    .updateTable('retention')
    .set((expression) => ({ sequence: expression.ref('sequence') }))
    .where('id', '=', 1)
    .returningAll()
    .executeTakeFirstOrThrow()
}
