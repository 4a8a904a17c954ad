// Every state of waiting for another device × every event, and what each leads to; by a clock that only the test moves.
import { describe, expect, test } from 'vitest'
import { reduce, start } from './machine.ts'
import { lastChanceMilliseconds, longestRenewals, patienceMilliseconds, wakeAt } from './states.ts'
import type { Answered, Code, DeviceAnswer, Event, Phase, State, Step } from './states.ts'

const begun = 1_000_000
const page = { isVisible: true, isOnline: true }
const code: Code = {
  id: 'c1',
  code: '7KQM-RTWX',
  link: 'https://id.example/device?user_code=7KQM-RTWX',
  pair: 'K7',
  expiresAt: begun + 120_000,
}
const answer: DeviceAnswer = { message: 'id.example wants you to sign in', signature: '0x1' }
const address = '0x90F8bf6A479f320ead074411a4B0e7944Ea8c9C1'
const answered: Answered = { code, answer, address }
const unreachable = { code: 'network.unreachable' }

const phases: Readonly<Record<string, Phase>> = {
  asking: { at: 'asking' },
  shown: { at: 'shown', code },
  opened: { at: 'opened', code },
  picked: { at: 'picked', code },
  confirming: { at: 'confirming', ...answered, address },
  checking: { at: 'checking', ...answered, tries: 0 },
  awaiting: { at: 'awaiting', ...answered, askAt: begun + 15_000, looks: 0, trouble: null },
  'ended: refused': { at: 'ended', why: 'refused' },
  'ended: ran-out': { at: 'ended', why: 'ran-out' },
  failed: { at: 'failed', problem: { code: 'person.suspended' }, address: null },
  'stalled without': {
    at: 'stalled',
    problem: 'network.unreachable',
    answered: null,
    tries: 0,
    retryAt: begun + 1000,
  },
  'stalled with': { at: 'stalled', problem: 'network.unreachable', answered, tries: 0, retryAt: begun + 1000 },
  done: { at: 'done', name: 'Ada', next: '/account', leaveAt: begun + 1400 },
}

/** All that belongs to the first code. */
const attempt = 1
const watched = (state: (Event & { type: 'watched' })['state'], more: Partial<Event & { type: 'watched' }> = {}) => ({
  type: 'watched' as const,
  attempt,
  state,
  expiresAt: code.expiresAt,
  answer: state === 'answered' ? answer : null,
  address: null,
  askedAt: begun - 5000,
  ...more,
})
const events: Readonly<Record<string, Event>> = {
  tick: { type: 'tick' },
  proceed: { type: 'proceed' },
  disown: { type: 'disown' },
  'start over': { type: 'start-over' },
  'code arrived': { type: 'code-arrived', attempt, code },
  'no code': { type: 'code-failed', attempt, problem: unreachable },
  'code refused': { type: 'code-failed', attempt, problem: { code: 'interaction.unusable' } },
  'is shown': watched('shown'),
  'is opened': watched('opened'),
  'is picked': watched('picked'),
  'is answered': watched('answered'),
  'is taken': watched('taken'),
  'is refused': watched('refused'),
  'wrong pair': watched('wrong-pair'),
  'second device': watched('second-device'),
  'ran out': watched('ran-out'),
  'is over': { type: 'watch-failed', attempt, problem: { code: 'cross_device.over' } },
  'not watched': { type: 'watch-failed', attempt, problem: unreachable },
  accepted: { type: 'accepted', attempt, answer: { name: 'Ada', next: '/account' } },
  'owners awaited': { type: 'turned-down', attempt, problem: { code: 'signature.awaited' } },
  'no answer': { type: 'turned-down', attempt, problem: unreachable },
  'turned down': { type: 'turned-down', attempt, problem: { code: 'signature.refused' } },
  hidden: { type: 'visibility-changed', isVisible: false },
  seen: { type: 'visibility-changed', isVisible: true },
  offline: { type: 'connectivity-changed', isOnline: false },
  online: { type: 'connectivity-changed', isOnline: true },
  restored: { type: 'restored', isGivenUp: true },
  'restored alive': { type: 'restored', isGivenUp: false },
}

const stateIn = (phase: Phase, more: Partial<State> = {}): State => ({
  purpose: 'sign-in',
  phase,
  attempt,
  renewals: 0,
  failures: 0,
  trouble: null,
  watchAt: null,
  lastChanceAt: null,
  ...page,
  ...more,
})

/** A step in few words: where it leads, and what is done. */
function tell({ state, effects }: Step, before: State): string {
  const { phase } = state
  const place = 'why' in phase ? `${phase.at} (${phase.why})` : phase.at
  const done = effects.map((effect) => ('known' in effect ? `watch ${effect.known}` : effect.type))
  return [state === before ? 'nothing' : place, ...done].join(' + ')
}

test('every state × every event', () => {
  const table = Object.entries(phases).map(([name, phase]) => {
    const moves = Object.entries(events).flatMap(([event, sent]) => {
      const before = stateIn(phase)
      const told = tell(reduce(before, sent, begun), before)
      const isNothing = told === 'nothing' || (told === phase.at && !('why' in phase))
      return isNothing ? [] : [`  ${event}: ${told}`]
    })
    return [name, ...moves].join('\n')
  })
  expect(table.join('\n')).toMatchInlineSnapshot(`
    "asking
      start over: asking + ask
      code arrived: shown + watch shown
      no code: stalled
      code refused: failed
      restored: asking + ask
    shown
      start over: asking + give-up + ask
      is shown: shown + watch shown
      is opened: opened + watch opened
      is picked: picked + watch picked
      is answered: checking + hand-in
      is taken: ended (over)
      is refused: ended (refused)
      wrong pair: ended (wrong-pair)
      second device: ended (second-device)
      ran out: asking + ask
      is over: asking + ask
      seen: shown + watch shown
      online: shown + watch shown
      restored: asking + ask
      restored alive: shown + watch shown
    opened
      start over: asking + give-up + ask
      is shown: shown + watch shown
      is opened: opened + watch opened
      is picked: picked + watch picked
      is answered: checking + hand-in
      is taken: ended (over)
      is refused: ended (refused)
      wrong pair: ended (wrong-pair)
      second device: ended (second-device)
      ran out: asking + ask
      is over: asking + ask
      seen: opened + watch opened
      online: opened + watch opened
      restored: asking + ask
      restored alive: opened + watch opened
    picked
      start over: asking + give-up + ask
      is shown: shown + watch shown
      is opened: opened + watch opened
      is picked: picked + watch picked
      is answered: checking + hand-in
      is taken: ended (over)
      is refused: ended (refused)
      wrong pair: ended (wrong-pair)
      second device: ended (second-device)
      ran out: asking + ask
      is over: asking + ask
      seen: picked + watch picked
      online: picked + watch picked
      restored: asking + ask
      restored alive: picked + watch picked
    confirming
      proceed: checking + hand-in
      disown: ended (not-mine) + give-up
      start over: asking + give-up + ask
      restored: asking + ask
    checking
      start over: asking + give-up + ask
      accepted: done
      owners awaited: awaiting
      no answer: stalled
      turned down: failed + give-up
      restored: asking + ask
    awaiting
      proceed: awaiting + hand-in
      start over: asking + give-up + ask
      accepted: done
      turned down: failed + give-up
      restored: asking + ask
    ended: refused
      proceed: asking + ask
      start over: asking + ask
      hidden: ended (refused)
      seen: ended (refused)
      offline: ended (refused)
      online: ended (refused)
    ended: ran-out
      proceed: asking + ask
      start over: asking + ask
      hidden: ended (ran-out)
      seen: asking + ask
      offline: ended (ran-out)
      online: ended (ran-out)
    failed
      proceed: asking + ask
      start over: asking + ask
    stalled without
      proceed: stalled + ask
      start over: asking + ask
      code arrived: shown + watch shown
      code refused: failed
      online: stalled + ask
      restored: asking + ask
    stalled with
      proceed: checking + hand-in
      start over: asking + give-up + ask
      online: checking + hand-in
      restored: asking + ask
    done
      proceed: done + leave
      start over: asking + ask"
  `)
})

const ofOneCode = Object.entries(events).filter(([, event]) => 'attempt' in event)

test.each(ofOneCode)('what belongs to an older code is not listened to: %s', (_, event) => {
  const state = stateIn(phases['shown']!, { attempt: 2 })
  expect(reduce(state, event, begun)).toEqual({ state, effects: [] })
})

describe('how far it is', () => {
  test('an answer that was held is followed by the next question at once; one that was not, after a pause', () => {
    const state = stateIn(phases['shown']!)
    const held = reduce(state, watched('shown', { askedAt: begun - 1_000 }), begun)
    expect(held.effects).toEqual([{ type: 'watch', attempt, id: 'c1', known: 'shown' }])
    const early = reduce(state, watched('shown', { askedAt: begun - 999 }), begun)
    expect(early.effects).toEqual([])
    expect(wakeAt(early.state)).toBe(begun + 2_000)
    expect(reduce(early.state, { type: 'tick' }, begun + 1_999).effects).toEqual([])
    expect(reduce(early.state, { type: 'tick' }, begun + 2_000).effects).toHaveLength(1)
    // What changed is followed at once, however early it came.
    expect(reduce(state, watched('opened', { askedAt: begun }), begun).effects).toEqual([
      { type: 'watch', attempt, id: 'c1', known: 'opened' },
    ])
  })

  test('once it is opened there is more time, and the countdown follows; what differs by less than a second is no news', () => {
    const later = reduce(stateIn(phases['shown']!), watched('opened', { expiresAt: begun + 300_000 }), begun)
    expect(later.state.phase).toEqual({ at: 'opened', code: { ...code, expiresAt: begun + 300_000 } })
    const same = reduce(stateIn(phases['shown']!), watched('shown', { expiresAt: code.expiresAt + 900 }), begun)
    expect(same.state.phase).toEqual(phases['shown'])
  })

  test('a server that cannot be had is asked ever less often, while the code stays', () => {
    let state = stateIn(phases['shown']!)
    const pauses = Array.from({ length: 7 }, () => {
      state = reduce(state, { type: 'watch-failed', attempt, problem: unreachable }, begun).state
      return (state.watchAt ?? 0) - begun
    })
    expect(pauses).toEqual([1000, 2000, 4000, 8000, 16_000, 30_000, 30_000])
    expect(state).toMatchObject({ phase: phases['shown'], trouble: 'network.unreachable' })
    expect(reduce(state, watched('opened'), begun).state).toMatchObject({ trouble: null, failures: 0 })
  })

  test('one that says when it listens again is asked then', () => {
    const problem = { code: 'rate.limited', retryAfterSeconds: 42 }
    const { state } = reduce(stateIn(phases['shown']!), { type: 'watch-failed', attempt, problem }, begun)
    expect(wakeAt(state)).toBe(begun + 42_000)
  })
})

describe('a code that ran out', () => {
  const shown: Phase = { at: 'shown', code }
  /** When the page no longer waits for the server to say so. */
  const end = code.expiresAt + patienceMilliseconds

  test('is the server’s to end, which knows whether it was opened in its last second', () => {
    const late = code.expiresAt + 1_500
    expect(wakeAt(stateIn(shown))).toBe(end)
    expect(reduce(stateIn(shown), { type: 'tick' }, late)).toEqual({ state: stateIn(shown), effects: [] })
    const opened = reduce(stateIn(shown), watched('opened', { expiresAt: begun + 420_000 }), late)
    expect(opened.state.phase).toMatchObject({ at: 'opened', code: { expiresAt: begun + 420_000 } })
    expect(reduce(stateIn(shown), watched('ran-out'), late).effects).toEqual([{ type: 'ask', attempt: 2 }])
  })

  test('of which nothing is heard any more is ended before another one is asked for, so that no device opens it', () => {
    const asked = stateIn(shown, { lastChanceAt: end + lastChanceMilliseconds })
    expect(reduce(asked, { type: 'tick' }, end + lastChanceMilliseconds).effects).toEqual([
      { type: 'expire', id: 'c1' },
      { type: 'ask', attempt: 2 },
    ])
    expect(reduce({ ...asked, isVisible: false }, { type: 'tick' }, end + lastChanceMilliseconds).effects).toEqual([
      { type: 'expire', id: 'c1' },
    ])
  })

  describe('while the page slept', () => {
    const woken = begun + 150_000
    const asked = reduce(stateIn(shown), { type: 'tick' }, woken)

    test.each([true, false])('is asked about once before it is given up (visible: %s)', (isVisible) => {
      const { state, effects } = reduce(stateIn(shown, { isVisible }), { type: 'tick' }, woken)
      expect(effects).toEqual([{ type: 'watch', attempt: 1, id: 'c1', known: 'shown' }])
      expect(wakeAt(state)).toBe(woken + lastChanceMilliseconds)
    })

    test('and was answered meanwhile is handed in', () => {
      const { state, effects } = reduce(asked.state, watched('answered', { expiresAt: begun + 300_000 }), woken + 400)
      expect(state.phase.at).toBe('checking')
      expect(effects).toEqual([{ type: 'hand-in', attempt: 1, answer, address: null }])
    })

    test('and was opened meanwhile is waited for until its new end', () => {
      const expiresAt = begun + 300_000
      const { state } = reduce(asked.state, watched('opened', { expiresAt }), woken + 400)
      expect(wakeAt(state)).toBe(expiresAt + patienceMilliseconds)
      expect(state.lastChanceAt).toBeNull()
    })

    test('and cannot be asked about yet is asked about again, until its last chance is over', () => {
      const failed = reduce(asked.state, { type: 'watch-failed', attempt, problem: unreachable }, woken + 100)
      expect(failed.effects).toEqual([])
      const again = reduce(failed.state, { type: 'tick' }, wakeAt(failed.state) ?? 0)
      expect(again.effects).toEqual([{ type: 'watch', attempt: 1, id: 'c1', known: 'shown' }])
      const over = reduce(again.state, { type: 'tick' }, woken + lastChanceMilliseconds)
      expect(over.effects).toEqual([
        { type: 'expire', id: 'c1' },
        { type: 'ask', attempt: 2 },
      ])
    })

    test('is not given up without a network, and has its last chance once there is one', () => {
      const offline = reduce(asked.state, { type: 'connectivity-changed', isOnline: false }, woken).state
      expect(wakeAt(offline)).toBeNull()
      expect(reduce(offline, { type: 'tick' }, woken + 60_000).effects).toEqual([])
      const online = reduce(offline, { type: 'connectivity-changed', isOnline: true }, woken + 60_000)
      expect(online.effects).toEqual([{ type: 'watch', attempt: 1, id: 'c1', known: 'shown' }])
      expect(wakeAt(online.state)).toBe(woken + 60_000 + lastChanceMilliseconds)
    })
  })

  test('is replaced by itself as long as somebody looks, and three times at most', () => {
    let state = stateIn(shown)
    for (let times = 1; times <= longestRenewals; times += 1) {
      const asked = reduce(state, watched('ran-out', { attempt: state.attempt }), end)
      expect(asked.state).toMatchObject({ phase: { at: 'asking' }, renewals: times })
      const { attempt } = asked.state
      state = reduce(asked.state, { type: 'code-arrived', attempt, code }, begun).state
    }
    const over = reduce(state, watched('ran-out', { attempt: state.attempt }), end)
    expect(over.state.phase).toEqual({ at: 'ended', why: 'ran-out' })
  })

  test('waits for whoever does not look, and is replaced when they come back', () => {
    const { state } = reduce(stateIn(shown, { isVisible: false }), watched('ran-out'), end)
    expect(state.phase).toEqual({ at: 'ended', why: 'ran-out' })
    expect(reduce(state, { type: 'visibility-changed', isVisible: true }, end)).toMatchObject({
      state: { phase: { at: 'asking' }, renewals: 1 },
      effects: [{ type: 'ask' }],
    })
  })

  test('pressing for a new one begins the count anew', () => {
    const state = stateIn({ at: 'ended', why: 'ran-out' }, { renewals: longestRenewals })
    expect(reduce(state, { type: 'proceed' }, begun).state).toMatchObject({ phase: { at: 'asking' }, renewals: 0 })
  })

  test('whoever was asked whether to link is not asked something else meanwhile, nor when they look again', () => {
    const { state, effects } = reduce(stateIn(phases['confirming']!), { type: 'tick' }, code.expiresAt)
    expect(state.phase).toEqual({ at: 'ended', why: 'ran-out' })
    expect(effects).toEqual([{ type: 'expire', id: 'c1' }])
    const seen = reduce(state, { type: 'visibility-changed', isVisible: true }, code.expiresAt)
    expect(seen).toMatchObject({ state: { phase: { at: 'ended', why: 'ran-out' } }, effects: [] })
  })

  test('that the server tells nothing of for good is ended as well', () => {
    const refused = reduce(
      stateIn(shown),
      { type: 'watch-failed', attempt, problem: { code: 'session.required' } },
      begun,
    )
    expect(refused).toMatchObject({ state: { phase: { at: 'failed' } }, effects: [{ type: 'expire', id: 'c1' }] })
  })
})

describe('what was signed', () => {
  test('is handed in at once, for a sign-in, a step-up and a merge', () => {
    for (const purpose of ['sign-in', 'step-up', 'merge'] as const) {
      const { state, effects } = reduce(stateIn(phases['picked']!, { purpose }), watched('answered'), begun)
      expect(state.phase.at).toBe('checking')
      expect(effects).toEqual([{ type: 'hand-in', attempt, answer, address: null }])
    }
  })

  test('P16 links nothing before the person has seen whose it is, and nothing of what is not theirs', () => {
    const before = stateIn(phases['picked']!, { purpose: 'link' })
    const { state, effects } = reduce(before, watched('answered', { address }), begun)
    expect({ at: state.phase.at, effects }).toEqual({ at: 'confirming', effects: [] })
    expect(reduce(state, { type: 'disown' }, begun)).toMatchObject({
      state: { phase: { at: 'ended', why: 'not-mine' } },
      effects: [{ type: 'give-up', id: 'c1' }],
    })
    expect(reduce(state, { type: 'proceed' }, begun).effects).toEqual([{ type: 'hand-in', attempt, answer, address }])
  })

  test('P16 links nothing that cannot be shown', () => {
    const before = stateIn(phases['picked']!, { purpose: 'link' })
    expect(reduce(before, watched('answered'), begun)).toMatchObject({
      state: { phase: { at: 'failed' } },
      effects: [{ type: 'give-up', id: 'c1' }],
    })
  })

  test('a sign-in says so for a moment; what waits on the same page goes on at once', () => {
    const accepted = events['accepted']!
    const signedIn = reduce(stateIn(phases['checking']!), accepted, begun)
    expect(signedIn.effects).toEqual([])
    expect(reduce(signedIn.state, { type: 'tick' }, wakeAt(signedIn.state) ?? 0).effects).toEqual([
      { type: 'leave', path: '/account' },
    ])
    const proved = reduce(stateIn(phases['checking']!, { purpose: 'step-up' }), accepted, begun)
    expect(proved.effects).toEqual([{ type: 'leave', path: '/account' }])
  })

  test('a sign-in whose page was left in vain, or came back, goes on when it is pressed again', () => {
    const left = stateIn({ at: 'done', name: 'Ada', next: '/account', leaveAt: null })
    expect(reduce(left, { type: 'proceed' }, begun).effects).toEqual([{ type: 'leave', path: '/account' }])
    // What waits on the same page has gone on already.
    expect(reduce({ ...left, purpose: 'link' }, { type: 'proceed' }, begun).effects).toEqual([])
  })

  test('a refusal ends the code, so that the other device learns of it', () => {
    expect(reduce(stateIn(phases['checking']!), events['turned down']!, begun)).toMatchObject({
      state: { phase: { at: 'failed', problem: { code: 'signature.refused' } } },
      effects: [{ type: 'give-up', id: 'c1' }],
    })
  })

  test('is kept and handed in again where the server cannot be had', () => {
    const stalled = reduce(stateIn(phases['checking']!), events['no answer']!, begun)
    expect(stalled.effects).toEqual([])
    const again = reduce(stalled.state, { type: 'tick' }, wakeAt(stalled.state) ?? 0)
    expect(again).toMatchObject({
      state: { phase: { at: 'checking', tries: 1 } },
      effects: [{ type: 'hand-in', answer }],
    })
    const twice = reduce(again.state, events['no answer']!, begun)
    expect((wakeAt(twice.state) ?? 0) - begun).toBe(2000)
  })

  test('of owners who take their time, the same is handed in ever less often, and only while somebody looks', () => {
    let { state } = reduce(stateIn(phases['checking']!), events['owners awaited']!, begun)
    const pauses: number[] = []
    for (let looks = 0; looks < 11; looks += 1) {
      const at = wakeAt(state) ?? 0
      pauses.push(at - begun)
      expect(wakeAt({ ...state, isVisible: false })).toBeNull()
      const asked = reduce(state, { type: 'tick' }, at)
      expect(asked.effects).toEqual([{ type: 'hand-in', attempt, answer, address }])
      state = reduce(asked.state, events['owners awaited']!, begun).state
    }
    expect(pauses).toEqual([15, 15, 15, 15, 30, 30, 30, 30, 30, 30, 60].map((seconds) => seconds * 1000))
  })
})

describe('no network', () => {
  test('the code stays, and it is asked how far it is as soon as there is one', () => {
    const { state } = reduce(stateIn(phases['shown']!), events['offline']!, begun)
    expect(state).toMatchObject({ phase: phases['shown'], trouble: 'network.offline' })
    expect(reduce(state, events['online']!, begun).effects).toEqual([
      { type: 'watch', attempt, id: 'c1', known: 'shown' },
    ])
  })

  test('without a code, one is asked for then, and no clock is needed', () => {
    const { state } = reduce(
      stateIn({ at: 'asking' }),
      { type: 'code-failed', attempt, problem: { code: 'network.offline' } },
      begun,
    )
    expect(wakeAt(state)).toBeNull()
    expect(reduce(state, events['online']!, begun).effects).toEqual([{ type: 'ask', attempt: 2 }])
  })
})

test('it begins with the question for a code', () => {
  expect(start('sign-in', page).effects).toEqual([{ type: 'ask', attempt: 1 }])
})
