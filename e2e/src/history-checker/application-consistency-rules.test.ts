// Tests the application rules with histories that break a rule and histories that break none.
import { describe, expect, test } from 'vitest'
import type { ConsistencyTestFinalState, AuditLogEntry } from './consistency-test-final-state-types.ts'
import { buildConsistencyTestUserAgent } from './consistency-test-operation-types.ts'
import type { ConsistencyTestOperationOutcome } from './consistency-test-operation-types.ts'
import {
  consistencyTestPersonId,
  consistencyTestWalletAddress,
  listBrokenConsistencyRules,
  signInHistoryOperationFixture,
  firstSignInAuditLogEntryFixtures,
  createSessionEndedAuditLogEntryFixture,
  endedSessionFinalStateFixture,
  createSignOutHistoryOperationFixture,
} from './consistency-test-history-fixtures.ts'
import type { ConsistencyTestOperationTuple } from './consistency-test-history-fixtures.ts'

describe('Token rule', () => {
  const consent: ConsistencyTestOperationTuple = [
    'consent',
    11,
    15,
    { session: 's1', person: consistencyTestPersonId, application: 'app' },
  ]
  const authorize: ConsistencyTestOperationTuple = [
    'authorize',
    20,
    30,
    { session: 's1', person: consistencyTestPersonId, application: 'app', chain: 'c' },
  ]
  const use = (
    from: number,
    to: number,
    outcome: ConsistencyTestOperationOutcome = 'ok',
  ): ConsistencyTestOperationTuple =>
    [
      'userinfo',
      from,
      to,
      { person: consistencyTestPersonId, application: 'app', chain: 'c' },
      outcome,
      outcome === 'fail' ? 'invalid_token' : undefined,
    ] as ConsistencyTestOperationTuple
  const refresh = (
    from: number,
    to: number,
    spends: string,
    outcome: ConsistencyTestOperationOutcome = 'ok',
  ): ConsistencyTestOperationTuple =>
    [
      'refresh',
      from,
      to,
      { person: consistencyTestPersonId, application: 'app', chain: 'c', spends },
      outcome,
      outcome === 'fail' ? 'invalid_grant' : undefined,
    ] as ConsistencyTestOperationTuple
  const authorized: Partial<AuditLogEntry> = { type: 'application.authorized', application: 'app' }
  const reused: Partial<AuditLogEntry> = { type: 'token.reuse_detected', application: 'app' }
  const lines = [...firstSignInAuditLogEntryFixtures, authorized]

  test('accepts tokens that work until their session ends', () => {
    const written = [
      signInHistoryOperationFixture,
      consent,
      authorize,
      refresh(40, 50, 'r1'),
      use(60, 70),
      createSignOutHistoryOperationFixture(80, 90),
      use(100, 110, 'fail'),
    ]
    expect(
      listBrokenConsistencyRules({
        written,
        final: endedSessionFinalStateFixture,
        lines: [...lines, createSessionEndedAuditLogEntryFixture()],
      }),
    ).toEqual([])
  })
  test('reports tokens that outlive their session', () => {
    const written = [
      signInHistoryOperationFixture,
      consent,
      authorize,
      createSignOutHistoryOperationFixture(40, 50),
      use(60, 70),
    ]
    expect(
      listBrokenConsistencyRules({
        written,
        final: endedSessionFinalStateFixture,
        lines: [...lines, createSessionEndedAuditLogEntryFixture()],
      }),
    ).toEqual([['token', [4, 5]]])
  })
  test('reports tokens that outlive their grant', () => {
    const withdraw: ConsistencyTestOperationTuple = [
      'withdraw',
      40,
      50,
      { session: 's1', person: consistencyTestPersonId, application: 'app' },
    ]
    const withdrawn = { type: 'grant.revoked', application: 'app' }
    expect(
      listBrokenConsistencyRules({
        written: [signInHistoryOperationFixture, consent, authorize, withdraw, use(60, 70)],
        lines: [...lines, withdrawn],
      }),
    ).toEqual([['token', [4, 5]]])
  })
  test('requires refresh token reuse to end all tokens of the family', () => {
    const shown = [
      signInHistoryOperationFixture,
      consent,
      authorize,
      refresh(40, 50, 'r1'),
      refresh(60, 70, 'r1', 'fail'),
    ]
    expect(listBrokenConsistencyRules({ written: [...shown, use(80, 90, 'fail')], lines: [...lines, reused] })).toEqual(
      [],
    )
    expect(listBrokenConsistencyRules({ written: [...shown, use(80, 90)], lines: [...lines, reused] })).toEqual([
      ['token', [5, 6]],
    ])
  })
  test('reports a token refused although nothing ended it', () => {
    expect(
      listBrokenConsistencyRules({
        written: [signInHistoryOperationFixture, consent, authorize, use(40, 50, 'fail')],
        lines,
      }),
    ).toEqual([['token', [3, 4]]])
  })
  test('accepts tokens that continue across a step-up and end with the session that replaced the first', () => {
    const stepUp: ConsistencyTestOperationTuple = [
      'step-up',
      40,
      50,
      {
        session: 's1',
        person: consistencyTestPersonId,
        wallet: consistencyTestWalletAddress,
        spends: 'n2',
        made: 's2',
      },
    ]
    const confirmed = {
      type: 'session.stepped_up',
      evidence: { sessionId: 's2', userAgent: buildConsistencyTestUserAgent(4) },
    }
    const written = [signInHistoryOperationFixture, consent, authorize, stepUp, use(60, 70)]
    const sessions = (isLive: boolean): ConsistencyTestFinalState['sessions'] => [
      { id: 's1', isLive: false },
      { id: 's2', isLive },
    ]
    const proved = [...lines, createSessionEndedAuditLogEntryFixture(), confirmed]
    expect(listBrokenConsistencyRules({ written, final: { sessions: sessions(true) }, lines: proved })).toEqual([])
    const over: ConsistencyTestOperationTuple[] = [
      ...written,
      ['sign-out', 80, 90, { session: 's2', person: consistencyTestPersonId }],
      use(100, 110),
    ]
    expect(
      listBrokenConsistencyRules({
        written: over,
        final: { sessions: sessions(false) },
        lines: [...proved, createSessionEndedAuditLogEntryFixture('s2')],
      }),
    ).toEqual([['token', [6, 7]]])
  })
})

describe('Grant rule', () => {
  const facts = { session: 's1', person: consistencyTestPersonId, application: 'app' }
  const consent: ConsistencyTestOperationTuple = ['consent', 20, 30, facts]
  const withdraw: ConsistencyTestOperationTuple = ['withdraw', 40, 50, facts]
  const withdrawn: Partial<AuditLogEntry> = { type: 'grant.revoked', application: 'app' }
  const grants = [{ person: consistencyTestPersonId, application: 'app' }]
  test('accepts a grant that exists until it is revoked', () => {
    expect(
      listBrokenConsistencyRules({
        written: [signInHistoryOperationFixture, consent],
        final: { grants },
        lines: firstSignInAuditLogEntryFixtures,
      }),
    ).toEqual([])
    expect(
      listBrokenConsistencyRules({
        written: [signInHistoryOperationFixture, consent, withdraw],
        lines: [...firstSignInAuditLogEntryFixtures, withdrawn],
      }),
    ).toEqual([])
  })
  test('reports a revoked grant that exists in the final state', () => {
    const written = [signInHistoryOperationFixture, consent, withdraw]
    expect(
      listBrokenConsistencyRules({
        written,
        final: { grants },
        lines: [...firstSignInAuditLogEntryFixtures, withdrawn],
      }),
    ).toEqual([['grant', [3]]])
  })
})

describe('Group rule', () => {
  const facts = { session: 's1', person: consistencyTestPersonId, application: 'club' }
  const groupGatedApplications = [{ application: 'club', wallets: ['0xb', '0xc'] }]
  const link = (from: number, to: number, address: string, spends: string): ConsistencyTestOperationTuple => [
    'link',
    from,
    to,
    { session: 's1', person: consistencyTestPersonId, wallet: address, spends },
  ]
  const unlink = (from: number, to: number, address: string): ConsistencyTestOperationTuple => [
    'unlink',
    from,
    to,
    { session: 's1', person: consistencyTestPersonId, wallet: address },
  ]
  const consent: ConsistencyTestOperationTuple = ['consent', 200, 210, facts]
  const authorize: ConsistencyTestOperationTuple = ['authorize', 220, 230, { ...facts, chain: 'c1' }]
  const use = (
    from: number,
    to: number,
    outcome: ConsistencyTestOperationOutcome = 'ok',
  ): ConsistencyTestOperationTuple => [
    'userinfo',
    from,
    to,
    { person: consistencyTestPersonId, application: 'club', chain: 'c1' },
    outcome,
    'invalid_token',
  ]
  const linked = (id: number, address: string): Partial<AuditLogEntry> => ({
    type: 'wallet.linked',
    evidence: { address, userAgent: buildConsistencyTestUserAgent(id) },
  })
  const unlinked = (address: string): Partial<AuditLogEntry> => ({ type: 'wallet.unlinked', evidence: { address } })
  const authorized = { type: 'application.authorized', application: 'club' }
  const entering = [signInHistoryOperationFixture, link(100, 110, '0xb', 'n2')]
  const end = (...addresses: string[]): Partial<ConsistencyTestFinalState> => ({
    groupGatedApplications,
    grants: [{ person: consistencyTestPersonId, application: 'club' }],
    wallets: [consistencyTestWalletAddress, ...addresses].map((address) => ({
      address,
      person: consistencyTestPersonId,
    })),
  })
  test('admits a person with a member wallet until the last such wallet is unlinked', () => {
    const lines = [...firstSignInAuditLogEntryFixtures, linked(2, '0xb'), authorized]
    const letIn = [...entering, consent, authorize, use(240, 250)]
    expect(listBrokenConsistencyRules({ written: letIn, final: end('0xb'), lines })).toEqual([])
    const gone = [...letIn, unlink(300, 310, '0xb')]
    const left = [...lines, unlinked('0xb')]
    expect(
      listBrokenConsistencyRules({ written: [...gone, use(320, 330, 'fail')], final: end(), lines: left }),
    ).toEqual([])
    expect(listBrokenConsistencyRules({ written: [...gone, use(320, 330)], final: end(), lines: left })).toEqual([
      ['group', [6, 7]],
    ])
    expect(listBrokenConsistencyRules({ written: [...gone, use(305, 330)], final: end(), lines: left })).toEqual([])
  })
  test('keeps granting access while another member wallet is linked', () => {
    const lines = [...firstSignInAuditLogEntryFixtures, linked(2, '0xb'), linked(3, '0xc'), authorized, unlinked('0xb')]
    const written = [
      ...entering,
      link(120, 130, '0xc', 'n3'),
      consent,
      authorize,
      unlink(300, 310, '0xb'),
      use(320, 330),
    ]
    expect(listBrokenConsistencyRules({ written, final: end('0xc'), lines })).toEqual([])
  })
  test('reports access by a person without a member wallet', () => {
    const written = [signInHistoryOperationFixture, consent, authorize]
    expect(
      listBrokenConsistencyRules({ written, final: end(), lines: [...firstSignInAuditLogEntryFixtures, authorized] }),
    ).toEqual([['group', [3]]])
  })
})
