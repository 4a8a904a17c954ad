// Tests how long membership checks stay valid.
import { expect, test } from 'vitest'
import {
  isCurrentGroupMember,
  isGroupMembershipStale,
  computeUpdatedGroupMembershipRecord,
  groupMembershipNeverDueTimestamp,
} from './group-membership-freshness.ts'
import type { GroupMembershipRecord } from './group-membership-freshness.ts'

const limits = { groupRecheckSeconds: 300, groupUnreachableSeconds: 3600, ensNameRefreshSeconds: 86_400 }
const minute = 60_000
const start = 1_000_000 * minute
const at = (known: GroupMembershipRecord) => ({ id: 'group', name: 'Group', ...known })
const look = (known: GroupMembershipRecord, now: number): [stale: boolean, member: boolean] => [
  isGroupMembershipStale(at(known), limits, now),
  isCurrentGroupMember(at(known), limits, now),
]

test('a group membership stays fresh for five minutes', () => {
  const known = computeUpdatedGroupMembershipRecord(undefined, 'met', limits, start)
  expect(known).toEqual({ is_member: 1, checked_at: start, unreachable_since: null, recheck_at: start + 5 * minute })
  expect(look(known, start)).toEqual([false, true])
  expect(look(known, start + 5 * minute - 1)).toEqual([false, true])
  expect(look(known, start + 5 * minute)).toEqual([true, true])
  expect(computeUpdatedGroupMembershipRecord(known, 'not-met', limits, start + minute)).toMatchObject({
    is_member: 0,
    checked_at: start + minute,
  })
})

test('an unknown result is retried after 30 seconds and keeps membership for at most an hour', () => {
  let known = computeUpdatedGroupMembershipRecord(
    computeUpdatedGroupMembershipRecord(undefined, 'met', limits, start),
    'unknown',
    limits,
    start + 5 * minute,
  )
  expect(known).toEqual({
    is_member: 1,
    checked_at: start,
    unreachable_since: start + 5 * minute,
    recheck_at: start + 5.5 * minute,
  })
  expect(look(known, start + 5.5 * minute - 1)).toEqual([false, true])
  expect(look(known, start + 5.5 * minute)).toEqual([true, true])
  known = computeUpdatedGroupMembershipRecord(known, 'unknown', limits, start + 60 * minute - 1)
  expect(known).toMatchObject({ is_member: 1, unreachable_since: start + 5 * minute })
  expect(look(known, start + 60 * minute)).toEqual([false, false])
  known = computeUpdatedGroupMembershipRecord(known, 'unknown', limits, start + 60 * minute)
  expect(known).toMatchObject({ is_member: 0, checked_at: start })
  expect(computeUpdatedGroupMembershipRecord(known, 'unknown', limits, start + 61 * minute)).toMatchObject({
    is_member: 0,
  })
  expect(computeUpdatedGroupMembershipRecord(known, 'met', limits, start + 61 * minute)).toMatchObject({
    is_member: 1,
    unreachable_since: null,
  })
})

test('a membership last checked long ago gets no grace period when the chain is unavailable', () => {
  const before = {
    ...computeUpdatedGroupMembershipRecord(undefined, 'met', limits, start),
    recheck_at: groupMembershipNeverDueTimestamp,
  }
  expect(look(before, start + 10_000 * minute)).toEqual([true, false])
  expect(computeUpdatedGroupMembershipRecord(before, 'unknown', limits, start + 10_000 * minute)).toMatchObject({
    is_member: 0,
  })
})

test('a membership that was never evaluated does not count', () => {
  const known = computeUpdatedGroupMembershipRecord(undefined, 'unknown', limits, start)
  expect(known).toMatchObject({ is_member: 0, checked_at: 0, unreachable_since: start })
  expect(look(known, start)).toEqual([false, false])
  expect(
    isGroupMembershipStale(
      { id: 'group', name: 'Group', is_member: null, checked_at: null, unreachable_since: null, recheck_at: null },
      limits,
      start,
    ),
  ).toBe(true)
})

test('N14: setting the clock back does not extend a group membership', () => {
  const known = computeUpdatedGroupMembershipRecord(undefined, 'met', limits, start)
  expect(look(known, start - 1)).toEqual([true, true])
  expect(look(known, start - 60 * minute)).toEqual([true, false])
  expect(computeUpdatedGroupMembershipRecord(known, 'unknown', limits, start - 60 * minute)).toMatchObject({
    is_member: 0,
  })
  const unreachable = computeUpdatedGroupMembershipRecord(known, 'unknown', limits, start)
  expect(isGroupMembershipStale(at(unreachable), limits, start - 10 * minute)).toBe(true)
})
