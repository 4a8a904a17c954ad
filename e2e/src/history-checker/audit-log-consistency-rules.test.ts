// Tests the audit log rules: which entries a history must have, may have, and in which order.
import { describe, expect, test } from 'vitest'
import {
  createSignOutHistoryOperationFixture,
  endedSessionFinalStateFixture,
  consistencyTestPersonId,
  consistencyTestWalletAddress,
  firstSignInAuditLogEntryFixtures,
  listBrokenConsistencyRules,
  createSessionEndedAuditLogEntryFixture,
  createSessionStartedAuditLogEntryFixtures,
  signInHistoryOperationFixture,
} from './consistency-test-history-fixtures.ts'
import type { ConsistencyTestOperationTuple } from './consistency-test-history-fixtures.ts'

describe('Audit log rules', () => {
  test('report an acknowledged operation without an entry', () => {
    expect(
      listBrokenConsistencyRules({
        written: [signInHistoryOperationFixture, createSignOutHistoryOperationFixture(20, 30)],
        final: endedSessionFinalStateFixture,
        lines: firstSignInAuditLogEntryFixtures,
      }),
    ).toEqual([['line-missing', [2]]])
  })
  test('report an entry without an operation, and duplicate entries', () => {
    const suspended = { type: 'person.suspended' }
    expect(
      listBrokenConsistencyRules({
        written: [signInHistoryOperationFixture],
        lines: [...firstSignInAuditLogEntryFixtures, suspended],
      }),
    ).toEqual([['line-unexplained', []]])
    const twice = [
      ...firstSignInAuditLogEntryFixtures,
      createSessionEndedAuditLogEntryFixture(),
      createSessionEndedAuditLogEntryFixture(),
    ]
    expect(
      listBrokenConsistencyRules({
        written: [signInHistoryOperationFixture, createSignOutHistoryOperationFixture(20, 30)],
        final: endedSessionFinalStateFixture,
        lines: twice,
      }),
    ).toEqual([['line-unexplained', [2]]])
  })
  test('accept an unanswered operation with or without an entry', () => {
    const unanswered: ConsistencyTestOperationTuple = [
      'sign-in',
      20,
      30,
      { wallet: consistencyTestWalletAddress, spends: 'n2' },
      'info',
    ]
    const final = {
      sessions: [
        { id: 's1', isLive: true },
        { id: 's2', isLive: true },
      ],
    }
    expect(
      listBrokenConsistencyRules({
        written: [signInHistoryOperationFixture, unanswered],
        lines: firstSignInAuditLogEntryFixtures,
      }),
    ).toEqual([])
    expect(
      listBrokenConsistencyRules({
        written: [signInHistoryOperationFixture, unanswered],
        final,
        lines: [...firstSignInAuditLogEntryFixtures, ...createSessionStartedAuditLogEntryFixtures('s2', 2)],
      }),
    ).toEqual([])
  })
  test('report entries whose order contradicts operations that did not overlap', () => {
    const late: ConsistencyTestOperationTuple = [
      'sign-in',
      5000,
      5010,
      { person: consistencyTestPersonId, wallet: consistencyTestWalletAddress, spends: 'n2', made: 's2' },
    ]
    const final = {
      sessions: [
        { id: 's1', isLive: true },
        { id: 's2', isLive: true },
      ],
    }
    const [created = {}, linked = {}, first = {}] = firstSignInAuditLogEntryFixtures
    const second = createSessionStartedAuditLogEntryFixtures('s2', 2)[0] ?? {}
    const written = [signInHistoryOperationFixture, late]
    expect(listBrokenConsistencyRules({ written, final, lines: [created, linked, first, second] })).toEqual([])
    expect(listBrokenConsistencyRules({ written, final, lines: [created, linked, second, first] })).toEqual([
      ['line-order', [1, 2]],
    ])
  })
})
