// The SQL of user names. A name is taken by one insert that does nothing where it, or one that looks like it, is there already: of two at
// the same moment, on any instance, one has it. A row is never deleted.
import type { IdentityMergeDirection } from '../people/identity-merge-store.ts'
import { lockPersonRowUnlessErased } from '../people/sign-in-method-removal-guard.ts'
import type {
  DatabaseQueryBuilder,
  DatabaseTransaction,
} from '../../platform/database/open-sqlite-or-postgres-database.ts'
import { prepareSqlQuery } from '../../platform/database/prepare-and-pipeline-sql-queries.ts'
import type { UsernamesTable } from '../../platform/database/database-schema.ts'

/** A name that is somebody's, or was. */
export type StoredPersonUsername = Pick<UsernamesTable, 'name_hash' | 'is_current' | 'reserved_at'> & {
  name: string
  person_id: string
}

/** The names of people, the newest first. */
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

/** What somebody is called now; null where they have not chosen yet. */
export async function findCurrentUsername(queries: DatabaseQueryBuilder, personId: string): Promise<string | null> {
  const [row] = await selectCurrentUsername(queries, personId)
  return row?.name ?? null
}

/** A name that is or was anybody's; of erased people's only the hash is left. */
export type TakenUsernameRow = Pick<UsernamesTable, 'person_id' | 'name_hash' | 'name'>

/** The names of these forms, by whichever of the two they are known, the oldest first. */
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

/** Takes a name that nobody ever had. It is not what they are called yet. @returns whether it was free */
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

/** Calls a person, whom the transaction holds, by one of their names from now on, in this spelling. */
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

/**
 * What a merge does: who goes on is called as before; where they had chosen no name, by that of the other.
 * @returns the row that moved, so that it can go back
 */
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

/** What undoing a merge does: the name that moved is the other's again, whatever who had it meanwhile is called by now. */
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

/**
 * Keeps a name taken that another database knows of, after a copy was put back: theirs whose it is, where they are there, else nobody's for
 * ever. What it is that they are called now is as the copy has it; who had no name there is called by this one.
 */
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

/** Forgets whose names these were, and the names. That they are taken stays, as keyed hashes (decisions 0014, 0037). */
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
