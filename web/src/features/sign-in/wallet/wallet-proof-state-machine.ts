import type { WalletProofEvent } from './wallet-proof-events.ts'
import {
  handleBrowserConnectivityChanged,
  handleWalletProofTimer,
  handleVisibilityChanged,
  handleWalletsDiscovered,
} from './handle-wallet-proof-page-events.ts'
import {
  handleResendMessageToWallet,
  handleBackPressed,
  handleWalletProofMainButtonPressed,
  handleWalletChosen,
} from './handle-wallet-proof-user-events.ts'
import {
  handleChallengeReceived,
  handleChallengeFailed,
  handleOwnersNotApproved,
  handleSessionRead,
  handleProofRejected,
  handleProofVerified,
} from './handle-wallet-proof-server-events.ts'
import {
  handleAccountsChanged,
  handleWalletConnected,
  handleWalletConnectionFailed,
  handleContractAccountDetected,
  handleWalletSignatureFailed,
  handleMessageSigned,
  handleWalletDisconnected,
} from './handle-wallet-proof-wallet-events.ts'
import { handleChainChosen, handleChainSwitched } from './handle-wallet-chain-switch-events.ts'
import type { WalletProofPurpose } from './wallet-proof-purpose.ts'
import { createInitialWalletProofState } from './wallet-proof-state.ts'
import type { PageVisibilityAndConnectivity, WalletProofState, WalletProofStep } from './wallet-proof-state.ts'
import { renewChallengeIfDue } from './wallet-proof-transitions.ts'
import type {
  WalletProofChallenge,
  PrefetchedChallengeState,
  ConnectedWallet,
  WalletProofPhase,
} from './wallet-proof-phases.ts'
import { buildWalletMessageToSign } from './build-wallet-message-to-sign.ts'

export function getInitialWalletProofStep(
  now: number,
  purpose: WalletProofPurpose,
  page: PageVisibilityAndConnectivity,
  resumed: ResumedWalletProofState | null = null,
): WalletProofStep {
  if (resumed !== null)
    return { state: { ...createInitialWalletProofState(now, purpose, page), session: 'none', ...resumed }, effects: [] }
  return renewChallengeIfDue(
    {
      state: createInitialWalletProofState(now, purpose, page),
      effects: purpose.for === 'sign-in' ? [{ type: 'read-session' }] : [],
    },
    now,
  )
}

/** @param now milliseconds on this device's clock */
export function reduceWalletProof(state: WalletProofState, event: WalletProofEvent, now: number): WalletProofStep {
  return renewChallengeIfDue(handleEvent(state, event, now), now)
}

function handleEvent(state: WalletProofState, event: WalletProofEvent, now: number): WalletProofStep {
  switch (event.type) {
    case 'wallets-found':
      return handleWalletsDiscovered(state, event)
    case 'visibility-changed':
      return handleVisibilityChanged(state, event)
    case 'connectivity-changed':
      return handleBrowserConnectivityChanged(state, event, now)
    case 'tick':
      return handleWalletProofTimer(state, now)
    case 'wallet-chosen':
      return handleWalletChosen(state, event, now)
    case 'proceed':
      return handleWalletProofMainButtonPressed(state, now)
    case 'back':
      return handleBackPressed(state)
    case 'chain-chosen':
      return handleChainChosen(state, event)
    case 'chain-switched':
      return handleChainSwitched(state, event, now)
    case 'connected':
      return handleWalletConnected(state, event, now)
    case 'connection-failed':
      return handleWalletConnectionFailed(state, event, now)
    case 'accounts-changed':
      return handleAccountsChanged(state, event, now)
    case 'wallet-disconnected':
      return handleWalletDisconnected(state, event)
    case 'session-read':
      return handleSessionRead(state, event)
    case 'challenge-arrived':
      return handleChallengeReceived(state, event, now)
    case 'challenge-failed':
      return handleChallengeFailed(state, event, now)
    case 'ask-wallet':
      return handleResendMessageToWallet(state, event, now)
    case 'contract-detected':
      return handleContractAccountDetected(state, event, now)
    case 'signed':
      return handleMessageSigned(state, event, now)
    case 'signature-failed':
      return handleWalletSignatureFailed(state, event, now)
    case 'verified':
      return handleProofVerified(state, event, now)
    case 'not-approved':
      return handleOwnersNotApproved(state, event, now)
    case 'rejected':
      return handleProofRejected(state, event, now)
  }
}

export interface ResumedWalletProofState {
  readonly phase: WalletProofPhase & { at: 'awaiting' }
  readonly slot: PrefetchedChallengeState & { at: 'ready' }
}

/** @returns null if the challenge makes no message for the wallet */
export function buildResumedWalletProofState(
  challenge: WalletProofChallenge,
  connected: ConnectedWallet,
  expiresAt: number,
  now: number,
): ResumedWalletProofState | null {
  const draft = buildWalletMessageToSign(challenge, connected, expiresAt)
  if (draft === null || draft === 'wallet.other_network' || draft.message.chainId !== connected.chainId) return null
  return {
    phase: { at: 'awaiting', draft, askAt: now, pollCount: 0, pollError: null },
    slot: { at: 'ready', challenge, renewAt: expiresAt, expiresAt, contract: connected },
  }
}
