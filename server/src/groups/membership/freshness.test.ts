// For how long what was read counts, minute by minute.
import { expect, test } from 'vitest'
import { isMemberNow, isStale, learn, neverDue } from './freshness.ts'
import type { Known } from './freshness.ts'

const limits = { groupRecheckSeconds: 300, groupUnreachableSeconds: 3600, walletNameSeconds: 86_400 }
const minute = 60_000
const start = 1_000_000 * minute
const at = (known: Known) => ({ id: 'group', name: 'Group', ...known })
const look = (known: Known, now: number): [stale: boolean, member: boolean] => [
  isStale(at(known), limits, now),
  isMemberNow(at(known), limits, now),
]

test('what was read counts for five minutes', () => {
  const known = learn(undefined, 'holds', limits, start)
  expect(known).toEqual({ is_member: 1, checked_at: start, unreachable_since: null, due_at: start + 5 * minute })
  expect(look(known, start)).toEqual([false, true])
  expect(look(known, start + 5 * minute - 1)).toEqual([false, true])
  expect(look(known, start + 5 * minute)).toEqual([true, true])
  expect(learn(known, 'not', limits, start + minute)).toMatchObject({ is_member: 0, checked_at: start + minute })
})

test('what cannot be read is asked again in half a minute, and kept for an hour since it was read', () => {
  let known = learn(learn(undefined, 'holds', limits, start), 'unknown', limits, start + 5 * minute)
  expect(known).toEqual({
    is_member: 1,
    checked_at: start,
    unreachable_since: start + 5 * minute,
    due_at: start + 5.5 * minute,
  })
  expect(look(known, start + 5.5 * minute - 1)).toEqual([false, true])
  expect(look(known, start + 5.5 * minute)).toEqual([true, true])
  known = learn(known, 'unknown', limits, start + 60 * minute - 1)
  expect(known).toMatchObject({ is_member: 1, unreachable_since: start + 5 * minute })
  expect(look(known, start + 60 * minute)).toEqual([false, false])
  known = learn(known, 'unknown', limits, start + 60 * minute)
  expect(known).toMatchObject({ is_member: 0, checked_at: start })
  // It does not come back by itself.
  expect(learn(known, 'unknown', limits, start + 61 * minute)).toMatchObject({ is_member: 0 })
  expect(learn(known, 'holds', limits, start + 61 * minute)).toMatchObject({ is_member: 1, unreachable_since: null })
})

test('who was away for months is not kept for an hour from their return', () => {
  const before = { ...learn(undefined, 'holds', limits, start), due_at: neverDue }
  expect(look(before, start + 10_000 * minute)).toEqual([true, false])
  expect(learn(before, 'unknown', limits, start + 10_000 * minute)).toMatchObject({ is_member: 0 })
})

test('who was never read belongs to nothing', () => {
  const known = learn(undefined, 'unknown', limits, start)
  expect(known).toMatchObject({ is_member: 0, checked_at: 0, unreachable_since: start })
  expect(look(known, start)).toEqual([false, false])
  expect(
    isStale(
      { id: 'group', name: 'Group', is_member: null, checked_at: null, unreachable_since: null, due_at: null },
      limits,
      start,
    ),
  ).toBe(true)
})

test('N14 a clock that is set back makes nothing count for longer', () => {
  const known = learn(undefined, 'holds', limits, start)
  expect(look(known, start - 1)).toEqual([true, true])
  expect(look(known, start - 60 * minute)).toEqual([true, false])
  expect(learn(known, 'unknown', limits, start - 60 * minute)).toMatchObject({ is_member: 0 })
  const unreachable = learn(known, 'unknown', limits, start)
  expect(isStale(at(unreachable), limits, start - 10 * minute)).toBe(true)
})
