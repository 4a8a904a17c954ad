// Queries for signing keys. Concurrent instances create only one key per generation (THREATS O12).
import type {
  DatabaseQueryBuilder,
  DatabaseTransaction,
} from '../../platform/database/open-sqlite-or-postgres-database.ts'
import type { TokenSigningAlgorithm } from '../../platform/database/database-column-types.ts'
import type { SigningKeysTable } from '../../platform/database/database-schema.ts'

export async function listSigningKeys(queries: DatabaseQueryBuilder): Promise<SigningKeysTable[]> {
  return queries.selectFrom('signing_keys').selectAll().orderBy('algorithm').orderBy('generation').execute()
}

export async function listSigningKeysWithPrivateKey(queries: DatabaseQueryBuilder): Promise<SigningKeysTable[]> {
  return queries
    .selectFrom('signing_keys')
    .selectAll()
    .where('private_key', 'is not', null)
    .orderBy('algorithm')
    .orderBy('generation')
    .execute()
}

/** @returns false if another instance inserted this generation first */
export async function insertSigningKey(transaction: DatabaseTransaction, key: SigningKeysTable): Promise<boolean> {
  const result = await transaction
    .insertInto('signing_keys')
    .values(key)
    .onConflict((conflict) => conflict.columns(['algorithm', 'generation']).doNothing())
    .executeTakeFirst()
  return Number(result.numInsertedOrUpdatedRows) === 1
}

/** Keeps retirement times that are already set. */
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

/** Erases the private keys, so that instances with a slow clock cannot use them. */
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

export async function eraseRetiredPrivateSigningKeys(queries: DatabaseQueryBuilder, now: number): Promise<number> {
  const result = await queries
    .updateTable('signing_keys')
    .set({ private_key: null })
    .where('private_key', 'is not', null)
    .where('retires_at', '<=', now)
    .executeTakeFirst()
  return Number(result.numUpdatedRows)
}
