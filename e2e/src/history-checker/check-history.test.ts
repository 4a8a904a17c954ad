// The checker by itself: for each rule a small history that can have been so, and one that cannot.
import { describe, expect, test } from 'vitest'
import { buildOperationUserAgent } from './history-operation.ts'
import type { OperationFacts, OperationKind, OperationOutcome } from './history-operation.ts'
import {
  examplePerson,
  exampleWallet,
  listBrokenRules,
  signInTuple,
  sessionStartedEntry,
  firstSignInEntries,
  sessionEndedEntry,
  endedFinalState,
  createSignOutTuple,
} from './history-fixtures.ts'
import type { OperationTuple } from './history-fixtures.ts'

const readSessionTuple = (from: number, to: number, found: string | null, session = 's1'): OperationTuple => [
  'read-session',
  from,
  to,
  { session, person: examplePerson, found },
]

describe('what works once', () => {
  const again = (outcome: OperationOutcome): OperationTuple => [
    'sign-in',
    20,
    30,
    { wallet: exampleWallet, spends: 'n1' },
    outcome,
  ]
  test('is accepted once, and refused or left open as often as it may', () => {
    expect(
      listBrokenRules({ written: [signInTuple, again('fail'), again('info')], lines: firstSignInEntries }),
    ).toEqual([])
  })
  test('accepted twice is told with both', () => {
    const twice: OperationTuple = [
      'sign-in',
      5,
      15,
      { person: examplePerson, wallet: exampleWallet, spends: 'n1', made: 's2' },
    ]
    const final = { sessions: ['s1', 's2'].map((id) => ({ id, isLive: true })) }
    expect(
      listBrokenRules({
        written: [signInTuple, twice],
        final,
        lines: [...firstSignInEntries, ...sessionStartedEntry('s2', 2)],
      }),
    ).toEqual([['spent-once', [1, 2]]])
  })
  const refreshed = (given: string): OperationTuple => ['refresh', 20, 30, { spends: 'r1', given }]
  test('a refresh token is answered four times with the same, and as often as one likes where it is kept', () => {
    const of = (count: number, given: string) => Array.from({ length: count }, () => refreshed(given))
    expect(listBrokenRules({ written: [signInTuple, ...of(4, 'r2')], lines: firstSignInEntries })).toEqual([])
    expect(listBrokenRules({ written: [signInTuple, ...of(9, 'kept')], lines: firstSignInEntries })).toEqual([])
    expect(listBrokenRules({ written: [signInTuple, ...of(5, 'r2')], lines: firstSignInEntries })).toEqual([
      ['spent-once', [2, 3, 4, 5, 6]],
    ])
  })
  test('a refresh token that is answered with two others is told with both', () => {
    expect(
      listBrokenRules({ written: [signInTuple, refreshed('r2'), refreshed('r3')], lines: firstSignInEntries }),
    ).toEqual([['spent-once', [2, 3]]])
  })
})

describe('a session', () => {
  test('is there until it is ended, and while its end is under way nobody can say', () => {
    const written = [
      signInTuple,
      readSessionTuple(20, 30, examplePerson),
      createSignOutTuple(40, 60),
      readSessionTuple(45, 50, examplePerson),
      readSessionTuple(45, 50, null),
      readSessionTuple(70, 80, null),
    ]
    expect(
      listBrokenRules({ written, final: endedFinalState, lines: [...firstSignInEntries, sessionEndedEntry()] }),
    ).toEqual([])
  })
  test('accepted after its end was acknowledged', () => {
    const written = [signInTuple, createSignOutTuple(20, 30), readSessionTuple(40, 50, examplePerson)]
    expect(
      listBrokenRules({ written, final: endedFinalState, lines: [...firstSignInEntries, sessionEndedEntry()] }),
    ).toEqual([['session', [2, 3]]])
  })
  test('refused though nobody has ended it', () => {
    expect(
      listBrokenRules({ written: [signInTuple, readSessionTuple(20, 30, null)], lines: firstSignInEntries }),
    ).toEqual([['session', [1, 2]]])
  })
  test('acknowledged, and not there at the end', () => {
    const lost = { sessions: [] }
    expect(listBrokenRules({ written: [signInTuple], final: lost, lines: firstSignInEntries })).toEqual([
      ['session', [1]],
    ])
  })
  test('whose end is indeterminate can have ended or not, and at any later time', () => {
    const written = [
      signInTuple,
      createSignOutTuple(20, 30, 'info'),
      readSessionTuple(40, 50, examplePerson),
      readSessionTuple(60, 70, null),
    ]
    expect(
      listBrokenRules({ written, final: endedFinalState, lines: [...firstSignInEntries, sessionEndedEntry()] }),
    ).toEqual([])
    expect(
      listBrokenRules({ written: [signInTuple, createSignOutTuple(20, 30, 'info')], lines: firstSignInEntries }),
    ).toEqual([])
  })
  test('ends with its wallet, its person, and by another session of theirs, and not by a refusal', () => {
    const other: OperationTuple = ['sign-in', 0, 10, { person: examplePerson, wallet: '0xb', spends: 'n2', made: 's2' }]
    const both = [...firstSignInEntries, ...sessionStartedEntry('s2', 2)]
    const wallets = [
      { address: exampleWallet, person: examplePerson },
      { address: '0xb', person: examplePerson },
    ]
    const sessions = [
      { id: 's1', isLive: false },
      { id: 's2', isLive: true },
    ]
    const by = (kind: OperationKind, facts: OperationFacts, outcome: OperationOutcome = 'ok'): [string, number[]][] =>
      listBrokenRules({
        written: [
          signInTuple,
          other,
          [kind, 20, 30, facts, outcome, outcome === 'fail' ? 'sign_in_method.last' : undefined],
          readSessionTuple(40, 50, examplePerson),
        ] as OperationTuple[],
        final: { sessions, wallets },
        lines: [...both, sessionEndedEntry()],
      }).filter(([rule]) => rule === 'session')
    expect(by('end-other-sessions', { session: 's2', person: examplePerson })).toEqual([['session', [3, 4]]])
    expect(by('end-session', { session: 's2', person: examplePerson, target: 's1' })).toEqual([['session', [3, 4]]])
    expect(by('unlink', { session: 's2', person: examplePerson, wallet: exampleWallet })).toEqual([['session', [3, 4]]])
    expect(by('end-other-sessions', { session: 's2', person: examplePerson }, 'fail')).toEqual([['session', [1]]])
  })
})

describe('a person', () => {
  const suspend: OperationTuple = ['suspend', 20, 30, { person: examplePerson, session: 'admin' }]
  const restore: OperationTuple = ['restore', 60, 70, { person: examplePerson, session: 'admin' }]
  const suspended = [...firstSignInEntries, sessionEndedEntry(), { type: 'person.suspended' }]
  const enterAgain = (from: number, to: number): OperationTuple => [
    'sign-in',
    from,
    to,
    { person: examplePerson, wallet: exampleWallet, spends: 'n2', made: 's2' },
  ]
  const final = {
    sessions: [
      { id: 's1', isLive: false },
      { id: 's2', isLive: true },
    ],
  }

  test('who was restored signs in again', () => {
    const lines = [...suspended, { type: 'person.reactivated' }, ...sessionStartedEntry('s2', 4)]
    expect(listBrokenRules({ written: [signInTuple, suspend, restore, enterAgain(80, 90)], final, lines })).toEqual([])
  })
  test('who is suspended signs in', () => {
    const lines = [...suspended, ...sessionStartedEntry('s2', 3), { type: 'person.reactivated' }]
    expect(listBrokenRules({ written: [signInTuple, suspend, enterAgain(40, 50), restore], final, lines })).toEqual([
      ['person', [2, 3]],
    ])
  })
  test('whose suspension was acknowledged, and who is not suspended at the end', () => {
    expect(listBrokenRules({ written: [signInTuple, suspend], final: endedFinalState, lines: suspended })).toEqual([
      ['person', [2]],
    ])
  })
  test('who was erased is nobody again, and their lines have lost their names', () => {
    const written: OperationTuple[] = [signInTuple, ['erase', 20, 30, { session: 's1', person: examplePerson }]]
    const nameless = [...firstSignInEntries, sessionEndedEntry()].map(({ type = '' }) => ({ type, person: null }))
    const lines = [...nameless, { type: 'person.erased', person: null }]
    const erased = { sessions: [], people: [], wallets: [] }
    expect(listBrokenRules({ written, final: erased, lines })).toEqual([])
    expect(
      listBrokenRules({ written, final: { ...erased, people: [{ id: examplePerson, status: 'active' }] }, lines }),
    ).toEqual([['person', [2]]])
  })
})

describe('a role', () => {
  const grant: OperationTuple = ['grant-role', 20, 30, { person: examplePerson, role: 'auditor', session: 'admin' }]
  const revoke: OperationTuple = ['revoke-role', 40, 50, { person: examplePerson, role: 'auditor', session: 'admin' }]
  const use = (from: number, to: number, found: string | null): OperationTuple => [
    'use-role',
    from,
    to,
    { session: 's1', person: examplePerson, role: 'auditor', found },
  ]
  const lines = [
    ...firstSignInEntries,
    { type: 'role.granted', details: { role: 'auditor' } },
    { type: 'role.revoked', details: { role: 'auditor' } },
  ]
  test('is there until it is taken', () => {
    expect(
      listBrokenRules({ written: [signInTuple, grant, use(32, 35, 'auditor'), revoke, use(60, 70, null)], lines }),
    ).toEqual([])
  })
  test('is there after it was taken, and missing after it was given', () => {
    expect(
      listBrokenRules({ written: [signInTuple, grant, use(32, 35, null), revoke, use(60, 70, 'auditor')], lines }),
    ).toEqual([
      ['role', [2, 3]],
      ['role', [4, 5]],
    ])
  })
})

describe('a wallet', () => {
  const link: OperationTuple = ['link', 20, 30, { session: 's1', person: examplePerson, wallet: '0xb', spends: 'n2' }]
  const linked = { type: 'wallet.linked', evidence: { address: '0xb', userAgent: buildOperationUserAgent(2) } }
  const wallets = [{ address: exampleWallet, person: examplePerson }]
  test('is whose it was linked to', () => {
    const final = { wallets: [...wallets, { address: '0xb', person: examplePerson }] }
    expect(listBrokenRules({ written: [signInTuple, link], final, lines: [...firstSignInEntries, linked] })).toEqual([])
  })
  test('was linked, and is nobody’s at the end', () => {
    expect(listBrokenRules({ written: [signInTuple, link], lines: [...firstSignInEntries, linked] })).toEqual([
      ['wallet', [2]],
    ])
  })
  test('linked to two has its second line where only an end can come', () => {
    const bob = { person: 'bob', evidence: { address: '0xb', userAgent: buildOperationUserAgent(3) } }
    const final = { wallets: [...wallets, { address: '0xb', person: examplePerson }] }
    const also: OperationTuple = ['link', 20, 30, { person: 'bob', wallet: '0xb', spends: 'n3' }]
    expect(
      listBrokenRules({
        written: [signInTuple, link, also],
        final,
        lines: [...firstSignInEntries, linked, { ...bob, type: 'wallet.linked' }],
      }),
    ).toEqual([['line-order', [3]]])
  })
})
