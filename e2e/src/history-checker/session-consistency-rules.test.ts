// The rule of sessions: small histories in which a session is there from its sign-in until something ends it, and some in which it is not.
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

describe('a session', () => {
  test('is there until it is ended, and while its end is under way nobody can say', () => {
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
  test('accepted after its end was acknowledged', () => {
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
  test('refused though nobody has ended it', () => {
    expect(
      listBrokenConsistencyRules({
        written: [signInHistoryOperationFixture, readSessionTuple(20, 30, null)],
        lines: firstSignInAuditLogEntryFixtures,
      }),
    ).toEqual([['session', [1, 2]]])
  })
  test('acknowledged, and not there at the end', () => {
    const lost = { sessions: [] }
    expect(
      listBrokenConsistencyRules({
        written: [signInHistoryOperationFixture],
        final: lost,
        lines: firstSignInAuditLogEntryFixtures,
      }),
    ).toEqual([['session', [1]]])
  })
  test('whose end is indeterminate can have ended or not, and at any later time', () => {
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
  test('ends with its wallet, its person, and by another session of theirs, and not by a refusal', () => {
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
