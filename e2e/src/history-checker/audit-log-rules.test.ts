// The rules of the audit log: which entries a history must have left, may have left, and in which order.
import { describe, expect, test } from 'vitest'
import {
  createSignOutTuple,
  endedFinalState,
  examplePerson,
  exampleWallet,
  firstSignInEntries,
  listBrokenRules,
  sessionEndedEntry,
  sessionStartedEntry,
  signInTuple,
} from './history-fixtures.ts'
import type { OperationTuple } from './history-fixtures.ts'

describe('the activity', () => {
  test('has no line for what was acknowledged', () => {
    expect(
      listBrokenRules({
        written: [signInTuple, createSignOutTuple(20, 30)],
        final: endedFinalState,
        lines: firstSignInEntries,
      }),
    ).toEqual([['line-missing', [2]]])
  })
  test('has a line for what nobody did, or one too many', () => {
    const suspended = { type: 'person.suspended' }
    expect(listBrokenRules({ written: [signInTuple], lines: [...firstSignInEntries, suspended] })).toEqual([
      ['line-unexplained', []],
    ])
    const twice = [...firstSignInEntries, sessionEndedEntry(), sessionEndedEntry()]
    expect(
      listBrokenRules({ written: [signInTuple, createSignOutTuple(20, 30)], final: endedFinalState, lines: twice }),
    ).toEqual([['line-unexplained', [2]]])
  })
  test('may have the line of what was never answered', () => {
    const unanswered: OperationTuple = ['sign-in', 20, 30, { wallet: exampleWallet, spends: 'n2' }, 'info']
    const final = {
      sessions: [
        { id: 's1', isLive: true },
        { id: 's2', isLive: true },
      ],
    }
    expect(listBrokenRules({ written: [signInTuple, unanswered], lines: firstSignInEntries })).toEqual([])
    expect(
      listBrokenRules({
        written: [signInTuple, unanswered],
        final,
        lines: [...firstSignInEntries, ...sessionStartedEntry('s2', 2)],
      }),
    ).toEqual([])
  })
  test('tells of what was over long before below what began after it', () => {
    const late: OperationTuple = [
      'sign-in',
      5000,
      5010,
      { person: examplePerson, wallet: exampleWallet, spends: 'n2', made: 's2' },
    ]
    const final = {
      sessions: [
        { id: 's1', isLive: true },
        { id: 's2', isLive: true },
      ],
    }
    const [created = {}, linked = {}, first = {}] = firstSignInEntries
    const second = sessionStartedEntry('s2', 2)[0] ?? {}
    const written = [signInTuple, late]
    expect(listBrokenRules({ written, final, lines: [created, linked, first, second] })).toEqual([])
    expect(listBrokenRules({ written, final, lines: [created, linked, second, first] })).toEqual([
      ['line-order', [1, 2]],
    ])
  })
})
