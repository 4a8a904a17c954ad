// The SQL of groups, and of who is known to belong to them.
import { PostgresAdapter, sql } from 'kysely'
import type { Queries, Transaction } from '../../platform/database/open-database.ts'
import { prepare } from '../../platform/database/prepared.ts'
import type { GroupMembersTable, GroupsTable } from '../../platform/database/schema.ts'
import type { GroupDefinition } from '../../groups/membership/definition.ts'
import type { Rule } from './rule.ts'

/** A group as it is stored. */
export type GroupRecord = GroupDefinition & { createdAt: number; changedAt: number }

const readRow = (row: GroupsTable): GroupRecord => ({
  id: row.id,
  name: row.name,
  description: row.description,
  rule: JSON.parse(row.rule) as Rule,
  createdAt: row.created_at,
  changedAt: row.changed_at,
})

export async function findGroup(queries: Queries, id: string): Promise<GroupRecord | undefined> {
  const row = await queries.selectFrom('groups').selectAll().where('id', '=', id).executeTakeFirst()
  return row && readRow(row)
}

/** Every group, in the order of their ids; their number is bounded. */
export async function listGroups(queries: Queries): Promise<GroupRecord[]> {
  return (await queries.selectFrom('groups').selectAll().orderBy('id').execute()).map(readRow)
}

/** Which of these there are. */
export async function listGroupIds(queries: Queries, ids: readonly string[]): Promise<Set<string>> {
  if (ids.length === 0) return new Set()
  return new Set((await queries.selectFrom('groups').select('id').where('id', 'in', ids).execute()).map(({ id }) => id))
}

/** The names that people read, of those that there are. */
export async function listGroupNames(queries: Queries, ids: readonly string[]): Promise<string[]> {
  if (ids.length === 0) return []
  return (await queries.selectFrom('groups').select('name').where('id', 'in', ids).orderBy('name').execute()).map(
    ({ name }) => name,
  )
}

/** @returns whether it was new */
export async function insertGroup(
  transaction: Transaction,
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

/**
 * Reads a group that is about to be changed or removed, and holds it until the transaction ends: whoever writes down who belongs to it
 * has done so, or waits and finds it changed.
 */
export async function lockGroup(transaction: Transaction, id: string): Promise<GroupRecord | undefined> {
  const row = await transaction
    .updateTable('groups')
    .set((expression) => ({ changed_at: expression.ref('changed_at') }))
    .where('id', '=', id)
    .returningAll()
    .executeTakeFirst()
  return row && readRow(row)
}

/**
 * Keeps all groups as they are until the transaction ends, for whoever touches what is known of a person and several of them. Who changes
 * groups holds those first, and then what is known of everybody and them: taken the other way round, the two would wait for each other.
 * On SQLite nobody writes beside us anyway.
 */
export async function keepGroups(transaction: Transaction): Promise<void> {
  if (!(transaction.getExecutor().adapter instanceof PostgresAdapter)) return
  await transaction.selectFrom('groups').select('id').orderBy('id').forShare().execute()
}

export async function updateGroup(
  transaction: Transaction,
  { id, name, description, rule, changedAt }: GroupRecord,
): Promise<void> {
  await transaction
    .updateTable('groups')
    .set({ name, description, rule: JSON.stringify(rule), changed_at: changedAt })
    .where('id', '=', id)
    .execute()
}

/** What was known by another rule is known no more: everybody is looked at anew, as soon as it matters. */
/** `checked_at` of a member for whom the present rule was never checked. */
export const checkedNever = 0

export async function forgetMembers(transaction: Transaction, groupId: string, now: number): Promise<void> {
  await transaction
    .updateTable('group_members')
    .set({ checked_at: checkedNever, due_at: now })
    .where('group_id', '=', groupId)
    .execute()
}

export async function deleteGroup(transaction: Transaction, id: string): Promise<void> {
  await transaction.deleteFrom('group_members').where('group_id', '=', id).execute()
  await transaction.deleteFrom('groups').where('id', '=', id).execute()
}

export interface MemberCount {
  /** Who met the rule when it was last checked for them, however long ago that is. */
  members: number
  /** Those of them whose check still counts (`memberSince`). */
  membersCheckedRecently: number
}

/**
 * Counts the members of each group that has any.
 * @param since `memberSince` of now
 */
export async function countMembers(queries: Queries, since: number): Promise<Map<string, MemberCount>> {
  const rows = await queries
    .selectFrom('group_members')
    .select([
      'group_id',
      (expression) => expression.fn.countAll<number | string>().as('members'),
      sql<number | string>`sum(case when checked_at > ${since} then 1 else 0 end)`.as('recent'),
    ])
    .where('is_member', '=', 1)
    .where('checked_at', '>', checkedNever)
    .groupBy('group_id')
    .execute()
  return new Map(
    rows.map(({ group_id, members, recent }) => [
      group_id,
      { members: Number(members), membersCheckedRecently: Number(recent) },
    ]),
  )
}

/** A group, with what is known of one person and it. */
export type GroupState = Pick<GroupsTable, 'id' | 'name'> & {
  [Column in keyof Omit<GroupMembersTable, 'group_id' | 'person_id'>]: GroupMembersTable[Column] | null
}

const selectStates = prepare((queries, personId: string) =>
  queries
    .selectFrom('groups')
    .leftJoin('group_members as member', (join) =>
      join.onRef('member.group_id', '=', 'groups.id').on('member.person_id', '=', personId),
    )
    .select([
      'groups.id',
      'groups.name',
      'member.is_member',
      'member.checked_at',
      'member.unreachable_since',
      'member.due_at',
    ])
    .orderBy('groups.id'),
)

/** Every group with what is known of a person and it, in the order of the groups' ids. */
export async function listStates(queries: Queries, personId: string): Promise<GroupState[]> {
  return selectStates(queries, personId)
}
