// Tests the session rule with small histories, valid and invalid.
import { describe, expect, test } from 'vitest'
import type {
  ConsistencyTestOperationDetails,
  ConsistencyTestOperationKind,
  ConsistencyTestOperationOutcome,
} from './consistency-test-operation-types.ts'
import {
  consistencyTestPersonId,
  consistencyTestWalletAddress,
  listBrokenConsistencyRules,
  signInHistoryOperationFixture,
  createSessionStartedAuditLogEntryFixtures,
  firstSignInAuditLogEntryFixtures,
  createSessionEndedAuditLogEntryFixture,
  endedSessionFinalStateFixture,
  createSignOutHistoryOperationFixture,
} from './consistency-test-history-fixtures.ts'
import type { ConsistencyTestOperationTuple } from './consistency-test-history-fixtures.ts'

const readSessionTuple = (
  from: number,
  to: number,
  found: string | null,
  session = 's1',
): ConsistencyTestOperationTuple => ['read-session', from, to, { session, person: consistencyTestPersonId, found }]

describe('Session rule', () => {
  test('accepts a session that works until it ends, and either outcome while it is being ended', () => {
    const written = [
      signInHistoryOperationFixture,
      readSessionTuple(20, 30, consistencyTestPersonId),
      createSignOutHistoryOperationFixture(40, 60),
      readSessionTuple(45, 50, consistencyTestPersonId),
      readSessionTuple(45, 50, null),
      readSessionTuple(70, 80, null),
    ]
    expect(
      listBrokenConsistencyRules({
        written,
        final: endedSessionFinalStateFixture,
        lines: [...firstSignInAuditLogEntryFixtures, createSessionEndedAuditLogEntryFixture()],
      }),
    ).toEqual([])
  })
  test('reports a session accepted after its end was acknowledged', () => {
    const written = [
      signInHistoryOperationFixture,
      createSignOutHistoryOperationFixture(20, 30),
      readSessionTuple(40, 50, consistencyTestPersonId),
    ]
    expect(
      listBrokenConsistencyRules({
        written,
        final: endedSessionFinalStateFixture,
        lines: [...firstSignInAuditLogEntryFixtures, createSessionEndedAuditLogEntryFixture()],
      }),
    ).toEqual([['session', [2, 3]]])
  })
  test('reports a session refused although nothing ended it', () => {
    expect(
      listBrokenConsistencyRules({
        written: [signInHistoryOperationFixture, readSessionTuple(20, 30, null)],
        lines: firstSignInAuditLogEntryFixtures,
      }),
    ).toEqual([['session', [1, 2]]])
  })
  test('reports an acknowledged session missing from the final state', () => {
    const lost = { sessions: [] }
    expect(
      listBrokenConsistencyRules({
        written: [signInHistoryOperationFixture],
        final: lost,
        lines: firstSignInAuditLogEntryFixtures,
      }),
    ).toEqual([['session', [1]]])
  })
  test('accepts a session with an unanswered sign-out as ended at any later time, or never', () => {
    const written = [
      signInHistoryOperationFixture,
      createSignOutHistoryOperationFixture(20, 30, 'info'),
      readSessionTuple(40, 50, consistencyTestPersonId),
      readSessionTuple(60, 70, null),
    ]
    expect(
      listBrokenConsistencyRules({
        written,
        final: endedSessionFinalStateFixture,
        lines: [...firstSignInAuditLogEntryFixtures, createSessionEndedAuditLogEntryFixture()],
      }),
    ).toEqual([])
    expect(
      listBrokenConsistencyRules({
        written: [signInHistoryOperationFixture, createSignOutHistoryOperationFixture(20, 30, 'info')],
        lines: firstSignInAuditLogEntryFixtures,
      }),
    ).toEqual([])
  })
  test('treats sessions as ended by unlinking and by other sessions, but not by a refused attempt', () => {
    const other: ConsistencyTestOperationTuple = [
      'sign-in',
      0,
      10,
      { person: consistencyTestPersonId, wallet: '0xb', spends: 'n2', made: 's2' },
    ]
    const both = [...firstSignInAuditLogEntryFixtures, ...createSessionStartedAuditLogEntryFixtures('s2', 2)]
    const wallets = [
      { address: consistencyTestWalletAddress, person: consistencyTestPersonId },
      { address: '0xb', person: consistencyTestPersonId },
    ]
    const sessions = [
      { id: 's1', isLive: false },
      { id: 's2', isLive: true },
    ]
    const by = (
      kind: ConsistencyTestOperationKind,
      facts: ConsistencyTestOperationDetails,
      outcome: ConsistencyTestOperationOutcome = 'ok',
    ): [string, number[]][] =>
      listBrokenConsistencyRules({
        written: [
          signInHistoryOperationFixture,
          other,
          [kind, 20, 30, facts, outcome, outcome === 'fail' ? 'sign_in_method.last' : undefined],
          readSessionTuple(40, 50, consistencyTestPersonId),
        ] as ConsistencyTestOperationTuple[],
        final: { sessions, wallets },
        lines: [...both, createSessionEndedAuditLogEntryFixture()],
      }).filter(([rule]) => rule === 'session')
    expect(by('end-other-sessions', { session: 's2', person: consistencyTestPersonId })).toEqual([['session', [3, 4]]])
    expect(by('end-session', { session: 's2', person: consistencyTestPersonId, target: 's1' })).toEqual([
      ['session', [3, 4]],
    ])
    expect(
      by('unlink', { session: 's2', person: consistencyTestPersonId, wallet: consistencyTestWalletAddress }),
    ).toEqual([['session', [3, 4]]])
    expect(by('end-other-sessions', { session: 's2', person: consistencyTestPersonId }, 'fail')).toEqual([
      ['session', [1]],
    ])
  })
})
