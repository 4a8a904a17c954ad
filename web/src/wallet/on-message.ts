// What time and the person do once there is a message: what is due, the main button, the way to the wallet that is awaited. It comes to the page
// with what writes the message.
import type { AskWallet } from './late-events.ts'
import { askAgainForSignature, askForSignature, askOwners, awaitOwners, prepare } from './late-steps.ts'
import type { State, Step } from './machine-state.ts'
import { lookMilliseconds, slowSignatureMilliseconds, withoutMessage } from './states.ts'
import type { Draft } from './states.ts'
import { abandon, connect, dropChallenge, enter, stay, toWallets } from './steps.ts'

/** Time has passed: whatever was due by now happens. */
export function onLateTick(state: State, now: number): Step {
  const { phase } = state
  // ERC-4361 §Message Fields, expiration-time: what is signed after it would be refused, so it is not waited for.
  if ('draft' in phase && now >= phase.draft.expiresAt) {
    return enter(abandon(dropChallenge(state)), { at: 'expired', connected: withoutMessage(phase.draft) })
  }
  switch (phase.at) {
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

/** The main button. */
export function onLateProceed(state: State, now: number): Step {
  const { phase } = state
  switch (phase.at) {
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
    case 'suspended':
      return toWallets(state)
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

/** While the owners are awaited, the same message goes to the wallet again; in a page that does not know the wallet yet, it connects first. */
export function onAskWallet(state: State, { wallet }: AskWallet, now: number): Step {
  const { phase } = state
  if (phase.at !== 'awaiting' || phase.askAt === null) return stay(state)
  if (wallet === null) return toWallets(state)
  if (wallet.id !== phase.draft.wallet.id) return connect(state, wallet, now)
  return { state, effects: [{ type: 'sign', attempt: state.attempt, draft: phase.draft }] }
}
