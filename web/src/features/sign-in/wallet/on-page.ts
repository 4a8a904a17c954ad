// What the page itself reports: wallets that appear, time that passes, a tab that is looked at, a network that comes back.
import type { Event } from './events.ts'
import type { State, Step } from './machine-state.ts'
import { lookMilliseconds, openPhases, slowSignatureMilliseconds, withoutMessage } from './states.ts'
import {
  abandon,
  askAgainForSignature,
  askForSignature,
  askOwners,
  awaitOwners,
  dropChallenge,
  enter,
  retryTask,
  stay,
  toWallets,
} from './steps.ts'

/** Wallets were found, or the first round of looking is over. */
export function onWalletsFound(state: State, event: Event & { type: 'wallets-found' }): Step {
  const next: State = { ...state, found: { count: event.count, settled: event.settled } }
  const { at } = next.phase
  // The only one that was waited for may not come, and one may come after all.
  if (event.count > 0 ? at === 'no-wallet' : at === 'choosing' && event.settled) return toWallets(next)
  return showWallets(next)
}

/**
 * Leaves the discovery once there is something to show: a person who is signed in already, or wallets, or none.
 * @param isPatient whether to wait for what is not known yet
 */
export function showWallets(state: State, isPatient = true): Step {
  const { phase, session, found } = state
  const isUntouched = openPhases.includes(phase.at)
  if (isUntouched && typeof session === 'object') return enter(state, { at: 'already-signed-in', person: session })
  if (phase.at !== 'discovering') return stay(state)
  if (isPatient && session === 'unknown') return stay(state)
  return found.count > 0 || found.settled || !isPatient ? toWallets(state) : stay(state)
}

/** The page came into view or left it; what that means for the challenge is decided after every event. */
export function onVisibilityChanged(state: State, event: Event & { type: 'visibility-changed' }): Step {
  return stay({ ...state, isVisible: event.isVisible })
}

/** The browser says that it has a network, or has none. */
export function onConnectivityChanged(
  state: State,
  event: Event & { type: 'connectivity-changed' },
  now: number,
): Step {
  const next: State = { ...state, isOnline: event.isOnline }
  if (!event.isOnline) return stay(next)
  const { phase } = next
  if (phase.at === 'offline' || phase.at === 'unreachable' || phase.at === 'chain-unavailable')
    return retryTask(next, phase, 0, now)
  return stay(next.slot.at === 'failed' ? dropChallenge(next) : next)
}

/** Time has passed: whatever was due by now happens. */
export function onTick(state: State, now: number): Step {
  const { phase } = state
  // ERC-4361 §Message Fields, expiration-time: what is signed after it would be refused, so it is not waited for.
  if ('draft' in phase && now >= phase.draft.expiresAt) {
    return enter(abandon(dropChallenge(state)), { at: 'expired', connected: withoutMessage(phase.draft) })
  }
  switch (phase.at) {
    case 'discovering':
      return now >= phase.patienceAt ? showWallets(state, false) : stay(state)
    case 'connecting':
      return phase.slowAt === null || now < phase.slowAt ? stay(state) : enter(state, { ...phase, slowAt: null })
    case 'connection-open':
    case 'locked':
      if (now < phase.lookAt) return stay(state)
      return enter(state, { ...phase, lookAt: now + lookMilliseconds }, { type: 'look', wallet: phase.wallet })
    case 'unreachable':
    case 'chain-unavailable':
    case 'rate-limited':
      return phase.retryAt !== null && now >= phase.retryAt ? retryTask(state, phase, phase.tries, now) : stay(state)
    case 'signing':
      if (phase.lookAt && now >= phase.lookAt)
        return enter(
          state,
          { ...phase, lookAt: null },
          { type: 'ask-contract', attempt: state.attempt, connected: withoutMessage(phase.draft) },
        )
      if (phase.slowAt === null || now < phase.slowAt) return stay(state)
      // A contract wallet that takes long most often has more than one owner.
      return phase.draft.contract ? awaitOwners(state, phase.draft, now) : enter(state, { ...phase, slowAt: null })
    case 'awaiting':
      return state.isVisible && phase.askAt !== null && now >= phase.askAt ? askOwners(state, phase) : stay(state)
    case 'other-address':
      if (now < phase.lookAt) return stay(state)
      return enter(
        state,
        { ...phase, lookAt: now + lookMilliseconds },
        { type: 'look', wallet: phase.connected.wallet },
      )
    case 'message-ready':
      return now >= phase.signAt ? askForSignature(state, phase.draft, now) : stay(state)
    case 'signature-open':
      if (phase.tryAt !== null && now >= phase.tryAt) return askAgainForSignature(state, phase.draft, now)
      if (phase.acceptedAt !== null && now >= phase.acceptedAt)
        return enter(state, { at: 'signing', draft: phase.draft, slowAt: now + slowSignatureMilliseconds })
      return stay(state)
    case 'done':
      if (phase.leaveAt === null || now < phase.leaveAt) return stay(state)
      return enter(state, { ...phase, leaveAt: null }, { type: 'leave', path: phase.next })
    default:
      return stay(state)
  }
}
