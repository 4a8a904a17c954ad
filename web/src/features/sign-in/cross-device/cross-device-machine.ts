// How a sign-in moves that another device answers (state machine, a reducer): a code is asked for and shown, the server is asked how far it
// is, and what was signed there is handed in here.
import type { ServerProblem } from '../wallet/wallet-proof-events.ts'
import type { PageEnvironment } from '../wallet/wallet-proof-state.ts'
import { transientErrorCodes } from '../wallet/wallet-proof-events.ts'
import type { OwnProofPurpose } from '../wallet/proof-purpose.ts'
import { redirectDelayMilliseconds, getApprovalPollDelay } from '../wallet/wallet-proof-phases.ts'
import {
  clockToleranceMilliseconds,
  getActiveCode,
  longPollMilliseconds,
  isPolling,
  finalPollMilliseconds,
  maxCodeRenewals,
  expiryGraceMilliseconds,
  getRetryDelay,
  pollPauseMilliseconds,
} from './cross-device-state.ts'
import type {
  ReceivedAnswer,
  CrossDeviceEffect,
  CrossDeviceEvent,
  CrossDevicePhase,
  CrossDeviceMachineState,
  CrossDeviceStep,
} from './cross-device-state.ts'

/** Begins by asking for a code. */
export function startCrossDeviceMachine(purpose: OwnProofPurpose['for'], page: PageEnvironment): CrossDeviceStep {
  return requestCode({
    purpose,
    phase: { at: 'requesting-code' },
    attempt: 0,
    renewals: 0,
    failures: 0,
    pollError: null,
    nextPollAt: null,
    finalPollUntil: null,
    ...page,
  })
}

/** One step. What means nothing in a state changes nothing. */
export function reduceCrossDevice(
  state: CrossDeviceMachineState,
  event: CrossDeviceEvent,
  now: number,
): CrossDeviceStep {
  if ('attempt' in event && event.attempt !== state.attempt) return stayInPhase(state)
  switch (event.type) {
    case 'tick':
      return onTick(state, now)
    case 'proceed':
      return onProceed(state)
    case 'reject-address':
      return state.phase.at === 'confirming' ? cancelCode(state, { at: 'ended', why: 'not-mine' }) : stayInPhase(state)
    case 'start-over':
      return replaceCode({ ...state, renewals: 0 })
    case 'code-arrived':
      if (!isRequestingCode(state.phase)) return stayInPhase(state)
      return pollStatus({ ...state, phase: { at: 'shown', code: event.code }, failures: 0, pollError: null })
    case 'code-failed':
      if (!isRequestingCode(state.phase)) return stayInPhase(state)
      return transientErrorCodes.has(event.problem.code)
        ? enterStalledPhase(state, event.problem, null, now)
        : enterPhase(state, { at: 'failed', problem: event.problem, address: null })
    case 'status-received':
      return onStatusReceived(state, event, now)
    case 'status-failed':
      return onStatusFailed(state, event.problem, now)
    case 'accepted':
      return onAccepted(state, event, now)
    case 'rejected':
      return onRejected(state, event.problem, now)
    case 'visibility-changed':
      return onVisibilityChanged({ ...state, isVisible: event.isVisible })
    case 'connectivity-changed':
      return onConnectivityChanged({ ...state, isOnline: event.isOnline }, now)
    case 'restored':
      return onRestored(state, event.isGivenUp)
  }
}

const isRequestingCode = (phase: CrossDevicePhase) =>
  phase.at === 'requesting-code' || (phase.at === 'stalled' && phase.answered === null)

const stayInPhase = (state: CrossDeviceMachineState): CrossDeviceStep => ({ state, effects: [] })

const enterPhase = (
  state: CrossDeviceMachineState,
  phase: CrossDevicePhase,
  ...effects: readonly CrossDeviceEffect[]
): CrossDeviceStep => ({
  state: { ...state, phase, failures: 0, pollError: null, nextPollAt: null, finalPollUntil: null },
  effects,
})

/** Asks for a code. A state that could not have one stays while it is asked for, so that nothing flickers. */
function requestCode(state: CrossDeviceMachineState): CrossDeviceStep {
  const attempt = state.attempt + 1
  const phase: CrossDevicePhase =
    state.phase.at === 'stalled' ? { ...state.phase, retryAt: null } : { at: 'requesting-code' }
  return {
    state: { ...state, phase, attempt, failures: 0, pollError: null, nextPollAt: null, finalPollUntil: null },
    effects: [{ type: 'request-code', attempt }],
  }
}

function pollStatus(state: CrossDeviceMachineState): CrossDeviceStep {
  const { phase, attempt } = state
  if (!isPolling(phase)) return stayInPhase(state)
  return {
    state: { ...state, nextPollAt: null },
    effects: [{ type: 'poll-status', attempt, id: phase.code.id, known: phase.at }],
  }
}

function submitAnswer(
  state: CrossDeviceMachineState,
  { code, answer, address }: ReceivedAnswer,
  tries: number,
): CrossDeviceStep {
  return enterPhase(
    state,
    { at: 'checking', code, answer, address, tries },
    { type: 'submit', attempt: state.attempt, answer, address },
  )
}

/** Ends the code, so that the other device learns that nothing comes of it. */
function cancelCode(
  state: CrossDeviceMachineState,
  phase: CrossDevicePhase,
  type: 'cancel' | 'expire' = 'cancel',
): CrossDeviceStep {
  const code = getActiveCode(state.phase)
  return enterPhase(state, phase, ...(code ? [{ type, id: code.id }] : []))
}

/** Ends the code before another one is asked for: nobody is to open the one that is no longer shown. */
function replaceCode(state: CrossDeviceMachineState, type?: 'expire'): CrossDeviceStep {
  const { state: ended, effects } = cancelCode(state, { at: 'requesting-code' }, type)
  const step = requestCode(ended)
  return { ...step, effects: [...effects, ...step.effects] }
}

function enterStalledPhase(
  state: CrossDeviceMachineState,
  problem: ServerProblem,
  answered: ReceivedAnswer | null,
  now: number,
): CrossDeviceStep {
  const { phase } = state
  const tries = phase.at === 'stalled' ? phase.tries + 1 : phase.at === 'checking' ? phase.tries : 0
  const isOffline = problem.code === 'network.offline' || !state.isOnline
  return enterPhase(state, {
    at: 'stalled',
    problem: isOffline ? 'network.offline' : problem.code,
    answered,
    tries,
    retryAt: isOffline ? null : now + getRetryDelay(problem, tries),
  })
}

function retryStalled(state: CrossDeviceMachineState, phase: CrossDevicePhase & { at: 'stalled' }): CrossDeviceStep {
  return phase.answered ? submitAnswer(state, phase.answered, phase.tries + 1) : requestCode(state)
}

const canRenew = ({ isVisible, renewals }: CrossDeviceMachineState): boolean => isVisible && renewals < maxCodeRenewals

/** A code that ran out, as the server says, is replaced by itself as long as somebody looks, and not for ever. */
function handleExpiredCode(state: CrossDeviceMachineState): CrossDeviceStep {
  if (!canRenew(state)) return enterPhase(state, { at: 'ended', why: 'ran-out' })
  return requestCode({ ...state, renewals: state.renewals + 1 })
}

/**
 * The same where the server does not say so. It may have heard meanwhile that the code was opened, or answered, while this page slept: it
 * is asked a last time, and a device without a network waits for one.
 */
function handleUnconfirmedExpiry(state: CrossDeviceMachineState, now: number): CrossDeviceStep {
  if (state.finalPollUntil === null) return pollStatus({ ...state, finalPollUntil: now + finalPollMilliseconds })
  if (now < state.finalPollUntil || !state.isOnline) return pollWhenDue(state, now)
  if (!canRenew(state)) return cancelCode(state, { at: 'ended', why: 'ran-out' }, 'expire')
  return replaceCode({ ...state, renewals: state.renewals + 1 }, 'expire')
}

const pollWhenDue = (state: CrossDeviceMachineState, now: number): CrossDeviceStep =>
  state.nextPollAt !== null && now >= state.nextPollAt ? pollStatus(state) : stayInPhase(state)

function onTick(state: CrossDeviceMachineState, now: number): CrossDeviceStep {
  const { phase } = state
  if (isPolling(phase) && now >= phase.code.expiresAt + expiryGraceMilliseconds)
    return handleUnconfirmedExpiry(state, now)
  // Whoever was asked something is not asked something else without having said that they are there: no other one comes by itself.
  if (phase.at === 'confirming' && now >= phase.code.expiresAt)
    return cancelCode({ ...state, renewals: maxCodeRenewals }, { at: 'ended', why: 'ran-out' }, 'expire')
  if (isPolling(phase)) return pollWhenDue(state, now)
  if (phase.at === 'stalled')
    return phase.retryAt !== null && now >= phase.retryAt ? retryStalled(state, phase) : stayInPhase(state)
  if (phase.at === 'awaiting' && phase.askAt !== null && now >= phase.askAt) return recheckApproval(state, phase)
  if (phase.at === 'done' && phase.leaveAt !== null && now >= phase.leaveAt) return leavePage(state, phase)
  return stayInPhase(state)
}

function onProceed(state: CrossDeviceMachineState): CrossDeviceStep {
  const { phase } = state
  switch (phase.at) {
    case 'confirming':
      return submitAnswer(state, phase, 0)
    case 'awaiting':
      return phase.askAt === null ? stayInPhase(state) : recheckApproval(state, phase)
    case 'ended':
    case 'failed':
      return requestCode({ ...state, renewals: 0 })
    case 'stalled':
      return phase.retryAt === null && phase.problem !== 'network.offline'
        ? stayInPhase(state)
        : retryStalled(state, phase)
    case 'done':
      // Also once it has left: that may have come to nothing, or the page comes back as it was. What waits on the same page has gone on already.
      return state.purpose === 'sign-in' ? leavePage(state, phase) : stayInPhase(state)
    default:
      return stayInPhase(state)
  }
}

/** Asks whether the owners have approved, by handing in the same answer again. */
function recheckApproval(
  state: CrossDeviceMachineState,
  phase: CrossDevicePhase & { at: 'awaiting' },
): CrossDeviceStep {
  const { answer, address } = phase
  return enterPhase(state, { ...phase, askAt: null }, { type: 'submit', attempt: state.attempt, answer, address })
}

function leavePage(state: CrossDeviceMachineState, phase: CrossDevicePhase & { at: 'done' }): CrossDeviceStep {
  return enterPhase(state, { ...phase, leaveAt: null }, { type: 'leave', path: phase.next })
}

function onStatusReceived(
  state: CrossDeviceMachineState,
  event: CrossDeviceEvent & { type: 'status-received' },
  now: number,
): CrossDeviceStep {
  const { phase } = state
  if (!isPolling(phase)) return stayInPhase(state)
  // The server's time is known to the second only: what differs by less is no news.
  const isLater = Math.abs(event.expiresAt - phase.code.expiresAt) > clockToleranceMilliseconds
  const code = isLater ? { ...phase.code, expiresAt: event.expiresAt } : phase.code
  switch (event.state) {
    case 'shown':
    case 'opened':
    case 'picked': {
      const finalPollUntil = now < code.expiresAt ? null : state.finalPollUntil
      const next: CrossDeviceMachineState = {
        ...state,
        phase: { at: event.state, code },
        failures: 0,
        pollError: null,
        finalPollUntil,
      }
      const isHeld = event.state !== phase.at || now - event.askedAt >= longPollMilliseconds
      return isHeld ? pollStatus(next) : stayInPhase({ ...next, nextPollAt: now + pollPauseMilliseconds })
    }
    case 'answered':
      return onAnswered(state, event, code, now)
    case 'refused':
    case 'wrong-pair':
    case 'second-device':
      return enterPhase(state, { at: 'ended', why: event.state })
    case 'ran-out':
      return handleExpiredCode(state)
    case 'taken':
    case 'cancelled':
      return enterPhase(state, { at: 'ended', why: 'over' })
  }
}

function onAnswered(
  state: CrossDeviceMachineState,
  { answer, address }: CrossDeviceEvent & { type: 'status-received' },
  code: ReceivedAnswer['code'],
  now: number,
): CrossDeviceStep {
  if (answer === null) return stayInPhase({ ...state, nextPollAt: now + pollPauseMilliseconds })
  const answered = { code, answer, address }
  if (state.purpose !== 'link') return submitAnswer(state, answered, 0)
  // Nothing is linked that cannot be shown first.
  return address === null
    ? cancelCode(state, { at: 'failed', problem: { code: 'message.not_a_message' }, address })
    : enterPhase(state, { at: 'confirming', ...answered, address })
}

/** The code stays on the screen, because it can still be scanned. */
function onStatusFailed(state: CrossDeviceMachineState, problem: ServerProblem, now: number): CrossDeviceStep {
  if (!isPolling(state.phase)) return stayInPhase(state)
  if (problem.code === 'cross_device.over') return handleExpiredCode(state)
  if (!transientErrorCodes.has(problem.code))
    return cancelCode(state, { at: 'failed', problem, address: null }, 'expire')
  const nextPollAt = now + getRetryDelay(problem, state.failures)
  return stayInPhase({ ...state, nextPollAt, failures: state.failures + 1, pollError: problem.code })
}

/** A sign-in says so for a moment before it goes on; what waits for the proof on the same page goes on at once. */
function onAccepted(
  state: CrossDeviceMachineState,
  { answer }: CrossDeviceEvent & { type: 'accepted' },
  now: number,
): CrossDeviceStep {
  if (state.phase.at !== 'checking' && state.phase.at !== 'awaiting') return stayInPhase(state)
  if (state.purpose === 'sign-in')
    return enterPhase(state, { at: 'done', ...answer, leaveAt: now + redirectDelayMilliseconds })
  return enterPhase(state, { at: 'done', ...answer, leaveAt: null }, { type: 'leave', path: answer.next })
}

function onRejected(state: CrossDeviceMachineState, problem: ServerProblem, now: number): CrossDeviceStep {
  const { phase } = state
  if (phase.at !== 'checking' && phase.at !== 'awaiting') return stayInPhase(state)
  const { code, answer, address } = phase
  const isPassing = transientErrorCodes.has(problem.code)
  if (problem.code === 'signature.awaited' || (isPassing && phase.at === 'awaiting')) {
    const looks = phase.at === 'awaiting' ? phase.looks + 1 : 0
    const pause = Math.max(getApprovalPollDelay(looks), (problem.retryAfterSeconds ?? 0) * 1000)
    const trouble = isPassing ? problem.code : null
    return enterPhase(state, { at: 'awaiting', code, answer, address, askAt: now + pause, looks, trouble })
  }
  if (isPassing) return enterStalledPhase(state, problem, { code, answer, address }, now)
  return cancelCode(state, { at: 'failed', problem, address })
}

/** Whoever comes back to the page is shown how it stands now: what was asked before may have been held back with it. */
function onVisibilityChanged(state: CrossDeviceMachineState): CrossDeviceStep {
  const { phase } = state
  if (!state.isVisible) return stayInPhase(state)
  return phase.at === 'ended' && phase.why === 'ran-out' ? handleExpiredCode(state) : pollStatus(state)
}

function onConnectivityChanged(state: CrossDeviceMachineState, now: number): CrossDeviceStep {
  const { phase } = state
  if (!state.isOnline) return stayInPhase(isPolling(phase) ? { ...state, pollError: 'network.offline' } : state)
  if (phase.at === 'stalled' && phase.problem !== 'rate.limited') return retryStalled(state, phase)
  if (!isPolling(phase)) return stayInPhase(state)
  const finalPollUntil = state.finalPollUntil === null ? null : now + finalPollMilliseconds
  return pollStatus({ ...state, finalPollUntil })
}

function onRestored(state: CrossDeviceMachineState, isGivenUp: boolean): CrossDeviceStep {
  if (getActiveCode(state.phase) === null && !isRequestingCode(state.phase)) return stayInPhase(state)
  return isGivenUp ? requestCode({ ...state, phase: { at: 'requesting-code' }, renewals: 0 }) : pollStatus(state)
}
