// The SQL of signing keys. A generation of an algorithm is taken by one statement, so that instances that make it at the
// same time make one key (THREATS O12).
import type {
  DatabaseQueryBuilder,
  DatabaseTransaction,
} from '../../platform/database/open-sqlite-or-postgres-database.ts'
import type { TokenSigningAlgorithm } from '../../platform/database/database-column-types.ts'
import type { SigningKeysTable } from '../../platform/database/database-schema.ts'

/** Every key there ever was. */
export async function listSigningKeys(queries: DatabaseQueryBuilder): Promise<SigningKeysTable[]> {
  return queries.selectFrom('signing_keys').selectAll().orderBy('algorithm').orderBy('generation').execute()
}

/** The keys that still have their private half: few, however long the server has been running. */
export async function listSigningKeysWithPrivateKey(queries: DatabaseQueryBuilder): Promise<SigningKeysTable[]> {
  return queries
    .selectFrom('signing_keys')
    .selectAll()
    .where('private_key', 'is not', null)
    .orderBy('algorithm')
    .orderBy('generation')
    .execute()
}

/**
 * Adds a key.
 * @returns false where another instance was faster with this generation
 */
export async function insertSigningKey(transaction: DatabaseTransaction, key: SigningKeysTable): Promise<boolean> {
  const result = await transaction
    .insertInto('signing_keys')
    .values(key)
    .onConflict((conflict) => conflict.columns(['algorithm', 'generation']).doNothing())
    .executeTakeFirst()
  return Number(result.numInsertedOrUpdatedRows) === 1
}

/** Sets when the generations before this one are gone, where that is not set yet. */
export async function scheduleOlderSigningKeysRetirement(
  transaction: DatabaseTransaction,
  algorithm: TokenSigningAlgorithm,
  generation: number,
  retiresAt: number,
): Promise<void> {
  await transaction
    .updateTable('signing_keys')
    .set({ retires_at: retiresAt })
    .where('algorithm', '=', algorithm)
    .where('generation', '<', generation)
    .where('retires_at', 'is', null)
    .execute()
}

/**
 * Ends the generations before this one now, and erases their private halves: also for an instance whose clock is behind.
 * @returns those that ended now
 */
export async function retireOlderSigningKeysNow(
  transaction: DatabaseTransaction,
  algorithm: TokenSigningAlgorithm,
  generation: number,
  now: number,
): Promise<Pick<SigningKeysTable, 'id' | 'generation'>[]> {
  return transaction
    .updateTable('signing_keys')
    .set((expression) => ({
      private_key: null,
      retires_at: expression.case().when('retires_at', '<=', now).then(expression.ref('retires_at')).else(now).end(),
    }))
    .where('algorithm', '=', algorithm)
    .where('generation', '<', generation)
    .where('private_key', 'is not', null)
    .returning(['id', 'generation'])
    .execute()
}

/**
 * Erases the private halves of keys that are gone. The rest of their rows stays, for the list.
 * @returns how many were erased
 */
export async function eraseRetiredPrivateSigningKeys(queries: DatabaseQueryBuilder, now: number): Promise<number> {
  const result = await queries
    .updateTable('signing_keys')
    .set({ private_key: null })
    .where('private_key', 'is not', null)
    .where('retires_at', '<=', now)
    .executeTakeFirst()
  return Number(result.numUpdatedRows)
}
