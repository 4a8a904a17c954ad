// The steps from one phase of a cross-device proof to another, with the effects that each asks for.
import type { ServerProblem } from '../wallet/wallet-proof-events.ts'
import {
  getActiveCrossDeviceCode,
  isPollingPhase,
  finalPollMilliseconds,
  maxCrossDeviceCodeRenewals,
  getRetryDelay,
} from './cross-device-state.ts'
import type {
  ReceivedCrossDeviceAnswer,
  CrossDeviceEffect,
  CrossDevicePhase,
  CrossDeviceMachineState,
  CrossDeviceMachineStep,
} from './cross-device-state.ts'

export const isRequestingCode = (phase: CrossDevicePhase) =>
  phase.at === 'requesting-code' || (phase.at === 'stalled' && phase.answered === null)

export const stayInPhase = (state: CrossDeviceMachineState): CrossDeviceMachineStep => ({ state, effects: [] })

export const enterPhase = (
  state: CrossDeviceMachineState,
  phase: CrossDevicePhase,
  ...effects: readonly CrossDeviceEffect[]
): CrossDeviceMachineStep => ({
  state: { ...state, phase, failures: 0, pollError: null, nextPollAt: null, finalPollUntil: null },
  effects,
})

/** Asks for a code. A state that could not have one stays while it is asked for, so that nothing flickers. */
export function requestCode(state: CrossDeviceMachineState): CrossDeviceMachineStep {
  const attempt = state.attempt + 1
  const phase: CrossDevicePhase =
    state.phase.at === 'stalled' ? { ...state.phase, retryAt: null } : { at: 'requesting-code' }
  return {
    state: { ...state, phase, attempt, failures: 0, pollError: null, nextPollAt: null, finalPollUntil: null },
    effects: [{ type: 'request-code', attempt }],
  }
}

export function pollStatus(state: CrossDeviceMachineState): CrossDeviceMachineStep {
  const { phase, attempt } = state
  if (!isPollingPhase(phase)) return stayInPhase(state)
  return {
    state: { ...state, nextPollAt: null },
    effects: [{ type: 'poll-status', attempt, id: phase.code.id, known: phase.at }],
  }
}

export function submitAnswer(
  state: CrossDeviceMachineState,
  { code, answer, address }: ReceivedCrossDeviceAnswer,
  tries: number,
): CrossDeviceMachineStep {
  return enterPhase(
    state,
    { at: 'checking', code, answer, address, tries },
    { type: 'submit', attempt: state.attempt, answer, address },
  )
}

/** Ends the code, so that the other device learns that nothing comes of it. */
export function cancelCode(
  state: CrossDeviceMachineState,
  phase: CrossDevicePhase,
  type: 'cancel' | 'expire' = 'cancel',
): CrossDeviceMachineStep {
  const code = getActiveCrossDeviceCode(state.phase)
  return enterPhase(state, phase, ...(code ? [{ type, id: code.id }] : []))
}

/** Ends the code before another one is asked for: nobody is to open the one that is no longer shown. */
export function replaceCode(state: CrossDeviceMachineState, type?: 'expire'): CrossDeviceMachineStep {
  const { state: ended, effects } = cancelCode(state, { at: 'requesting-code' }, type)
  const step = requestCode(ended)
  return { ...step, effects: [...effects, ...step.effects] }
}

export function enterStalledPhase(
  state: CrossDeviceMachineState,
  problem: ServerProblem,
  answered: ReceivedCrossDeviceAnswer | null,
  now: number,
): CrossDeviceMachineStep {
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

export function retryStalled(
  state: CrossDeviceMachineState,
  phase: CrossDevicePhase & { at: 'stalled' },
): CrossDeviceMachineStep {
  return phase.answered ? submitAnswer(state, phase.answered, phase.tries + 1) : requestCode(state)
}

const canRenew = ({ isVisible, renewals }: CrossDeviceMachineState): boolean =>
  isVisible && renewals < maxCrossDeviceCodeRenewals

/** A code that ran out, as the server says, is replaced by itself as long as somebody looks, and not for ever. */
export function handleExpiredCode(state: CrossDeviceMachineState): CrossDeviceMachineStep {
  if (!canRenew(state)) return enterPhase(state, { at: 'ended', why: 'ran-out' })
  return requestCode({ ...state, renewals: state.renewals + 1 })
}

/**
 * The same where the server does not say so. It may have heard meanwhile that the code was opened, or answered, while this page slept: it
 * is asked a last time, and a device without a network waits for one.
 */
export function handleUnconfirmedExpiry(state: CrossDeviceMachineState, now: number): CrossDeviceMachineStep {
  if (state.finalPollUntil === null) return pollStatus({ ...state, finalPollUntil: now + finalPollMilliseconds })
  if (now < state.finalPollUntil || !state.isOnline) return pollWhenDue(state, now)
  if (!canRenew(state)) return cancelCode(state, { at: 'ended', why: 'ran-out' }, 'expire')
  return replaceCode({ ...state, renewals: state.renewals + 1 }, 'expire')
}

export const pollWhenDue = (state: CrossDeviceMachineState, now: number): CrossDeviceMachineStep =>
  state.nextPollAt !== null && now >= state.nextPollAt ? pollStatus(state) : stayInPhase(state)

/** Asks whether the owners have approved, by handing in the same answer again. */
export function recheckApproval(
  state: CrossDeviceMachineState,
  phase: CrossDevicePhase & { at: 'awaiting' },
): CrossDeviceMachineStep {
  const { answer, address } = phase
  return enterPhase(state, { ...phase, askAt: null }, { type: 'submit', attempt: state.attempt, answer, address })
}

export function leavePage(
  state: CrossDeviceMachineState,
  phase: CrossDevicePhase & { at: 'done' },
): CrossDeviceMachineStep {
  return enterPhase(state, { ...phase, leaveAt: null }, { type: 'leave', path: phase.next })
}
