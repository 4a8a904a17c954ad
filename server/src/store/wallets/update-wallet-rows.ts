// Queries that update wallets; all require the person row lock.
import type {
  DatabaseQueryBuilder,
  DatabaseTransaction,
} from '../../platform/database/open-sqlite-or-postgres-database.ts'
import type { WalletsTable } from '../../platform/database/database-schema.ts'
import { foldCase } from '../../platform/fold-text-case.ts'
import { isLinkedWalletSql } from './linked-wallet-sql-condition.ts'
import { deleteWalletEnsNames } from './wallet-ens-name-store.ts'
import type { StoredWalletProof } from './wallet-proof-record-store.ts'

export async function setWalletLabel(
  transaction: DatabaseTransaction,
  id: string,
  label: string | null,
): Promise<void> {
  await transaction
    .updateTable('wallets')
    .set({ label, label_folded: label === null ? null : foldCase(label) })
    .where('id', '=', id)
    .execute()
}

/** Keeps the row, because proofs refer to it. */
export async function markWalletUnlinked(
  transaction: DatabaseTransaction,
  { id }: Pick<WalletsTable, 'id'>,
  now: number,
): Promise<void> {
  await transaction
    .updateTable('wallets')
    .set({ unlinked_at: now, is_primary: 0, label: null, label_folded: null, on_hold_since: null, on_hold_proof: null })
    .where('id', '=', id)
    .execute()
  await deleteWalletEnsNames(transaction, [id])
}

/** The caller must end what depends on the wallet (contract-ownership/put-wallet-on-hold.ts). */
export async function markWalletOnHold(transaction: DatabaseTransaction, id: string, now: number): Promise<void> {
  await transaction
    .updateTable('wallets')
    .set({ on_hold_since: now, on_hold_proof: null, is_primary: 0 })
    .where('id', '=', id)
    .execute()
}

/** Afterwards, older blocks are not accepted for this contract (THREATS S13). */
export async function recordWalletVerifiedBlock(
  queries: DatabaseQueryBuilder,
  id: string,
  blockNumber: string,
): Promise<void> {
  const number = Number(blockNumber)
  await queries
    .updateTable('wallets')
    .set({ verified_block: number })
    .where('id', '=', id)
    .where((expression) =>
      expression.or([expression('verified_block', 'is', null), expression('verified_block', '<', number)]),
    )
    .execute()
}

export async function storeWalletOnHoldProof(
  transaction: DatabaseTransaction,
  id: string,
  proof: WalletOnHoldProof,
): Promise<void> {
  await transaction
    .updateTable('wallets')
    .set({ on_hold_proof: JSON.stringify(proof) })
    .where('id', '=', id)
    .execute()
}

export async function releaseWalletFromHold(transaction: DatabaseTransaction, id: string): Promise<void> {
  await transaction
    .updateTable('wallets')
    .set({ on_hold_since: null, on_hold_proof: null })
    .where('id', '=', id)
    .execute()
}

export interface WalletOnHoldProof {
  proof: StoredWalletProof
  browserHash: string | null
  at: number
}

export const listWalletsOnHoldSince = (
  queries: DatabaseQueryBuilder,
  since: number,
  limit: number,
): Promise<Pick<WalletsTable, 'id' | 'person_id'>[]> =>
  queries
    .selectFrom('wallets')
    .select(['id', 'person_id'])
    .where('on_hold_since', 'is not', null)
    .where('on_hold_since', '<=', since)
    .orderBy('on_hold_since')
    .limit(limit)
    .execute()

export const parseWalletOnHoldProof = ({
  on_hold_proof,
}: Pick<WalletsTable, 'on_hold_proof'>): WalletOnHoldProof | null =>
  on_hold_proof === null ? null : (JSON.parse(on_hold_proof) as WalletOnHoldProof)

/** Moved wallets are no longer primary. @returns their IDs */
export async function moveWalletsToPerson(
  transaction: DatabaseTransaction,
  { from, to }: { from: string; to: string },
  choice: { ids: readonly string[] } | 'all',
): Promise<string[]> {
  if (choice !== 'all' && choice.ids.length === 0) return []
  let query = transaction
    .updateTable('wallets')
    .set({ person_id: to, is_primary: 0 })
    .where('person_id', '=', from)
    .where(isLinkedWalletSql())
  if (choice !== 'all') query = query.where('id', 'in', choice.ids)
  return (await query.returning('id').execute()).map(({ id }) => id)
}

/** The caller must remove proofs and names first. */
export async function deleteWalletsOfPeople(
  transaction: DatabaseTransaction,
  personIds: readonly string[],
): Promise<void> {
  await transaction.deleteFrom('wallets').where('person_id', 'in', personIds).execute()
}
