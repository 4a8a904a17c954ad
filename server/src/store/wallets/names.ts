// The SQL of names: which wallet is due, and what was read of it. A wallet is taken before it is read, by compare-and-set on when
// it is due: several instances never read the same one, and a crash only delays.
import type { SelectQueryBuilder } from 'kysely'
import type { Random } from '../../platform/clock.ts'
import type { Queries, Transaction } from '../../platform/database/open-database.ts'
import { prepare } from '../../platform/database/prepared.ts'
import type { GiveBack } from '../../platform/instance/in-hand.ts'
import type { Schema, WalletsTable } from '../../platform/database/schema.ts'
import { createIdentifier } from '../../platform/identifier.ts'
import { pictureMediaType } from '../pictures/picture.ts'

/** A wallet whose name is read now, by who holds the lease. */
export interface DueName extends Pick<WalletsTable, 'kind' | 'chain_reference' | 'address'> {
  wallet_id: string
  /** As it was read last. */
  name: string | null
  picture_source: string | null
  /** Until when nobody else reads it. */
  due_at: number
}

/** Wallets whose name is to be read now, those that came last first: whoever has just signed in waits for nobody's refresh. */
export async function listDueNames(queries: Queries, now: number, size: number): Promise<DueName[]> {
  return queries
    .selectFrom('wallet_names')
    .innerJoin('wallets', 'wallets.id', 'wallet_names.wallet_id')
    .select([
      'wallet_names.wallet_id',
      'wallet_names.name',
      'wallet_names.picture_source',
      'wallet_names.due_at',
      'wallets.kind',
      'wallets.chain_reference',
      'wallets.address',
    ])
    .where('wallet_names.due_at', '<=', now)
    .orderBy('wallet_names.due_at', 'desc')
    .limit(size)
    .execute()
}

/** @returns undefined where another instance was faster, or the wallet is gone */
export async function takeDueName(queries: Queries, due: DueName, until: number): Promise<DueName | undefined> {
  const taken = await queries
    .updateTable('wallet_names')
    .set({ due_at: until })
    .where('wallet_id', '=', due.wallet_id)
    .where('due_at', '=', due.due_at)
    .returning('wallet_id')
    .executeTakeFirst()
  return taken && { ...due, due_at: until }
}

/** Makes names due at once that an instance took and will not read any more. */
export const giveBackNames: GiveBack = async (transaction, taken, now) => {
  for (const { item, token } of taken)
    await transaction
      .updateTable('wallet_names')
      .set({ due_at: now })
      .where('wallet_id', '=', item)
      .where('due_at', '=', token)
      .execute()
}

/** What is to be kept of a reading. */
export interface NameToKeep {
  name: string | null
  /** Another picture, none, or the one that is there already. */
  picture: Buffer | 'none' | 'as-it-was'
  pictureSource: string | null
  now: number
  dueAt: number
}

/**
 * Keeps what was read, unless the lease has run out or the wallet has gone meanwhile. Names come first here and wherever rows are
 * removed: a picture is never left without its wallet, nor a wallet held up by its picture.
 */
export async function keepName(
  transaction: Transaction,
  random: Random,
  { wallet_id, due_at }: DueName,
  { name, picture, pictureSource, now, dueAt }: NameToKeep,
): Promise<void> {
  const row = await transaction
    .updateTable('wallet_names')
    .set({ name, picture_source: pictureSource, read_at: now, due_at: dueAt })
    .where('wallet_id', '=', wallet_id)
    .where('due_at', '=', due_at)
    .returning('picture_id')
    .executeTakeFirst()
  if (row === undefined || picture === 'as-it-was') return
  const content = picture === 'none' ? null : picture.toString('base64')
  // The same picture stays under the same address, which browsers keep.
  if (row.picture_id !== null && content !== null) {
    const before = await transaction
      .selectFrom('wallet_pictures')
      .select('content')
      .where('id', '=', row.picture_id)
      .executeTakeFirst()
    if (before?.content === content) return
  }
  await transaction.deleteFrom('wallet_pictures').where('wallet_id', '=', wallet_id).execute()
  const id = content === null ? null : createIdentifier(random)
  if (id !== null && content !== null)
    await transaction
      .insertInto('wallet_pictures')
      .values({ id, wallet_id, media_type: pictureMediaType, content })
      .execute()
  await transaction.updateTable('wallet_names').set({ picture_id: id }).where('wallet_id', '=', wallet_id).execute()
}

/** Leaves a name as it was, unless the lease has run out, and has it read again at another time. */
export async function postponeName(queries: Queries, { wallet_id, due_at }: DueName, dueAt: number): Promise<void> {
  await queries
    .updateTable('wallet_names')
    .set({ due_at: dueAt })
    .where('wallet_id', '=', wallet_id)
    .where('due_at', '=', due_at)
    .execute()
}

const insertRow = prepare((queries, wallet_id: string, due_at: number) =>
  queries
    .insertInto('wallet_names')
    .values({ wallet_id, name: null, picture_id: null, picture_source: null, read_at: null, due_at }),
)

/** Makes a wallet that has just been linked one whose name is to be read. */
export async function insertUnread(transaction: Transaction, walletId: string, now: number): Promise<void> {
  await insertRow(transaction, walletId, now)
}

/** Whoever unlinks a wallet, or erases whose it is, takes its name and picture away; in this order, so that no picture comes after. */
export async function removeNames(
  transaction: Transaction,
  walletIds: readonly string[] | SelectQueryBuilder<Schema, 'wallets', { id: string }>,
): Promise<void> {
  await transaction.deleteFrom('wallet_names').where('wallet_id', 'in', walletIds).execute()
  await transaction.deleteFrom('wallet_pictures').where('wallet_id', 'in', walletIds).execute()
}
