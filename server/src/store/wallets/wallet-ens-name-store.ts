// Leases ensure that only one instance refreshes each name.
import type { SelectQueryBuilder } from 'kysely'
import type { RandomBytes } from '../../platform/clock.ts'
import type {
  DatabaseQueryBuilder,
  DatabaseTransaction,
} from '../../platform/database/open-sqlite-or-postgres-database.ts'
import { prepareSqlQuery } from '../../platform/database/prepare-and-pipeline-sql-queries.ts'
import type { ReleaseWorkQueueLeases } from '../../platform/cluster/work-queue-leases.ts'
import type { DatabaseSchema, WalletsTable } from '../../platform/database/database-schema.ts'
import { createRandomId } from '../../platform/create-random-id.ts'
import { pictureMediaType } from '../pictures/picture-reencoder.ts'

export interface WalletEnsNameDueForRefresh extends Pick<WalletsTable, 'kind' | 'chain_reference' | 'address'> {
  wallet_id: string
  name: string | null
  avatar_source: string | null
  /** The time when the lease ends. */
  refresh_at: number
}

/** Sorts by latest due time first, so that a new sign-in does not wait for routine refreshes. */
export async function listWalletEnsNamesDueForRefresh(
  queries: DatabaseQueryBuilder,
  now: number,
  size: number,
): Promise<WalletEnsNameDueForRefresh[]> {
  return queries
    .selectFrom('wallet_names')
    .innerJoin('wallets', 'wallets.id', 'wallet_names.wallet_id')
    .select([
      'wallet_names.wallet_id',
      'wallet_names.name',
      'wallet_names.avatar_source',
      'wallet_names.refresh_at',
      'wallets.kind',
      'wallets.chain_reference',
      'wallets.address',
    ])
    .where('wallet_names.refresh_at', '<=', now)
    .orderBy('wallet_names.refresh_at', 'desc')
    .limit(size)
    .execute()
}

/** @returns undefined if another instance was faster or the wallet is gone */
export async function claimWalletEnsNameDueForRefresh(
  queries: DatabaseQueryBuilder,
  due: WalletEnsNameDueForRefresh,
  until: number,
): Promise<WalletEnsNameDueForRefresh | undefined> {
  const taken = await queries
    .updateTable('wallet_names')
    .set({ refresh_at: until })
    .where('wallet_id', '=', due.wallet_id)
    .where('refresh_at', '=', due.refresh_at)
    .returning('wallet_id')
    .executeTakeFirst()
  return taken && { ...due, refresh_at: until }
}

export const releaseWalletEnsNameLeases: ReleaseWorkQueueLeases = async (transaction, taken, now) => {
  for (const { item, token } of taken)
    await transaction
      .updateTable('wallet_names')
      .set({ refresh_at: now })
      .where('wallet_id', '=', item)
      .where('refresh_at', '=', token)
      .execute()
}

export interface WalletEnsNameUpdate {
  name: string | null
  picture: Buffer | 'none' | 'unchanged'
  pictureSource: string | null
  now: number
  dueAt: number
}

/** Has no effect if the lease expired. Updates names first, so that no picture is orphaned. */
export async function storeWalletEnsName(
  transaction: DatabaseTransaction,
  random: RandomBytes,
  { wallet_id, refresh_at }: WalletEnsNameDueForRefresh,
  { name, picture, pictureSource, now, dueAt }: WalletEnsNameUpdate,
): Promise<void> {
  const row = await transaction
    .updateTable('wallet_names')
    .set({ name, avatar_source: pictureSource, resolved_at: now, refresh_at: dueAt })
    .where('wallet_id', '=', wallet_id)
    .where('refresh_at', '=', refresh_at)
    .returning('avatar_id')
    .executeTakeFirst()
  if (row === undefined || picture === 'unchanged') return
  const content = picture === 'none' ? null : picture.toString('base64')
  // An unchanged picture keeps its ID, so that browsers can cache it.
  if (row.avatar_id !== null && content !== null) {
    const before = await transaction
      .selectFrom('wallet_avatars')
      .select('content')
      .where('id', '=', row.avatar_id)
      .executeTakeFirst()
    if (before?.content === content) return
  }
  await transaction.deleteFrom('wallet_avatars').where('wallet_id', '=', wallet_id).execute()
  const id = content === null ? null : createRandomId(random)
  if (id !== null && content !== null)
    await transaction
      .insertInto('wallet_avatars')
      .values({ id, wallet_id, media_type: pictureMediaType, content })
      .execute()
  await transaction.updateTable('wallet_names').set({ avatar_id: id }).where('wallet_id', '=', wallet_id).execute()
}

export async function postponeWalletEnsNameRefresh(
  queries: DatabaseQueryBuilder,
  { wallet_id, refresh_at }: WalletEnsNameDueForRefresh,
  dueAt: number,
): Promise<void> {
  await queries
    .updateTable('wallet_names')
    .set({ refresh_at: dueAt })
    .where('wallet_id', '=', wallet_id)
    .where('refresh_at', '=', refresh_at)
    .execute()
}

const insertWalletNameRow = prepareSqlQuery((queries, wallet_id: string, refresh_at: number) =>
  queries
    .insertInto('wallet_names')
    .values({ wallet_id, name: null, avatar_id: null, avatar_source: null, resolved_at: null, refresh_at }),
)

export async function insertUnresolvedWalletEnsName(
  transaction: DatabaseTransaction,
  walletId: string,
  now: number,
): Promise<void> {
  await insertWalletNameRow(transaction, walletId, now)
}

/** Names are deleted first, so that no picture can be added afterwards. */
export async function deleteWalletEnsNames(
  transaction: DatabaseTransaction,
  walletIds: readonly string[] | SelectQueryBuilder<DatabaseSchema, 'wallets', { id: string }>,
): Promise<void> {
  await transaction.deleteFrom('wallet_names').where('wallet_id', 'in', walletIds).execute()
  await transaction.deleteFrom('wallet_avatars').where('wallet_id', 'in', walletIds).execute()
}
