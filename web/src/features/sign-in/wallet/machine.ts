// Proving a wallet as one state machine (a reducer): a state and an event make the next state and the effects that go with it. It reads no
// clock and calls nobody, so that every state can be walked in a test; driver.ts carries out the effects.
import type { Event } from './events.ts'
import { onConnectivityChanged, onTick, onVisibilityChanged, onWalletsFound } from './on-page.ts'
import { onAskWallet, onBack, onProceed, onWalletChosen } from './on-person.ts'
import {
  onChallengeArrived,
  onChallengeFailed,
  onNotApproved,
  onSessionRead,
  onTurnedDown,
  onVerified,
} from './on-server.ts'
import {
  onAccountsChanged,
  onConnected,
  onConnectionFailed,
  onContractTold,
  onSignatureFailed,
  onSigned,
  onWalletDisconnected,
} from './on-wallet.ts'
import type { Purpose } from './purpose.ts'
import { startState } from './machine-state.ts'
import type { PageState, State, Step } from './machine-state.ts'
import { keepChallenge } from './steps.ts'
import type { Challenge, ChallengeSlot, Connected, Phase } from './states.ts'
import { writeDraft } from './write-draft.ts'

/**
 * How it begins: looking for wallets, asking who is signed in where that is not known, and getting the first challenge.
 * @param resumed what somebody comes back to, who left while the owners of their wallet were awaited
 */
export function start(now: number, purpose: Purpose, page: PageState, resumed: Resumed | null = null): Step {
  if (resumed !== null)
    return { state: { ...startState(now, purpose, page), session: 'none', ...resumed }, effects: [] }
  return keepChallenge(
    { state: startState(now, purpose, page), effects: purpose.for === 'sign-in' ? [{ type: 'read-session' }] : [] },
    now,
  )
}

/**
 * One step of the screen. Every event is defined in every state; one that means nothing there changes nothing.
 * @param now milliseconds of this device's clock
 */
export function reduce(state: State, event: Event, now: number): Step {
  return keepChallenge(handle(state, event, now), now)
}

function handle(state: State, event: Event, now: number): Step {
  switch (event.type) {
    case 'wallets-found':
      return onWalletsFound(state, event)
    case 'visibility-changed':
      return onVisibilityChanged(state, event)
    case 'connectivity-changed':
      return onConnectivityChanged(state, event, now)
    case 'tick':
      return onTick(state, now)
    case 'wallet-chosen':
      return onWalletChosen(state, event, now)
    case 'proceed':
      return onProceed(state, now)
    case 'back':
      return onBack(state)
    case 'connected':
      return onConnected(state, event, now)
    case 'connection-failed':
      return onConnectionFailed(state, event, now)
    case 'accounts-changed':
      return onAccountsChanged(state, event, now)
    case 'wallet-disconnected':
      return onWalletDisconnected(state, event)
    case 'session-read':
      return onSessionRead(state, event)
    case 'challenge-arrived':
      return onChallengeArrived(state, event, now)
    case 'challenge-failed':
      return onChallengeFailed(state, event, now)
    case 'ask-wallet':
      return onAskWallet(state, event, now)
    case 'contract-told':
      return onContractTold(state, event, now)
    case 'signed':
      return onSigned(state, event, now)
    case 'signature-failed':
      return onSignatureFailed(state, event, now)
    case 'verified':
      return onVerified(state, event, now)
    case 'not-approved':
      return onNotApproved(state, event, now)
    case 'turned-down':
      return onTurnedDown(state, event, now)
  }
}

/** The part of the state that is known from before. */
export interface Resumed {
  readonly phase: Phase & { at: 'awaiting' }
  readonly slot: ChallengeSlot & { at: 'held' }
}

/**
 * @param connected the wallet that was asked, in a page that is no more
 * @param expiresAt by the clock of this device
 * @returns null where the challenge makes no message for that wallet any more
 */
export function resume(challenge: Challenge, connected: Connected, expiresAt: number, now: number): Resumed | null {
  const draft = writeDraft(challenge, connected, expiresAt)
  if (draft === null || draft === 'wallet.other_network' || draft.message.chainId !== connected.chainId) return null
  return {
    phase: { at: 'awaiting', draft, askAt: now, looks: 0, trouble: null },
    slot: { at: 'held', challenge, renewAt: expiresAt, expiresAt, contract: connected },
  }
}
