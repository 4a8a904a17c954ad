// How often a page asks whether the owners have approved: several people may wait behind one address, all day.
import { expect, test } from 'vitest'
import { getContractOwnerApprovalPollDelay } from './wallet-proof-phases.ts'

test('it is asked soon at first, and at last once a minute', () => {
  expect([0, 3, 4, 9, 10, 500].map(getContractOwnerApprovalPollDelay)).toEqual([
    15_000, 15_000, 30_000, 30_000, 60_000, 60_000,
  ])
})

test('in an hour it is asked fewer than seventy times, and never more than five times in a minute', () => {
  const moments: number[] = []
  for (
    let at = getContractOwnerApprovalPollDelay(0);
    at <= 3_600_000;
    at += getContractOwnerApprovalPollDelay(moments.length)
  )
    moments.push(at)
  expect(moments.length).toBeLessThan(70)
  expect(
    Math.max(...moments.map((moment) => moments.filter((other) => other >= moment && other < moment + 60_000).length)),
  ).toBeLessThanOrEqual(5)
})
