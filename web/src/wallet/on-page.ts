// What the page itself reports: wallets that appear, time that passes, a tab that is looked at, a network that comes back.
import type { Event } from './events.ts'
import type { Step } from './machine-state.ts'
import type { State } from './machine-state.ts'
import { lookMilliseconds, openPhases } from './states.ts'
import { dropChallenge, enter, retryTask, stay, toWallets } from './steps.ts'

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

/** Time has passed: whatever was due by now happens. What is due of a message comes with what writes it. */
export function onTick(state: State, now: number): Step {
  const { phase } = state
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
    default:
      return state.writer?.moveLate(state, { type: 'tick' }, now) ?? stay(state)
  }
}
