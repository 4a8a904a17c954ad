// What the person does: chooses a wallet, presses the main button of what is shown, or goes back.
import type { Event } from './events.ts'
import type { Step } from './machine-state.ts'
import type { State } from './machine-state.ts'
import { openPhases } from './states.ts'
import { connect, retryTask, stay, toWallets } from './steps.ts'

/** Where somebody goes who is signed in already and stays so. */
const homePath = '/account'

/** A wallet was tapped. Its own request follows at once, so that its window may open. */
export function onWalletChosen(state: State, event: Event & { type: 'wallet-chosen' }, now: number): Step {
  const isOpen = state.phase.at === 'choosing' || state.phase.at === 'discovering'
  return isOpen ? connect(state, event.wallet, now) : stay(state)
}

/** The main button: every state has one way on, or waits by itself. That of a message comes with what writes it. */
export function onProceed(state: State, now: number): Step {
  const { phase } = state
  switch (phase.at) {
    case 'no-wallet':
      return { state, effects: [{ type: 'reload' }] }
    case 'already-signed-in':
      return { state, effects: [{ type: 'leave', path: homePath }] }
    case 'connection-open':
    case 'locked':
    case 'connection-declined':
    case 'no-account':
    case 'disconnected':
    case 'wallet-failed':
      return connect(state, phase.wallet, now)
    case 'window-blocked':
      return phase.again ? proceedLate(state, now) : connect(state, phase.wallet, now)
    case 'cannot-sign':
      return toWallets(state)
    case 'offline':
    case 'unreachable':
    case 'chain-unavailable':
      return retryTask(state, phase, phase.tries, now)
    default:
      return proceedLate(state, now)
  }
}

const proceedLate = (state: State, now: number): Step =>
  state.writer?.moveLate(state, { type: 'proceed' }, now) ?? stay(state)

/** Cancel, or another wallet. What is under way at the server cannot be called back, so it is waited for. */
export function onBack(state: State): Step {
  const { phase } = state
  const { at } = phase
  if (openPhases.includes(at) || at === 'checking' || at === 'done') return stay(state)
  if (at === 'awaiting' && phase.askAt === null) return stay(state)
  return toWallets({ ...state, session: typeof state.session === 'object' ? 'set-aside' : state.session })
}
