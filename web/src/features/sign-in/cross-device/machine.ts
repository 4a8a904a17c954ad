// How a sign-in moves that another device answers (state machine, a reducer): a code is asked for and shown, the server is asked how far it
// is, and what was signed there is handed in here.
import type { ServerProblem } from '../wallet/events.ts'
import type { PageState } from '../wallet/machine-state.ts'
import { passingCodes } from '../wallet/events.ts'
import type { OwnPurpose } from '../wallet/purpose.ts'
import { leaveMilliseconds, pauseBeforeLook } from '../wallet/states.ts'
import {
  clockMilliseconds,
  codeOf,
  heldMilliseconds,
  isWatched,
  lastChanceMilliseconds,
  longestRenewals,
  patienceMilliseconds,
  retryMilliseconds,
  watchPauseMilliseconds,
} from './states.ts'
import type { Answered, Effect, Event, Phase, State, Step } from './states.ts'

/** Begins by asking for a code. */
export function start(purpose: OwnPurpose['for'], page: PageState): Step {
  return ask({
    purpose,
    phase: { at: 'asking' },
    attempt: 0,
    renewals: 0,
    failures: 0,
    trouble: null,
    watchAt: null,
    lastChanceAt: null,
    ...page,
  })
}

/** One step. What means nothing in a state changes nothing. */
export function reduce(state: State, event: Event, now: number): Step {
  if ('attempt' in event && event.attempt !== state.attempt) return stay(state)
  switch (event.type) {
    case 'tick':
      return onTick(state, now)
    case 'proceed':
      return onProceed(state)
    case 'disown':
      return state.phase.at === 'confirming' ? giveUp(state, { at: 'ended', why: 'not-mine' }) : stay(state)
    case 'start-over':
      return askAnew({ ...state, renewals: 0 })
    case 'code-arrived':
      if (!isAsking(state.phase)) return stay(state)
      return watch({ ...state, phase: { at: 'shown', code: event.code }, failures: 0, trouble: null })
    case 'code-failed':
      if (!isAsking(state.phase)) return stay(state)
      return passingCodes.has(event.problem.code)
        ? stall(state, event.problem, null, now)
        : enter(state, { at: 'failed', problem: event.problem, address: null })
    case 'watched':
      return onWatched(state, event, now)
    case 'watch-failed':
      return onWatchFailed(state, event.problem, now)
    case 'accepted':
      return onAccepted(state, event, now)
    case 'turned-down':
      return onTurnedDown(state, event.problem, now)
    case 'visibility-changed':
      return onVisibilityChanged({ ...state, isVisible: event.isVisible })
    case 'connectivity-changed':
      return onConnectivityChanged({ ...state, isOnline: event.isOnline }, now)
    case 'restored':
      return onRestored(state, event.isGivenUp)
  }
}

const isAsking = (phase: Phase) => phase.at === 'asking' || (phase.at === 'stalled' && phase.answered === null)

const stay = (state: State): Step => ({ state, effects: [] })

const enter = (state: State, phase: Phase, ...effects: readonly Effect[]): Step => ({
  state: { ...state, phase, failures: 0, trouble: null, watchAt: null, lastChanceAt: null },
  effects,
})

/** Asks for a code. A state that could not have one stays while it is asked for, so that nothing flickers. */
function ask(state: State): Step {
  const attempt = state.attempt + 1
  const phase: Phase = state.phase.at === 'stalled' ? { ...state.phase, retryAt: null } : { at: 'asking' }
  return {
    state: { ...state, phase, attempt, failures: 0, trouble: null, watchAt: null, lastChanceAt: null },
    effects: [{ type: 'ask', attempt }],
  }
}

function watch(state: State): Step {
  const { phase, attempt } = state
  if (!isWatched(phase)) return stay(state)
  return {
    state: { ...state, watchAt: null },
    effects: [{ type: 'watch', attempt, id: phase.code.id, known: phase.at }],
  }
}

function handIn(state: State, { code, answer, address }: Answered, tries: number): Step {
  return enter(
    state,
    { at: 'checking', code, answer, address, tries },
    { type: 'hand-in', attempt: state.attempt, answer, address },
  )
}

/** Ends the code, so that the other device learns that nothing comes of it. */
function giveUp(state: State, phase: Phase, type: 'give-up' | 'expire' = 'give-up'): Step {
  const code = codeOf(state.phase)
  return enter(state, phase, ...(code ? [{ type, id: code.id }] : []))
}

/** Ends the code before another one is asked for: nobody is to open the one that is no longer shown. */
function askAnew(state: State, type?: 'expire'): Step {
  const { state: ended, effects } = giveUp(state, { at: 'asking' }, type)
  const step = ask(ended)
  return { ...step, effects: [...effects, ...step.effects] }
}

function stall(state: State, problem: ServerProblem, answered: Answered | null, now: number): Step {
  const { phase } = state
  const tries = phase.at === 'stalled' ? phase.tries + 1 : phase.at === 'checking' ? phase.tries : 0
  const isOffline = problem.code === 'network.offline' || !state.isOnline
  return enter(state, {
    at: 'stalled',
    problem: isOffline ? 'network.offline' : problem.code,
    answered,
    tries,
    retryAt: isOffline ? null : now + retryMilliseconds(problem, tries),
  })
}

function retry(state: State, phase: Phase & { at: 'stalled' }): Step {
  return phase.answered ? handIn(state, phase.answered, phase.tries + 1) : ask(state)
}

const canRenew = ({ isVisible, renewals }: State): boolean => isVisible && renewals < longestRenewals

/** A code that ran out, as the server says, is replaced by itself as long as somebody looks, and not for ever. */
function runOut(state: State): Step {
  if (!canRenew(state)) return enter(state, { at: 'ended', why: 'ran-out' })
  return ask({ ...state, renewals: state.renewals + 1 })
}

/**
 * The same where the server does not say so. It may have heard meanwhile that the code was opened, or answered, while this page slept: it
 * is asked a last time, and a device without a network waits for one.
 */
function runOutUnheard(state: State, now: number): Step {
  if (state.lastChanceAt === null) return watch({ ...state, lastChanceAt: now + lastChanceMilliseconds })
  if (now < state.lastChanceAt || !state.isOnline) return watchWhenDue(state, now)
  if (!canRenew(state)) return giveUp(state, { at: 'ended', why: 'ran-out' }, 'expire')
  return askAnew({ ...state, renewals: state.renewals + 1 }, 'expire')
}

const watchWhenDue = (state: State, now: number): Step =>
  state.watchAt !== null && now >= state.watchAt ? watch(state) : stay(state)

function onTick(state: State, now: number): Step {
  const { phase } = state
  if (isWatched(phase) && now >= phase.code.expiresAt + patienceMilliseconds) return runOutUnheard(state, now)
  // Whoever was asked something is not asked something else without having said that they are there: no other one comes by itself.
  if (phase.at === 'confirming' && now >= phase.code.expiresAt)
    return giveUp({ ...state, renewals: longestRenewals }, { at: 'ended', why: 'ran-out' }, 'expire')
  if (isWatched(phase)) return watchWhenDue(state, now)
  if (phase.at === 'stalled') return phase.retryAt !== null && now >= phase.retryAt ? retry(state, phase) : stay(state)
  if (phase.at === 'awaiting' && phase.askAt !== null && now >= phase.askAt) return look(state, phase)
  if (phase.at === 'done' && phase.leaveAt !== null && now >= phase.leaveAt) return leave(state, phase)
  return stay(state)
}

function onProceed(state: State): Step {
  const { phase } = state
  switch (phase.at) {
    case 'confirming':
      return handIn(state, phase, 0)
    case 'awaiting':
      return phase.askAt === null ? stay(state) : look(state, phase)
    case 'ended':
    case 'failed':
      return ask({ ...state, renewals: 0 })
    case 'stalled':
      return phase.retryAt === null && phase.problem !== 'network.offline' ? stay(state) : retry(state, phase)
    case 'done':
      // Also once it has left: that may have come to nothing, or the page comes back as it was. What waits on the same page has gone on already.
      return state.purpose === 'sign-in' ? leave(state, phase) : stay(state)
    default:
      return stay(state)
  }
}

/** Asks whether the owners have approved, by handing in the same answer again. */
function look(state: State, phase: Phase & { at: 'awaiting' }): Step {
  const { answer, address } = phase
  return enter(state, { ...phase, askAt: null }, { type: 'hand-in', attempt: state.attempt, answer, address })
}

function leave(state: State, phase: Phase & { at: 'done' }): Step {
  return enter(state, { ...phase, leaveAt: null }, { type: 'leave', path: phase.next })
}

function onWatched(state: State, event: Event & { type: 'watched' }, now: number): Step {
  const { phase } = state
  if (!isWatched(phase)) return stay(state)
  // The server's time is known to the second only: what differs by less is no news.
  const isLater = Math.abs(event.expiresAt - phase.code.expiresAt) > clockMilliseconds
  const code = isLater ? { ...phase.code, expiresAt: event.expiresAt } : phase.code
  switch (event.state) {
    case 'shown':
    case 'opened':
    case 'picked': {
      const lastChanceAt = now < code.expiresAt ? null : state.lastChanceAt
      const next: State = { ...state, phase: { at: event.state, code }, failures: 0, trouble: null, lastChanceAt }
      const isHeld = event.state !== phase.at || now - event.askedAt >= heldMilliseconds
      return isHeld ? watch(next) : stay({ ...next, watchAt: now + watchPauseMilliseconds })
    }
    case 'answered':
      return onAnswered(state, event, code, now)
    case 'refused':
    case 'wrong-pair':
    case 'second-device':
      return enter(state, { at: 'ended', why: event.state })
    case 'ran-out':
      return runOut(state)
    case 'taken':
    case 'cancelled':
      return enter(state, { at: 'ended', why: 'over' })
  }
}

function onAnswered(
  state: State,
  { answer, address }: Event & { type: 'watched' },
  code: Answered['code'],
  now: number,
): Step {
  if (answer === null) return stay({ ...state, watchAt: now + watchPauseMilliseconds })
  const answered = { code, answer, address }
  if (state.purpose !== 'link') return handIn(state, answered, 0)
  // Nothing is linked that cannot be shown first.
  return address === null
    ? giveUp(state, { at: 'failed', problem: { code: 'message.not_a_message' }, address })
    : enter(state, { at: 'confirming', ...answered, address })
}

/** The code stays on the screen, because it can still be scanned. */
function onWatchFailed(state: State, problem: ServerProblem, now: number): Step {
  if (!isWatched(state.phase)) return stay(state)
  if (problem.code === 'cross_device.over') return runOut(state)
  if (!passingCodes.has(problem.code)) return giveUp(state, { at: 'failed', problem, address: null }, 'expire')
  const watchAt = now + retryMilliseconds(problem, state.failures)
  return stay({ ...state, watchAt, failures: state.failures + 1, trouble: problem.code })
}

/** A sign-in says so for a moment before it goes on; what waits for the proof on the same page goes on at once. */
function onAccepted(state: State, { answer }: Event & { type: 'accepted' }, now: number): Step {
  if (state.phase.at !== 'checking' && state.phase.at !== 'awaiting') return stay(state)
  if (state.purpose === 'sign-in') return enter(state, { at: 'done', ...answer, leaveAt: now + leaveMilliseconds })
  return enter(state, { at: 'done', ...answer, leaveAt: null }, { type: 'leave', path: answer.next })
}

function onTurnedDown(state: State, problem: ServerProblem, now: number): Step {
  const { phase } = state
  if (phase.at !== 'checking' && phase.at !== 'awaiting') return stay(state)
  const { code, answer, address } = phase
  const isPassing = passingCodes.has(problem.code)
  if (problem.code === 'signature.awaited' || (isPassing && phase.at === 'awaiting')) {
    const looks = phase.at === 'awaiting' ? phase.looks + 1 : 0
    const pause = Math.max(pauseBeforeLook(looks), (problem.retryAfterSeconds ?? 0) * 1000)
    const trouble = isPassing ? problem.code : null
    return enter(state, { at: 'awaiting', code, answer, address, askAt: now + pause, looks, trouble })
  }
  if (isPassing) return stall(state, problem, { code, answer, address }, now)
  return giveUp(state, { at: 'failed', problem, address })
}

/** Whoever comes back to the page is shown how it stands now: what was asked before may have been held back with it. */
function onVisibilityChanged(state: State): Step {
  const { phase } = state
  if (!state.isVisible) return stay(state)
  return phase.at === 'ended' && phase.why === 'ran-out' ? runOut(state) : watch(state)
}

function onConnectivityChanged(state: State, now: number): Step {
  const { phase } = state
  if (!state.isOnline) return stay(isWatched(phase) ? { ...state, trouble: 'network.offline' } : state)
  if (phase.at === 'stalled' && phase.problem !== 'rate.limited') return retry(state, phase)
  if (!isWatched(phase)) return stay(state)
  const lastChanceAt = state.lastChanceAt === null ? null : now + lastChanceMilliseconds
  return watch({ ...state, lastChanceAt })
}

function onRestored(state: State, isGivenUp: boolean): Step {
  if (codeOf(state.phase) === null && !isAsking(state.phase)) return stay(state)
  return isGivenUp ? ask({ ...state, phase: { at: 'asking' }, renewals: 0 }) : watch(state)
}
