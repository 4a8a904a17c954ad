// The SQL of people.
import type { Person } from '@countersign/api/calls'
import { shownAddress } from '../../chains/families/namespaces.ts'
import { formatTime } from '../../platform/clock.ts'
import type { Queries, Transaction } from '../../platform/database/open-database.ts'
import { prepare, prepareRows } from '../../platform/database/prepared.ts'
import type { PeopleTable } from '../../platform/database/schema.ts'
import { isLinked } from '../wallets/linked.ts'
import { walletPicturePath } from '../wallets/store.ts'

const selectPrimary = prepare((queries, personId: string) =>
  queries
    .selectFrom('wallets')
    .leftJoin('wallet_names', 'wallet_names.wallet_id', 'wallets.id')
    .select(['address', 'wallet_names.name', 'wallet_names.picture_id'])
    .where('person_id', '=', personId)
    .where('is_primary', '=', 1)
    .where(isLinked()),
)

/** A person as the person sees it. */
export async function readPersonShown(queries: Queries, row: PeopleTable): Promise<Person> {
  const [primary] = await selectPrimary(queries, row.id)
  return {
    id: row.id,
    displayName: row.display_name,
    picture: row.picture_url,
    address: primary === undefined ? null : shownAddress(primary.address),
    walletName: primary?.name ?? null,
    walletPicture: primary?.picture_id == null ? null : walletPicturePath(primary.picture_id),
    createdAt: formatTime(row.created_at),
  }
}

const insertRows = prepareRows((queries, rows: readonly PeopleTable[]) => queries.insertInto('people').values(rows))

export async function insertPerson(transaction: Transaction, id: string, now: number): Promise<PeopleTable> {
  const row: PeopleTable = {
    id,
    display_name: null,
    folded_name: null,
    picture_url: null,
    locale: null,
    status: 'active',
    created_at: now,
    last_seen_at: now,
  }
  await insertRows(transaction, [row])
  return row
}

/** Removes the rows of people on whom nothing hangs any more. */
export async function removePeople(transaction: Transaction, ids: readonly string[]): Promise<void> {
  await transaction.deleteFrom('people').where('id', 'in', ids).execute()
}

/** Gives a person, whom the transaction holds, another status. */
export async function setStatus(
  transaction: Transaction,
  id: string,
  status: Exclude<PeopleTable['status'], 'erased'>,
): Promise<void> {
  await transaction.updateTable('people').set({ status }).where('id', '=', id).execute()
}

/** Empties the rows of people who are erased; they stay for a moment, see `sweepErased` (own-data/). */
export async function markErased(transaction: Transaction, ids: readonly string[], now: number): Promise<void> {
  await transaction
    .updateTable('people')
    .set({
      status: 'erased',
      display_name: null,
      folded_name: null,
      picture_url: null,
      locale: null,
      created_at: now,
      last_seen_at: now,
    })
    .where('id', 'in', ids)
    .execute()
}

/** The people who were erased until then, so many of them. */
export async function listErased(
  transaction: Transaction,
  { until, size }: { until: number; size: number },
): Promise<string[]> {
  const rows = await transaction
    .selectFrom('people')
    .select('id')
    .where('status', '=', 'erased')
    .where('last_seen_at', '<=', until)
    .limit(size)
    .execute()
  return rows.map(({ id }) => id)
}

/** Changes what people see of a person, whom the transaction holds. */
export async function updateProfile(
  transaction: Transaction,
  id: string,
  values: Partial<Pick<PeopleTable, 'display_name' | 'folded_name' | 'picture_url'>>,
): Promise<void> {
  await transaction.updateTable('people').set(values).where('id', '=', id).execute()
}

/** @returns whether the person had the status that it changes from */
export async function changeStatus(
  transaction: Transaction,
  personId: string,
  from: 'active' | 'suspended',
  to: 'active' | 'suspended',
): Promise<boolean> {
  const changed = await transaction
    .updateTable('people')
    .set({ status: to })
    .where('id', '=', personId)
    .where('status', '=', from)
    .returning('id')
    .executeTakeFirst()
  return changed !== undefined
}
