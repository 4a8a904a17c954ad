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

describe('expired cross-device code', () => {
  const shown: CrossDevicePhase = { at: 'shown', code: shownCrossDeviceCodeFixture }
  const end = shownCrossDeviceCodeFixture.expiresAt + crossDeviceExpiryGraceMilliseconds

  test('waits for the server to confirm the expiry, because a device may have opened it in the last second', () => {
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

  test('is ended before the next code is requested if polling fails, so that no device can open it', () => {
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

  describe('after the page was suspended', () => {
    const woken = crossDeviceStartTimeFixture + 150_000
    const asked = reduceCrossDeviceState(createCrossDeviceMachineStateFixture(shown), { type: 'tick' }, woken)

    test.each([true, false])('is polled once more before it is given up (visible: %s)', (isVisible) => {
      const { state, effects } = reduceCrossDeviceState(
        createCrossDeviceMachineStateFixture(shown, { isVisible }),
        { type: 'tick' },
        woken,
      )
      expect(effects).toEqual([{ type: 'poll-status', attempt: 1, id: 'c1', known: 'shown' }])
      expect(getNextCrossDeviceTimerTime(state)).toBe(woken + finalCrossDevicePollMilliseconds)
    })

    test('has its answer submitted if it was answered during the suspension', () => {
      const { state, effects } = reduceCrossDeviceState(
        asked.state,
        createStatusReceivedEventFixture('answered', { expiresAt: crossDeviceStartTimeFixture + 300_000 }),
        woken + 400,
      )
      expect(state.phase.at).toBe('checking')
      expect(effects).toEqual([{ type: 'submit', attempt: 1, answer: signedCrossDeviceAnswerFixture, address: null }])
    })

    test('is kept until its new expiry if it was opened during the suspension', () => {
      const expiresAt = crossDeviceStartTimeFixture + 300_000
      const { state } = reduceCrossDeviceState(
        asked.state,
        createStatusReceivedEventFixture('opened', { expiresAt }),
        woken + 400,
      )
      expect(getNextCrossDeviceTimerTime(state)).toBe(expiresAt + crossDeviceExpiryGraceMilliseconds)
      expect(state.finalPollUntil).toBeNull()
    })

    test('is polled again after a failed poll, until the final polling window ends', () => {
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

    test('is kept while offline and gets its final polling window once online', () => {
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

  test('is renewed automatically while the page is visible, up to the renewal limit', () => {
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

  test('is renewed only after the page becomes visible again', () => {
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

  test('requesting a new code manually resets the renewal count', () => {
    const state = createCrossDeviceMachineStateFixture(
      { at: 'ended', why: 'ran-out' },
      { renewals: maxCrossDeviceCodeRenewals },
    )
    expect(reduceCrossDeviceState(state, { type: 'proceed' }, crossDeviceStartTimeFixture).state).toMatchObject({
      phase: { at: 'requesting-code' },
      renewals: 0,
    })
  })

  test('is not renewed while the person is asked to confirm a link, or when they return to the page', () => {
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

  test('is ended when polling fails permanently', () => {
    const refused = reduceCrossDeviceState(
      createCrossDeviceMachineStateFixture(shown),
      { type: 'status-failed', attempt: firstCrossDeviceAttemptFixture, problem: { code: 'session.required' } },
      crossDeviceStartTimeFixture,
    )
    expect(refused).toMatchObject({ state: { phase: { at: 'failed' } }, effects: [{ type: 'expire', id: 'c1' }] })
  })
})
