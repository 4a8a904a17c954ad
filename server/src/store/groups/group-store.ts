import { PostgresAdapter } from 'kysely'
import type {
  DatabaseQueryBuilder,
  DatabaseTransaction,
} from '../../platform/database/open-sqlite-or-postgres-database.ts'
import type { GroupsTable } from '../../platform/database/database-schema.ts'
import type { GroupDefinition } from './group-definition.ts'
import type { GroupRule } from './group-rule-types.ts'

export type GroupRecord = GroupDefinition & { createdAt: number; changedAt: number }

const toGroupRecord = (row: GroupsTable): GroupRecord => ({
  id: row.id,
  name: row.name,
  description: row.description,
  rule: JSON.parse(row.rule) as GroupRule,
  createdAt: row.created_at,
  changedAt: row.changed_at,
})

export async function findGroup(queries: DatabaseQueryBuilder, id: string): Promise<GroupRecord | undefined> {
  const row = await queries.selectFrom('groups').selectAll().where('id', '=', id).executeTakeFirst()
  return row && toGroupRecord(row)
}

export async function listGroups(queries: DatabaseQueryBuilder): Promise<GroupRecord[]> {
  return (await queries.selectFrom('groups').selectAll().orderBy('id').execute()).map(toGroupRecord)
}

export async function findExistingGroupIds(
  queries: DatabaseQueryBuilder,
  ids: readonly string[],
): Promise<Set<string>> {
  if (ids.length === 0) return new Set()
  return new Set((await queries.selectFrom('groups').select('id').where('id', 'in', ids).execute()).map(({ id }) => id))
}

export async function findGroupNamesByIds(queries: DatabaseQueryBuilder, ids: readonly string[]): Promise<string[]> {
  if (ids.length === 0) return []
  return (await queries.selectFrom('groups').select('name').where('id', 'in', ids).orderBy('name').execute()).map(
    ({ name }) => name,
  )
}

export async function insertGroup(
  transaction: DatabaseTransaction,
  { id, name, description, rule, createdAt, changedAt }: GroupRecord,
): Promise<boolean> {
  const inserted = await transaction
    .insertInto('groups')
    .values({ id, name, description, rule: JSON.stringify(rule), created_at: createdAt, changed_at: changedAt })
    .onConflict((conflict) => conflict.doNothing())
    .returning('id')
    .executeTakeFirst()
  return inserted !== undefined
}

/** Serializes changes with concurrent membership updates. */
export async function lockGroupRow(transaction: DatabaseTransaction, id: string): Promise<GroupRecord | undefined> {
  const row = await transaction
    .updateTable('groups')
    .set((expression) => ({ changed_at: expression.ref('changed_at') }))
    .where('id', '=', id)
    .returningAll()
    .executeTakeFirst()
  return row && toGroupRecord(row)
}

/** Must run before memberships change, to avoid deadlocks with group changes. */
export async function lockAllGroupRows(transaction: DatabaseTransaction): Promise<void> {
  if (!(transaction.getExecutor().adapter instanceof PostgresAdapter)) return
  await transaction.selectFrom('groups').select('id').orderBy('id').forShare().execute()
}

export async function updateGroup(
  transaction: DatabaseTransaction,
  { id, name, description, rule, changedAt }: GroupRecord,
): Promise<void> {
  await transaction
    .updateTable('groups')
    .set({ name, description, rule: JSON.stringify(rule), changed_at: changedAt })
    .where('id', '=', id)
    .execute()
}

export async function deleteGroup(transaction: DatabaseTransaction, id: string): Promise<void> {
  await transaction.deleteFrom('groups').where('id', '=', id).execute()
}

/** Blocks rule changes and deletion until commit. @returns stored rules by group ID */
export async function lockGroupRowsAndReadRules(
  transaction: DatabaseTransaction,
  ids: readonly string[],
): Promise<Map<string, string>> {
  const rules = transaction.selectFrom('groups').select(['id', 'rule']).where('id', 'in', ids).orderBy('id')
  const rows = await (transaction.getExecutor().adapter instanceof PostgresAdapter ? rules.forShare() : rules).execute()
  return new Map(rows.map(({ id, rule }) => [id, rule]))
}
