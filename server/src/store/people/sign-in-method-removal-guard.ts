// Prevents removing the last sign-in method, or any method while a merge can be undone.
import { sql } from 'kysely'
import type { Expression, SqlBool } from 'kysely'
import type {
  DatabaseQueryBuilder,
  DatabaseTransaction,
} from '../../platform/database/open-sqlite-or-postgres-database.ts'
import type { PeopleTable } from '../../platform/database/database-schema.ts'
import { ApiError } from '../../platform/api-error.ts'
import { isSignInWalletSql } from '../wallets/linked-wallet-sql-condition.ts'

/** Serializes concurrent removals (THREATS P3). @returns undefined if missing or erased */
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

/** @throws ApiError `session.required` if the person has been erased (THREATS P4) */
export async function lockPersonRow(transaction: DatabaseTransaction, personId: string): Promise<PeopleTable> {
  const held = await lockPersonRowUnlessErased(transaction, personId)
  if (held === undefined) throw new ApiError('session.required')
  return held
}

/** Excludes wallets on hold (THREATS P3, S12). */
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

export async function hasUndoableIdentityMerge(
  queries: DatabaseQueryBuilder,
  personId: string,
  now: number,
): Promise<boolean> {
  return (await selectUndoableMerges(queries, personId, now).select('id').limit(1).executeTakeFirst()) !== undefined
}

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

/** @throws ApiError `session.required`, `merge.already_open`, `sign_in_method.last` */
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
