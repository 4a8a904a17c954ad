// A cross-device code that runs out: what ends it, and when another one takes its place.
import { describe, expect, test } from 'vitest'
import { reduceCrossDevice } from './cross-device-machine.ts'
import {
  finalPollMilliseconds,
  maxCodeRenewals,
  expiryGraceMilliseconds,
  getNextTickTime,
} from './cross-device-state.ts'
import type { CrossDevicePhase } from './cross-device-state.ts'
import {
  startedAt,
  code,
  answer,
  unreachable,
  phases,
  attempt,
  statusReceived,
  stateIn,
} from '../../../testing/test-cross-device-phases.ts'

describe('a code that ran out', () => {
  const shown: CrossDevicePhase = { at: 'shown', code }
  /** When the page no longer waits for the server to say so. */
  const end = code.expiresAt + expiryGraceMilliseconds

  test('is the server’s to end, which knows whether it was opened in its last second', () => {
    const late = code.expiresAt + 1_500
    expect(getNextTickTime(stateIn(shown))).toBe(end)
    expect(reduceCrossDevice(stateIn(shown), { type: 'tick' }, late)).toEqual({ state: stateIn(shown), effects: [] })
    const opened = reduceCrossDevice(stateIn(shown), statusReceived('opened', { expiresAt: startedAt + 420_000 }), late)
    expect(opened.state.phase).toMatchObject({ at: 'opened', code: { expiresAt: startedAt + 420_000 } })
    expect(reduceCrossDevice(stateIn(shown), statusReceived('ran-out'), late).effects).toEqual([
      { type: 'request-code', attempt: 2 },
    ])
  })

  test('of which nothing is heard any more is ended before another one is asked for, so that no device opens it', () => {
    const asked = stateIn(shown, { finalPollUntil: end + finalPollMilliseconds })
    expect(reduceCrossDevice(asked, { type: 'tick' }, end + finalPollMilliseconds).effects).toEqual([
      { type: 'expire', id: 'c1' },
      { type: 'request-code', attempt: 2 },
    ])
    expect(
      reduceCrossDevice({ ...asked, isVisible: false }, { type: 'tick' }, end + finalPollMilliseconds).effects,
    ).toEqual([{ type: 'expire', id: 'c1' }])
  })

  describe('while the page slept', () => {
    const woken = startedAt + 150_000
    const asked = reduceCrossDevice(stateIn(shown), { type: 'tick' }, woken)

    test.each([true, false])('is asked about once before it is given up (visible: %s)', (isVisible) => {
      const { state, effects } = reduceCrossDevice(stateIn(shown, { isVisible }), { type: 'tick' }, woken)
      expect(effects).toEqual([{ type: 'poll-status', attempt: 1, id: 'c1', known: 'shown' }])
      expect(getNextTickTime(state)).toBe(woken + finalPollMilliseconds)
    })

    test('and was answered meanwhile is handed in', () => {
      const { state, effects } = reduceCrossDevice(
        asked.state,
        statusReceived('answered', { expiresAt: startedAt + 300_000 }),
        woken + 400,
      )
      expect(state.phase.at).toBe('checking')
      expect(effects).toEqual([{ type: 'submit', attempt: 1, answer, address: null }])
    })

    test('and was opened meanwhile is waited for until its new end', () => {
      const expiresAt = startedAt + 300_000
      const { state } = reduceCrossDevice(asked.state, statusReceived('opened', { expiresAt }), woken + 400)
      expect(getNextTickTime(state)).toBe(expiresAt + expiryGraceMilliseconds)
      expect(state.finalPollUntil).toBeNull()
    })

    test('and cannot be asked about yet is asked about again, until its last chance is over', () => {
      const failed = reduceCrossDevice(
        asked.state,
        { type: 'status-failed', attempt, problem: unreachable },
        woken + 100,
      )
      expect(failed.effects).toEqual([])
      const again = reduceCrossDevice(failed.state, { type: 'tick' }, getNextTickTime(failed.state) ?? 0)
      expect(again.effects).toEqual([{ type: 'poll-status', attempt: 1, id: 'c1', known: 'shown' }])
      const over = reduceCrossDevice(again.state, { type: 'tick' }, woken + finalPollMilliseconds)
      expect(over.effects).toEqual([
        { type: 'expire', id: 'c1' },
        { type: 'request-code', attempt: 2 },
      ])
    })

    test('is not given up without a network, and has its last chance once there is one', () => {
      const offline = reduceCrossDevice(asked.state, { type: 'connectivity-changed', isOnline: false }, woken).state
      expect(getNextTickTime(offline)).toBeNull()
      expect(reduceCrossDevice(offline, { type: 'tick' }, woken + 60_000).effects).toEqual([])
      const online = reduceCrossDevice(offline, { type: 'connectivity-changed', isOnline: true }, woken + 60_000)
      expect(online.effects).toEqual([{ type: 'poll-status', attempt: 1, id: 'c1', known: 'shown' }])
      expect(getNextTickTime(online.state)).toBe(woken + 60_000 + finalPollMilliseconds)
    })
  })

  test('is replaced by itself as long as somebody looks, and three times at most', () => {
    let state = stateIn(shown)
    for (let times = 1; times <= maxCodeRenewals; times += 1) {
      const asked = reduceCrossDevice(state, statusReceived('ran-out', { attempt: state.attempt }), end)
      expect(asked.state).toMatchObject({ phase: { at: 'requesting-code' }, renewals: times })
      const { attempt } = asked.state
      state = reduceCrossDevice(asked.state, { type: 'code-arrived', attempt, code }, startedAt).state
    }
    const over = reduceCrossDevice(state, statusReceived('ran-out', { attempt: state.attempt }), end)
    expect(over.state.phase).toEqual({ at: 'ended', why: 'ran-out' })
  })

  test('waits for whoever does not look, and is replaced when they come back', () => {
    const { state } = reduceCrossDevice(stateIn(shown, { isVisible: false }), statusReceived('ran-out'), end)
    expect(state.phase).toEqual({ at: 'ended', why: 'ran-out' })
    expect(reduceCrossDevice(state, { type: 'visibility-changed', isVisible: true }, end)).toMatchObject({
      state: { phase: { at: 'requesting-code' }, renewals: 1 },
      effects: [{ type: 'request-code' }],
    })
  })

  test('pressing for a new one begins the count anew', () => {
    const state = stateIn({ at: 'ended', why: 'ran-out' }, { renewals: maxCodeRenewals })
    expect(reduceCrossDevice(state, { type: 'proceed' }, startedAt).state).toMatchObject({
      phase: { at: 'requesting-code' },
      renewals: 0,
    })
  })

  test('whoever was asked whether to link is not asked something else meanwhile, nor when they look again', () => {
    const { state, effects } = reduceCrossDevice(stateIn(phases['confirming']!), { type: 'tick' }, code.expiresAt)
    expect(state.phase).toEqual({ at: 'ended', why: 'ran-out' })
    expect(effects).toEqual([{ type: 'expire', id: 'c1' }])
    const seen = reduceCrossDevice(state, { type: 'visibility-changed', isVisible: true }, code.expiresAt)
    expect(seen).toMatchObject({ state: { phase: { at: 'ended', why: 'ran-out' } }, effects: [] })
  })

  test('that the server tells nothing of for good is ended as well', () => {
    const refused = reduceCrossDevice(
      stateIn(shown),
      { type: 'status-failed', attempt, problem: { code: 'session.required' } },
      startedAt,
    )
    expect(refused).toMatchObject({ state: { phase: { at: 'failed' } }, effects: [{ type: 'expire', id: 'c1' }] })
  })
})
