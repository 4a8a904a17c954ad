// A cross-device code that runs out: what ends it, and when another one takes its place.
import { describe, expect, test } from 'vitest'
import { reduceCrossDeviceState } from './cross-device-state-machine.ts'
import {
  finalCrossDevicePollMilliseconds,
  maxCrossDeviceCodeRenewals,
  crossDeviceExpiryGraceMilliseconds,
  getNextCrossDeviceTimerTime,
} from './cross-device-proof-phases.ts'
import type { CrossDevicePhase } from './cross-device-proof-phases.ts'
import {
  crossDeviceStartTimeFixture,
  shownCrossDeviceCodeFixture,
  signedCrossDeviceAnswerFixture,
  networkUnreachableProblemFixture,
  exampleCrossDevicePhases,
  firstCrossDeviceAttemptFixture,
  createStatusReceivedEventFixture,
  createCrossDeviceMachineStateFixture,
} from '../../../testing/cross-device-phase-fixtures.ts'

describe('a code that ran out', () => {
  const shown: CrossDevicePhase = { at: 'shown', code: shownCrossDeviceCodeFixture }
  /** When the page no longer waits for the server to say so. */
  const end = shownCrossDeviceCodeFixture.expiresAt + crossDeviceExpiryGraceMilliseconds

  test('is the server’s to end, which knows whether it was opened in its last second', () => {
    const late = shownCrossDeviceCodeFixture.expiresAt + 1_500
    expect(getNextCrossDeviceTimerTime(createCrossDeviceMachineStateFixture(shown))).toBe(end)
    expect(reduceCrossDeviceState(createCrossDeviceMachineStateFixture(shown), { type: 'tick' }, late)).toEqual({
      state: createCrossDeviceMachineStateFixture(shown),
      effects: [],
    })
    const opened = reduceCrossDeviceState(
      createCrossDeviceMachineStateFixture(shown),
      createStatusReceivedEventFixture('opened', { expiresAt: crossDeviceStartTimeFixture + 420_000 }),
      late,
    )
    expect(opened.state.phase).toMatchObject({
      at: 'opened',
      code: { expiresAt: crossDeviceStartTimeFixture + 420_000 },
    })
    expect(
      reduceCrossDeviceState(
        createCrossDeviceMachineStateFixture(shown),
        createStatusReceivedEventFixture('ran-out'),
        late,
      ).effects,
    ).toEqual([{ type: 'request-code', attempt: 2 }])
  })

  test('of which nothing is heard any more is ended before another one is asked for, so that no device opens it', () => {
    const asked = createCrossDeviceMachineStateFixture(shown, {
      finalPollUntil: end + finalCrossDevicePollMilliseconds,
    })
    expect(reduceCrossDeviceState(asked, { type: 'tick' }, end + finalCrossDevicePollMilliseconds).effects).toEqual([
      { type: 'expire', id: 'c1' },
      { type: 'request-code', attempt: 2 },
    ])
    expect(
      reduceCrossDeviceState({ ...asked, isVisible: false }, { type: 'tick' }, end + finalCrossDevicePollMilliseconds)
        .effects,
    ).toEqual([{ type: 'expire', id: 'c1' }])
  })

  describe('while the page slept', () => {
    const woken = crossDeviceStartTimeFixture + 150_000
    const asked = reduceCrossDeviceState(createCrossDeviceMachineStateFixture(shown), { type: 'tick' }, woken)

    test.each([true, false])('is asked about once before it is given up (visible: %s)', (isVisible) => {
      const { state, effects } = reduceCrossDeviceState(
        createCrossDeviceMachineStateFixture(shown, { isVisible }),
        { type: 'tick' },
        woken,
      )
      expect(effects).toEqual([{ type: 'poll-status', attempt: 1, id: 'c1', known: 'shown' }])
      expect(getNextCrossDeviceTimerTime(state)).toBe(woken + finalCrossDevicePollMilliseconds)
    })

    test('and was answered meanwhile is handed in', () => {
      const { state, effects } = reduceCrossDeviceState(
        asked.state,
        createStatusReceivedEventFixture('answered', { expiresAt: crossDeviceStartTimeFixture + 300_000 }),
        woken + 400,
      )
      expect(state.phase.at).toBe('checking')
      expect(effects).toEqual([{ type: 'submit', attempt: 1, answer: signedCrossDeviceAnswerFixture, address: null }])
    })

    test('and was opened meanwhile is waited for until its new end', () => {
      const expiresAt = crossDeviceStartTimeFixture + 300_000
      const { state } = reduceCrossDeviceState(
        asked.state,
        createStatusReceivedEventFixture('opened', { expiresAt }),
        woken + 400,
      )
      expect(getNextCrossDeviceTimerTime(state)).toBe(expiresAt + crossDeviceExpiryGraceMilliseconds)
      expect(state.finalPollUntil).toBeNull()
    })

    test('and cannot be asked about yet is asked about again, until its last chance is over', () => {
      const failed = reduceCrossDeviceState(
        asked.state,
        { type: 'status-failed', attempt: firstCrossDeviceAttemptFixture, problem: networkUnreachableProblemFixture },
        woken + 100,
      )
      expect(failed.effects).toEqual([])
      const again = reduceCrossDeviceState(
        failed.state,
        { type: 'tick' },
        getNextCrossDeviceTimerTime(failed.state) ?? 0,
      )
      expect(again.effects).toEqual([{ type: 'poll-status', attempt: 1, id: 'c1', known: 'shown' }])
      const over = reduceCrossDeviceState(again.state, { type: 'tick' }, woken + finalCrossDevicePollMilliseconds)
      expect(over.effects).toEqual([
        { type: 'expire', id: 'c1' },
        { type: 'request-code', attempt: 2 },
      ])
    })

    test('is not given up without a network, and has its last chance once there is one', () => {
      const offline = reduceCrossDeviceState(
        asked.state,
        { type: 'connectivity-changed', isOnline: false },
        woken,
      ).state
      expect(getNextCrossDeviceTimerTime(offline)).toBeNull()
      expect(reduceCrossDeviceState(offline, { type: 'tick' }, woken + 60_000).effects).toEqual([])
      const online = reduceCrossDeviceState(offline, { type: 'connectivity-changed', isOnline: true }, woken + 60_000)
      expect(online.effects).toEqual([{ type: 'poll-status', attempt: 1, id: 'c1', known: 'shown' }])
      expect(getNextCrossDeviceTimerTime(online.state)).toBe(woken + 60_000 + finalCrossDevicePollMilliseconds)
    })
  })

  test('is replaced by itself as long as somebody looks, and three times at most', () => {
    let state = createCrossDeviceMachineStateFixture(shown)
    for (let times = 1; times <= maxCrossDeviceCodeRenewals; times += 1) {
      const asked = reduceCrossDeviceState(
        state,
        createStatusReceivedEventFixture('ran-out', { attempt: state.attempt }),
        end,
      )
      expect(asked.state).toMatchObject({ phase: { at: 'requesting-code' }, renewals: times })
      const { attempt } = asked.state
      state = reduceCrossDeviceState(
        asked.state,
        { type: 'code-arrived', attempt, code: shownCrossDeviceCodeFixture },
        crossDeviceStartTimeFixture,
      ).state
    }
    const over = reduceCrossDeviceState(
      state,
      createStatusReceivedEventFixture('ran-out', { attempt: state.attempt }),
      end,
    )
    expect(over.state.phase).toEqual({ at: 'ended', why: 'ran-out' })
  })

  test('waits for whoever does not look, and is replaced when they come back', () => {
    const { state } = reduceCrossDeviceState(
      createCrossDeviceMachineStateFixture(shown, { isVisible: false }),
      createStatusReceivedEventFixture('ran-out'),
      end,
    )
    expect(state.phase).toEqual({ at: 'ended', why: 'ran-out' })
    expect(reduceCrossDeviceState(state, { type: 'visibility-changed', isVisible: true }, end)).toMatchObject({
      state: { phase: { at: 'requesting-code' }, renewals: 1 },
      effects: [{ type: 'request-code' }],
    })
  })

  test('pressing for a new one begins the count anew', () => {
    const state = createCrossDeviceMachineStateFixture(
      { at: 'ended', why: 'ran-out' },
      { renewals: maxCrossDeviceCodeRenewals },
    )
    expect(reduceCrossDeviceState(state, { type: 'proceed' }, crossDeviceStartTimeFixture).state).toMatchObject({
      phase: { at: 'requesting-code' },
      renewals: 0,
    })
  })

  test('whoever was asked whether to link is not asked something else meanwhile, nor when they look again', () => {
    const { state, effects } = reduceCrossDeviceState(
      createCrossDeviceMachineStateFixture(exampleCrossDevicePhases['confirming']!),
      { type: 'tick' },
      shownCrossDeviceCodeFixture.expiresAt,
    )
    expect(state.phase).toEqual({ at: 'ended', why: 'ran-out' })
    expect(effects).toEqual([{ type: 'expire', id: 'c1' }])
    const seen = reduceCrossDeviceState(
      state,
      { type: 'visibility-changed', isVisible: true },
      shownCrossDeviceCodeFixture.expiresAt,
    )
    expect(seen).toMatchObject({ state: { phase: { at: 'ended', why: 'ran-out' } }, effects: [] })
  })

  test('that the server tells nothing of for good is ended as well', () => {
    const refused = reduceCrossDeviceState(
      createCrossDeviceMachineStateFixture(shown),
      { type: 'status-failed', attempt: firstCrossDeviceAttemptFixture, problem: { code: 'session.required' } },
      crossDeviceStartTimeFixture,
    )
    expect(refused).toMatchObject({ state: { phase: { at: 'failed' } }, effects: [{ type: 'expire', id: 'c1' }] })
  })
})
