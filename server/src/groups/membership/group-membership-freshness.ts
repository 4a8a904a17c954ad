// While a chain is unreachable, the last result is valid for a grace period; then membership ends.
import type { ServerLimitValues } from '@countersign/api/server-limits'
import type { GroupMembersTable } from '../../platform/database/database-schema.ts'
import type { GroupRuleOutcome } from './group-rule-evaluation.ts'
import type { GroupWithPersonMembership } from './group-member-store.ts'

export type GroupMembershipLimits = Pick<
  ServerLimitValues,
  'groupRecheckSeconds' | 'groupUnreachableSeconds' | 'ensNameRefreshSeconds'
>

export type GroupMembershipReadLimits = GroupMembershipLimits & Pick<ServerLimitValues, 'chainReadTimeoutSeconds'>

const retryMs = 30_000

/** Value of `recheck_at` for people without a session. */
export const groupMembershipNeverDueTimestamp = Number.MAX_SAFE_INTEGER

/** The clock of another instance can be ahead by this much. */
export const maxClockSkewMs = 60_000

export type GroupMembershipRecord = Omit<GroupMembersTable, 'group_id' | 'person_id'>

const hasMembershipRecord = (
  state: GroupWithPersonMembership,
): state is GroupWithPersonMembership & GroupMembershipRecord => state.is_member !== null

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

export function isCurrentGroupMember(
  state: GroupWithPersonMembership,
  limits: GroupMembershipLimits,
  now: number,
): boolean {
  return hasMembershipRecord(state) && state.is_member === 1 && getAgeMs(state, now) < getRetentionMs(limits)
}

/** Returns milliseconds since 1970. Checks before this time are no longer valid. */
export const getGroupMembershipExpiryCutoff = (limits: GroupMembershipLimits, now: number): number =>
  now - getRetentionMs(limits)

/** A future time counts as a past one, because the clock may have been set back (THREATS N14). */
const getAgeMs = ({ checked_at }: GroupMembershipRecord, now: number): number => Math.abs(now - checked_at)

const getRetentionMs = ({ groupRecheckSeconds, groupUnreachableSeconds }: GroupMembershipLimits): number =>
  Math.max(groupRecheckSeconds, groupUnreachableSeconds) * 1000

/** `before` is undefined if the person was never checked for this group. */
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
  if (before === undefined) return { is_member: 0, checked_at: 0, ...unreachable }
  const stays = before.is_member === 1 && getAgeMs(before, now) < limits.groupUnreachableSeconds * 1000
  return { is_member: stays ? 1 : 0, checked_at: before.checked_at, ...unreachable }
}

/** Returns milliseconds since 1970. Names read before this time are no longer valid. */
export const getEnsNameExpiryCutoff = (
  { ensNameRefreshSeconds, groupUnreachableSeconds }: GroupMembershipLimits,
  now: number,
): number => now - (ensNameRefreshSeconds + groupUnreachableSeconds) * 1000
