import { retryableApiErrorCodes } from '../wallet/wallet-proof-events.ts'
import type { WalletProofServerProblem } from '../wallet/wallet-proof-events.ts'
import type { PageVisibilityAndConnectivity } from '../wallet/wallet-proof-state.ts'
import type { SameBrowserWalletProofPurpose } from '../wallet/wallet-proof-purpose.ts'
import { signedInRedirectDelayMilliseconds, getContractOwnerApprovalPollDelay } from '../wallet/wallet-proof-phases.ts'
import {
  deviceClockSkewToleranceMilliseconds,
  getActiveCrossDeviceCode,
  minLongPollMilliseconds,
  isPollingPhase,
  finalCrossDevicePollMilliseconds,
  maxCrossDeviceCodeRenewals,
  crossDeviceExpiryGraceMilliseconds,
  getCrossDeviceRetryDelay,
  crossDevicePollPauseMilliseconds,
} from './cross-device-proof-phases.ts'
import type {
  ReceivedCrossDeviceProofAnswer,
  CrossDeviceMachineEvent,
  CrossDeviceMachineState,
  CrossDeviceMachineStep,
} from './cross-device-proof-phases.ts'
import {
  isRequestingCrossDeviceCode,
  stayInCrossDevicePhase,
  enterCrossDevicePhase,
  startCrossDeviceCodeRequest,
  startCrossDeviceStatusPoll,
  startCrossDeviceAnswerSubmission,
  startCrossDeviceCodeCancellation,
  replaceCrossDeviceCode,
  enterStalledCrossDevicePhase,
  retryStalledCrossDeviceRequest,
  handleExpiredCrossDeviceCode,
  handleServerUnconfirmedCodeExpiry,
  startCrossDeviceStatusPollWhenDue,
  recheckCrossDeviceOwnerApproval,
  leavePageAfterCrossDeviceProof,
} from './cross-device-phase-transitions.ts'

export function getInitialCrossDeviceStep(
  purpose: SameBrowserWalletProofPurpose['for'],
  page: PageVisibilityAndConnectivity,
): CrossDeviceMachineStep {
  return startCrossDeviceCodeRequest({
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

/** Events that do not apply in a phase are ignored. */
export function reduceCrossDeviceState(
  state: CrossDeviceMachineState,
  event: CrossDeviceMachineEvent,
  now: number,
): CrossDeviceMachineStep {
  if ('attempt' in event && event.attempt !== state.attempt) return stayInCrossDevicePhase(state)
  switch (event.type) {
    case 'tick':
      return onTick(state, now)
    case 'proceed':
      return onProceed(state)
    case 'reject-address':
      return state.phase.at === 'confirming'
        ? startCrossDeviceCodeCancellation(state, { at: 'ended', why: 'not-mine' })
        : stayInCrossDevicePhase(state)
    case 'start-over':
      return replaceCrossDeviceCode({ ...state, renewals: 0 })
    case 'code-arrived':
      if (!isRequestingCrossDeviceCode(state.phase)) return stayInCrossDevicePhase(state)
      return startCrossDeviceStatusPoll({
        ...state,
        phase: { at: 'shown', code: event.code },
        failures: 0,
        pollError: null,
      })
    case 'code-failed':
      if (!isRequestingCrossDeviceCode(state.phase)) return stayInCrossDevicePhase(state)
      return retryableApiErrorCodes.has(event.problem.code)
        ? enterStalledCrossDevicePhase(state, event.problem, null, now)
        : enterCrossDevicePhase(state, { at: 'failed', problem: event.problem, address: null })
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
  if (isPollingPhase(phase) && now >= phase.code.expiresAt + crossDeviceExpiryGraceMilliseconds)
    return handleServerUnconfirmedCodeExpiry(state, now)
  // If the person does not confirm the address in time, the code is not renewed automatically.
  if (phase.at === 'confirming' && now >= phase.code.expiresAt)
    return startCrossDeviceCodeCancellation(
      { ...state, renewals: maxCrossDeviceCodeRenewals },
      { at: 'ended', why: 'ran-out' },
      'expire',
    )
  if (isPollingPhase(phase)) return startCrossDeviceStatusPollWhenDue(state, now)
  if (phase.at === 'stalled')
    return phase.retryAt !== null && now >= phase.retryAt
      ? retryStalledCrossDeviceRequest(state, phase)
      : stayInCrossDevicePhase(state)
  if (phase.at === 'awaiting' && phase.askAt !== null && now >= phase.askAt)
    return recheckCrossDeviceOwnerApproval(state, phase)
  if (phase.at === 'done' && phase.leaveAt !== null && now >= phase.leaveAt)
    return leavePageAfterCrossDeviceProof(state, phase)
  return stayInCrossDevicePhase(state)
}

function onProceed(state: CrossDeviceMachineState): CrossDeviceMachineStep {
  const { phase } = state
  switch (phase.at) {
    case 'confirming':
      return startCrossDeviceAnswerSubmission(state, phase, 0)
    case 'awaiting':
      return phase.askAt === null ? stayInCrossDevicePhase(state) : recheckCrossDeviceOwnerApproval(state, phase)
    case 'ended':
    case 'failed':
      return startCrossDeviceCodeRequest({ ...state, renewals: 0 })
    case 'stalled':
      return phase.retryAt === null && phase.problem !== 'network.offline'
        ? stayInCrossDevicePhase(state)
        : retryStalledCrossDeviceRequest(state, phase)
    case 'done':
      // Leaves the page again if an earlier attempt to leave failed or was undone with Back.
      return state.purpose === 'sign-in' ? leavePageAfterCrossDeviceProof(state, phase) : stayInCrossDevicePhase(state)
    default:
      return stayInCrossDevicePhase(state)
  }
}

function onStatusReceived(
  state: CrossDeviceMachineState,
  event: CrossDeviceMachineEvent & { type: 'status-received' },
  now: number,
): CrossDeviceMachineStep {
  const { phase } = state
  if (!isPollingPhase(phase)) return stayInCrossDevicePhase(state)
  // The server's time has whole seconds, so smaller differences are noise.
  const isLater = Math.abs(event.expiresAt - phase.code.expiresAt) > deviceClockSkewToleranceMilliseconds
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
      return isHeld
        ? startCrossDeviceStatusPoll(next)
        : stayInCrossDevicePhase({ ...next, nextPollAt: now + crossDevicePollPauseMilliseconds })
    }
    case 'answered':
      return onAnswered(state, event, code, now)
    case 'refused':
    case 'wrong-pair':
    case 'second-device':
      return enterCrossDevicePhase(state, { at: 'ended', why: event.state })
    case 'ran-out':
      return handleExpiredCrossDeviceCode(state)
    case 'taken':
    case 'cancelled':
      return enterCrossDevicePhase(state, { at: 'ended', why: 'over' })
  }
}

function onAnswered(
  state: CrossDeviceMachineState,
  { answer, address }: CrossDeviceMachineEvent & { type: 'status-received' },
  code: ReceivedCrossDeviceProofAnswer['code'],
  now: number,
): CrossDeviceMachineStep {
  if (answer === null) return stayInCrossDevicePhase({ ...state, nextPollAt: now + crossDevicePollPauseMilliseconds })
  const answered = { code, answer, address }
  if (state.purpose !== 'link') return startCrossDeviceAnswerSubmission(state, answered, 0)
  // No wallet is linked before its address has been shown.
  return address === null
    ? startCrossDeviceCodeCancellation(state, { at: 'failed', problem: { code: 'message.not_a_message' }, address })
    : enterCrossDevicePhase(state, { at: 'confirming', ...answered, address })
}

/** The code stays visible, because a device can still scan it. */
function onStatusFailed(
  state: CrossDeviceMachineState,
  problem: WalletProofServerProblem,
  now: number,
): CrossDeviceMachineStep {
  if (!isPollingPhase(state.phase)) return stayInCrossDevicePhase(state)
  if (problem.code === 'cross_device.ended') return handleExpiredCrossDeviceCode(state)
  if (!retryableApiErrorCodes.has(problem.code))
    return startCrossDeviceCodeCancellation(state, { at: 'failed', problem, address: null }, 'expire')
  const nextPollAt = now + getCrossDeviceRetryDelay(problem, state.failures)
  return stayInCrossDevicePhase({ ...state, nextPollAt, failures: state.failures + 1, pollError: problem.code })
}

/** A sign-in shows its success briefly. A flow on the same page continues immediately. */
function onAccepted(
  state: CrossDeviceMachineState,
  { answer }: CrossDeviceMachineEvent & { type: 'accepted' },
  now: number,
): CrossDeviceMachineStep {
  if (state.phase.at !== 'checking' && state.phase.at !== 'awaiting') return stayInCrossDevicePhase(state)
  if (state.purpose === 'sign-in')
    return enterCrossDevicePhase(state, { at: 'done', ...answer, leaveAt: now + signedInRedirectDelayMilliseconds })
  return enterCrossDevicePhase(state, { at: 'done', ...answer, leaveAt: null }, { type: 'leave', path: answer.next })
}

function onRejected(
  state: CrossDeviceMachineState,
  problem: WalletProofServerProblem,
  now: number,
): CrossDeviceMachineStep {
  const { phase } = state
  if (phase.at !== 'checking' && phase.at !== 'awaiting') return stayInCrossDevicePhase(state)
  const { code, answer, address } = phase
  const isPassing = retryableApiErrorCodes.has(problem.code)
  if (problem.code === 'signature.pending' || (isPassing && phase.at === 'awaiting')) {
    const looks = phase.at === 'awaiting' ? phase.pollCount + 1 : 0
    const pause = Math.max(getContractOwnerApprovalPollDelay(looks), (problem.retryAfterSeconds ?? 0) * 1000)
    const trouble = isPassing ? problem.code : null
    return enterCrossDevicePhase(state, {
      at: 'awaiting',
      code,
      answer,
      address,
      askAt: now + pause,
      pollCount: looks,
      pollError: trouble,
    })
  }
  if (isPassing) return enterStalledCrossDevicePhase(state, problem, { code, answer, address }, now)
  return startCrossDeviceCodeCancellation(state, { at: 'failed', problem, address })
}

/** Polls immediately, because requests may have been suspended while the page was hidden. */
function onVisibilityChanged(state: CrossDeviceMachineState): CrossDeviceMachineStep {
  const { phase } = state
  if (!state.isVisible) return stayInCrossDevicePhase(state)
  return phase.at === 'ended' && phase.why === 'ran-out'
    ? handleExpiredCrossDeviceCode(state)
    : startCrossDeviceStatusPoll(state)
}

function onConnectivityChanged(state: CrossDeviceMachineState, now: number): CrossDeviceMachineStep {
  const { phase } = state
  if (!state.isOnline)
    return stayInCrossDevicePhase(isPollingPhase(phase) ? { ...state, pollError: 'network.offline' } : state)
  if (phase.at === 'stalled' && phase.problem !== 'rate.limited') return retryStalledCrossDeviceRequest(state, phase)
  if (!isPollingPhase(phase)) return stayInCrossDevicePhase(state)
  const finalPollUntil = state.finalPollUntil === null ? null : now + finalCrossDevicePollMilliseconds
  return startCrossDeviceStatusPoll({ ...state, finalPollUntil })
}

function onRestored(state: CrossDeviceMachineState, isGivenUp: boolean): CrossDeviceMachineStep {
  if (getActiveCrossDeviceCode(state.phase) === null && !isRequestingCrossDeviceCode(state.phase))
    return stayInCrossDevicePhase(state)
  return isGivenUp
    ? startCrossDeviceCodeRequest({ ...state, phase: { at: 'requesting-code' }, renewals: 0 })
    : startCrossDeviceStatusPoll(state)
}
