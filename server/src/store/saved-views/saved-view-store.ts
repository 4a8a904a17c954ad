// Saved views and recently opened items are personal data.
import type {
  DatabaseQueryBuilder,
  DatabaseTransaction,
} from '../../platform/database/open-sqlite-or-postgres-database.ts'
import type { RecentItemsTable, SavedViewsTable } from '../../platform/database/database-schema.ts'

export async function listVisibleSavedViews(
  queries: DatabaseQueryBuilder,
  { personId, list }: { personId: string; list: string },
): Promise<SavedViewsTable[]> {
  const own = await queries
    .selectFrom('saved_views')
    .selectAll()
    .where('person_id', '=', personId)
    .where('list', '=', list)
    .execute()
  const shared = await queries
    .selectFrom('saved_views')
    .selectAll()
    .where('list', '=', list)
    .where('is_shared', '=', 1)
    .where('person_id', '!=', personId)
    .orderBy('name')
    .limit(maxSharedViews)
    .execute()
  return [...own, ...shared].toSorted(
    (one, other) => compareStrings(one.name, other.name) || compareStrings(one.id, other.id),
  )
}

const maxSharedViews = 200

const compareStrings = (one: string, other: string): number => Number(one > other) - Number(one < other)

export async function listSavedViewsOfPerson(
  queries: DatabaseQueryBuilder,
  personIds: readonly string[],
): Promise<SavedViewsTable[]> {
  return queries.selectFrom('saved_views').selectAll().where('person_id', 'in', personIds).orderBy('id').execute()
}

export async function countSavedViewsOfPerson(transaction: DatabaseTransaction, personId: string): Promise<number> {
  const { rows } = await transaction
    .selectFrom('saved_views')
    .select(({ fn }) => fn.countAll<number | string>().as('rows'))
    .where('person_id', '=', personId)
    .executeTakeFirstOrThrow()
  return Number(rows)
}

export async function findSavedView(queries: DatabaseQueryBuilder, id: string): Promise<SavedViewsTable | undefined> {
  return queries.selectFrom('saved_views').selectAll().where('id', '=', id).executeTakeFirst()
}

export async function findSavedViewByName(
  queries: DatabaseQueryBuilder,
  { person_id, list, name }: Pick<SavedViewsTable, 'person_id' | 'list' | 'name'>,
): Promise<SavedViewsTable | undefined> {
  return queries
    .selectFrom('saved_views')
    .selectAll()
    .where('person_id', '=', person_id)
    .where('list', '=', list)
    .where('name', '=', name)
    .executeTakeFirst()
}

export async function insertSavedViewRow(transaction: DatabaseTransaction, row: SavedViewsTable): Promise<void> {
  await transaction.insertInto('saved_views').values(row).execute()
}

export async function updateSavedViewRow(
  transaction: DatabaseTransaction,
  { id, ...row }: SavedViewsTable,
): Promise<void> {
  await transaction.updateTable('saved_views').set(row).where('id', '=', id).execute()
}

export async function deleteSavedViewRow(transaction: DatabaseTransaction, id: string): Promise<void> {
  await transaction.deleteFrom('saved_views').where('id', '=', id).execute()
}

export const maxRecentlyOpenedItems = 10

export async function listRecentlyOpenedItemsOfPeople(
  queries: DatabaseQueryBuilder,
  personIds: readonly string[],
): Promise<RecentItemsTable[]> {
  return queries
    .selectFrom('recent_items')
    .selectAll()
    .where('person_id', 'in', personIds)
    .orderBy('opened_at', 'desc')
    .orderBy('item_id')
    .execute()
}

/** Requires the person row lock. */
export async function upsertRecentlyOpenedItemRow(
  transaction: DatabaseTransaction,
  row: RecentItemsTable,
): Promise<void> {
  await transaction
    .insertInto('recent_items')
    .values(row)
    .onConflict((conflict) =>
      conflict.columns(['person_id', 'kind', 'item_id']).doUpdateSet({ opened_at: row.opened_at }),
    )
    .execute()
  for (const old of (await listRecentlyOpenedItemsOfPeople(transaction, [row.person_id])).slice(maxRecentlyOpenedItems))
    await transaction
      .deleteFrom('recent_items')
      .where('person_id', '=', old.person_id)
      .where('kind', '=', old.kind)
      .where('item_id', '=', old.item_id)
      .execute()
}

/** Includes other people's recent items that refer to these people. */
export async function deleteViewsAndRecentsOfPeople(
  transaction: DatabaseTransaction,
  personIds: readonly string[],
): Promise<void> {
  await transaction.deleteFrom('saved_views').where('person_id', 'in', personIds).execute()
  await transaction.deleteFrom('recent_items').where('person_id', 'in', personIds).execute()
  await transaction.deleteFrom('recent_items').where('item_id', 'in', personIds).where('kind', '=', 'person').execute()
}
