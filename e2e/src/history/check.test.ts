// The checker by itself: for each rule a small history that can have been so, and one that cannot.
import { describe, expect, test } from 'vitest'
import { check } from './check.ts'
import type { FinalState, LogLine } from './final-state.ts'
import { userAgentOf } from './operation.ts'
import type { Facts, Kind, Operation, Outcome } from './operation.ts'

/** An operation of a history that is written by hand: what it is, when it was invoked and completed, and what is known of it. */
type Written = [kind: Kind, from: number, to: number, facts: Facts, outcome?: Outcome, code?: string]

const operationsOf = (written: readonly Written[]): Operation[] =>
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

interface World {
  written: readonly Written[]
  /** What is there at the end, beside what follows from nothing having gone wrong. */
  final?: Partial<FinalState>
  lines?: readonly Partial<LogLine>[]
}

const person = 'alice'
const wallet = '0xa'

/** The rules that are broken, with the operations that show it. */
function broken({ written, final = {}, lines = [] }: World): [rule: string, operations: number[]][] {
  const has = (kind: Kind): boolean => written.some(([one]) => one === kind)
  const state: FinalState = {
    at: 10_000,
    sessions: [{ id: 's1', isLive: true }],
    wallets: [{ address: wallet, person }],
    people: [{ id: person, status: 'active' }],
    roles: [],
    gates: [],
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
  return check({ operations: operationsOf(written), disturbances: [] }, state).map(({ rule, operations }) => [
    rule,
    operations,
  ])
}

const signIn: Written = ['sign-in', 0, 10, { person, wallet, spends: 'n1', made: 's1' }]
const started = (id = 's1', operation = 1): Partial<LogLine>[] => [
  { type: 'session.started', evidence: { sessionId: id, userAgent: userAgentOf(operation) } },
]
const entered: Partial<LogLine>[] = [
  { type: 'person.created' },
  { type: 'wallet.linked', evidence: { address: wallet, userAgent: userAgentOf(1) } },
  ...started(),
]
const ended = (id = 's1'): Partial<LogLine> => ({ type: 'session.ended', evidence: { sessionId: id } })
const gone = { sessions: [{ id: 's1', isLive: false }] }
const read = (from: number, to: number, found: string | null, session = 's1'): Written => [
  'read-session',
  from,
  to,
  { session, person, found },
]
const signOut = (from: number, to: number, outcome: Outcome = 'ok'): Written => [
  'sign-out',
  from,
  to,
  { session: 's1', person },
  outcome,
]

describe('what works once', () => {
  const again = (outcome: Outcome): Written => ['sign-in', 20, 30, { wallet, spends: 'n1' }, outcome]
  test('is accepted once, and refused or left open as often as it may', () => {
    expect(broken({ written: [signIn, again('fail'), again('info')], lines: entered })).toEqual([])
  })
  test('accepted twice is told with both', () => {
    const twice: Written = ['sign-in', 5, 15, { person, wallet, spends: 'n1', made: 's2' }]
    const final = { sessions: ['s1', 's2'].map((id) => ({ id, isLive: true })) }
    expect(broken({ written: [signIn, twice], final, lines: [...entered, ...started('s2', 2)] })).toEqual([
      ['spent-once', [1, 2]],
    ])
  })
  const refreshed = (given: string): Written => ['refresh', 20, 30, { spends: 'r1', given }]
  test('a refresh token is answered four times with the same, and as often as one likes where it is kept', () => {
    const of = (count: number, given: string) => Array.from({ length: count }, () => refreshed(given))
    expect(broken({ written: [signIn, ...of(4, 'r2')], lines: entered })).toEqual([])
    expect(broken({ written: [signIn, ...of(9, 'kept')], lines: entered })).toEqual([])
    expect(broken({ written: [signIn, ...of(5, 'r2')], lines: entered })).toEqual([['spent-once', [2, 3, 4, 5, 6]]])
  })
  test('a refresh token that is answered with two others is told with both', () => {
    expect(broken({ written: [signIn, refreshed('r2'), refreshed('r3')], lines: entered })).toEqual([
      ['spent-once', [2, 3]],
    ])
  })
})

describe('a session', () => {
  test('is there until it is ended, and while its end is under way nobody can say', () => {
    const written = [
      signIn,
      read(20, 30, person),
      signOut(40, 60),
      read(45, 50, person),
      read(45, 50, null),
      read(70, 80, null),
    ]
    expect(broken({ written, final: gone, lines: [...entered, ended()] })).toEqual([])
  })
  test('accepted after its end was acknowledged', () => {
    const written = [signIn, signOut(20, 30), read(40, 50, person)]
    expect(broken({ written, final: gone, lines: [...entered, ended()] })).toEqual([['session', [2, 3]]])
  })
  test('refused though nobody has ended it', () => {
    expect(broken({ written: [signIn, read(20, 30, null)], lines: entered })).toEqual([['session', [1, 2]]])
  })
  test('acknowledged, and not there at the end', () => {
    const lost = { sessions: [] }
    expect(broken({ written: [signIn], final: lost, lines: entered })).toEqual([['session', [1]]])
  })
  test('whose end is indeterminate can have ended or not, and at any later time', () => {
    const written = [signIn, signOut(20, 30, 'info'), read(40, 50, person), read(60, 70, null)]
    expect(broken({ written, final: gone, lines: [...entered, ended()] })).toEqual([])
    expect(broken({ written: [signIn, signOut(20, 30, 'info')], lines: entered })).toEqual([])
  })
  test('ends with its wallet, its person, and by another session of theirs, and not by a refusal', () => {
    const other: Written = ['sign-in', 0, 10, { person, wallet: '0xb', spends: 'n2', made: 's2' }]
    const both = [...entered, ...started('s2', 2)]
    const wallets = [
      { address: wallet, person },
      { address: '0xb', person },
    ]
    const sessions = [
      { id: 's1', isLive: false },
      { id: 's2', isLive: true },
    ]
    const by = (kind: Kind, facts: Facts, outcome: Outcome = 'ok'): [string, number[]][] =>
      broken({
        written: [
          signIn,
          other,
          [kind, 20, 30, facts, outcome, outcome === 'fail' ? 'way_in.last' : undefined],
          read(40, 50, person),
        ] as Written[],
        final: { sessions, wallets },
        lines: [...both, ended()],
      }).filter(([rule]) => rule === 'session')
    expect(by('end-other-sessions', { session: 's2', person })).toEqual([['session', [3, 4]]])
    expect(by('end-session', { session: 's2', person, target: 's1' })).toEqual([['session', [3, 4]]])
    expect(by('unlink', { session: 's2', person, wallet })).toEqual([['session', [3, 4]]])
    expect(by('end-other-sessions', { session: 's2', person }, 'fail')).toEqual([['session', [1]]])
  })
})

describe('what an application was given', () => {
  const consent: Written = ['consent', 11, 15, { session: 's1', person, application: 'app' }]
  const authorize: Written = ['authorize', 20, 30, { session: 's1', person, application: 'app', chain: 'c' }]
  const use = (from: number, to: number, outcome: Outcome = 'ok'): Written =>
    [
      'userinfo',
      from,
      to,
      { person, application: 'app', chain: 'c' },
      outcome,
      outcome === 'fail' ? 'invalid_token' : undefined,
    ] as Written
  const refresh = (from: number, to: number, spends: string, outcome: Outcome = 'ok'): Written =>
    [
      'refresh',
      from,
      to,
      { person, application: 'app', chain: 'c', spends },
      outcome,
      outcome === 'fail' ? 'invalid_grant' : undefined,
    ] as Written
  const authorized: Partial<LogLine> = { type: 'application.authorized', application: 'app' }
  const reused: Partial<LogLine> = { type: 'token.reused', application: 'app' }
  const lines = [...entered, authorized]

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
    expect(broken({ written, final: gone, lines: [...lines, ended()] })).toEqual([])
  })
  test('outlives its session', () => {
    const written = [signIn, consent, authorize, signOut(40, 50), use(60, 70)]
    expect(broken({ written, final: gone, lines: [...lines, ended()] })).toEqual([['token', [4, 5]]])
  })
  test('outlives what the person allowed', () => {
    const withdraw: Written = ['withdraw', 40, 50, { session: 's1', person, application: 'app' }]
    const withdrawn = { type: 'grant.withdrawn', application: 'app' }
    expect(
      broken({ written: [signIn, consent, authorize, withdraw, use(60, 70)], lines: [...lines, withdrawn] }),
    ).toEqual([['token', [4, 5]]])
  })
  test('ends with everything that came from it once something spent is shown again', () => {
    const shown = [signIn, consent, authorize, refresh(40, 50, 'r1'), refresh(60, 70, 'r1', 'fail')]
    expect(broken({ written: [...shown, use(80, 90, 'fail')], lines: [...lines, reused] })).toEqual([])
    expect(broken({ written: [...shown, use(80, 90)], lines: [...lines, reused] })).toEqual([['token', [5, 6]]])
  })
  test('is refused though nothing has ended it', () => {
    expect(broken({ written: [signIn, consent, authorize, use(40, 50, 'fail')], lines })).toEqual([['token', [3, 4]]])
  })
  test('goes on where the person proves again, and ends with the session that took the place of the first', () => {
    const stepUp: Written = ['step-up', 40, 50, { session: 's1', person, wallet, spends: 'n2', made: 's2' }]
    const confirmed = { type: 'session.confirmed', evidence: { sessionId: 's2', userAgent: userAgentOf(4) } }
    const written = [signIn, consent, authorize, stepUp, use(60, 70)]
    const sessions = (isLive: boolean): FinalState['sessions'] => [
      { id: 's1', isLive: false },
      { id: 's2', isLive },
    ]
    const proved = [...lines, ended(), confirmed]
    expect(broken({ written, final: { sessions: sessions(true) }, lines: proved })).toEqual([])
    const over: Written[] = [...written, ['sign-out', 80, 90, { session: 's2', person }], use(100, 110)]
    expect(broken({ written: over, final: { sessions: sessions(false) }, lines: [...proved, ended('s2')] })).toEqual([
      ['token', [6, 7]],
    ])
  })
})

describe('a person', () => {
  const suspend: Written = ['suspend', 20, 30, { person, session: 'admin' }]
  const restore: Written = ['restore', 60, 70, { person, session: 'admin' }]
  const suspended = [...entered, ended(), { type: 'person.suspended' }]
  const enterAgain = (from: number, to: number): Written => [
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
    const lines = [...suspended, { type: 'person.restored' }, ...started('s2', 4)]
    expect(broken({ written: [signIn, suspend, restore, enterAgain(80, 90)], final, lines })).toEqual([])
  })
  test('who is suspended signs in', () => {
    const lines = [...suspended, ...started('s2', 3), { type: 'person.restored' }]
    expect(broken({ written: [signIn, suspend, enterAgain(40, 50), restore], final, lines })).toEqual([
      ['person', [2, 3]],
    ])
  })
  test('whose suspension was acknowledged, and who is not suspended at the end', () => {
    expect(broken({ written: [signIn, suspend], final: gone, lines: suspended })).toEqual([['person', [2]]])
  })
  test('who was erased is nobody again, and their lines have lost their names', () => {
    const written: Written[] = [signIn, ['erase', 20, 30, { session: 's1', person }]]
    const nameless = [...entered, ended()].map(({ type = '' }) => ({ type, person: null }))
    const lines = [...nameless, { type: 'person.erased', person: null }]
    const erased = { sessions: [], people: [], wallets: [] }
    expect(broken({ written, final: erased, lines })).toEqual([])
    expect(broken({ written, final: { ...erased, people: [{ id: person, status: 'active' }] }, lines })).toEqual([
      ['person', [2]],
    ])
  })
})

describe('a role', () => {
  const grant: Written = ['grant-role', 20, 30, { person, role: 'auditor', session: 'admin' }]
  const revoke: Written = ['revoke-role', 40, 50, { person, role: 'auditor', session: 'admin' }]
  const use = (from: number, to: number, found: string | null): Written => [
    'use-role',
    from,
    to,
    { session: 's1', person, role: 'auditor', found },
  ]
  const lines = [
    ...entered,
    { type: 'role.granted', details: { role: 'auditor' } },
    { type: 'role.revoked', details: { role: 'auditor' } },
  ]
  test('is there until it is taken', () => {
    expect(broken({ written: [signIn, grant, use(32, 35, 'auditor'), revoke, use(60, 70, null)], lines })).toEqual([])
  })
  test('is there after it was taken, and missing after it was given', () => {
    expect(broken({ written: [signIn, grant, use(32, 35, null), revoke, use(60, 70, 'auditor')], lines })).toEqual([
      ['role', [2, 3]],
      ['role', [4, 5]],
    ])
  })
})

describe('what a person allowed', () => {
  const facts = { session: 's1', person, application: 'app' }
  const consent: Written = ['consent', 20, 30, facts]
  const withdraw: Written = ['withdraw', 40, 50, facts]
  const withdrawn: Partial<LogLine> = { type: 'grant.withdrawn', application: 'app' }
  const grants = [{ person, application: 'app' }]
  test('is allowed until it is taken back', () => {
    expect(broken({ written: [signIn, consent], final: { grants }, lines: entered })).toEqual([])
    expect(broken({ written: [signIn, consent, withdraw], lines: [...entered, withdrawn] })).toEqual([])
  })
  test('was taken back, and is allowed at the end', () => {
    const written = [signIn, consent, withdraw]
    expect(broken({ written, final: { grants }, lines: [...entered, withdrawn] })).toEqual([['grant', [3]]])
  })
})

describe('a group', () => {
  const facts = { session: 's1', person, application: 'club' }
  const gates = [{ application: 'club', wallets: ['0xb', '0xc'] }]
  const link = (from: number, to: number, address: string, spends: string): Written => [
    'link',
    from,
    to,
    { session: 's1', person, wallet: address, spends },
  ]
  const unlink = (from: number, to: number, address: string): Written => [
    'unlink',
    from,
    to,
    { session: 's1', person, wallet: address },
  ]
  const consent: Written = ['consent', 200, 210, facts]
  const authorize: Written = ['authorize', 220, 230, { ...facts, chain: 'c1' }]
  const use = (from: number, to: number, outcome: Outcome = 'ok'): Written => [
    'userinfo',
    from,
    to,
    { person, application: 'club', chain: 'c1' },
    outcome,
    'invalid_token',
  ]
  const linked = (id: number, address: string): Partial<LogLine> => ({
    type: 'wallet.linked',
    evidence: { address, userAgent: userAgentOf(id) },
  })
  const unlinked = (address: string): Partial<LogLine> => ({ type: 'wallet.unlinked', evidence: { address } })
  const authorized = { type: 'application.authorized', application: 'club' }
  const entering = [signIn, link(100, 110, '0xb', 'n2')]
  const end = (...addresses: string[]): Partial<FinalState> => ({
    gates,
    grants: [{ person, application: 'club' }],
    wallets: [wallet, ...addresses].map((address) => ({ address, person })),
  })
  test('lets in whoever has a wallet of it, and goes with the last one', () => {
    const lines = [...entered, linked(2, '0xb'), authorized]
    const letIn = [...entering, consent, authorize, use(240, 250)]
    expect(broken({ written: letIn, final: end('0xb'), lines })).toEqual([])
    const gone = [...letIn, unlink(300, 310, '0xb')]
    const left = [...lines, unlinked('0xb')]
    expect(broken({ written: [...gone, use(320, 330, 'fail')], final: end(), lines: left })).toEqual([])
    expect(broken({ written: [...gone, use(320, 330)], final: end(), lines: left })).toEqual([['group', [6, 7]]])
    expect(broken({ written: [...gone, use(305, 330)], final: end(), lines: left })).toEqual([])
  })
  test('stays with another wallet of it', () => {
    const lines = [...entered, linked(2, '0xb'), linked(3, '0xc'), authorized, unlinked('0xb')]
    const written = [
      ...entering,
      link(120, 130, '0xc', 'n3'),
      consent,
      authorize,
      unlink(300, 310, '0xb'),
      use(320, 330),
    ]
    expect(broken({ written, final: end('0xc'), lines })).toEqual([])
  })
  test('is nothing that somebody without a wallet of it is let in by', () => {
    const written = [signIn, consent, authorize]
    expect(broken({ written, final: end(), lines: [...entered, authorized] })).toEqual([['group', [3]]])
  })
})

describe('a wallet', () => {
  const link: Written = ['link', 20, 30, { session: 's1', person, wallet: '0xb', spends: 'n2' }]
  const linked = { type: 'wallet.linked', evidence: { address: '0xb', userAgent: userAgentOf(2) } }
  const wallets = [{ address: wallet, person }]
  test('is whose it was linked to', () => {
    const final = { wallets: [...wallets, { address: '0xb', person }] }
    expect(broken({ written: [signIn, link], final, lines: [...entered, linked] })).toEqual([])
  })
  test('was linked, and is nobody’s at the end', () => {
    expect(broken({ written: [signIn, link], lines: [...entered, linked] })).toEqual([['wallet', [2]]])
  })
  test('linked to two has its second line where only an end can come', () => {
    const bob = { person: 'bob', evidence: { address: '0xb', userAgent: userAgentOf(3) } }
    const final = { wallets: [...wallets, { address: '0xb', person }] }
    const also: Written = ['link', 20, 30, { person: 'bob', wallet: '0xb', spends: 'n3' }]
    expect(
      broken({ written: [signIn, link, also], final, lines: [...entered, linked, { ...bob, type: 'wallet.linked' }] }),
    ).toEqual([['line-order', [3]]])
  })
})

describe('the activity', () => {
  test('has no line for what was acknowledged', () => {
    expect(broken({ written: [signIn, signOut(20, 30)], final: gone, lines: entered })).toEqual([['line-missing', [2]]])
  })
  test('has a line for what nobody did, or one too many', () => {
    const suspended = { type: 'person.suspended' }
    expect(broken({ written: [signIn], lines: [...entered, suspended] })).toEqual([['line-unexplained', []]])
    const twice = [...entered, ended(), ended()]
    expect(broken({ written: [signIn, signOut(20, 30)], final: gone, lines: twice })).toEqual([
      ['line-unexplained', [2]],
    ])
  })
  test('may have the line of what was never answered', () => {
    const unanswered: Written = ['sign-in', 20, 30, { wallet, spends: 'n2' }, 'info']
    const final = {
      sessions: [
        { id: 's1', isLive: true },
        { id: 's2', isLive: true },
      ],
    }
    expect(broken({ written: [signIn, unanswered], lines: entered })).toEqual([])
    expect(broken({ written: [signIn, unanswered], final, lines: [...entered, ...started('s2', 2)] })).toEqual([])
  })
  test('tells of what was over long before below what began after it', () => {
    const late: Written = ['sign-in', 5000, 5010, { person, wallet, spends: 'n2', made: 's2' }]
    const final = {
      sessions: [
        { id: 's1', isLive: true },
        { id: 's2', isLive: true },
      ],
    }
    const [created = {}, linked = {}, first = {}] = entered
    const second = started('s2', 2)[0] ?? {}
    const written = [signIn, late]
    expect(broken({ written, final, lines: [created, linked, first, second] })).toEqual([])
    expect(broken({ written, final, lines: [created, linked, second, first] })).toEqual([['line-order', [1, 2]]])
  })
})
