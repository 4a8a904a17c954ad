import { sql } from 'kysely'
import type {
  DatabaseQueryBuilder,
  DatabaseTransaction,
} from '../../platform/database/open-sqlite-or-postgres-database.ts'
import { prepareSqlQuery } from '../../platform/database/prepare-and-pipeline-sql-queries.ts'
import type { GroupMembersTable, GroupsTable } from '../../platform/database/database-schema.ts'

/** Value of `checked_at` for a member not yet checked against the current rule. */
export const groupMembershipNeverCheckedTimestamp = 0

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
  members: number
  membersCheckedRecently: number
}

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

export async function listGroupsWithPersonMembership(
  queries: DatabaseQueryBuilder,
  personId: string,
): Promise<GroupWithPersonMembership[]> {
  return selectGroupsWithMembership(queries, personId)
}
