// Queries for usernames. One insert claims a name and its confusables; rows are never deleted.
import type { IdentityMergeDirection } from '../people/identity-merge-store.ts'
import { lockPersonRowUnlessErased } from '../people/sign-in-method-removal-guard.ts'
import type {
  DatabaseQueryBuilder,
  DatabaseTransaction,
} from '../../platform/database/open-sqlite-or-postgres-database.ts'
import { prepareSqlQuery } from '../../platform/database/prepare-and-pipeline-sql-queries.ts'
import type { UsernamesTable } from '../../platform/database/database-schema.ts'

export type StoredPersonUsername = Pick<UsernamesTable, 'name_hash' | 'is_current' | 'reserved_at'> & {
  name: string
  person_id: string
}

/** The current name comes first, then the newest of the others. */
export async function listUsernamesOfPeople(
  queries: DatabaseQueryBuilder,
  personIds: readonly string[],
): Promise<StoredPersonUsername[]> {
  const rows = await queries
    .selectFrom('usernames')
    .selectAll()
    .where('person_id', 'in', personIds)
    .orderBy('is_current', 'desc')
    .orderBy('reserved_at', 'desc')
    .orderBy('name_hash')
    .execute()
  return rows.flatMap(({ name_hash, name, person_id, is_current, reserved_at }) =>
    name === null || person_id === null ? [] : [{ name_hash, name, person_id, is_current, reserved_at }],
  )
}

const selectCurrentUsername = prepareSqlQuery((queries, personId: string) =>
  queries.selectFrom('usernames').select('name').where('person_id', '=', personId).where('is_current', '=', 1),
)

export async function findCurrentUsername(queries: DatabaseQueryBuilder, personId: string): Promise<string | null> {
  const [row] = await selectCurrentUsername(queries, personId)
  return row?.name ?? null
}

export type TakenUsernameRow = Pick<UsernamesTable, 'person_id' | 'name_hash' | 'name'>

/** Matches the hash or the folded form. The oldest name comes first. */
export async function listTakenUsernames(
  queries: DatabaseQueryBuilder,
  { hashes, forms }: { hashes: readonly string[]; forms: readonly string[] },
): Promise<TakenUsernameRow[]> {
  return queries
    .selectFrom('usernames')
    .select(['person_id', 'name_hash', 'name'])
    .where((expression) =>
      expression.or([expression('name_hash', 'in', hashes), expression('name_folded', 'in', forms)]),
    )
    .orderBy('reserved_at')
    .orderBy('name_hash')
    .execute()
}

/** Does not make the name current. @returns false if it is taken */
export async function insertUsername(
  transaction: DatabaseTransaction,
  { hash, folded, name, personId, now }: { hash: string; folded: string; name: string; personId: string; now: number },
): Promise<boolean> {
  const inserted = await transaction
    .insertInto('usernames')
    .values({ name_hash: hash, name_folded: folded, name, person_id: personId, is_current: 0, reserved_at: now })
    .onConflict((conflict) => conflict.doNothing())
    .returning('name_hash')
    .executeTakeFirst()
  return inserted !== undefined
}

export async function setCurrentUsername(
  transaction: DatabaseTransaction,
  personId: string,
  { hash, name }: { hash: string; name: string },
): Promise<void> {
  await transaction.updateTable('usernames').set({ is_current: 0 }).where('person_id', '=', personId).execute()
  await transaction
    .updateTable('usernames')
    .set({ is_current: 1, name, person_id: personId })
    .where('name_hash', '=', hash)
    .execute()
}

/** Moves the name only if the target has none. @returns the hash of the moved row */
export async function moveUsernameOnMerge(
  transaction: DatabaseTransaction,
  { from, to }: IdentityMergeDirection,
): Promise<string | null> {
  if ((await findCurrentUsername(transaction, to)) !== null) return null
  const moved = await transaction
    .updateTable('usernames')
    .set({ person_id: to })
    .where('person_id', '=', from)
    .where('is_current', '=', 1)
    .returning('name_hash')
    .executeTakeFirst()
  return moved?.name_hash ?? null
}

export async function restoreUsernameOnMergeUndo(
  transaction: DatabaseTransaction,
  { from, to }: IdentityMergeDirection,
  hash: string,
): Promise<void> {
  await transaction
    .updateTable('usernames')
    .set({ person_id: to, is_current: 1 })
    .where('name_hash', '=', hash)
    .where('person_id', '=', from)
    .execute()
}

/** The name has no owner if the backup does not contain the person. */
export async function reserveUsernameAfterDatabaseRestore(
  transaction: DatabaseTransaction,
  { name_hash, name_folded: folded, name, person_id, is_current, reserved_at }: UsernamesTable,
): Promise<void> {
  const owner = person_id === null ? undefined : await lockPersonRowUnlessErased(transaction, person_id)
  const isCurrent =
    owner !== undefined && is_current === 1 && (await findCurrentUsername(transaction, owner.id)) === null
  await transaction
    .insertInto('usernames')
    .values({
      name_hash,
      ...(owner === undefined
        ? { name_folded: null, name: null, person_id: null, is_current: 0, reserved_at: 0 }
        : { name_folded: folded, name, person_id: owner.id, is_current: isCurrent ? 1 : 0, reserved_at }),
    })
    .onConflict((conflict) => conflict.doNothing())
    .execute()
}

/** Keyed hashes keep the names reserved (decisions 0014, 0037). */
export async function eraseUsernamesOfPeople(
  transaction: DatabaseTransaction,
  personIds: readonly string[],
): Promise<void> {
  await transaction
    .updateTable('usernames')
    .set({ name_folded: null, name: null, person_id: null, is_current: 0, reserved_at: 0 })
    .where('person_id', 'in', personIds)
    .execute()
}
