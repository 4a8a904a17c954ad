// A cross-device code that runs out: what ends it, and when another one takes its place.
import { describe, expect, test } from 'vitest'
import { reduceCrossDeviceState } from './cross-device-machine.ts'
import {
  finalPollMilliseconds,
  maxCrossDeviceCodeRenewals,
  expiryGraceMilliseconds,
  getCrossDeviceTickTime,
} from './cross-device-state.ts'
import type { CrossDevicePhase } from './cross-device-state.ts'
import {
  startedAt,
  shownCode,
  signedAnswer,
  unreachableProblem,
  examplePhases,
  firstAttempt,
  createStatusReceived,
  createStateIn,
} from '../../../testing/test-cross-device-phases.ts'

describe('a code that ran out', () => {
  const shown: CrossDevicePhase = { at: 'shown', code: shownCode }
  /** When the page no longer waits for the server to say so. */
  const end = shownCode.expiresAt + expiryGraceMilliseconds

  test('is the server’s to end, which knows whether it was opened in its last second', () => {
    const late = shownCode.expiresAt + 1_500
    expect(getCrossDeviceTickTime(createStateIn(shown))).toBe(end)
    expect(reduceCrossDeviceState(createStateIn(shown), { type: 'tick' }, late)).toEqual({
      state: createStateIn(shown),
      effects: [],
    })
    const opened = reduceCrossDeviceState(
      createStateIn(shown),
      createStatusReceived('opened', { expiresAt: startedAt + 420_000 }),
      late,
    )
    expect(opened.state.phase).toMatchObject({ at: 'opened', code: { expiresAt: startedAt + 420_000 } })
    expect(reduceCrossDeviceState(createStateIn(shown), createStatusReceived('ran-out'), late).effects).toEqual([
      { type: 'request-code', attempt: 2 },
    ])
  })

  test('of which nothing is heard any more is ended before another one is asked for, so that no device opens it', () => {
    const asked = createStateIn(shown, { finalPollUntil: end + finalPollMilliseconds })
    expect(reduceCrossDeviceState(asked, { type: 'tick' }, end + finalPollMilliseconds).effects).toEqual([
      { type: 'expire', id: 'c1' },
      { type: 'request-code', attempt: 2 },
    ])
    expect(
      reduceCrossDeviceState({ ...asked, isVisible: false }, { type: 'tick' }, end + finalPollMilliseconds).effects,
    ).toEqual([{ type: 'expire', id: 'c1' }])
  })

  describe('while the page slept', () => {
    const woken = startedAt + 150_000
    const asked = reduceCrossDeviceState(createStateIn(shown), { type: 'tick' }, woken)

    test.each([true, false])('is asked about once before it is given up (visible: %s)', (isVisible) => {
      const { state, effects } = reduceCrossDeviceState(createStateIn(shown, { isVisible }), { type: 'tick' }, woken)
      expect(effects).toEqual([{ type: 'poll-status', attempt: 1, id: 'c1', known: 'shown' }])
      expect(getCrossDeviceTickTime(state)).toBe(woken + finalPollMilliseconds)
    })

    test('and was answered meanwhile is handed in', () => {
      const { state, effects } = reduceCrossDeviceState(
        asked.state,
        createStatusReceived('answered', { expiresAt: startedAt + 300_000 }),
        woken + 400,
      )
      expect(state.phase.at).toBe('checking')
      expect(effects).toEqual([{ type: 'submit', attempt: 1, answer: signedAnswer, address: null }])
    })

    test('and was opened meanwhile is waited for until its new end', () => {
      const expiresAt = startedAt + 300_000
      const { state } = reduceCrossDeviceState(asked.state, createStatusReceived('opened', { expiresAt }), woken + 400)
      expect(getCrossDeviceTickTime(state)).toBe(expiresAt + expiryGraceMilliseconds)
      expect(state.finalPollUntil).toBeNull()
    })

    test('and cannot be asked about yet is asked about again, until its last chance is over', () => {
      const failed = reduceCrossDeviceState(
        asked.state,
        { type: 'status-failed', attempt: firstAttempt, problem: unreachableProblem },
        woken + 100,
      )
      expect(failed.effects).toEqual([])
      const again = reduceCrossDeviceState(failed.state, { type: 'tick' }, getCrossDeviceTickTime(failed.state) ?? 0)
      expect(again.effects).toEqual([{ type: 'poll-status', attempt: 1, id: 'c1', known: 'shown' }])
      const over = reduceCrossDeviceState(again.state, { type: 'tick' }, woken + finalPollMilliseconds)
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
      expect(getCrossDeviceTickTime(offline)).toBeNull()
      expect(reduceCrossDeviceState(offline, { type: 'tick' }, woken + 60_000).effects).toEqual([])
      const online = reduceCrossDeviceState(offline, { type: 'connectivity-changed', isOnline: true }, woken + 60_000)
      expect(online.effects).toEqual([{ type: 'poll-status', attempt: 1, id: 'c1', known: 'shown' }])
      expect(getCrossDeviceTickTime(online.state)).toBe(woken + 60_000 + finalPollMilliseconds)
    })
  })

  test('is replaced by itself as long as somebody looks, and three times at most', () => {
    let state = createStateIn(shown)
    for (let times = 1; times <= maxCrossDeviceCodeRenewals; times += 1) {
      const asked = reduceCrossDeviceState(state, createStatusReceived('ran-out', { attempt: state.attempt }), end)
      expect(asked.state).toMatchObject({ phase: { at: 'requesting-code' }, renewals: times })
      const { attempt } = asked.state
      state = reduceCrossDeviceState(asked.state, { type: 'code-arrived', attempt, code: shownCode }, startedAt).state
    }
    const over = reduceCrossDeviceState(state, createStatusReceived('ran-out', { attempt: state.attempt }), end)
    expect(over.state.phase).toEqual({ at: 'ended', why: 'ran-out' })
  })

  test('waits for whoever does not look, and is replaced when they come back', () => {
    const { state } = reduceCrossDeviceState(
      createStateIn(shown, { isVisible: false }),
      createStatusReceived('ran-out'),
      end,
    )
    expect(state.phase).toEqual({ at: 'ended', why: 'ran-out' })
    expect(reduceCrossDeviceState(state, { type: 'visibility-changed', isVisible: true }, end)).toMatchObject({
      state: { phase: { at: 'requesting-code' }, renewals: 1 },
      effects: [{ type: 'request-code' }],
    })
  })

  test('pressing for a new one begins the count anew', () => {
    const state = createStateIn({ at: 'ended', why: 'ran-out' }, { renewals: maxCrossDeviceCodeRenewals })
    expect(reduceCrossDeviceState(state, { type: 'proceed' }, startedAt).state).toMatchObject({
      phase: { at: 'requesting-code' },
      renewals: 0,
    })
  })

  test('whoever was asked whether to link is not asked something else meanwhile, nor when they look again', () => {
    const { state, effects } = reduceCrossDeviceState(
      createStateIn(examplePhases['confirming']!),
      { type: 'tick' },
      shownCode.expiresAt,
    )
    expect(state.phase).toEqual({ at: 'ended', why: 'ran-out' })
    expect(effects).toEqual([{ type: 'expire', id: 'c1' }])
    const seen = reduceCrossDeviceState(state, { type: 'visibility-changed', isVisible: true }, shownCode.expiresAt)
    expect(seen).toMatchObject({ state: { phase: { at: 'ended', why: 'ran-out' } }, effects: [] })
  })

  test('that the server tells nothing of for good is ended as well', () => {
    const refused = reduceCrossDeviceState(
      createStateIn(shown),
      { type: 'status-failed', attempt: firstAttempt, problem: { code: 'session.required' } },
      startedAt,
    )
    expect(refused).toMatchObject({ state: { phase: { at: 'failed' } }, effects: [{ type: 'expire', id: 'c1' }] })
  })
})
