// Every state of waiting for another device × every event, and what each leads to; by a clock that only the test moves.
import { describe, expect, test } from 'vitest'
import { reduceCrossDevice, startCrossDeviceMachine } from './cross-device-machine.ts'
import {
  finalPollMilliseconds,
  maxCodeRenewals,
  expiryGraceMilliseconds,
  getNextTickTime,
} from './cross-device-state.ts'
import type {
  ReceivedAnswer,
  CrossDeviceCode,
  CrossDeviceAnswer,
  CrossDeviceEvent,
  CrossDevicePhase,
  CrossDeviceMachineState,
  CrossDeviceStep,
} from './cross-device-state.ts'

const startedAt = 1_000_000
const page = { isVisible: true, isOnline: true }
const code: CrossDeviceCode = {
  id: 'c1',
  code: '7KQM-RTWX',
  link: 'https://id.example/device?user_code=7KQM-RTWX',
  pair: 'K7',
  expiresAt: startedAt + 120_000,
}
const answer: CrossDeviceAnswer = { message: 'id.example wants you to sign in', signature: '0x1' }
const address = '0x90F8bf6A479f320ead074411a4B0e7944Ea8c9C1'
const answered: ReceivedAnswer = { code, answer, address }
const unreachable = { code: 'network.unreachable' }

const phases: Readonly<Record<string, CrossDevicePhase>> = {
  'requesting-code': { at: 'requesting-code' },
  shown: { at: 'shown', code },
  opened: { at: 'opened', code },
  picked: { at: 'picked', code },
  confirming: { at: 'confirming', ...answered, address },
  checking: { at: 'checking', ...answered, tries: 0 },
  awaiting: { at: 'awaiting', ...answered, askAt: startedAt + 15_000, looks: 0, trouble: null },
  'ended: refused': { at: 'ended', why: 'refused' },
  'ended: ran-out': { at: 'ended', why: 'ran-out' },
  failed: { at: 'failed', problem: { code: 'person.suspended' }, address: null },
  'stalled without': {
    at: 'stalled',
    problem: 'network.unreachable',
    answered: null,
    tries: 0,
    retryAt: startedAt + 1000,
  },
  'stalled with': { at: 'stalled', problem: 'network.unreachable', answered, tries: 0, retryAt: startedAt + 1000 },
  done: { at: 'done', name: 'Ada', next: '/account', leaveAt: startedAt + 1400 },
}

/** All that belongs to the first code. */
const attempt = 1
const statusReceived = (
  state: (CrossDeviceEvent & { type: 'status-received' })['state'],
  more: Partial<CrossDeviceEvent & { type: 'status-received' }> = {},
) => ({
  type: 'status-received' as const,
  attempt,
  state,
  expiresAt: code.expiresAt,
  answer: state === 'answered' ? answer : null,
  address: null,
  askedAt: startedAt - 5000,
  ...more,
})
const events: Readonly<Record<string, CrossDeviceEvent>> = {
  tick: { type: 'tick' },
  proceed: { type: 'proceed' },
  'reject-address': { type: 'reject-address' },
  'start over': { type: 'start-over' },
  'code arrived': { type: 'code-arrived', attempt, code },
  'no code': { type: 'code-failed', attempt, problem: unreachable },
  'code refused': { type: 'code-failed', attempt, problem: { code: 'interaction.unusable' } },
  'is shown': statusReceived('shown'),
  'is opened': statusReceived('opened'),
  'is picked': statusReceived('picked'),
  'is answered': statusReceived('answered'),
  'is taken': statusReceived('taken'),
  'is refused': statusReceived('refused'),
  'wrong pair': statusReceived('wrong-pair'),
  'second device': statusReceived('second-device'),
  'ran out': statusReceived('ran-out'),
  'is over': { type: 'status-failed', attempt, problem: { code: 'cross_device.over' } },
  'status failed': { type: 'status-failed', attempt, problem: unreachable },
  accepted: { type: 'accepted', attempt, answer: { name: 'Ada', next: '/account' } },
  'owners awaited': { type: 'rejected', attempt, problem: { code: 'signature.awaited' } },
  'no answer': { type: 'rejected', attempt, problem: unreachable },
  rejected: { type: 'rejected', attempt, problem: { code: 'signature.refused' } },
  hidden: { type: 'visibility-changed', isVisible: false },
  seen: { type: 'visibility-changed', isVisible: true },
  offline: { type: 'connectivity-changed', isOnline: false },
  online: { type: 'connectivity-changed', isOnline: true },
  restored: { type: 'restored', isGivenUp: true },
  'restored alive': { type: 'restored', isGivenUp: false },
}

const stateIn = (phase: CrossDevicePhase, more: Partial<CrossDeviceMachineState> = {}): CrossDeviceMachineState => ({
  purpose: 'sign-in',
  phase,
  attempt,
  renewals: 0,
  failures: 0,
  pollError: null,
  nextPollAt: null,
  finalPollUntil: null,
  ...page,
  ...more,
})

/** A step in few words: where it leads, and what is done. */
function formatStep({ state, effects }: CrossDeviceStep, before: CrossDeviceMachineState): string {
  const { phase } = state
  const place = 'why' in phase ? `${phase.at} (${phase.why})` : phase.at
  const done = effects.map((effect) => ('known' in effect ? `${effect.type} ${effect.known}` : effect.type))
  return [state === before ? 'nothing' : place, ...done].join(' + ')
}

test('every state × every event', () => {
  const table = Object.entries(phases).map(([name, phase]) => {
    const moves = Object.entries(events).flatMap(([event, sent]) => {
      const before = stateIn(phase)
      const told = formatStep(reduceCrossDevice(before, sent, startedAt), before)
      const isNothing = told === 'nothing' || (told === phase.at && !('why' in phase))
      return isNothing ? [] : [`  ${event}: ${told}`]
    })
    return [name, ...moves].join('\n')
  })
  expect(table.join('\n')).toMatchInlineSnapshot(`
    "requesting-code
      start over: requesting-code + request-code
      code arrived: shown + poll-status shown
      no code: stalled
      code refused: failed
      restored: requesting-code + request-code
    shown
      start over: requesting-code + cancel + request-code
      is shown: shown + poll-status shown
      is opened: opened + poll-status opened
      is picked: picked + poll-status picked
      is answered: checking + submit
      is taken: ended (over)
      is refused: ended (refused)
      wrong pair: ended (wrong-pair)
      second device: ended (second-device)
      ran out: requesting-code + request-code
      is over: requesting-code + request-code
      seen: shown + poll-status shown
      online: shown + poll-status shown
      restored: requesting-code + request-code
      restored alive: shown + poll-status shown
    opened
      start over: requesting-code + cancel + request-code
      is shown: shown + poll-status shown
      is opened: opened + poll-status opened
      is picked: picked + poll-status picked
      is answered: checking + submit
      is taken: ended (over)
      is refused: ended (refused)
      wrong pair: ended (wrong-pair)
      second device: ended (second-device)
      ran out: requesting-code + request-code
      is over: requesting-code + request-code
      seen: opened + poll-status opened
      online: opened + poll-status opened
      restored: requesting-code + request-code
      restored alive: opened + poll-status opened
    picked
      start over: requesting-code + cancel + request-code
      is shown: shown + poll-status shown
      is opened: opened + poll-status opened
      is picked: picked + poll-status picked
      is answered: checking + submit
      is taken: ended (over)
      is refused: ended (refused)
      wrong pair: ended (wrong-pair)
      second device: ended (second-device)
      ran out: requesting-code + request-code
      is over: requesting-code + request-code
      seen: picked + poll-status picked
      online: picked + poll-status picked
      restored: requesting-code + request-code
      restored alive: picked + poll-status picked
    confirming
      proceed: checking + submit
      reject-address: ended (not-mine) + cancel
      start over: requesting-code + cancel + request-code
      restored: requesting-code + request-code
    checking
      start over: requesting-code + cancel + request-code
      accepted: done
      owners awaited: awaiting
      no answer: stalled
      rejected: failed + cancel
      restored: requesting-code + request-code
    awaiting
      proceed: awaiting + submit
      start over: requesting-code + cancel + request-code
      accepted: done
      rejected: failed + cancel
      restored: requesting-code + request-code
    ended: refused
      proceed: requesting-code + request-code
      start over: requesting-code + request-code
      hidden: ended (refused)
      seen: ended (refused)
      offline: ended (refused)
      online: ended (refused)
    ended: ran-out
      proceed: requesting-code + request-code
      start over: requesting-code + request-code
      hidden: ended (ran-out)
      seen: requesting-code + request-code
      offline: ended (ran-out)
      online: ended (ran-out)
    failed
      proceed: requesting-code + request-code
      start over: requesting-code + request-code
    stalled without
      proceed: stalled + request-code
      start over: requesting-code + request-code
      code arrived: shown + poll-status shown
      code refused: failed
      online: stalled + request-code
      restored: requesting-code + request-code
    stalled with
      proceed: checking + submit
      start over: requesting-code + cancel + request-code
      online: checking + submit
      restored: requesting-code + request-code
    done
      proceed: done + leave
      start over: requesting-code + request-code"
  `)
})

const ofOneCode = Object.entries(events).filter(([, event]) => 'attempt' in event)

test.each(ofOneCode)('what belongs to an older code is not listened to: %s', (_, event) => {
  const state = stateIn(phases['shown']!, { attempt: 2 })
  expect(reduceCrossDevice(state, event, startedAt)).toEqual({ state, effects: [] })
})

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
