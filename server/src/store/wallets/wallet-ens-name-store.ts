// The SQL of names: which wallet is due, and what was read of it. A wallet is taken before it is read, by compare-and-set on when
// it is due: several instances never read the same one, and a crash only delays.
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

/** A wallet whose name is read now, by who holds the lease. */
export interface WalletEnsNameDueForRefresh extends Pick<WalletsTable, 'kind' | 'chain_reference' | 'address'> {
  wallet_id: string
  /** As it was read last. */
  name: string | null
  avatar_source: string | null
  /** Until when nobody else reads it. */
  refresh_at: number
}

/** Wallets whose name is to be read now, those that came last first: whoever has just signed in waits for nobody's refresh. */
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

/** @returns undefined where another instance was faster, or the wallet is gone */
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

/** Makes names due at once that an instance took and will not read any more. */
export const releaseWalletEnsNameLeases: ReleaseWorkQueueLeases = async (transaction, taken, now) => {
  for (const { item, token } of taken)
    await transaction
      .updateTable('wallet_names')
      .set({ refresh_at: now })
      .where('wallet_id', '=', item)
      .where('refresh_at', '=', token)
      .execute()
}

/** What is to be kept of a reading. */
export interface WalletEnsNameUpdate {
  name: string | null
  /** Another picture, none, or the one that is there already. */
  picture: Buffer | 'none' | 'unchanged'
  pictureSource: string | null
  now: number
  dueAt: number
}

/**
 * Keeps what was read, unless the lease has run out or the wallet has gone meanwhile. Names come first here and wherever rows are
 * removed: a picture is never left without its wallet, nor a wallet held up by its picture.
 */
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
  // The same picture stays under the same address, which browsers keep.
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

/** Leaves a name as it was, unless the lease has run out, and has it read again at another time. */
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

/** Makes a wallet that has just been linked one whose name is to be read. */
export async function insertUnresolvedWalletEnsName(
  transaction: DatabaseTransaction,
  walletId: string,
  now: number,
): Promise<void> {
  await insertWalletNameRow(transaction, walletId, now)
}

/** Whoever unlinks a wallet, or erases whose it is, takes its name and picture away; in this order, so that no picture comes after. */
export async function deleteWalletEnsNames(
  transaction: DatabaseTransaction,
  walletIds: readonly string[] | SelectQueryBuilder<DatabaseSchema, 'wallets', { id: string }>,
): Promise<void> {
  await transaction.deleteFrom('wallet_names').where('wallet_id', 'in', walletIds).execute()
  await transaction.deleteFrom('wallet_avatars').where('wallet_id', 'in', walletIds).execute()
}
