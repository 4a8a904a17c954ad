// What the person does: chooses a wallet, presses the main button of what is shown, or goes back.
import type { Event } from './events.ts'
import type { State, Step } from './machine-state.ts'
import { openPhases } from './states.ts'
import type { Draft } from './states.ts'
import {
  abandon,
  askAgainForSignature,
  askForSignature,
  askOwners,
  connect,
  enter,
  prepare,
  retryTask,
  stay,
  toWallets,
} from './steps.ts'

/** Where somebody goes who is signed in already and stays so. */
const homePath = '/account'

/** A wallet was tapped. Its own request follows at once, so that its window may open. */
export function onWalletChosen(state: State, event: Event & { type: 'wallet-chosen' }, now: number): Step {
  const isOpen = state.phase.at === 'choosing' || state.phase.at === 'discovering'
  return isOpen ? connect(state, event.wallet, now) : stay(state)
}

/** The main button: every state has one way on, or waits by itself. */
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
    case 'cannot-sign':
    case 'suspended':
      return toWallets(state)
    case 'offline':
    case 'unreachable':
    case 'chain-unavailable':
      return retryTask(state, phase, phase.tries, now)
    case 'other-address':
      return connect(state, phase.connected.wallet, now)
    case 'window-blocked':
      return canBeSigned(phase.again, now)
        ? askForSignature(abandon(state), phase.again, now)
        : connect(state, phase.wallet, now)
    case 'message-ready':
    case 'signing':
      return askForSignature(state, phase.draft, now)
    case 'signature-open':
      return askAgainForSignature(state, phase.draft, now)
    case 'awaiting':
      return phase.askAt === null ? stay(state) : askOwners(state, phase)
    case 'signature-declined':
      return canBeSigned(phase.again, now)
        ? askForSignature(abandon(state), phase.again, now)
        : prepare(state, phase.connected, now)
    case 'refused':
      if (looksAgain.has(phase.code)) return connect(state, phase.connected.wallet, now)
      return prepare(state, phase.connected, now)
    case 'address-changed':
    case 'expired':
    case 'other-signer':
      return prepare(state, phase.connected, now)
    case 'done':
      // What waits for the proof on the same page has gone on already.
      return state.purpose.for === 'sign-in'
        ? enter(state, { ...phase, leaveAt: null }, { type: 'leave', path: phase.next })
        : stay(state)
    default:
      return stay(state)
  }
}

/** Refusals of the account or the chain that the wallet is on: it may be on another by now. */
const looksAgain: ReadonlySet<string> = new Set([
  'chain.not_read',
  'wallet.text_prefixed',
  'wallet.old_signature',
  'wallet.other_network',
  'signature.off_curve',
  'signature.timelock',
  'signature.script_unknown',
  'signature.other_kind',
])

/** Whether enough of a message's life is left for a person to sign it. */
function canBeSigned(draft: Draft | null, now: number): draft is Draft {
  return draft !== null && draft.expiresAt - now > 15_000
}

/** Cancel, or another wallet. What is under way at the server cannot be called back, so it is waited for. */
export function onBack(state: State): Step {
  const { phase } = state
  const { at } = phase
  if (openPhases.includes(at) || at === 'checking' || at === 'done') return stay(state)
  if (at === 'awaiting' && phase.askAt === null) return stay(state)
  return toWallets({ ...state, session: typeof state.session === 'object' ? 'set-aside' : state.session })
}

/** While the owners are awaited, the same message goes to the wallet again; in a page that does not know the wallet yet, it connects first. */
export function onAskWallet(state: State, { wallet }: Event & { type: 'ask-wallet' }, now: number): Step {
  const { phase } = state
  if (phase.at !== 'awaiting' || phase.askAt === null) return stay(state)
  if (wallet === null) return toWallets(state)
  if (wallet.id !== phase.draft.wallet.id) return connect(state, wallet, now)
  return { state, effects: [{ type: 'sign', attempt: state.attempt, draft: phase.draft }] }
}
