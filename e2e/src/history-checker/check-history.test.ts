// The checker by itself: for each rule a small history that can have been so, and one that cannot.
import { describe, expect, test } from 'vitest'
import { checkHistory } from './check-history.ts'
import type { FinalState, AuditLogEntry } from './final-state.ts'
import { buildOperationUserAgent } from './operation.ts'
import type { OperationFacts, OperationKind, Operation, OperationOutcome } from './operation.ts'

/** An operation of a history that is written by hand: what it is, when it was invoked and completed, and what is known of it. */
type OperationTuple = [
  kind: OperationKind,
  from: number,
  to: number,
  facts: OperationFacts,
  outcome?: OperationOutcome,
  code?: string,
]

const toOperations = (written: readonly OperationTuple[]): Operation[] =>
  written.map(([kind, invokedAt, to, facts, outcome = 'ok', code = null], index) => ({
    id: index + 1,
    process: 1,
    kind,
    invokedAt,
    completedAt: outcome === 'info' ? Infinity : to,
    outcome,
    code: code as string | null,
    facts,
  }))

interface TestHistory {
  written: readonly OperationTuple[]
  /** What is there at the end, beside what follows from nothing having gone wrong. */
  final?: Partial<FinalState>
  lines?: readonly Partial<AuditLogEntry>[]
}

const person = 'alice'
const wallet = '0xa'

/** The rules that are broken, with the operations that show it. */
function listBrokenRules({ written, final = {}, lines = [] }: TestHistory): [rule: string, operations: number[]][] {
  const has = (kind: OperationKind): boolean => written.some(([one]) => one === kind)
  const state: FinalState = {
    at: 10_000,
    sessions: [{ id: 's1', isLive: true }],
    wallets: [{ address: wallet, person }],
    people: [{ id: person, status: 'active' }],
    roles: [],
    groupGatedApplications: [],
    grants: has('consent') && !has('withdraw') ? [{ person, application: 'app' }] : [],
    ...final,
    log: lines.map((line, index) => ({
      sequence: index + 1,
      at: 0,
      type: '',
      person,
      application: null,
      details: {},
      evidence: {},
      ...line,
    })),
  }
  return checkHistory({ operations: toOperations(written), disturbances: [] }, state).map(({ rule, operations }) => [
    rule,
    operations,
  ])
}

const signIn: OperationTuple = ['sign-in', 0, 10, { person, wallet, spends: 'n1', made: 's1' }]
const sessionStartedEntry = (id = 's1', operation = 1): Partial<AuditLogEntry>[] => [
  { type: 'session.started', evidence: { sessionId: id, userAgent: buildOperationUserAgent(operation) } },
]
const firstSignInEntries: Partial<AuditLogEntry>[] = [
  { type: 'person.created' },
  { type: 'wallet.linked', evidence: { address: wallet, userAgent: buildOperationUserAgent(1) } },
  ...sessionStartedEntry(),
]
const sessionEndedEntry = (id = 's1'): Partial<AuditLogEntry> => ({
  type: 'session.ended',
  evidence: { sessionId: id },
})
const gone = { sessions: [{ id: 's1', isLive: false }] }
const readSessionTuple = (from: number, to: number, found: string | null, session = 's1'): OperationTuple => [
  'read-session',
  from,
  to,
  { session, person, found },
]
const signOut = (from: number, to: number, outcome: OperationOutcome = 'ok'): OperationTuple => [
  'sign-out',
  from,
  to,
  { session: 's1', person },
  outcome,
]

describe('what works once', () => {
  const again = (outcome: OperationOutcome): OperationTuple => ['sign-in', 20, 30, { wallet, spends: 'n1' }, outcome]
  test('is accepted once, and refused or left open as often as it may', () => {
    expect(listBrokenRules({ written: [signIn, again('fail'), again('info')], lines: firstSignInEntries })).toEqual([])
  })
  test('accepted twice is told with both', () => {
    const twice: OperationTuple = ['sign-in', 5, 15, { person, wallet, spends: 'n1', made: 's2' }]
    const final = { sessions: ['s1', 's2'].map((id) => ({ id, isLive: true })) }
    expect(
      listBrokenRules({
        written: [signIn, twice],
        final,
        lines: [...firstSignInEntries, ...sessionStartedEntry('s2', 2)],
      }),
    ).toEqual([['spent-once', [1, 2]]])
  })
  const refreshed = (given: string): OperationTuple => ['refresh', 20, 30, { spends: 'r1', given }]
  test('a refresh token is answered four times with the same, and as often as one likes where it is kept', () => {
    const of = (count: number, given: string) => Array.from({ length: count }, () => refreshed(given))
    expect(listBrokenRules({ written: [signIn, ...of(4, 'r2')], lines: firstSignInEntries })).toEqual([])
    expect(listBrokenRules({ written: [signIn, ...of(9, 'kept')], lines: firstSignInEntries })).toEqual([])
    expect(listBrokenRules({ written: [signIn, ...of(5, 'r2')], lines: firstSignInEntries })).toEqual([
      ['spent-once', [2, 3, 4, 5, 6]],
    ])
  })
  test('a refresh token that is answered with two others is told with both', () => {
    expect(listBrokenRules({ written: [signIn, refreshed('r2'), refreshed('r3')], lines: firstSignInEntries })).toEqual(
      [['spent-once', [2, 3]]],
    )
  })
})

describe('a session', () => {
  test('is there until it is ended, and while its end is under way nobody can say', () => {
    const written = [
      signIn,
      readSessionTuple(20, 30, person),
      signOut(40, 60),
      readSessionTuple(45, 50, person),
      readSessionTuple(45, 50, null),
      readSessionTuple(70, 80, null),
    ]
    expect(listBrokenRules({ written, final: gone, lines: [...firstSignInEntries, sessionEndedEntry()] })).toEqual([])
  })
  test('accepted after its end was acknowledged', () => {
    const written = [signIn, signOut(20, 30), readSessionTuple(40, 50, person)]
    expect(listBrokenRules({ written, final: gone, lines: [...firstSignInEntries, sessionEndedEntry()] })).toEqual([
      ['session', [2, 3]],
    ])
  })
  test('refused though nobody has ended it', () => {
    expect(listBrokenRules({ written: [signIn, readSessionTuple(20, 30, null)], lines: firstSignInEntries })).toEqual([
      ['session', [1, 2]],
    ])
  })
  test('acknowledged, and not there at the end', () => {
    const lost = { sessions: [] }
    expect(listBrokenRules({ written: [signIn], final: lost, lines: firstSignInEntries })).toEqual([['session', [1]]])
  })
  test('whose end is indeterminate can have ended or not, and at any later time', () => {
    const written = [signIn, signOut(20, 30, 'info'), readSessionTuple(40, 50, person), readSessionTuple(60, 70, null)]
    expect(listBrokenRules({ written, final: gone, lines: [...firstSignInEntries, sessionEndedEntry()] })).toEqual([])
    expect(listBrokenRules({ written: [signIn, signOut(20, 30, 'info')], lines: firstSignInEntries })).toEqual([])
  })
  test('ends with its wallet, its person, and by another session of theirs, and not by a refusal', () => {
    const other: OperationTuple = ['sign-in', 0, 10, { person, wallet: '0xb', spends: 'n2', made: 's2' }]
    const both = [...firstSignInEntries, ...sessionStartedEntry('s2', 2)]
    const wallets = [
      { address: wallet, person },
      { address: '0xb', person },
    ]
    const sessions = [
      { id: 's1', isLive: false },
      { id: 's2', isLive: true },
    ]
    const by = (kind: OperationKind, facts: OperationFacts, outcome: OperationOutcome = 'ok'): [string, number[]][] =>
      listBrokenRules({
        written: [
          signIn,
          other,
          [kind, 20, 30, facts, outcome, outcome === 'fail' ? 'way_in.last' : undefined],
          readSessionTuple(40, 50, person),
        ] as OperationTuple[],
        final: { sessions, wallets },
        lines: [...both, sessionEndedEntry()],
      }).filter(([rule]) => rule === 'session')
    expect(by('end-other-sessions', { session: 's2', person })).toEqual([['session', [3, 4]]])
    expect(by('end-session', { session: 's2', person, target: 's1' })).toEqual([['session', [3, 4]]])
    expect(by('unlink', { session: 's2', person, wallet })).toEqual([['session', [3, 4]]])
    expect(by('end-other-sessions', { session: 's2', person }, 'fail')).toEqual([['session', [1]]])
  })
})

describe('what an application was given', () => {
  const consent: OperationTuple = ['consent', 11, 15, { session: 's1', person, application: 'app' }]
  const authorize: OperationTuple = ['authorize', 20, 30, { session: 's1', person, application: 'app', chain: 'c' }]
  const use = (from: number, to: number, outcome: OperationOutcome = 'ok'): OperationTuple =>
    [
      'userinfo',
      from,
      to,
      { person, application: 'app', chain: 'c' },
      outcome,
      outcome === 'fail' ? 'invalid_token' : undefined,
    ] as OperationTuple
  const refresh = (from: number, to: number, spends: string, outcome: OperationOutcome = 'ok'): OperationTuple =>
    [
      'refresh',
      from,
      to,
      { person, application: 'app', chain: 'c', spends },
      outcome,
      outcome === 'fail' ? 'invalid_grant' : undefined,
    ] as OperationTuple
  const authorized: Partial<AuditLogEntry> = { type: 'application.authorized', application: 'app' }
  const reused: Partial<AuditLogEntry> = { type: 'token.reused', application: 'app' }
  const lines = [...firstSignInEntries, authorized]

  test('works while its session does', () => {
    const written = [
      signIn,
      consent,
      authorize,
      refresh(40, 50, 'r1'),
      use(60, 70),
      signOut(80, 90),
      use(100, 110, 'fail'),
    ]
    expect(listBrokenRules({ written, final: gone, lines: [...lines, sessionEndedEntry()] })).toEqual([])
  })
  test('outlives its session', () => {
    const written = [signIn, consent, authorize, signOut(40, 50), use(60, 70)]
    expect(listBrokenRules({ written, final: gone, lines: [...lines, sessionEndedEntry()] })).toEqual([
      ['token', [4, 5]],
    ])
  })
  test('outlives what the person allowed', () => {
    const withdraw: OperationTuple = ['withdraw', 40, 50, { session: 's1', person, application: 'app' }]
    const withdrawn = { type: 'grant.withdrawn', application: 'app' }
    expect(
      listBrokenRules({ written: [signIn, consent, authorize, withdraw, use(60, 70)], lines: [...lines, withdrawn] }),
    ).toEqual([['token', [4, 5]]])
  })
  test('ends with everything that came from it once something spent is shown again', () => {
    const shown = [signIn, consent, authorize, refresh(40, 50, 'r1'), refresh(60, 70, 'r1', 'fail')]
    expect(listBrokenRules({ written: [...shown, use(80, 90, 'fail')], lines: [...lines, reused] })).toEqual([])
    expect(listBrokenRules({ written: [...shown, use(80, 90)], lines: [...lines, reused] })).toEqual([
      ['token', [5, 6]],
    ])
  })
  test('is refused though nothing has ended it', () => {
    expect(listBrokenRules({ written: [signIn, consent, authorize, use(40, 50, 'fail')], lines })).toEqual([
      ['token', [3, 4]],
    ])
  })
  test('goes on where the person proves again, and ends with the session that took the place of the first', () => {
    const stepUp: OperationTuple = ['step-up', 40, 50, { session: 's1', person, wallet, spends: 'n2', made: 's2' }]
    const confirmed = {
      type: 'session.confirmed',
      evidence: { sessionId: 's2', userAgent: buildOperationUserAgent(4) },
    }
    const written = [signIn, consent, authorize, stepUp, use(60, 70)]
    const sessions = (isLive: boolean): FinalState['sessions'] => [
      { id: 's1', isLive: false },
      { id: 's2', isLive },
    ]
    const proved = [...lines, sessionEndedEntry(), confirmed]
    expect(listBrokenRules({ written, final: { sessions: sessions(true) }, lines: proved })).toEqual([])
    const over: OperationTuple[] = [...written, ['sign-out', 80, 90, { session: 's2', person }], use(100, 110)]
    expect(
      listBrokenRules({
        written: over,
        final: { sessions: sessions(false) },
        lines: [...proved, sessionEndedEntry('s2')],
      }),
    ).toEqual([['token', [6, 7]]])
  })
})

describe('a person', () => {
  const suspend: OperationTuple = ['suspend', 20, 30, { person, session: 'admin' }]
  const restore: OperationTuple = ['restore', 60, 70, { person, session: 'admin' }]
  const suspended = [...firstSignInEntries, sessionEndedEntry(), { type: 'person.suspended' }]
  const enterAgain = (from: number, to: number): OperationTuple => [
    'sign-in',
    from,
    to,
    { person, wallet, spends: 'n2', made: 's2' },
  ]
  const final = {
    sessions: [
      { id: 's1', isLive: false },
      { id: 's2', isLive: true },
    ],
  }

  test('who was restored signs in again', () => {
    const lines = [...suspended, { type: 'person.restored' }, ...sessionStartedEntry('s2', 4)]
    expect(listBrokenRules({ written: [signIn, suspend, restore, enterAgain(80, 90)], final, lines })).toEqual([])
  })
  test('who is suspended signs in', () => {
    const lines = [...suspended, ...sessionStartedEntry('s2', 3), { type: 'person.restored' }]
    expect(listBrokenRules({ written: [signIn, suspend, enterAgain(40, 50), restore], final, lines })).toEqual([
      ['person', [2, 3]],
    ])
  })
  test('whose suspension was acknowledged, and who is not suspended at the end', () => {
    expect(listBrokenRules({ written: [signIn, suspend], final: gone, lines: suspended })).toEqual([['person', [2]]])
  })
  test('who was erased is nobody again, and their lines have lost their names', () => {
    const written: OperationTuple[] = [signIn, ['erase', 20, 30, { session: 's1', person }]]
    const nameless = [...firstSignInEntries, sessionEndedEntry()].map(({ type = '' }) => ({ type, person: null }))
    const lines = [...nameless, { type: 'person.erased', person: null }]
    const erased = { sessions: [], people: [], wallets: [] }
    expect(listBrokenRules({ written, final: erased, lines })).toEqual([])
    expect(
      listBrokenRules({ written, final: { ...erased, people: [{ id: person, status: 'active' }] }, lines }),
    ).toEqual([['person', [2]]])
  })
})

describe('a role', () => {
  const grant: OperationTuple = ['grant-role', 20, 30, { person, role: 'auditor', session: 'admin' }]
  const revoke: OperationTuple = ['revoke-role', 40, 50, { person, role: 'auditor', session: 'admin' }]
  const use = (from: number, to: number, found: string | null): OperationTuple => [
    'use-role',
    from,
    to,
    { session: 's1', person, role: 'auditor', found },
  ]
  const lines = [
    ...firstSignInEntries,
    { type: 'role.granted', details: { role: 'auditor' } },
    { type: 'role.revoked', details: { role: 'auditor' } },
  ]
  test('is there until it is taken', () => {
    expect(
      listBrokenRules({ written: [signIn, grant, use(32, 35, 'auditor'), revoke, use(60, 70, null)], lines }),
    ).toEqual([])
  })
  test('is there after it was taken, and missing after it was given', () => {
    expect(
      listBrokenRules({ written: [signIn, grant, use(32, 35, null), revoke, use(60, 70, 'auditor')], lines }),
    ).toEqual([
      ['role', [2, 3]],
      ['role', [4, 5]],
    ])
  })
})

describe('what a person allowed', () => {
  const facts = { session: 's1', person, application: 'app' }
  const consent: OperationTuple = ['consent', 20, 30, facts]
  const withdraw: OperationTuple = ['withdraw', 40, 50, facts]
  const withdrawn: Partial<AuditLogEntry> = { type: 'grant.withdrawn', application: 'app' }
  const grants = [{ person, application: 'app' }]
  test('is allowed until it is taken back', () => {
    expect(listBrokenRules({ written: [signIn, consent], final: { grants }, lines: firstSignInEntries })).toEqual([])
    expect(
      listBrokenRules({ written: [signIn, consent, withdraw], lines: [...firstSignInEntries, withdrawn] }),
    ).toEqual([])
  })
  test('was taken back, and is allowed at the end', () => {
    const written = [signIn, consent, withdraw]
    expect(listBrokenRules({ written, final: { grants }, lines: [...firstSignInEntries, withdrawn] })).toEqual([
      ['grant', [3]],
    ])
  })
})

describe('a group', () => {
  const facts = { session: 's1', person, application: 'club' }
  const groupGatedApplications = [{ application: 'club', wallets: ['0xb', '0xc'] }]
  const link = (from: number, to: number, address: string, spends: string): OperationTuple => [
    'link',
    from,
    to,
    { session: 's1', person, wallet: address, spends },
  ]
  const unlink = (from: number, to: number, address: string): OperationTuple => [
    'unlink',
    from,
    to,
    { session: 's1', person, wallet: address },
  ]
  const consent: OperationTuple = ['consent', 200, 210, facts]
  const authorize: OperationTuple = ['authorize', 220, 230, { ...facts, chain: 'c1' }]
  const use = (from: number, to: number, outcome: OperationOutcome = 'ok'): OperationTuple => [
    'userinfo',
    from,
    to,
    { person, application: 'club', chain: 'c1' },
    outcome,
    'invalid_token',
  ]
  const linked = (id: number, address: string): Partial<AuditLogEntry> => ({
    type: 'wallet.linked',
    evidence: { address, userAgent: buildOperationUserAgent(id) },
  })
  const unlinked = (address: string): Partial<AuditLogEntry> => ({ type: 'wallet.unlinked', evidence: { address } })
  const authorized = { type: 'application.authorized', application: 'club' }
  const entering = [signIn, link(100, 110, '0xb', 'n2')]
  const end = (...addresses: string[]): Partial<FinalState> => ({
    groupGatedApplications,
    grants: [{ person, application: 'club' }],
    wallets: [wallet, ...addresses].map((address) => ({ address, person })),
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
    const written = [signIn, consent, authorize]
    expect(listBrokenRules({ written, final: end(), lines: [...firstSignInEntries, authorized] })).toEqual([
      ['group', [3]],
    ])
  })
})

describe('a wallet', () => {
  const link: OperationTuple = ['link', 20, 30, { session: 's1', person, wallet: '0xb', spends: 'n2' }]
  const linked = { type: 'wallet.linked', evidence: { address: '0xb', userAgent: buildOperationUserAgent(2) } }
  const wallets = [{ address: wallet, person }]
  test('is whose it was linked to', () => {
    const final = { wallets: [...wallets, { address: '0xb', person }] }
    expect(listBrokenRules({ written: [signIn, link], final, lines: [...firstSignInEntries, linked] })).toEqual([])
  })
  test('was linked, and is nobody’s at the end', () => {
    expect(listBrokenRules({ written: [signIn, link], lines: [...firstSignInEntries, linked] })).toEqual([
      ['wallet', [2]],
    ])
  })
  test('linked to two has its second line where only an end can come', () => {
    const bob = { person: 'bob', evidence: { address: '0xb', userAgent: buildOperationUserAgent(3) } }
    const final = { wallets: [...wallets, { address: '0xb', person }] }
    const also: OperationTuple = ['link', 20, 30, { person: 'bob', wallet: '0xb', spends: 'n3' }]
    expect(
      listBrokenRules({
        written: [signIn, link, also],
        final,
        lines: [...firstSignInEntries, linked, { ...bob, type: 'wallet.linked' }],
      }),
    ).toEqual([['line-order', [3]]])
  })
})

describe('the activity', () => {
  test('has no line for what was acknowledged', () => {
    expect(listBrokenRules({ written: [signIn, signOut(20, 30)], final: gone, lines: firstSignInEntries })).toEqual([
      ['line-missing', [2]],
    ])
  })
  test('has a line for what nobody did, or one too many', () => {
    const suspended = { type: 'person.suspended' }
    expect(listBrokenRules({ written: [signIn], lines: [...firstSignInEntries, suspended] })).toEqual([
      ['line-unexplained', []],
    ])
    const twice = [...firstSignInEntries, sessionEndedEntry(), sessionEndedEntry()]
    expect(listBrokenRules({ written: [signIn, signOut(20, 30)], final: gone, lines: twice })).toEqual([
      ['line-unexplained', [2]],
    ])
  })
  test('may have the line of what was never answered', () => {
    const unanswered: OperationTuple = ['sign-in', 20, 30, { wallet, spends: 'n2' }, 'info']
    const final = {
      sessions: [
        { id: 's1', isLive: true },
        { id: 's2', isLive: true },
      ],
    }
    expect(listBrokenRules({ written: [signIn, unanswered], lines: firstSignInEntries })).toEqual([])
    expect(
      listBrokenRules({
        written: [signIn, unanswered],
        final,
        lines: [...firstSignInEntries, ...sessionStartedEntry('s2', 2)],
      }),
    ).toEqual([])
  })
  test('tells of what was over long before below what began after it', () => {
    const late: OperationTuple = ['sign-in', 5000, 5010, { person, wallet, spends: 'n2', made: 's2' }]
    const final = {
      sessions: [
        { id: 's1', isLive: true },
        { id: 's2', isLive: true },
      ],
    }
    const [created = {}, linked = {}, first = {}] = firstSignInEntries
    const second = sessionStartedEntry('s2', 2)[0] ?? {}
    const written = [signIn, late]
    expect(listBrokenRules({ written, final, lines: [created, linked, first, second] })).toEqual([])
    expect(listBrokenRules({ written, final, lines: [created, linked, second, first] })).toEqual([
      ['line-order', [1, 2]],
    ])
  })
})
