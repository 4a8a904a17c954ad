// What the page itself reports: wallets that appear, time that passes, a tab that is looked at, a network that comes back.
import type { WalletProofEvent } from './wallet-proof-events.ts'
import type { WalletProofState, WalletProofStep } from './wallet-proof-state.ts'
import {
  walletRecheckMilliseconds,
  phasesBeforeChoice,
  slowSignatureMilliseconds,
  omitMessage,
} from './wallet-proof-phases.ts'
import {
  startNewAttempt,
  requestSignatureAgain,
  requestSignature,
  checkOwnerApproval,
  awaitOwnerApproval,
  discardChallenge,
  enterPhase,
  retryPendingTask,
  stayInPhase,
  returnToWalletList,
} from './wallet-proof-transitions.ts'

/** Wallets were found, or the first round of looking is over. */
export function handleWalletsFound(
  state: WalletProofState,
  event: WalletProofEvent & { type: 'wallets-found' },
): WalletProofStep {
  const next: WalletProofState = { ...state, found: { count: event.count, settled: event.settled } }
  const { at } = next.phase
  // The only one that was waited for may not come, and one may come after all.
  if (event.count > 0 ? at === 'no-wallet' : at === 'choosing' && event.settled) return returnToWalletList(next)
  return showWalletsWhenKnown(next)
}

/**
 * Leaves the discovery once there is something to show: a person who is signed in already, or wallets, or none.
 * @param isPatient whether to wait for what is not known yet
 */
export function showWalletsWhenKnown(state: WalletProofState, isPatient = true): WalletProofStep {
  const { phase, session, found } = state
  const isUntouched = phasesBeforeChoice.includes(phase.at)
  if (isUntouched && typeof session === 'object') return enterPhase(state, { at: 'already-signed-in', person: session })
  if (phase.at !== 'discovering') return stayInPhase(state)
  if (isPatient && session === 'unknown') return stayInPhase(state)
  return found.count > 0 || found.settled || !isPatient ? returnToWalletList(state) : stayInPhase(state)
}

/** The page came into view or left it; what that means for the challenge is decided after every event. */
export function handleVisibilityChanged(
  state: WalletProofState,
  event: WalletProofEvent & { type: 'visibility-changed' },
): WalletProofStep {
  return stayInPhase({ ...state, isVisible: event.isVisible })
}

/** The browser says that it has a network, or has none. */
export function handleConnectivityChanged(
  state: WalletProofState,
  event: WalletProofEvent & { type: 'connectivity-changed' },
  now: number,
): WalletProofStep {
  const next: WalletProofState = { ...state, isOnline: event.isOnline }
  if (!event.isOnline) return stayInPhase(next)
  const { phase } = next
  if (phase.at === 'offline' || phase.at === 'unreachable' || phase.at === 'chain-unavailable')
    return retryPendingTask(next, phase, 0, now)
  return stayInPhase(next.slot.at === 'failed' ? discardChallenge(next) : next)
}

/** Time has passed: whatever was due by now happens. */
export function handleTick(state: WalletProofState, now: number): WalletProofStep {
  const { phase } = state
  // ERC-4361 §Message Fields, expiration-time: what is signed after it would be refused, so it is not waited for.
  if ('draft' in phase && now >= phase.draft.expiresAt) {
    return enterPhase(startNewAttempt(discardChallenge(state)), { at: 'expired', connected: omitMessage(phase.draft) })
  }
  switch (phase.at) {
    case 'discovering':
      return now >= phase.patienceAt ? showWalletsWhenKnown(state, false) : stayInPhase(state)
    case 'connecting':
      return phase.slowAt === null || now < phase.slowAt
        ? stayInPhase(state)
        : enterPhase(state, { ...phase, slowAt: null })
    case 'connection-open':
    case 'locked':
      if (now < phase.lookAt) return stayInPhase(state)
      return enterPhase(
        state,
        { ...phase, lookAt: now + walletRecheckMilliseconds },
        { type: 'recheck-accounts', wallet: phase.wallet },
      )
    case 'unreachable':
    case 'chain-unavailable':
    case 'rate-limited':
      return phase.retryAt !== null && now >= phase.retryAt
        ? retryPendingTask(state, phase, phase.tries, now)
        : stayInPhase(state)
    case 'signing':
      if (phase.lookAt && now >= phase.lookAt)
        return enterPhase(
          state,
          { ...phase, lookAt: null },
          { type: 'detect-contract', attempt: state.attempt, connected: omitMessage(phase.draft) },
        )
      if (phase.slowAt === null || now < phase.slowAt) return stayInPhase(state)
      // A contract wallet that takes long most often has more than one owner.
      return phase.draft.contract
        ? awaitOwnerApproval(state, phase.draft, now)
        : enterPhase(state, { ...phase, slowAt: null })
    case 'awaiting':
      return state.isVisible && phase.askAt !== null && now >= phase.askAt
        ? checkOwnerApproval(state, phase)
        : stayInPhase(state)
    case 'other-address':
      if (now < phase.lookAt) return stayInPhase(state)
      return enterPhase(
        state,
        { ...phase, lookAt: now + walletRecheckMilliseconds },
        { type: 'recheck-accounts', wallet: phase.connected.wallet },
      )
    case 'message-ready':
      return now >= phase.signAt ? requestSignature(state, phase.draft, now) : stayInPhase(state)
    case 'signature-open':
      if (phase.tryAt !== null && now >= phase.tryAt) return requestSignatureAgain(state, phase.draft, now)
      if (phase.acceptedAt !== null && now >= phase.acceptedAt)
        return enterPhase(state, { at: 'signing', draft: phase.draft, slowAt: now + slowSignatureMilliseconds })
      return stayInPhase(state)
    case 'done':
      if (phase.leaveAt === null || now < phase.leaveAt) return stayInPhase(state)
      return enterPhase(state, { ...phase, leaveAt: null }, { type: 'leave', path: phase.next })
    default:
      return stayInPhase(state)
  }
}
