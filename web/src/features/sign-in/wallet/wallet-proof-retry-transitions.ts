import type { WalletProofServerProblem } from './wallet-proof-events.ts'
import type { StalledWalletProofRequest, WalletProofPhase } from './wallet-proof-phases.ts'
import type { WalletProofState, WalletProofStep } from './wallet-proof-state.ts'
import {
  enterWalletProofPhase,
  startWalletChallengeRequest,
  stayInWalletProofPhase,
  startWalletSignatureSubmission,
} from './wallet-proof-transitions.ts'

const firstRetryMilliseconds = 5_000
const maxRetryMilliseconds = 60_000

export function enterWalletProofRetryPhase(
  state: WalletProofState,
  task: StalledWalletProofRequest,
  problem: WalletProofServerProblem,
  now: number,
  tries: number,
): WalletProofStep {
  if (problem.code === 'network.offline' || !state.isOnline)
    return enterWalletProofPhase(state, { at: 'offline', task, tries, retryAt: null })
  if (problem.code === 'rate.limited') {
    const seconds = Math.min(Math.max(problem.retryAfterSeconds ?? 30, 1), 3600)
    return enterWalletProofPhase(state, { at: 'rate-limited', task, tries, retryAt: now + seconds * 1000 })
  }
  const retryAt = now + Math.min(firstRetryMilliseconds * 2 ** tries, maxRetryMilliseconds)
  if (problem.code === 'chain.unavailable')
    return enterWalletProofPhase(state, { at: 'chain-unavailable', task, tries, retryAt })
  return enterWalletProofPhase(state, { at: 'unreachable', task, tries, retryAt, code: problem.code })
}

export function retryStalledWalletProofRequest(
  state: WalletProofState,
  phase: RetryablePhase,
  tries: number,
  now: number,
): WalletProofStep {
  if (phase.task.kind === 'proof') return startWalletSignatureSubmission(state, phase.task.signed, tries + 1)
  return state.slot.at === 'requested'
    ? stayInWalletProofPhase(state)
    : startWalletChallengeRequest({ ...state, phase: { ...phase, tries, retryAt: null } }, now)
}

type RetryablePhase = Extract<WalletProofPhase, { readonly task: StalledWalletProofRequest }>
