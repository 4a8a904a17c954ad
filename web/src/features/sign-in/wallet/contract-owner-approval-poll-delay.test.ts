import { expect, test } from 'vitest'
import { getContractOwnerApprovalPollDelay } from './wallet-proof-phases.ts'

test('the owner approval poll delay grows from 15 seconds to one minute', () => {
  expect([0, 3, 4, 9, 10, 500].map(getContractOwnerApprovalPollDelay)).toEqual([
    15_000, 15_000, 30_000, 30_000, 60_000, 60_000,
  ])
})

test('owner approval is polled at most 5 times a minute and fewer than 70 times an hour', () => {
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
