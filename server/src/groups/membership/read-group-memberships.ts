import type {
  DatabaseQueryBuilder,
  DatabaseTransaction,
} from '../../platform/database/open-sqlite-or-postgres-database.ts'
import { isCurrentGroupMember, isGroupMembershipStale } from './group-membership-freshness.ts'
import type { GroupMembershipLimits } from './group-membership-freshness.ts'
import { refreshGroupMemberships } from './refresh-group-memberships.ts'
import type { GroupMembershipRefreshContext } from './refresh-group-memberships.ts'
import { hasNoneOfRuleCondition } from '../../store/groups/group-rule-types.ts'
import { lockAllGroupRows, listGroups } from '../../store/groups/group-store.ts'
import { listGroupsWithPersonMembership } from './group-member-store.ts'
import type { GroupWithPersonMembership } from './group-member-store.ts'

export interface GroupMembership {
  id: string
  name: string
}

/** May wait for chains, so it must not be called in a transaction. */
export async function readGroupMemberships(
  context: GroupMembershipRefreshContext,
  personId: string,
  groupIds: readonly string[] | 'all',
  now: number,
): Promise<GroupMembership[]> {
  const { queries } = context.database
  const isAsked = ({ id }: GroupWithPersonMembership): boolean => groupIds === 'all' || groupIds.includes(id)
  const states = (await listGroupsWithPersonMembership(queries, personId)).filter(isAsked)
  const stale = states.filter((state) => isGroupMembershipStale(state, context.limits, now)).map(({ id }) => id)
  if (stale.length === 0) return toGroupMemberships(states, context.limits, now)
  await refreshGroupMemberships(context, { personId, groupIds: stale }, now)
  return toGroupMemberships(
    (await listGroupsWithPersonMembership(queries, personId)).filter(isAsked),
    context.limits,
    now,
  )
}

export async function hasUnreadableGroupMemberships(
  queries: DatabaseQueryBuilder,
  personId: string,
  groupIds: readonly string[],
): Promise<boolean> {
  const states = await listGroupsWithPersonMembership(queries, personId)
  return states.some(({ id, unreachable_since }) => groupIds.includes(id) && unreachable_since !== null)
}

const toGroupMemberships = (
  states: readonly GroupWithPersonMembership[],
  limits: GroupMembershipLimits,
  now: number,
): GroupMembership[] =>
  states.filter((state) => isCurrentGroupMember(state, limits, now)).map(({ id, name }) => ({ id, name }))

/** Only a "none of" rule can end a membership. The caller must hold the lock on the person. */
export async function invalidateMembershipsOnWalletAdded(
  transaction: DatabaseTransaction,
  personId: string,
): Promise<void> {
  await lockAllGroupRows(transaction)
  const groups = await listGroups(transaction)
  const barring = groups.filter(({ rule }) => hasNoneOfRuleCondition(rule)).map(({ id }) => id)
  await transaction.deleteFrom('group_members').where('person_id', '=', personId).where('is_member', '=', 0).execute()
  if (barring.length === 0) return
  await transaction
    .updateTable('group_members')
    .set({ checked_at: 0, recheck_at: 0 })
    .where('person_id', '=', personId)
    .where('group_id', 'in', barring)
    .execute()
}

/** Ends memberships even if a chain is unreachable. The caller must hold the lock on the person. */
export async function invalidateMembershipsOnWalletRemoved(
  transaction: DatabaseTransaction,
  personId: string,
  now: number,
): Promise<void> {
  await lockAllGroupRows(transaction)
  await transaction
    .updateTable('group_members')
    .set({ checked_at: 0, recheck_at: now })
    .where('person_id', '=', personId)
    .where('is_member', '=', 1)
    .execute()
}

export async function deleteGroupMembershipsOfPeople(
  transaction: DatabaseTransaction,
  personIds: readonly string[],
): Promise<void> {
  await lockAllGroupRows(transaction)
  await transaction.deleteFrom('group_members').where('person_id', 'in', personIds).execute()
}
