// What is never allowed to leave a person: their last way in, and anything while a merge can still be undone.
import { sql } from 'kysely'
import type { Expression, SqlBool } from 'kysely'
import type {
  DatabaseQueryBuilder,
  DatabaseTransaction,
} from '../../platform/database/open-sqlite-or-postgres-database.ts'
import type { PeopleTable } from '../../platform/database/database-schema.ts'
import { ApiError } from '../../platform/api-error.ts'
import { isSignInWalletSql } from '../wallets/linked-wallet-sql-condition.ts'

/**
 * Holds a person until the transaction ends: whoever takes something away from the same person at the same time waits, and
 * then sees what is left (THREATS P3).
 * @returns the person as they are now; undefined where there is nobody, or nobody any more: they were erased
 */
export async function lockPersonRowUnlessErased(
  transaction: DatabaseTransaction,
  personId: string,
): Promise<PeopleTable | undefined> {
  return transaction
    .updateTable('people')
    .set((expression) => ({ status: expression.ref('status') }))
    .where('id', '=', personId)
    .where('status', '!=', 'erased')
    .returningAll()
    .executeTakeFirst()
}

/**
 * Holds the person who asks.
 * @returns the person as they are now
 * @throws ApiError `session.required` where the person was erased meanwhile, and with them the session of who asks (THREATS P4)
 */
export async function lockPersonRow(transaction: DatabaseTransaction, personId: string): Promise<PeopleTable> {
  const held = await lockPersonRowUnlessErased(transaction, personId)
  if (held === undefined) throw new ApiError('session.required')
  return held
}

/** How many wallets and how many passkeys sign in as a person. A held wallet does not (THREATS P3, S12). */
export async function countSignInMethodsByKind(
  queries: DatabaseQueryBuilder,
  personId: string,
): Promise<{ wallet: number; passkey: number }> {
  const count = async (table: 'wallets' | 'passkeys', isPresent: Expression<SqlBool>) => {
    const { rows } = await queries
      .selectFrom(table)
      .select((expression) => expression.fn.countAll<number | string>().as('rows'))
      .where('person_id', '=', personId)
      .where(isPresent)
      .executeTakeFirstOrThrow()
    return Number(rows)
  }
  return {
    wallet: await count('wallets', isSignInWalletSql()),
    passkey: await count('passkeys', sql<SqlBool>`removed_at is null`),
  }
}

/** How many wallets and passkeys sign in as a person. */
export async function countSignInMethods(queries: DatabaseQueryBuilder, personId: string): Promise<number> {
  const { wallet, passkey } = await countSignInMethodsByKind(queries, personId)
  return wallet + passkey
}

const selectUndoableMerges = (queries: DatabaseQueryBuilder, personId: string, now: number) =>
  queries
    .selectFrom('identity_merges')
    .where('person_id', '=', personId)
    .where('merged_at', 'is not', null)
    .where('undone_at', 'is', null)
    .where('undo_until', '>', now)

/** Whether a merge into this person can still be undone. */
export async function hasUndoableIdentityMerge(
  queries: DatabaseQueryBuilder,
  personId: string,
  now: number,
): Promise<boolean> {
  return (await selectUndoableMerges(queries, personId, now).select('id').limit(1).executeTakeFirst()) !== undefined
}

/** The ids of the wallets and passkeys that go back if a merge into this person is undone. */
export async function listMovedSignInMethodIds(
  queries: DatabaseQueryBuilder,
  personId: string,
  now: number,
): Promise<Set<string>> {
  const open = await selectUndoableMerges(queries, personId, now).select('moved_records').execute()
  return new Set(
    open.flatMap(({ moved_records: moved }) => {
      const { wallets, passkeys } = JSON.parse(moved) as { wallets: string[]; passkeys: string[] }
      return [...wallets, ...passkeys]
    }),
  )
}

/**
 * Holds a person, and makes sure that something can be taken away from them.
 * @param isWayIn whether it is a way in now: a wallet that is held is none, and so is never the last one
 * @throws ApiError `session.required` where they were suspended, merged or erased meanwhile, `merge.already_open`, `sign_in_method.last`
 */
export async function lockPersonRowForSignInMethodRemoval(
  transaction: DatabaseTransaction,
  personId: string,
  now: number,
  isWayIn = true,
): Promise<void> {
  const held = await lockPersonRow(transaction, personId)
  if (held.status !== 'active') throw new ApiError('session.required')
  if (await hasUndoableIdentityMerge(transaction, personId, now)) throw new ApiError('merge.already_open')
  if (isWayIn && (await countSignInMethods(transaction, personId)) <= 1) throw new ApiError('sign_in_method.last')
}
