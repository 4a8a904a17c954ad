import type { WalletProofServerProblem } from '../wallet/wallet-proof-events.ts'
import {
  getActiveCrossDeviceCode,
  isPollingPhase,
  finalCrossDevicePollMilliseconds,
  maxCrossDeviceCodeRenewals,
  getCrossDeviceRetryDelay,
} from './cross-device-proof-phases.ts'
import type {
  ReceivedCrossDeviceProofAnswer,
  CrossDeviceSideEffect,
  CrossDevicePhase,
  CrossDeviceMachineState,
  CrossDeviceMachineStep,
} from './cross-device-proof-phases.ts'

export const isRequestingCrossDeviceCode = (phase: CrossDevicePhase) =>
  phase.at === 'requesting-code' || (phase.at === 'stalled' && phase.answered === null)

export const stayInCrossDevicePhase = (state: CrossDeviceMachineState): CrossDeviceMachineStep => ({
  state,
  effects: [],
})

export const enterCrossDevicePhase = (
  state: CrossDeviceMachineState,
  phase: CrossDevicePhase,
  ...effects: readonly CrossDeviceSideEffect[]
): CrossDeviceMachineStep => ({
  state: { ...state, phase, failures: 0, pollError: null, nextPollAt: null, finalPollUntil: null },
  effects,
})

export function startCrossDeviceCodeRequest(state: CrossDeviceMachineState): CrossDeviceMachineStep {
  const attempt = state.attempt + 1
  const phase: CrossDevicePhase =
    state.phase.at === 'stalled' ? { ...state.phase, retryAt: null } : { at: 'requesting-code' }
  return {
    state: { ...state, phase, attempt, failures: 0, pollError: null, nextPollAt: null, finalPollUntil: null },
    effects: [{ type: 'request-code', attempt }],
  }
}

export function startCrossDeviceStatusPoll(state: CrossDeviceMachineState): CrossDeviceMachineStep {
  const { phase, attempt } = state
  if (!isPollingPhase(phase)) return stayInCrossDevicePhase(state)
  return {
    state: { ...state, nextPollAt: null },
    effects: [{ type: 'poll-status', attempt, id: phase.code.id, known: phase.at }],
  }
}

export function startCrossDeviceAnswerSubmission(
  state: CrossDeviceMachineState,
  { code, answer, address }: ReceivedCrossDeviceProofAnswer,
  tries: number,
): CrossDeviceMachineStep {
  return enterCrossDevicePhase(
    state,
    { at: 'checking', code, answer, address, tries },
    { type: 'submit', attempt: state.attempt, answer, address },
  )
}

export function startCrossDeviceCodeCancellation(
  state: CrossDeviceMachineState,
  phase: CrossDevicePhase,
  type: 'cancel' | 'expire' = 'cancel',
): CrossDeviceMachineStep {
  const code = getActiveCrossDeviceCode(state.phase)
  return enterCrossDevicePhase(state, phase, ...(code ? [{ type, id: code.id }] : []))
}

/** Cancels the old code first, so that no device can open a code that is no longer shown. */
export function replaceCrossDeviceCode(state: CrossDeviceMachineState, type?: 'expire'): CrossDeviceMachineStep {
  const { state: ended, effects } = startCrossDeviceCodeCancellation(state, { at: 'requesting-code' }, type)
  const step = startCrossDeviceCodeRequest(ended)
  return { ...step, effects: [...effects, ...step.effects] }
}

export function enterStalledCrossDevicePhase(
  state: CrossDeviceMachineState,
  problem: WalletProofServerProblem,
  answered: ReceivedCrossDeviceProofAnswer | null,
  now: number,
): CrossDeviceMachineStep {
  const { phase } = state
  const tries = phase.at === 'stalled' ? phase.tries + 1 : phase.at === 'checking' ? phase.tries : 0
  const isOffline = problem.code === 'network.offline' || !state.isOnline
  return enterCrossDevicePhase(state, {
    at: 'stalled',
    problem: isOffline ? 'network.offline' : problem.code,
    answered,
    tries,
    retryAt: isOffline ? null : now + getCrossDeviceRetryDelay(problem, tries),
  })
}

export function retryStalledCrossDeviceRequest(
  state: CrossDeviceMachineState,
  phase: CrossDevicePhase & { at: 'stalled' },
): CrossDeviceMachineStep {
  return phase.answered
    ? startCrossDeviceAnswerSubmission(state, phase.answered, phase.tries + 1)
    : startCrossDeviceCodeRequest(state)
}

const canRenew = ({ isVisible, renewals }: CrossDeviceMachineState): boolean =>
  isVisible && renewals < maxCrossDeviceCodeRenewals

/** Renews an expired code while the page is visible, up to a limit. */
export function handleExpiredCrossDeviceCode(state: CrossDeviceMachineState): CrossDeviceMachineStep {
  if (!canRenew(state)) return enterCrossDevicePhase(state, { at: 'ended', why: 'ran-out' })
  return startCrossDeviceCodeRequest({ ...state, renewals: state.renewals + 1 })
}

/** Polls once more, because the code may have been opened while the page was asleep. */
export function handleServerUnconfirmedCodeExpiry(state: CrossDeviceMachineState, now: number): CrossDeviceMachineStep {
  if (state.finalPollUntil === null)
    return startCrossDeviceStatusPoll({ ...state, finalPollUntil: now + finalCrossDevicePollMilliseconds })
  if (now < state.finalPollUntil || !state.isOnline) return startCrossDeviceStatusPollWhenDue(state, now)
  if (!canRenew(state)) return startCrossDeviceCodeCancellation(state, { at: 'ended', why: 'ran-out' }, 'expire')
  return replaceCrossDeviceCode({ ...state, renewals: state.renewals + 1 }, 'expire')
}

export const startCrossDeviceStatusPollWhenDue = (
  state: CrossDeviceMachineState,
  now: number,
): CrossDeviceMachineStep =>
  state.nextPollAt !== null && now >= state.nextPollAt
    ? startCrossDeviceStatusPoll(state)
    : stayInCrossDevicePhase(state)

/** Polls for the owners' approval by submitting the same answer again. */
export function recheckCrossDeviceOwnerApproval(
  state: CrossDeviceMachineState,
  phase: CrossDevicePhase & { at: 'awaiting' },
): CrossDeviceMachineStep {
  const { answer, address } = phase
  return enterCrossDevicePhase(
    state,
    { ...phase, askAt: null },
    { type: 'submit', attempt: state.attempt, answer, address },
  )
}

export function leavePageAfterCrossDeviceProof(
  state: CrossDeviceMachineState,
  phase: CrossDevicePhase & { at: 'done' },
): CrossDeviceMachineStep {
  return enterCrossDevicePhase(state, { ...phase, leaveAt: null }, { type: 'leave', path: phase.next })
}
