// How waiting for another device moves, by a clock that only the test moves.
import { describe, expect, test } from 'vitest'
import { reduceCrossDevice, startCrossDeviceMachine } from './cross-device-machine.ts'
import { getNextTickTime } from './cross-device-state.ts'
import {
  startedAt,
  page,
  code,
  answer,
  address,
  unreachable,
  phases,
  attempt,
  statusReceived,
  events,
  stateIn,
} from '../../../testing/test-cross-device-phases.ts'

describe('how far it is', () => {
  test('an answer that was held is followed by the next question at once; one that was not, after a pause', () => {
    const state = stateIn(phases['shown']!)
    const held = reduceCrossDevice(state, statusReceived('shown', { askedAt: startedAt - 1_000 }), startedAt)
    expect(held.effects).toEqual([{ type: 'poll-status', attempt, id: 'c1', known: 'shown' }])
    const early = reduceCrossDevice(state, statusReceived('shown', { askedAt: startedAt - 999 }), startedAt)
    expect(early.effects).toEqual([])
    expect(getNextTickTime(early.state)).toBe(startedAt + 2_000)
    expect(reduceCrossDevice(early.state, { type: 'tick' }, startedAt + 1_999).effects).toEqual([])
    expect(reduceCrossDevice(early.state, { type: 'tick' }, startedAt + 2_000).effects).toHaveLength(1)
    // What changed is followed at once, however early it came.
    expect(reduceCrossDevice(state, statusReceived('opened', { askedAt: startedAt }), startedAt).effects).toEqual([
      { type: 'poll-status', attempt, id: 'c1', known: 'opened' },
    ])
  })

  test('once it is opened there is more time, and the countdown follows; what differs by less than a second is no news', () => {
    const later = reduceCrossDevice(
      stateIn(phases['shown']!),
      statusReceived('opened', { expiresAt: startedAt + 300_000 }),
      startedAt,
    )
    expect(later.state.phase).toEqual({ at: 'opened', code: { ...code, expiresAt: startedAt + 300_000 } })
    const same = reduceCrossDevice(
      stateIn(phases['shown']!),
      statusReceived('shown', { expiresAt: code.expiresAt + 900 }),
      startedAt,
    )
    expect(same.state.phase).toEqual(phases['shown'])
  })

  test('a server that cannot be had is asked ever less often, while the code stays', () => {
    let state = stateIn(phases['shown']!)
    const pauses = Array.from({ length: 7 }, () => {
      state = reduceCrossDevice(state, { type: 'status-failed', attempt, problem: unreachable }, startedAt).state
      return (state.nextPollAt ?? 0) - startedAt
    })
    expect(pauses).toEqual([1000, 2000, 4000, 8000, 16_000, 30_000, 30_000])
    expect(state).toMatchObject({ phase: phases['shown'], pollError: 'network.unreachable' })
    expect(reduceCrossDevice(state, statusReceived('opened'), startedAt).state).toMatchObject({
      pollError: null,
      failures: 0,
    })
  })

  test('one that says when it listens again is asked then', () => {
    const problem = { code: 'rate.limited', retryAfterSeconds: 42 }
    const { state } = reduceCrossDevice(
      stateIn(phases['shown']!),
      { type: 'status-failed', attempt, problem },
      startedAt,
    )
    expect(getNextTickTime(state)).toBe(startedAt + 42_000)
  })
})

describe('what was signed', () => {
  test('is handed in at once, for a sign-in, a step-up and a merge', () => {
    for (const purpose of ['sign-in', 'step-up', 'merge'] as const) {
      const { state, effects } = reduceCrossDevice(
        stateIn(phases['picked']!, { purpose }),
        statusReceived('answered'),
        startedAt,
      )
      expect(state.phase.at).toBe('checking')
      expect(effects).toEqual([{ type: 'submit', attempt, answer, address: null }])
    }
  })

  test('P16 links nothing before the person has seen whose it is, and nothing of what is not theirs', () => {
    const before = stateIn(phases['picked']!, { purpose: 'link' })
    const { state, effects } = reduceCrossDevice(before, statusReceived('answered', { address }), startedAt)
    expect({ at: state.phase.at, effects }).toEqual({ at: 'confirming', effects: [] })
    expect(reduceCrossDevice(state, { type: 'reject-address' }, startedAt)).toMatchObject({
      state: { phase: { at: 'ended', why: 'not-mine' } },
      effects: [{ type: 'cancel', id: 'c1' }],
    })
    expect(reduceCrossDevice(state, { type: 'proceed' }, startedAt).effects).toEqual([
      { type: 'submit', attempt, answer, address },
    ])
  })

  test('P16 links nothing that cannot be shown', () => {
    const before = stateIn(phases['picked']!, { purpose: 'link' })
    expect(reduceCrossDevice(before, statusReceived('answered'), startedAt)).toMatchObject({
      state: { phase: { at: 'failed' } },
      effects: [{ type: 'cancel', id: 'c1' }],
    })
  })

  test('a sign-in says so for a moment; what waits on the same page goes on at once', () => {
    const accepted = events['accepted']!
    const signedIn = reduceCrossDevice(stateIn(phases['checking']!), accepted, startedAt)
    expect(signedIn.effects).toEqual([])
    expect(reduceCrossDevice(signedIn.state, { type: 'tick' }, getNextTickTime(signedIn.state) ?? 0).effects).toEqual([
      { type: 'leave', path: '/account' },
    ])
    const proved = reduceCrossDevice(stateIn(phases['checking']!, { purpose: 'step-up' }), accepted, startedAt)
    expect(proved.effects).toEqual([{ type: 'leave', path: '/account' }])
  })

  test('a sign-in whose page was left in vain, or came back, goes on when it is pressed again', () => {
    const left = stateIn({ at: 'done', name: 'Ada', next: '/account', leaveAt: null })
    expect(reduceCrossDevice(left, { type: 'proceed' }, startedAt).effects).toEqual([
      { type: 'leave', path: '/account' },
    ])
    // What waits on the same page has gone on already.
    expect(reduceCrossDevice({ ...left, purpose: 'link' }, { type: 'proceed' }, startedAt).effects).toEqual([])
  })

  test('a refusal ends the code, so that the other device learns of it', () => {
    expect(reduceCrossDevice(stateIn(phases['checking']!), events['rejected']!, startedAt)).toMatchObject({
      state: { phase: { at: 'failed', problem: { code: 'signature.refused' } } },
      effects: [{ type: 'cancel', id: 'c1' }],
    })
  })

  test('is kept and handed in again where the server cannot be had', () => {
    const stalled = reduceCrossDevice(stateIn(phases['checking']!), events['no answer']!, startedAt)
    expect(stalled.effects).toEqual([])
    const again = reduceCrossDevice(stalled.state, { type: 'tick' }, getNextTickTime(stalled.state) ?? 0)
    expect(again).toMatchObject({
      state: { phase: { at: 'checking', tries: 1 } },
      effects: [{ type: 'submit', answer }],
    })
    const twice = reduceCrossDevice(again.state, events['no answer']!, startedAt)
    expect((getNextTickTime(twice.state) ?? 0) - startedAt).toBe(2000)
  })

  test('of owners who take their time, the same is handed in ever less often, and only while somebody looks', () => {
    let { state } = reduceCrossDevice(stateIn(phases['checking']!), events['owners awaited']!, startedAt)
    const pauses: number[] = []
    for (let looks = 0; looks < 11; looks += 1) {
      const at = getNextTickTime(state) ?? 0
      pauses.push(at - startedAt)
      expect(getNextTickTime({ ...state, isVisible: false })).toBeNull()
      const asked = reduceCrossDevice(state, { type: 'tick' }, at)
      expect(asked.effects).toEqual([{ type: 'submit', attempt, answer, address }])
      state = reduceCrossDevice(asked.state, events['owners awaited']!, startedAt).state
    }
    expect(pauses).toEqual([15, 15, 15, 15, 30, 30, 30, 30, 30, 30, 60].map((seconds) => seconds * 1000))
  })
})

describe('no network', () => {
  test('the code stays, and it is asked how far it is as soon as there is one', () => {
    const { state } = reduceCrossDevice(stateIn(phases['shown']!), events['offline']!, startedAt)
    expect(state).toMatchObject({ phase: phases['shown'], pollError: 'network.offline' })
    expect(reduceCrossDevice(state, events['online']!, startedAt).effects).toEqual([
      { type: 'poll-status', attempt, id: 'c1', known: 'shown' },
    ])
  })

  test('without a code, one is asked for then, and no clock is needed', () => {
    const { state } = reduceCrossDevice(
      stateIn({ at: 'requesting-code' }),
      { type: 'code-failed', attempt, problem: { code: 'network.offline' } },
      startedAt,
    )
    expect(getNextTickTime(state)).toBeNull()
    expect(reduceCrossDevice(state, events['online']!, startedAt).effects).toEqual([
      { type: 'request-code', attempt: 2 },
    ])
  })
})

test('it begins with the question for a code', () => {
  expect(startCrossDeviceMachine('sign-in', page).effects).toEqual([{ type: 'request-code', attempt: 1 }])
})
