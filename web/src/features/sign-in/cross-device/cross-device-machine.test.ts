// How waiting for another device moves, by a clock that only the test moves.
import { describe, expect, test } from 'vitest'
import { reduceCrossDeviceState, startCrossDeviceMachine } from './cross-device-machine.ts'
import { getCrossDeviceTickTime } from './cross-device-state.ts'
import {
  startedAt,
  visibleOnlinePage,
  shownCode,
  signedAnswer,
  signerAddress,
  unreachableProblem,
  examplePhases,
  firstAttempt,
  createStatusReceived,
  exampleEvents,
  createStateIn,
} from '../../../testing/test-cross-device-phases.ts'

describe('how far it is', () => {
  test('an answer that was held is followed by the next question at once; one that was not, after a pause', () => {
    const state = createStateIn(examplePhases['shown']!)
    const held = reduceCrossDeviceState(state, createStatusReceived('shown', { askedAt: startedAt - 1_000 }), startedAt)
    expect(held.effects).toEqual([{ type: 'poll-status', attempt: firstAttempt, id: 'c1', known: 'shown' }])
    const early = reduceCrossDeviceState(state, createStatusReceived('shown', { askedAt: startedAt - 999 }), startedAt)
    expect(early.effects).toEqual([])
    expect(getCrossDeviceTickTime(early.state)).toBe(startedAt + 2_000)
    expect(reduceCrossDeviceState(early.state, { type: 'tick' }, startedAt + 1_999).effects).toEqual([])
    expect(reduceCrossDeviceState(early.state, { type: 'tick' }, startedAt + 2_000).effects).toHaveLength(1)
    // What changed is followed at once, however early it came.
    expect(
      reduceCrossDeviceState(state, createStatusReceived('opened', { askedAt: startedAt }), startedAt).effects,
    ).toEqual([{ type: 'poll-status', attempt: firstAttempt, id: 'c1', known: 'opened' }])
  })

  test('once it is opened there is more time, and the countdown follows; what differs by less than a second is no news', () => {
    const later = reduceCrossDeviceState(
      createStateIn(examplePhases['shown']!),
      createStatusReceived('opened', { expiresAt: startedAt + 300_000 }),
      startedAt,
    )
    expect(later.state.phase).toEqual({ at: 'opened', code: { ...shownCode, expiresAt: startedAt + 300_000 } })
    const same = reduceCrossDeviceState(
      createStateIn(examplePhases['shown']!),
      createStatusReceived('shown', { expiresAt: shownCode.expiresAt + 900 }),
      startedAt,
    )
    expect(same.state.phase).toEqual(examplePhases['shown'])
  })

  test('a server that cannot be had is asked ever less often, while the code stays', () => {
    let state = createStateIn(examplePhases['shown']!)
    const pauses = Array.from({ length: 7 }, () => {
      state = reduceCrossDeviceState(
        state,
        { type: 'status-failed', attempt: firstAttempt, problem: unreachableProblem },
        startedAt,
      ).state
      return (state.nextPollAt ?? 0) - startedAt
    })
    expect(pauses).toEqual([1000, 2000, 4000, 8000, 16_000, 30_000, 30_000])
    expect(state).toMatchObject({ phase: examplePhases['shown'], pollError: 'network.unreachable' })
    expect(reduceCrossDeviceState(state, createStatusReceived('opened'), startedAt).state).toMatchObject({
      pollError: null,
      failures: 0,
    })
  })

  test('one that says when it listens again is asked then', () => {
    const problem = { code: 'rate.limited', retryAfterSeconds: 42 }
    const { state } = reduceCrossDeviceState(
      createStateIn(examplePhases['shown']!),
      { type: 'status-failed', attempt: firstAttempt, problem },
      startedAt,
    )
    expect(getCrossDeviceTickTime(state)).toBe(startedAt + 42_000)
  })
})

describe('what was signed', () => {
  test('is handed in at once, for a sign-in, a step-up and a merge', () => {
    for (const purpose of ['sign-in', 'step-up', 'merge'] as const) {
      const { state, effects } = reduceCrossDeviceState(
        createStateIn(examplePhases['picked']!, { purpose }),
        createStatusReceived('answered'),
        startedAt,
      )
      expect(state.phase.at).toBe('checking')
      expect(effects).toEqual([{ type: 'submit', attempt: firstAttempt, answer: signedAnswer, address: null }])
    }
  })

  test('P16 links nothing before the person has seen whose it is, and nothing of what is not theirs', () => {
    const before = createStateIn(examplePhases['picked']!, { purpose: 'link' })
    const { state, effects } = reduceCrossDeviceState(
      before,
      createStatusReceived('answered', { address: signerAddress }),
      startedAt,
    )
    expect({ at: state.phase.at, effects }).toEqual({ at: 'confirming', effects: [] })
    expect(reduceCrossDeviceState(state, { type: 'reject-address' }, startedAt)).toMatchObject({
      state: { phase: { at: 'ended', why: 'not-mine' } },
      effects: [{ type: 'cancel', id: 'c1' }],
    })
    expect(reduceCrossDeviceState(state, { type: 'proceed' }, startedAt).effects).toEqual([
      { type: 'submit', attempt: firstAttempt, answer: signedAnswer, address: signerAddress },
    ])
  })

  test('P16 links nothing that cannot be shown', () => {
    const before = createStateIn(examplePhases['picked']!, { purpose: 'link' })
    expect(reduceCrossDeviceState(before, createStatusReceived('answered'), startedAt)).toMatchObject({
      state: { phase: { at: 'failed' } },
      effects: [{ type: 'cancel', id: 'c1' }],
    })
  })

  test('a sign-in says so for a moment; what waits on the same page goes on at once', () => {
    const accepted = exampleEvents['accepted']!
    const signedIn = reduceCrossDeviceState(createStateIn(examplePhases['checking']!), accepted, startedAt)
    expect(signedIn.effects).toEqual([])
    expect(
      reduceCrossDeviceState(signedIn.state, { type: 'tick' }, getCrossDeviceTickTime(signedIn.state) ?? 0).effects,
    ).toEqual([{ type: 'leave', path: '/account' }])
    const proved = reduceCrossDeviceState(
      createStateIn(examplePhases['checking']!, { purpose: 'step-up' }),
      accepted,
      startedAt,
    )
    expect(proved.effects).toEqual([{ type: 'leave', path: '/account' }])
  })

  test('a sign-in whose page was left in vain, or came back, goes on when it is pressed again', () => {
    const left = createStateIn({ at: 'done', name: 'Ada', next: '/account', leaveAt: null })
    expect(reduceCrossDeviceState(left, { type: 'proceed' }, startedAt).effects).toEqual([
      { type: 'leave', path: '/account' },
    ])
    // What waits on the same page has gone on already.
    expect(reduceCrossDeviceState({ ...left, purpose: 'link' }, { type: 'proceed' }, startedAt).effects).toEqual([])
  })

  test('a refusal ends the code, so that the other device learns of it', () => {
    expect(
      reduceCrossDeviceState(createStateIn(examplePhases['checking']!), exampleEvents['rejected']!, startedAt),
    ).toMatchObject({
      state: { phase: { at: 'failed', problem: { code: 'signature.refused' } } },
      effects: [{ type: 'cancel', id: 'c1' }],
    })
  })

  test('is kept and handed in again where the server cannot be had', () => {
    const stalled = reduceCrossDeviceState(
      createStateIn(examplePhases['checking']!),
      exampleEvents['no answer']!,
      startedAt,
    )
    expect(stalled.effects).toEqual([])
    const again = reduceCrossDeviceState(stalled.state, { type: 'tick' }, getCrossDeviceTickTime(stalled.state) ?? 0)
    expect(again).toMatchObject({
      state: { phase: { at: 'checking', tries: 1 } },
      effects: [{ type: 'submit', answer: signedAnswer }],
    })
    const twice = reduceCrossDeviceState(again.state, exampleEvents['no answer']!, startedAt)
    expect((getCrossDeviceTickTime(twice.state) ?? 0) - startedAt).toBe(2000)
  })

  test('of owners who take their time, the same is handed in ever less often, and only while somebody looks', () => {
    let { state } = reduceCrossDeviceState(
      createStateIn(examplePhases['checking']!),
      exampleEvents['owners awaited']!,
      startedAt,
    )
    const pauses: number[] = []
    for (let looks = 0; looks < 11; looks += 1) {
      const at = getCrossDeviceTickTime(state) ?? 0
      pauses.push(at - startedAt)
      expect(getCrossDeviceTickTime({ ...state, isVisible: false })).toBeNull()
      const asked = reduceCrossDeviceState(state, { type: 'tick' }, at)
      expect(asked.effects).toEqual([
        { type: 'submit', attempt: firstAttempt, answer: signedAnswer, address: signerAddress },
      ])
      state = reduceCrossDeviceState(asked.state, exampleEvents['owners awaited']!, startedAt).state
    }
    expect(pauses).toEqual([15, 15, 15, 15, 30, 30, 30, 30, 30, 30, 60].map((seconds) => seconds * 1000))
  })
})

describe('no network', () => {
  test('the code stays, and it is asked how far it is as soon as there is one', () => {
    const { state } = reduceCrossDeviceState(
      createStateIn(examplePhases['shown']!),
      exampleEvents['offline']!,
      startedAt,
    )
    expect(state).toMatchObject({ phase: examplePhases['shown'], pollError: 'network.offline' })
    expect(reduceCrossDeviceState(state, exampleEvents['online']!, startedAt).effects).toEqual([
      { type: 'poll-status', attempt: firstAttempt, id: 'c1', known: 'shown' },
    ])
  })

  test('without a code, one is asked for then, and no clock is needed', () => {
    const { state } = reduceCrossDeviceState(
      createStateIn({ at: 'requesting-code' }),
      { type: 'code-failed', attempt: firstAttempt, problem: { code: 'network.offline' } },
      startedAt,
    )
    expect(getCrossDeviceTickTime(state)).toBeNull()
    expect(reduceCrossDeviceState(state, exampleEvents['online']!, startedAt).effects).toEqual([
      { type: 'request-code', attempt: 2 },
    ])
  })
})

test('it begins with the question for a code', () => {
  expect(startCrossDeviceMachine('sign-in', visibleOnlinePage).effects).toEqual([{ type: 'request-code', attempt: 1 }])
})
