// What an application was given, may do and learns, in histories that break a rule and in those that break none.
import { describe, expect, test } from 'vitest'
import type { FinalClusterState, AuditLogEntry } from './final-cluster-state.ts'
import { buildOperationUserAgent } from './history-operation.ts'
import type { OperationOutcome } from './history-operation.ts'
import {
  examplePerson,
  exampleWallet,
  listBrokenRules,
  signInTuple,
  firstSignInEntries,
  sessionEndedEntry,
  endedFinalState,
  createSignOutTuple,
} from './history-fixtures.ts'
import type { OperationTuple } from './history-fixtures.ts'

describe('what an application was given', () => {
  const consent: OperationTuple = ['consent', 11, 15, { session: 's1', person: examplePerson, application: 'app' }]
  const authorize: OperationTuple = [
    'authorize',
    20,
    30,
    { session: 's1', person: examplePerson, application: 'app', chain: 'c' },
  ]
  const use = (from: number, to: number, outcome: OperationOutcome = 'ok'): OperationTuple =>
    [
      'userinfo',
      from,
      to,
      { person: examplePerson, application: 'app', chain: 'c' },
      outcome,
      outcome === 'fail' ? 'invalid_token' : undefined,
    ] as OperationTuple
  const refresh = (from: number, to: number, spends: string, outcome: OperationOutcome = 'ok'): OperationTuple =>
    [
      'refresh',
      from,
      to,
      { person: examplePerson, application: 'app', chain: 'c', spends },
      outcome,
      outcome === 'fail' ? 'invalid_grant' : undefined,
    ] as OperationTuple
  const authorized: Partial<AuditLogEntry> = { type: 'application.authorized', application: 'app' }
  const reused: Partial<AuditLogEntry> = { type: 'token.reuse_detected', application: 'app' }
  const lines = [...firstSignInEntries, authorized]

  test('works while its session does', () => {
    const written = [
      signInTuple,
      consent,
      authorize,
      refresh(40, 50, 'r1'),
      use(60, 70),
      createSignOutTuple(80, 90),
      use(100, 110, 'fail'),
    ]
    expect(listBrokenRules({ written, final: endedFinalState, lines: [...lines, sessionEndedEntry()] })).toEqual([])
  })
  test('outlives its session', () => {
    const written = [signInTuple, consent, authorize, createSignOutTuple(40, 50), use(60, 70)]
    expect(listBrokenRules({ written, final: endedFinalState, lines: [...lines, sessionEndedEntry()] })).toEqual([
      ['token', [4, 5]],
    ])
  })
  test('outlives what the person allowed', () => {
    const withdraw: OperationTuple = ['withdraw', 40, 50, { session: 's1', person: examplePerson, application: 'app' }]
    const withdrawn = { type: 'grant.revoked', application: 'app' }
    expect(
      listBrokenRules({
        written: [signInTuple, consent, authorize, withdraw, use(60, 70)],
        lines: [...lines, withdrawn],
      }),
    ).toEqual([['token', [4, 5]]])
  })
  test('ends with everything that came from it once something spent is shown again', () => {
    const shown = [signInTuple, consent, authorize, refresh(40, 50, 'r1'), refresh(60, 70, 'r1', 'fail')]
    expect(listBrokenRules({ written: [...shown, use(80, 90, 'fail')], lines: [...lines, reused] })).toEqual([])
    expect(listBrokenRules({ written: [...shown, use(80, 90)], lines: [...lines, reused] })).toEqual([
      ['token', [5, 6]],
    ])
  })
  test('is refused though nothing has ended it', () => {
    expect(listBrokenRules({ written: [signInTuple, consent, authorize, use(40, 50, 'fail')], lines })).toEqual([
      ['token', [3, 4]],
    ])
  })
  test('goes on where the person proves again, and ends with the session that took the place of the first', () => {
    const stepUp: OperationTuple = [
      'step-up',
      40,
      50,
      { session: 's1', person: examplePerson, wallet: exampleWallet, spends: 'n2', made: 's2' },
    ]
    const confirmed = {
      type: 'session.stepped_up',
      evidence: { sessionId: 's2', userAgent: buildOperationUserAgent(4) },
    }
    const written = [signInTuple, consent, authorize, stepUp, use(60, 70)]
    const sessions = (isLive: boolean): FinalClusterState['sessions'] => [
      { id: 's1', isLive: false },
      { id: 's2', isLive },
    ]
    const proved = [...lines, sessionEndedEntry(), confirmed]
    expect(listBrokenRules({ written, final: { sessions: sessions(true) }, lines: proved })).toEqual([])
    const over: OperationTuple[] = [
      ...written,
      ['sign-out', 80, 90, { session: 's2', person: examplePerson }],
      use(100, 110),
    ]
    expect(
      listBrokenRules({
        written: over,
        final: { sessions: sessions(false) },
        lines: [...proved, sessionEndedEntry('s2')],
      }),
    ).toEqual([['token', [6, 7]]])
  })
})

describe('what a person allowed', () => {
  const facts = { session: 's1', person: examplePerson, application: 'app' }
  const consent: OperationTuple = ['consent', 20, 30, facts]
  const withdraw: OperationTuple = ['withdraw', 40, 50, facts]
  const withdrawn: Partial<AuditLogEntry> = { type: 'grant.revoked', application: 'app' }
  const grants = [{ person: examplePerson, application: 'app' }]
  test('is allowed until it is taken back', () => {
    expect(listBrokenRules({ written: [signInTuple, consent], final: { grants }, lines: firstSignInEntries })).toEqual(
      [],
    )
    expect(
      listBrokenRules({ written: [signInTuple, consent, withdraw], lines: [...firstSignInEntries, withdrawn] }),
    ).toEqual([])
  })
  test('was taken back, and is allowed at the end', () => {
    const written = [signInTuple, consent, withdraw]
    expect(listBrokenRules({ written, final: { grants }, lines: [...firstSignInEntries, withdrawn] })).toEqual([
      ['grant', [3]],
    ])
  })
})

describe('a group', () => {
  const facts = { session: 's1', person: examplePerson, application: 'club' }
  const groupGatedApplications = [{ application: 'club', wallets: ['0xb', '0xc'] }]
  const link = (from: number, to: number, address: string, spends: string): OperationTuple => [
    'link',
    from,
    to,
    { session: 's1', person: examplePerson, wallet: address, spends },
  ]
  const unlink = (from: number, to: number, address: string): OperationTuple => [
    'unlink',
    from,
    to,
    { session: 's1', person: examplePerson, wallet: address },
  ]
  const consent: OperationTuple = ['consent', 200, 210, facts]
  const authorize: OperationTuple = ['authorize', 220, 230, { ...facts, chain: 'c1' }]
  const use = (from: number, to: number, outcome: OperationOutcome = 'ok'): OperationTuple => [
    'userinfo',
    from,
    to,
    { person: examplePerson, application: 'club', chain: 'c1' },
    outcome,
    'invalid_token',
  ]
  const linked = (id: number, address: string): Partial<AuditLogEntry> => ({
    type: 'wallet.linked',
    evidence: { address, userAgent: buildOperationUserAgent(id) },
  })
  const unlinked = (address: string): Partial<AuditLogEntry> => ({ type: 'wallet.unlinked', evidence: { address } })
  const authorized = { type: 'application.authorized', application: 'club' }
  const entering = [signInTuple, link(100, 110, '0xb', 'n2')]
  const end = (...addresses: string[]): Partial<FinalClusterState> => ({
    groupGatedApplications,
    grants: [{ person: examplePerson, application: 'club' }],
    wallets: [exampleWallet, ...addresses].map((address) => ({ address, person: examplePerson })),
  })
  test('lets in whoever has a wallet of it, and goes with the last one', () => {
    const lines = [...firstSignInEntries, linked(2, '0xb'), authorized]
    const letIn = [...entering, consent, authorize, use(240, 250)]
    expect(listBrokenRules({ written: letIn, final: end('0xb'), lines })).toEqual([])
    const gone = [...letIn, unlink(300, 310, '0xb')]
    const left = [...lines, unlinked('0xb')]
    expect(listBrokenRules({ written: [...gone, use(320, 330, 'fail')], final: end(), lines: left })).toEqual([])
    expect(listBrokenRules({ written: [...gone, use(320, 330)], final: end(), lines: left })).toEqual([
      ['group', [6, 7]],
    ])
    expect(listBrokenRules({ written: [...gone, use(305, 330)], final: end(), lines: left })).toEqual([])
  })
  test('stays with another wallet of it', () => {
    const lines = [...firstSignInEntries, linked(2, '0xb'), linked(3, '0xc'), authorized, unlinked('0xb')]
    const written = [
      ...entering,
      link(120, 130, '0xc', 'n3'),
      consent,
      authorize,
      unlink(300, 310, '0xb'),
      use(320, 330),
    ]
    expect(listBrokenRules({ written, final: end('0xc'), lines })).toEqual([])
  })
  test('is nothing that somebody without a wallet of it is let in by', () => {
    const written = [signInTuple, consent, authorize]
    expect(listBrokenRules({ written, final: end(), lines: [...firstSignInEntries, authorized] })).toEqual([
      ['group', [3]],
    ])
  })
})
