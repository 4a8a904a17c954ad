// Tests the cross-device state machine with a manual clock.
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

describe('polling the cross-device status', () => {
  test('polls again at once after a held response or a new status, otherwise after a pause', () => {
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
    expect(
      reduceCrossDeviceState(
        state,
        createStatusReceivedEventFixture('opened', { askedAt: crossDeviceStartTimeFixture }),
        crossDeviceStartTimeFixture,
      ).effects,
    ).toEqual([{ type: 'poll-status', attempt: firstCrossDeviceAttemptFixture, id: 'c1', known: 'opened' }])
  })

  test('extends the countdown when the code is opened and ignores changes of less than a second', () => {
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

  test('backs off while the server is unreachable and keeps the code', () => {
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

  test('polls again at the time given by retryAfterSeconds', () => {
    const problem = { code: 'rate.limited', retryAfterSeconds: 42 }
    const { state } = reduceCrossDeviceState(
      createCrossDeviceMachineStateFixture(exampleCrossDevicePhases['shown']!),
      { type: 'status-failed', attempt: firstCrossDeviceAttemptFixture, problem },
      crossDeviceStartTimeFixture,
    )
    expect(getNextCrossDeviceTimerTime(state)).toBe(crossDeviceStartTimeFixture + 42_000)
  })
})

describe('submitting a cross-device answer', () => {
  test('happens immediately for a sign-in, a step-up and a merge', () => {
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

  test('P16: links a wallet only after the person confirms its address', () => {
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

  test('P16: does not link a wallet whose address cannot be shown', () => {
    const before = createCrossDeviceMachineStateFixture(exampleCrossDevicePhases['picked']!, { purpose: 'link' })
    expect(
      reduceCrossDeviceState(before, createStatusReceivedEventFixture('answered'), crossDeviceStartTimeFixture),
    ).toMatchObject({
      state: { phase: { at: 'failed' } },
      effects: [{ type: 'cancel', id: 'c1' }],
    })
  })

  test('shows success briefly after a sign-in and continues at once after a step-up', () => {
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

  test('retries leaving the page on a button press if the page was not left after a sign-in', () => {
    const left = createCrossDeviceMachineStateFixture({ at: 'done', name: 'Ada', next: '/account', leaveAt: null })
    expect(reduceCrossDeviceState(left, { type: 'proceed' }, crossDeviceStartTimeFixture).effects).toEqual([
      { type: 'leave', path: '/account' },
    ])
    expect(
      reduceCrossDeviceState({ ...left, purpose: 'link' }, { type: 'proceed' }, crossDeviceStartTimeFixture).effects,
    ).toEqual([])
  })

  test('cancels the code when the server refuses, so that the other device is notified', () => {
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

  test('is retried with the same answer while the server is unreachable', () => {
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

  test('is repeated less and less often for pending owner approvals, and only while the page is visible', () => {
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

describe('cross-device sign-in without a network', () => {
  test('keeps the code and polls its status as soon as the network is back', () => {
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

  test('requests a code as soon as the network is back, without a timer', () => {
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

test('the cross-device state machine starts by requesting a code', () => {
  expect(getInitialCrossDeviceStep('sign-in', visibleOnlinePageStateFixture).effects).toEqual([
    { type: 'request-code', attempt: 1 },
  ])
})
