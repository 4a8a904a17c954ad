import type { WalletProofEvent } from './wallet-proof-events.ts'
import type { WalletProofState, WalletProofStep } from './wallet-proof-state.ts'
import {
  walletRecheckMilliseconds,
  walletProofPhasesBeforeChoice,
  slowSignatureMilliseconds,
  pickConnectedWalletFields,
} from './wallet-proof-phases.ts'
import {
  startNewWalletProofAttempt,
  resendSignatureRequest,
  startWalletSignatureRequest,
  startContractOwnerApprovalCheck,
  awaitContractOwnerApproval,
  discardPrefetchedChallenge,
  enterWalletProofPhase,
  stayInWalletProofPhase,
  returnToWalletListPhase,
} from './wallet-proof-transitions.ts'
import { retryStalledWalletProofRequest } from './wallet-proof-retry-transitions.ts'

export function handleWalletsDiscovered(
  state: WalletProofState,
  event: WalletProofEvent & { type: 'wallets-found' },
): WalletProofStep {
  const next: WalletProofState = { ...state, found: { count: event.count, settled: event.settled } }
  const { at } = next.phase
  if (event.count > 0 ? at === 'no-wallet' : at === 'choosing' && event.settled) return returnToWalletListPhase(next)
  return showWalletsWhenDiscovered(next)
}

/** @param isPatient whether to wait until the session and the wallets are known */
export function showWalletsWhenDiscovered(state: WalletProofState, isPatient = true): WalletProofStep {
  const { phase, session, found } = state
  const isUntouched = walletProofPhasesBeforeChoice.includes(phase.at)
  if (isUntouched && typeof session === 'object')
    return enterWalletProofPhase(state, { at: 'already-signed-in', person: session })
  if (phase.at !== 'discovering') return stayInWalletProofPhase(state)
  if (isPatient && session === 'unknown') return stayInWalletProofPhase(state)
  return found.count > 0 || found.settled || !isPatient ? returnToWalletListPhase(state) : stayInWalletProofPhase(state)
}

export function handleVisibilityChanged(
  state: WalletProofState,
  event: WalletProofEvent & { type: 'visibility-changed' },
): WalletProofStep {
  return stayInWalletProofPhase({ ...state, isVisible: event.isVisible })
}

export function handleBrowserConnectivityChanged(
  state: WalletProofState,
  event: WalletProofEvent & { type: 'connectivity-changed' },
  now: number,
): WalletProofStep {
  const next: WalletProofState = { ...state, isOnline: event.isOnline }
  if (!event.isOnline) return stayInWalletProofPhase(next)
  const { phase } = next
  if (phase.at === 'offline' || phase.at === 'unreachable' || phase.at === 'chain-unavailable')
    return retryStalledWalletProofRequest(next, phase, 0, now)
  return stayInWalletProofPhase(next.slot.at === 'failed' ? discardPrefetchedChallenge(next) : next)
}

export function handleWalletProofTimer(state: WalletProofState, now: number): WalletProofStep {
  const { phase } = state
  // ERC-4361 §Message Fields, expiration-time: a signature made later would be refused.
  if ('draft' in phase && now >= phase.draft.expiresAt) {
    return enterWalletProofPhase(startNewWalletProofAttempt(discardPrefetchedChallenge(state)), {
      at: 'expired',
      connected: pickConnectedWalletFields(phase.draft),
    })
  }
  switch (phase.at) {
    case 'discovering':
      return now >= phase.timeoutAt ? showWalletsWhenDiscovered(state, false) : stayInWalletProofPhase(state)
    case 'connecting':
      return phase.slowAt === null || now < phase.slowAt
        ? stayInWalletProofPhase(state)
        : enterWalletProofPhase(state, { ...phase, slowAt: null })
    case 'connection-open':
    case 'locked':
      if (now < phase.lookAt) return stayInWalletProofPhase(state)
      return enterWalletProofPhase(
        state,
        { ...phase, lookAt: now + walletRecheckMilliseconds },
        { type: 'recheck-accounts', wallet: phase.wallet },
      )
    case 'unreachable':
    case 'chain-unavailable':
    case 'rate-limited':
      return phase.retryAt !== null && now >= phase.retryAt
        ? retryStalledWalletProofRequest(state, phase, phase.tries, now)
        : stayInWalletProofPhase(state)
    case 'signing':
      if (phase.lookAt && now >= phase.lookAt)
        return enterWalletProofPhase(
          state,
          { ...phase, lookAt: null },
          { type: 'detect-contract', attempt: state.attempt, connected: pickConnectedWalletFields(phase.draft) },
        )
      if (phase.slowAt === null || now < phase.slowAt) return stayInWalletProofPhase(state)
      // If a contract wallet is slow, it most likely has several owners.
      return phase.draft.contract
        ? awaitContractOwnerApproval(state, phase.draft, now)
        : enterWalletProofPhase(state, { ...phase, slowAt: null })
    case 'awaiting':
      return state.isVisible && phase.askAt !== null && now >= phase.askAt
        ? startContractOwnerApprovalCheck(state, phase)
        : stayInWalletProofPhase(state)
    case 'other-address':
      if (now < phase.lookAt) return stayInWalletProofPhase(state)
      return enterWalletProofPhase(
        state,
        { ...phase, lookAt: now + walletRecheckMilliseconds },
        { type: 'recheck-accounts', wallet: phase.connected.wallet },
      )
    case 'message-ready':
      return now >= phase.signAt ? startWalletSignatureRequest(state, phase.draft, now) : stayInWalletProofPhase(state)
    case 'signature-open':
      if (phase.tryAt !== null && now >= phase.tryAt) return resendSignatureRequest(state, phase.draft, now)
      if (phase.acceptedAt !== null && now >= phase.acceptedAt)
        return enterWalletProofPhase(state, {
          at: 'signing',
          draft: phase.draft,
          slowAt: now + slowSignatureMilliseconds,
        })
      return stayInWalletProofPhase(state)
    case 'done':
      if (phase.leaveAt === null || now < phase.leaveAt) return stayInWalletProofPhase(state)
      return enterWalletProofPhase(state, { ...phase, leaveAt: null }, { type: 'leave', path: phase.next })
    default:
      return stayInWalletProofPhase(state)
  }
}
