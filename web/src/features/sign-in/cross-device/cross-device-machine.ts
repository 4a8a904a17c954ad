// How a sign-in moves that another device answers (state machine, a reducer): a code is asked for and shown, the server is asked how far it
// is, and what was signed there is handed in here.
import { transientErrorCodes } from '../wallet/wallet-proof-events.ts'
import type { ServerProblem } from '../wallet/wallet-proof-events.ts'
import type { PageEnvironment } from '../wallet/wallet-proof-state.ts'
import type { OwnPageProofPurpose } from '../wallet/proof-purpose.ts'
import { redirectDelayMilliseconds, getOwnerApprovalPollDelay } from '../wallet/wallet-proof-phases.ts'
import {
  clockToleranceMilliseconds,
  getActiveCrossDeviceCode,
  minLongPollMilliseconds,
  isPollingPhase,
  finalPollMilliseconds,
  maxCrossDeviceCodeRenewals,
  expiryGraceMilliseconds,
  getRetryDelay,
  pollPauseMilliseconds,
} from './cross-device-state.ts'
import type {
  ReceivedCrossDeviceAnswer,
  CrossDeviceEvent,
  CrossDeviceMachineState,
  CrossDeviceMachineStep,
} from './cross-device-state.ts'
import {
  isRequestingCode,
  stayInPhase,
  enterPhase,
  requestCode,
  pollStatus,
  submitAnswer,
  cancelCode,
  replaceCode,
  enterStalledPhase,
  retryStalled,
  handleExpiredCode,
  handleUnconfirmedExpiry,
  pollWhenDue,
  recheckApproval,
  leavePage,
} from './cross-device-transitions.ts'

/** Begins by asking for a code. */
export function startCrossDeviceMachine(
  purpose: OwnPageProofPurpose['for'],
  page: PageEnvironment,
): CrossDeviceMachineStep {
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
export function reduceCrossDeviceState(
  state: CrossDeviceMachineState,
  event: CrossDeviceEvent,
  now: number,
): CrossDeviceMachineStep {
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

function onTick(state: CrossDeviceMachineState, now: number): CrossDeviceMachineStep {
  const { phase } = state
  if (isPollingPhase(phase) && now >= phase.code.expiresAt + expiryGraceMilliseconds)
    return handleUnconfirmedExpiry(state, now)
  // Whoever was asked something is not asked something else without having said that they are there: no other one comes by itself.
  if (phase.at === 'confirming' && now >= phase.code.expiresAt)
    return cancelCode({ ...state, renewals: maxCrossDeviceCodeRenewals }, { at: 'ended', why: 'ran-out' }, 'expire')
  if (isPollingPhase(phase)) return pollWhenDue(state, now)
  if (phase.at === 'stalled')
    return phase.retryAt !== null && now >= phase.retryAt ? retryStalled(state, phase) : stayInPhase(state)
  if (phase.at === 'awaiting' && phase.askAt !== null && now >= phase.askAt) return recheckApproval(state, phase)
  if (phase.at === 'done' && phase.leaveAt !== null && now >= phase.leaveAt) return leavePage(state, phase)
  return stayInPhase(state)
}

function onProceed(state: CrossDeviceMachineState): CrossDeviceMachineStep {
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

function onStatusReceived(
  state: CrossDeviceMachineState,
  event: CrossDeviceEvent & { type: 'status-received' },
  now: number,
): CrossDeviceMachineStep {
  const { phase } = state
  if (!isPollingPhase(phase)) return stayInPhase(state)
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
      const isHeld = event.state !== phase.at || now - event.askedAt >= minLongPollMilliseconds
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
  code: ReceivedCrossDeviceAnswer['code'],
  now: number,
): CrossDeviceMachineStep {
  if (answer === null) return stayInPhase({ ...state, nextPollAt: now + pollPauseMilliseconds })
  const answered = { code, answer, address }
  if (state.purpose !== 'link') return submitAnswer(state, answered, 0)
  // Nothing is linked that cannot be shown first.
  return address === null
    ? cancelCode(state, { at: 'failed', problem: { code: 'message.not_a_message' }, address })
    : enterPhase(state, { at: 'confirming', ...answered, address })
}

/** The code stays on the screen, because it can still be scanned. */
function onStatusFailed(state: CrossDeviceMachineState, problem: ServerProblem, now: number): CrossDeviceMachineStep {
  if (!isPollingPhase(state.phase)) return stayInPhase(state)
  if (problem.code === 'cross_device.ended') return handleExpiredCode(state)
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
): CrossDeviceMachineStep {
  if (state.phase.at !== 'checking' && state.phase.at !== 'awaiting') return stayInPhase(state)
  if (state.purpose === 'sign-in')
    return enterPhase(state, { at: 'done', ...answer, leaveAt: now + redirectDelayMilliseconds })
  return enterPhase(state, { at: 'done', ...answer, leaveAt: null }, { type: 'leave', path: answer.next })
}

function onRejected(state: CrossDeviceMachineState, problem: ServerProblem, now: number): CrossDeviceMachineStep {
  const { phase } = state
  if (phase.at !== 'checking' && phase.at !== 'awaiting') return stayInPhase(state)
  const { code, answer, address } = phase
  const isPassing = transientErrorCodes.has(problem.code)
  if (problem.code === 'signature.pending' || (isPassing && phase.at === 'awaiting')) {
    const looks = phase.at === 'awaiting' ? phase.pollCount + 1 : 0
    const pause = Math.max(getOwnerApprovalPollDelay(looks), (problem.retryAfterSeconds ?? 0) * 1000)
    const trouble = isPassing ? problem.code : null
    return enterPhase(state, {
      at: 'awaiting',
      code,
      answer,
      address,
      askAt: now + pause,
      pollCount: looks,
      pollError: trouble,
    })
  }
  if (isPassing) return enterStalledPhase(state, problem, { code, answer, address }, now)
  return cancelCode(state, { at: 'failed', problem, address })
}

/** Whoever comes back to the page is shown how it stands now: what was asked before may have been held back with it. */
function onVisibilityChanged(state: CrossDeviceMachineState): CrossDeviceMachineStep {
  const { phase } = state
  if (!state.isVisible) return stayInPhase(state)
  return phase.at === 'ended' && phase.why === 'ran-out' ? handleExpiredCode(state) : pollStatus(state)
}

function onConnectivityChanged(state: CrossDeviceMachineState, now: number): CrossDeviceMachineStep {
  const { phase } = state
  if (!state.isOnline) return stayInPhase(isPollingPhase(phase) ? { ...state, pollError: 'network.offline' } : state)
  if (phase.at === 'stalled' && phase.problem !== 'rate.limited') return retryStalled(state, phase)
  if (!isPollingPhase(phase)) return stayInPhase(state)
  const finalPollUntil = state.finalPollUntil === null ? null : now + finalPollMilliseconds
  return pollStatus({ ...state, finalPollUntil })
}

function onRestored(state: CrossDeviceMachineState, isGivenUp: boolean): CrossDeviceMachineStep {
  if (getActiveCrossDeviceCode(state.phase) === null && !isRequestingCode(state.phase)) return stayInPhase(state)
  return isGivenUp ? requestCode({ ...state, phase: { at: 'requesting-code' }, renewals: 0 }) : pollStatus(state)
}
