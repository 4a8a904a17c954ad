// For how long it counts what was read of a person and a group, and what becomes of it while a chain cannot be read. What was known
// stays for a while, counted from the last reading that worked; then nobody belongs any more: a group fails closed.
import type { ServerLimitValues } from '@countersign/api/server-limits'
import type { GroupMembersTable } from '../../platform/database/database-schema.ts'
import type { GroupRuleOutcome } from './group-rule-evaluation.ts'
import type { GroupWithPersonMembership } from './group-member-store.ts'

export type GroupMembershipLimits = Pick<
  ServerLimitValues,
  'groupRecheckSeconds' | 'groupUnreachableSeconds' | 'ensNameRefreshSeconds'
>

export type GroupMembershipReadLimits = GroupMembershipLimits & Pick<ServerLimitValues, 'chainReadTimeoutSeconds'>

/** How soon a chain that could not be read is asked again. */
const retryMs = 30_000

/** When nobody is signed in, nobody has to be looked at. */
export const groupMembershipNeverDueTimestamp = Number.MAX_SAFE_INTEGER

/** Another instance's clock can be ahead by so much. */
export const maxClockSkewMs = 60_000

export type GroupMembershipRecord = Omit<GroupMembersTable, 'group_id' | 'person_id'>

const hasMembershipRecord = (
  state: GroupWithPersonMembership,
): state is GroupWithPersonMembership & GroupMembershipRecord => state.is_member !== null

/** Whether it has to be read anew before anybody relies on it. */
export function isGroupMembershipStale(
  state: GroupWithPersonMembership,
  { groupRecheckSeconds }: GroupMembershipLimits,
  now: number,
): boolean {
  if (!hasMembershipRecord(state)) return true
  const recheckMs = groupRecheckSeconds * 1000
  if (state.unreachable_since === null) return now - state.checked_at >= recheckMs || state.checked_at > now
  return state.recheck_at <= now || state.recheck_at > now + recheckMs
}

/** Whether the person belongs to the group as far as is known now. */
export function isCurrentGroupMember(
  state: GroupWithPersonMembership,
  limits: GroupMembershipLimits,
  now: number,
): boolean {
  return hasMembershipRecord(state) && state.is_member === 1 && getAgeMs(state, now) < getRetentionMs(limits)
}

/** What was read of a member at this moment or before counts no more: `isMemberNow`, for who asks the database. */
export const getGroupMembershipExpiryCutoff = (limits: GroupMembershipLimits, now: number): number =>
  now - getRetentionMs(limits)

/** A clock can have been set back since (THREATS N14): what was read in the future is as old. */
const getAgeMs = ({ checked_at }: GroupMembershipRecord, now: number): number => Math.abs(now - checked_at)

const getRetentionMs = ({ groupRecheckSeconds, groupUnreachableSeconds }: GroupMembershipLimits): number =>
  Math.max(groupRecheckSeconds, groupUnreachableSeconds) * 1000

/**
 * What is known after a reading.
 * @param before what was known; undefined where the two were never looked at
 */
export function computeUpdatedGroupMembershipRecord(
  before: GroupMembershipRecord | undefined,
  outcome: GroupRuleOutcome,
  limits: GroupMembershipLimits,
  now: number,
): GroupMembershipRecord {
  const recheckMs = limits.groupRecheckSeconds * 1000
  if (outcome !== 'unknown')
    return {
      is_member: outcome === 'met' ? 1 : 0,
      checked_at: now,
      unreachable_since: null,
      recheck_at: now + recheckMs,
    }
  const unreachable = {
    unreachable_since: before?.unreachable_since ?? now,
    recheck_at: now + Math.min(retryMs, recheckMs),
  }
  // Whoever was never read belongs to nothing.
  if (before === undefined) return { is_member: 0, checked_at: 0, ...unreachable }
  const stays = before.is_member === 1 && getAgeMs(before, now) < limits.groupUnreachableSeconds * 1000
  return { is_member: stays ? 1 : 0, checked_at: before.checked_at, ...unreachable }
}

/** A name that was read before this moment is not relied on: its chain could not be read for too long since it was due. */
export const getEnsNameExpiryCutoff = (
  { ensNameRefreshSeconds, groupUnreachableSeconds }: GroupMembershipLimits,
  now: number,
): number => now - (ensNameRefreshSeconds + groupUnreachableSeconds) * 1000
