// The SQL of group members.
import { sql } from 'kysely'
import type {
  DatabaseQueryBuilder,
  DatabaseTransaction,
} from '../../platform/database/open-sqlite-or-postgres-database.ts'
import { prepareSqlQuery } from '../../platform/database/prepare-and-pipeline-sql-queries.ts'
import type { GroupMembersTable, GroupsTable } from '../../platform/database/database-schema.ts'

/** `checked_at` of a member for whom the present rule was never checked. */
export const groupMembershipNeverCheckedTimestamp = 0

/** What was known by another rule is known no more: everybody is looked at anew, as soon as it matters. */
export async function markGroupMembershipsForRecheck(
  transaction: DatabaseTransaction,
  groupId: string,
  now: number,
): Promise<void> {
  await transaction
    .updateTable('group_members')
    .set({ checked_at: groupMembershipNeverCheckedTimestamp, recheck_at: now })
    .where('group_id', '=', groupId)
    .execute()
}

export async function deleteGroupMembers(transaction: DatabaseTransaction, groupId: string): Promise<void> {
  await transaction.deleteFrom('group_members').where('group_id', '=', groupId).execute()
}

export interface GroupMemberCountResult {
  /** Who met the rule when it was last checked for them, however long ago that is. */
  members: number
  /** Those of them whose check still counts (`getMemberCutoff`). */
  membersCheckedRecently: number
}

/**
 * Counts the members of each group that has any.
 * @param since `getMemberCutoff` of now
 */
export async function countGroupMembers(
  queries: DatabaseQueryBuilder,
  since: number,
): Promise<Map<string, GroupMemberCountResult>> {
  const rows = await queries
    .selectFrom('group_members')
    .select([
      'group_id',
      (expression) => expression.fn.countAll<number | string>().as('members'),
      sql<number | string>`sum(case when checked_at > ${since} then 1 else 0 end)`.as('recent'),
    ])
    .where('is_member', '=', 1)
    .where('checked_at', '>', groupMembershipNeverCheckedTimestamp)
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
export type GroupWithPersonMembership = Pick<GroupsTable, 'id' | 'name'> & {
  [Column in keyof Omit<GroupMembersTable, 'group_id' | 'person_id'>]: GroupMembersTable[Column] | null
}

const selectGroupsWithMembership = prepareSqlQuery((queries, personId: string) =>
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
      'member.recheck_at',
    ])
    .orderBy('groups.id'),
)

/** Every group with what is known of a person and it, in the order of the groups' ids. */
export async function listGroupsWithPersonMembership(
  queries: DatabaseQueryBuilder,
  personId: string,
): Promise<GroupWithPersonMembership[]> {
  return selectGroupsWithMembership(queries, personId)
}
