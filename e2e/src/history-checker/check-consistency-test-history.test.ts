// Tests the checker: for each rule, a small valid history and an invalid one
// (session-consistency-rules.test.ts covers the session rule).
import { describe, expect, test } from 'vitest'
import { buildConsistencyTestUserAgent } from './consistency-test-operation-types.ts'
import type { ConsistencyTestOperationOutcome } from './consistency-test-operation-types.ts'
import {
  consistencyTestPersonId,
  consistencyTestWalletAddress,
  listBrokenConsistencyRules,
  signInHistoryOperationFixture,
  createSessionStartedAuditLogEntryFixtures,
  firstSignInAuditLogEntryFixtures,
  createSessionEndedAuditLogEntryFixture,
  endedSessionFinalStateFixture,
} from './consistency-test-history-fixtures.ts'
import type { ConsistencyTestOperationTuple } from './consistency-test-history-fixtures.ts'

describe('Single-use values', () => {
  const again = (outcome: ConsistencyTestOperationOutcome): ConsistencyTestOperationTuple => [
    'sign-in',
    20,
    30,
    { wallet: consistencyTestWalletAddress, spends: 'n1' },
    outcome,
  ]
  test('one acceptance with any number of refused and unanswered attempts is valid', () => {
    expect(
      listBrokenConsistencyRules({
        written: [signInHistoryOperationFixture, again('fail'), again('info')],
        lines: firstSignInAuditLogEntryFixtures,
      }),
    ).toEqual([])
  })
  test('a value accepted twice is reported with both operations', () => {
    const twice: ConsistencyTestOperationTuple = [
      'sign-in',
      5,
      15,
      { person: consistencyTestPersonId, wallet: consistencyTestWalletAddress, spends: 'n1', made: 's2' },
    ]
    const final = { sessions: ['s1', 's2'].map((id) => ({ id, isLive: true })) }
    expect(
      listBrokenConsistencyRules({
        written: [signInHistoryOperationFixture, twice],
        final,
        lines: [...firstSignInAuditLogEntryFixtures, ...createSessionStartedAuditLogEntryFixtures('s2', 2)],
      }),
    ).toEqual([['spent-once', [1, 2]]])
  })
  const refreshed = (given: string): ConsistencyTestOperationTuple => ['refresh', 20, 30, { spends: 'r1', given }]
  test('a refresh token may return the same successor four times, or be kept any number of times', () => {
    const of = (count: number, given: string) => Array.from({ length: count }, () => refreshed(given))
    expect(
      listBrokenConsistencyRules({
        written: [signInHistoryOperationFixture, ...of(4, 'r2')],
        lines: firstSignInAuditLogEntryFixtures,
      }),
    ).toEqual([])
    expect(
      listBrokenConsistencyRules({
        written: [signInHistoryOperationFixture, ...of(9, 'kept')],
        lines: firstSignInAuditLogEntryFixtures,
      }),
    ).toEqual([])
    expect(
      listBrokenConsistencyRules({
        written: [signInHistoryOperationFixture, ...of(5, 'r2')],
        lines: firstSignInAuditLogEntryFixtures,
      }),
    ).toEqual([['spent-once', [2, 3, 4, 5, 6]]])
  })
  test('a refresh token with two different successors is reported with both operations', () => {
    expect(
      listBrokenConsistencyRules({
        written: [signInHistoryOperationFixture, refreshed('r2'), refreshed('r3')],
        lines: firstSignInAuditLogEntryFixtures,
      }),
    ).toEqual([['spent-once', [2, 3]]])
  })
})

describe('Person rule', () => {
  const suspend: ConsistencyTestOperationTuple = [
    'suspend',
    20,
    30,
    { person: consistencyTestPersonId, session: 'admin' },
  ]
  const restore: ConsistencyTestOperationTuple = [
    'restore',
    60,
    70,
    { person: consistencyTestPersonId, session: 'admin' },
  ]
  const suspended = [
    ...firstSignInAuditLogEntryFixtures,
    createSessionEndedAuditLogEntryFixture(),
    { type: 'person.suspended' },
  ]
  const enterAgain = (from: number, to: number): ConsistencyTestOperationTuple => [
    'sign-in',
    from,
    to,
    { person: consistencyTestPersonId, wallet: consistencyTestWalletAddress, spends: 'n2', made: 's2' },
  ]
  const final = {
    sessions: [
      { id: 's1', isLive: false },
      { id: 's2', isLive: true },
    ],
  }

  test('accepts a sign-in after the suspension was lifted', () => {
    const lines = [...suspended, { type: 'person.reactivated' }, ...createSessionStartedAuditLogEntryFixtures('s2', 4)]
    expect(
      listBrokenConsistencyRules({
        written: [signInHistoryOperationFixture, suspend, restore, enterAgain(80, 90)],
        final,
        lines,
      }),
    ).toEqual([])
  })
  test('reports a sign-in of a suspended person', () => {
    const lines = [...suspended, ...createSessionStartedAuditLogEntryFixtures('s2', 3), { type: 'person.reactivated' }]
    expect(
      listBrokenConsistencyRules({
        written: [signInHistoryOperationFixture, suspend, enterAgain(40, 50), restore],
        final,
        lines,
      }),
    ).toEqual([['person', [2, 3]]])
  })
  test('reports an acknowledged suspension missing from the final state', () => {
    expect(
      listBrokenConsistencyRules({
        written: [signInHistoryOperationFixture, suspend],
        final: endedSessionFinalStateFixture,
        lines: suspended,
      }),
    ).toEqual([['person', [2]]])
  })
  test('accepts an erased person with anonymized entries and reports one who still exists', () => {
    const written: ConsistencyTestOperationTuple[] = [
      signInHistoryOperationFixture,
      ['erase', 20, 30, { session: 's1', person: consistencyTestPersonId }],
    ]
    const nameless = [...firstSignInAuditLogEntryFixtures, createSessionEndedAuditLogEntryFixture()].map(
      ({ type = '' }) => ({
        type,
        person: null,
      }),
    )
    const lines = [...nameless, { type: 'person.erased', person: null }]
    const erased = { sessions: [], people: [], wallets: [] }
    expect(listBrokenConsistencyRules({ written, final: erased, lines })).toEqual([])
    expect(
      listBrokenConsistencyRules({
        written,
        final: { ...erased, people: [{ id: consistencyTestPersonId, status: 'active' }] },
        lines,
      }),
    ).toEqual([['person', [2]]])
  })
})

describe('Role rule', () => {
  const grant: ConsistencyTestOperationTuple = [
    'grant-role',
    20,
    30,
    { person: consistencyTestPersonId, role: 'auditor', session: 'admin' },
  ]
  const revoke: ConsistencyTestOperationTuple = [
    'revoke-role',
    40,
    50,
    { person: consistencyTestPersonId, role: 'auditor', session: 'admin' },
  ]
  const use = (from: number, to: number, found: string | null): ConsistencyTestOperationTuple => [
    'use-role',
    from,
    to,
    { session: 's1', person: consistencyTestPersonId, role: 'auditor', found },
  ]
  const lines = [
    ...firstSignInAuditLogEntryFixtures,
    { type: 'role.granted', details: { role: 'auditor' } },
    { type: 'role.revoked', details: { role: 'auditor' } },
  ]
  test('accepts a role that works until it is revoked', () => {
    expect(
      listBrokenConsistencyRules({
        written: [signInHistoryOperationFixture, grant, use(32, 35, 'auditor'), revoke, use(60, 70, null)],
        lines,
      }),
    ).toEqual([])
  })
  test('reports a role that works after revocation or is missing after it was granted', () => {
    expect(
      listBrokenConsistencyRules({
        written: [signInHistoryOperationFixture, grant, use(32, 35, null), revoke, use(60, 70, 'auditor')],
        lines,
      }),
    ).toEqual([
      ['role', [2, 3]],
      ['role', [4, 5]],
    ])
  })
})

describe('Wallet rule', () => {
  const link: ConsistencyTestOperationTuple = [
    'link',
    20,
    30,
    { session: 's1', person: consistencyTestPersonId, wallet: '0xb', spends: 'n2' },
  ]
  const linked = { type: 'wallet.linked', evidence: { address: '0xb', userAgent: buildConsistencyTestUserAgent(2) } }
  const wallets = [{ address: consistencyTestWalletAddress, person: consistencyTestPersonId }]
  test('accepts a wallet that belongs to the person who linked it', () => {
    const final = { wallets: [...wallets, { address: '0xb', person: consistencyTestPersonId }] }
    expect(
      listBrokenConsistencyRules({
        written: [signInHistoryOperationFixture, link],
        final,
        lines: [...firstSignInAuditLogEntryFixtures, linked],
      }),
    ).toEqual([])
  })
  test('reports a linked wallet without an owner in the final state', () => {
    expect(
      listBrokenConsistencyRules({
        written: [signInHistoryOperationFixture, link],
        lines: [...firstSignInAuditLogEntryFixtures, linked],
      }),
    ).toEqual([['wallet', [2]]])
  })
  test('reports the second entry of a wallet linked to two people as out of order', () => {
    const bob = { person: 'bob', evidence: { address: '0xb', userAgent: buildConsistencyTestUserAgent(3) } }
    const final = { wallets: [...wallets, { address: '0xb', person: consistencyTestPersonId }] }
    const also: ConsistencyTestOperationTuple = ['link', 20, 30, { person: 'bob', wallet: '0xb', spends: 'n3' }]
    expect(
      listBrokenConsistencyRules({
        written: [signInHistoryOperationFixture, link, also],
        final,
        lines: [...firstSignInAuditLogEntryFixtures, linked, { ...bob, type: 'wallet.linked' }],
      }),
    ).toEqual([['line-order', [3]]])
  })
})
