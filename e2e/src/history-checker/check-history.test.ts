// The checker by itself: for each rule a small history that can have been so, and one that cannot.
import { describe, expect, test } from 'vitest'
import { buildOperationUserAgent } from './operation.ts'
import type { OperationFacts, OperationKind, OperationOutcome } from './operation.ts'
import {
  person,
  wallet,
  listBrokenRules,
  signIn,
  sessionStartedEntry,
  firstSignInEntries,
  sessionEndedEntry,
  gone,
  signOut,
} from './history-fixtures.ts'
import type { OperationTuple } from './history-fixtures.ts'

const readSessionTuple = (from: number, to: number, found: string | null, session = 's1'): OperationTuple => [
  'read-session',
  from,
  to,
  { session, person, found },
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
          [kind, 20, 30, facts, outcome, outcome === 'fail' ? 'sign_in_method.last' : undefined],
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
    const lines = [...suspended, { type: 'person.reactivated' }, ...sessionStartedEntry('s2', 4)]
    expect(listBrokenRules({ written: [signIn, suspend, restore, enterAgain(80, 90)], final, lines })).toEqual([])
  })
  test('who is suspended signs in', () => {
    const lines = [...suspended, ...sessionStartedEntry('s2', 3), { type: 'person.reactivated' }]
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
