// How waiting for another device moves, by a clock that only the test moves.
import { describe, expect, test } from 'vitest'
import { reduceCrossDeviceState, getInitialCrossDeviceStep } from './cross-device-state-machine.ts'
import { getNextCrossDeviceTimerTime } from './cross-device-proof-phases.ts'
import {
  crossDeviceStartTimeFixture,
  visibleOnlinePageStateFixture,
  shownCrossDeviceCodeFixture,
  signedCrossDeviceAnswerFixture,
  crossDeviceSignerAddressFixture,
  networkUnreachableProblemFixture,
  exampleCrossDevicePhases,
  firstCrossDeviceAttemptFixture,
  createStatusReceivedEventFixture,
  exampleCrossDeviceEvents,
  createCrossDeviceMachineStateFixture,
} from '../../../testing/cross-device-phase-fixtures.ts'

describe('how far it is', () => {
  test('an answer that was held is followed by the next question at once; one that was not, after a pause', () => {
    const state = createCrossDeviceMachineStateFixture(exampleCrossDevicePhases['shown']!)
    const held = reduceCrossDeviceState(
      state,
      createStatusReceivedEventFixture('shown', { askedAt: crossDeviceStartTimeFixture - 1_000 }),
      crossDeviceStartTimeFixture,
    )
    expect(held.effects).toEqual([
      { type: 'poll-status', attempt: firstCrossDeviceAttemptFixture, id: 'c1', known: 'shown' },
    ])
    const early = reduceCrossDeviceState(
      state,
      createStatusReceivedEventFixture('shown', { askedAt: crossDeviceStartTimeFixture - 999 }),
      crossDeviceStartTimeFixture,
    )
    expect(early.effects).toEqual([])
    expect(getNextCrossDeviceTimerTime(early.state)).toBe(crossDeviceStartTimeFixture + 2_000)
    expect(reduceCrossDeviceState(early.state, { type: 'tick' }, crossDeviceStartTimeFixture + 1_999).effects).toEqual(
      [],
    )
    expect(
      reduceCrossDeviceState(early.state, { type: 'tick' }, crossDeviceStartTimeFixture + 2_000).effects,
    ).toHaveLength(1)
    // What changed is followed at once, however early it came.
    expect(
      reduceCrossDeviceState(
        state,
        createStatusReceivedEventFixture('opened', { askedAt: crossDeviceStartTimeFixture }),
        crossDeviceStartTimeFixture,
      ).effects,
    ).toEqual([{ type: 'poll-status', attempt: firstCrossDeviceAttemptFixture, id: 'c1', known: 'opened' }])
  })

  test('once it is opened there is more time, and the countdown follows; what differs by less than a second is no news', () => {
    const later = reduceCrossDeviceState(
      createCrossDeviceMachineStateFixture(exampleCrossDevicePhases['shown']!),
      createStatusReceivedEventFixture('opened', { expiresAt: crossDeviceStartTimeFixture + 300_000 }),
      crossDeviceStartTimeFixture,
    )
    expect(later.state.phase).toEqual({
      at: 'opened',
      code: { ...shownCrossDeviceCodeFixture, expiresAt: crossDeviceStartTimeFixture + 300_000 },
    })
    const same = reduceCrossDeviceState(
      createCrossDeviceMachineStateFixture(exampleCrossDevicePhases['shown']!),
      createStatusReceivedEventFixture('shown', { expiresAt: shownCrossDeviceCodeFixture.expiresAt + 900 }),
      crossDeviceStartTimeFixture,
    )
    expect(same.state.phase).toEqual(exampleCrossDevicePhases['shown'])
  })

  test('a server that cannot be had is asked ever less often, while the code stays', () => {
    let state = createCrossDeviceMachineStateFixture(exampleCrossDevicePhases['shown']!)
    const pauses = Array.from({ length: 7 }, () => {
      state = reduceCrossDeviceState(
        state,
        { type: 'status-failed', attempt: firstCrossDeviceAttemptFixture, problem: networkUnreachableProblemFixture },
        crossDeviceStartTimeFixture,
      ).state
      return (state.nextPollAt ?? 0) - crossDeviceStartTimeFixture
    })
    expect(pauses).toEqual([1000, 2000, 4000, 8000, 16_000, 30_000, 30_000])
    expect(state).toMatchObject({ phase: exampleCrossDevicePhases['shown'], pollError: 'network.unreachable' })
    expect(
      reduceCrossDeviceState(state, createStatusReceivedEventFixture('opened'), crossDeviceStartTimeFixture).state,
    ).toMatchObject({
      pollError: null,
      failures: 0,
    })
  })

  test('one that says when it listens again is asked then', () => {
    const problem = { code: 'rate.limited', retryAfterSeconds: 42 }
    const { state } = reduceCrossDeviceState(
      createCrossDeviceMachineStateFixture(exampleCrossDevicePhases['shown']!),
      { type: 'status-failed', attempt: firstCrossDeviceAttemptFixture, problem },
      crossDeviceStartTimeFixture,
    )
    expect(getNextCrossDeviceTimerTime(state)).toBe(crossDeviceStartTimeFixture + 42_000)
  })
})

describe('what was signed', () => {
  test('is handed in at once, for a sign-in, a step-up and a merge', () => {
    for (const purpose of ['sign-in', 'step-up', 'merge'] as const) {
      const { state, effects } = reduceCrossDeviceState(
        createCrossDeviceMachineStateFixture(exampleCrossDevicePhases['picked']!, { purpose }),
        createStatusReceivedEventFixture('answered'),
        crossDeviceStartTimeFixture,
      )
      expect(state.phase.at).toBe('checking')
      expect(effects).toEqual([
        {
          type: 'submit',
          attempt: firstCrossDeviceAttemptFixture,
          answer: signedCrossDeviceAnswerFixture,
          address: null,
        },
      ])
    }
  })

  test('P16 links nothing before the person has seen whose it is, and nothing of what is not theirs', () => {
    const before = createCrossDeviceMachineStateFixture(exampleCrossDevicePhases['picked']!, { purpose: 'link' })
    const { state, effects } = reduceCrossDeviceState(
      before,
      createStatusReceivedEventFixture('answered', { address: crossDeviceSignerAddressFixture }),
      crossDeviceStartTimeFixture,
    )
    expect({ at: state.phase.at, effects }).toEqual({ at: 'confirming', effects: [] })
    expect(reduceCrossDeviceState(state, { type: 'reject-address' }, crossDeviceStartTimeFixture)).toMatchObject({
      state: { phase: { at: 'ended', why: 'not-mine' } },
      effects: [{ type: 'cancel', id: 'c1' }],
    })
    expect(reduceCrossDeviceState(state, { type: 'proceed' }, crossDeviceStartTimeFixture).effects).toEqual([
      {
        type: 'submit',
        attempt: firstCrossDeviceAttemptFixture,
        answer: signedCrossDeviceAnswerFixture,
        address: crossDeviceSignerAddressFixture,
      },
    ])
  })

  test('P16 links nothing that cannot be shown', () => {
    const before = createCrossDeviceMachineStateFixture(exampleCrossDevicePhases['picked']!, { purpose: 'link' })
    expect(
      reduceCrossDeviceState(before, createStatusReceivedEventFixture('answered'), crossDeviceStartTimeFixture),
    ).toMatchObject({
      state: { phase: { at: 'failed' } },
      effects: [{ type: 'cancel', id: 'c1' }],
    })
  })

  test('a sign-in says so for a moment; what waits on the same page goes on at once', () => {
    const accepted = exampleCrossDeviceEvents['accepted']!
    const signedIn = reduceCrossDeviceState(
      createCrossDeviceMachineStateFixture(exampleCrossDevicePhases['checking']!),
      accepted,
      crossDeviceStartTimeFixture,
    )
    expect(signedIn.effects).toEqual([])
    expect(
      reduceCrossDeviceState(signedIn.state, { type: 'tick' }, getNextCrossDeviceTimerTime(signedIn.state) ?? 0)
        .effects,
    ).toEqual([{ type: 'leave', path: '/account' }])
    const proved = reduceCrossDeviceState(
      createCrossDeviceMachineStateFixture(exampleCrossDevicePhases['checking']!, { purpose: 'step-up' }),
      accepted,
      crossDeviceStartTimeFixture,
    )
    expect(proved.effects).toEqual([{ type: 'leave', path: '/account' }])
  })

  test('a sign-in whose page was left in vain, or came back, goes on when it is pressed again', () => {
    const left = createCrossDeviceMachineStateFixture({ at: 'done', name: 'Ada', next: '/account', leaveAt: null })
    expect(reduceCrossDeviceState(left, { type: 'proceed' }, crossDeviceStartTimeFixture).effects).toEqual([
      { type: 'leave', path: '/account' },
    ])
    // What waits on the same page has gone on already.
    expect(
      reduceCrossDeviceState({ ...left, purpose: 'link' }, { type: 'proceed' }, crossDeviceStartTimeFixture).effects,
    ).toEqual([])
  })

  test('a refusal ends the code, so that the other device learns of it', () => {
    expect(
      reduceCrossDeviceState(
        createCrossDeviceMachineStateFixture(exampleCrossDevicePhases['checking']!),
        exampleCrossDeviceEvents['rejected']!,
        crossDeviceStartTimeFixture,
      ),
    ).toMatchObject({
      state: { phase: { at: 'failed', problem: { code: 'signature.refused' } } },
      effects: [{ type: 'cancel', id: 'c1' }],
    })
  })

  test('is kept and handed in again where the server cannot be had', () => {
    const stalled = reduceCrossDeviceState(
      createCrossDeviceMachineStateFixture(exampleCrossDevicePhases['checking']!),
      exampleCrossDeviceEvents['no answer']!,
      crossDeviceStartTimeFixture,
    )
    expect(stalled.effects).toEqual([])
    const again = reduceCrossDeviceState(
      stalled.state,
      { type: 'tick' },
      getNextCrossDeviceTimerTime(stalled.state) ?? 0,
    )
    expect(again).toMatchObject({
      state: { phase: { at: 'checking', tries: 1 } },
      effects: [{ type: 'submit', answer: signedCrossDeviceAnswerFixture }],
    })
    const twice = reduceCrossDeviceState(
      again.state,
      exampleCrossDeviceEvents['no answer']!,
      crossDeviceStartTimeFixture,
    )
    expect((getNextCrossDeviceTimerTime(twice.state) ?? 0) - crossDeviceStartTimeFixture).toBe(2000)
  })

  test('of owners who take their time, the same is handed in ever less often, and only while somebody looks', () => {
    let { state } = reduceCrossDeviceState(
      createCrossDeviceMachineStateFixture(exampleCrossDevicePhases['checking']!),
      exampleCrossDeviceEvents['owners awaited']!,
      crossDeviceStartTimeFixture,
    )
    const pauses: number[] = []
    for (let looks = 0; looks < 11; looks += 1) {
      const at = getNextCrossDeviceTimerTime(state) ?? 0
      pauses.push(at - crossDeviceStartTimeFixture)
      expect(getNextCrossDeviceTimerTime({ ...state, isVisible: false })).toBeNull()
      const asked = reduceCrossDeviceState(state, { type: 'tick' }, at)
      expect(asked.effects).toEqual([
        {
          type: 'submit',
          attempt: firstCrossDeviceAttemptFixture,
          answer: signedCrossDeviceAnswerFixture,
          address: crossDeviceSignerAddressFixture,
        },
      ])
      state = reduceCrossDeviceState(
        asked.state,
        exampleCrossDeviceEvents['owners awaited']!,
        crossDeviceStartTimeFixture,
      ).state
    }
    expect(pauses).toEqual([15, 15, 15, 15, 30, 30, 30, 30, 30, 30, 60].map((seconds) => seconds * 1000))
  })
})

describe('no network', () => {
  test('the code stays, and it is asked how far it is as soon as there is one', () => {
    const { state } = reduceCrossDeviceState(
      createCrossDeviceMachineStateFixture(exampleCrossDevicePhases['shown']!),
      exampleCrossDeviceEvents['offline']!,
      crossDeviceStartTimeFixture,
    )
    expect(state).toMatchObject({ phase: exampleCrossDevicePhases['shown'], pollError: 'network.offline' })
    expect(
      reduceCrossDeviceState(state, exampleCrossDeviceEvents['online']!, crossDeviceStartTimeFixture).effects,
    ).toEqual([{ type: 'poll-status', attempt: firstCrossDeviceAttemptFixture, id: 'c1', known: 'shown' }])
  })

  test('without a code, one is asked for then, and no clock is needed', () => {
    const { state } = reduceCrossDeviceState(
      createCrossDeviceMachineStateFixture({ at: 'requesting-code' }),
      { type: 'code-failed', attempt: firstCrossDeviceAttemptFixture, problem: { code: 'network.offline' } },
      crossDeviceStartTimeFixture,
    )
    expect(getNextCrossDeviceTimerTime(state)).toBeNull()
    expect(
      reduceCrossDeviceState(state, exampleCrossDeviceEvents['online']!, crossDeviceStartTimeFixture).effects,
    ).toEqual([{ type: 'request-code', attempt: 2 }])
  })
})

test('it begins with the question for a code', () => {
  expect(getInitialCrossDeviceStep('sign-in', visibleOnlinePageStateFixture).effects).toEqual([
    { type: 'request-code', attempt: 1 },
  ])
})
