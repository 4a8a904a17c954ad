import { isSameWalletAddress } from '../../../ui/wallet-address-format.ts'
import type { WalletProofSideEffect, WalletProofState, WalletProofStep } from './wallet-proof-state.ts'
import type { AcceptedWalletProof, WalletProofEvent, WalletProofServerProblem } from './wallet-proof-events.ts'
import { showWalletsWhenDiscovered } from './handle-wallet-proof-page-events.ts'
import { getChainOfSwitchedAccount } from './get-bitcoin-chain.ts'
import { applyWalletAccountChange } from './handle-wallet-proof-wallet-events.ts'
import { retryableApiErrorCodes } from './wallet-proof-events.ts'
import {
  signedInRedirectDelayMilliseconds,
  getContractOwnerApprovalPollDelay,
  pickConnectedWalletFields,
} from './wallet-proof-phases.ts'
import type {
  WalletProofChallenge,
  PrefetchedChallengeState,
  WalletMessageToSign,
  WalletProofPhase,
  WalletMessageWithSignature,
} from './wallet-proof-phases.ts'
import {
  startNewWalletProofAttempt,
  requestOtherWalletAddress,
  discardPrefetchedChallenge,
  enterWalletProofPhase,
  prepareWalletMessage,
  stayInWalletProofPhase,
  toConnectedWallet,
  returnToWalletListPhase,
} from './wallet-proof-transitions.ts'
import { enterWalletProofRetryPhase } from './wallet-proof-retry-transitions.ts'

export function handleSessionRead(
  state: WalletProofState,
  event: WalletProofEvent & { type: 'session-read' },
): WalletProofStep {
  if (state.session !== 'unknown') return stayInWalletProofPhase(state)
  return showWalletsWhenDiscovered({ ...state, session: event.person ?? 'none' })
}

export function handleChallengeReceived(
  state: WalletProofState,
  event: WalletProofEvent & { type: 'challenge-arrived' },
  now: number,
): WalletProofStep {
  const { slot, phase } = state
  if (slot.at !== 'requested' || slot.request !== event.request) return stayInWalletProofPhase(state)
  const issuedAt = Date.parse(event.challenge.message.issuedAt)
  const held: WalletProofState = {
    ...state,
    slot: holdChallenge(event.challenge, issuedAt, slot),
    clockAheadMilliseconds: Number.isNaN(issuedAt) ? null : Math.round((slot.askedAt + now) / 2) - issuedAt,
  }
  if (phase.at === 'preparing') return prepareWalletMessage(held, phase.connected, now)
  if ('task' in phase && phase.task.kind === 'challenge') {
    return phase.task.connected ? prepareWalletMessage(held, phase.task.connected, now) : returnToWalletListPhase(held)
  }
  return stayInWalletProofPhase(held)
}

/** The lifetime counts from the request, because the device clock may be wrong. */
function holdChallenge(
  challenge: WalletProofChallenge,
  issuedAt: number,
  { askedAt, contract }: PrefetchedChallengeState & { at: 'requested' },
): PrefetchedChallengeState {
  const life = Math.max(Date.parse(challenge.expiresAt) - issuedAt, 0) || 0
  return { at: 'ready', challenge, renewAt: askedAt + life * 0.75, expiresAt: askedAt + life, contract }
}

export function handleChallengeFailed(
  state: WalletProofState,
  event: WalletProofEvent & { type: 'challenge-failed' },
  now: number,
): WalletProofStep {
  const { slot, phase } = state
  if (slot.at !== 'requested' || slot.request !== event.request) return stayInWalletProofPhase(state)
  const failed: WalletProofState = { ...state, slot: { at: 'failed' } }
  if (phase.at === 'preparing')
    return enterWalletProofRetryPhase(failed, { kind: 'challenge', connected: phase.connected }, event.problem, now, 0)
  if (phase.at === 'choosing')
    return enterWalletProofRetryPhase(failed, { kind: 'challenge', connected: null }, event.problem, now, 0)
  if ('task' in phase && phase.task.kind === 'challenge')
    return enterWalletProofRetryPhase(failed, phase.task, event.problem, now, phase.tries + 1)
  return stayInWalletProofPhase(failed)
}

export function handleProofVerified(
  state: WalletProofState,
  event: WalletProofEvent & { type: 'verified' },
  now: number,
): WalletProofStep {
  const { phase } = state
  if (event.attempt !== state.attempt) return stayInWalletProofPhase(state)
  if (phase.at === 'awaiting') return finishProof(state, toApprovedProof(phase.draft), event.answer, now)
  return phase.at === 'checking' ? finishProof(state, phase.signed, event.answer, now) : stayInWalletProofPhase(state)
}

/** On-chain approval needs no signature. */
const toApprovedProof = (draft: WalletMessageToSign): WalletMessageWithSignature => ({ ...draft, signature: '0x' })

export function handleOwnersNotApproved(
  state: WalletProofState,
  { attempt, problem }: WalletProofEvent & { type: 'not-approved' },
  now: number,
): WalletProofStep {
  const { phase } = state
  if (phase.at !== 'awaiting' || attempt !== state.attempt) return stayInWalletProofPhase(state)
  const isPassing = retryableApiErrorCodes.has(problem.code)
  if (!isPassing && problem.code !== 'signature.pending')
    return enterRefusal(
      startNewWalletProofAttempt(discardPrefetchedChallenge(state)),
      toApprovedProof(phase.draft),
      problem,
      null,
      now,
    )
  const looks = phase.pollCount + 1
  const pause = Math.max(getContractOwnerApprovalPollDelay(looks), (problem.retryAfterSeconds ?? 0) * 1000)
  return enterWalletProofPhase(state, {
    ...phase,
    askAt: now + pause,
    pollCount: looks,
    pollError: isPassing ? problem.code : null,
  })
}

export function handleProofRejected(
  state: WalletProofState,
  event: WalletProofEvent & { type: 'rejected' },
  now: number,
): WalletProofStep {
  const { phase } = state
  if (phase.at !== 'checking' || event.attempt !== state.attempt) return stayInWalletProofPhase(state)
  const { signed, tries } = phase
  if (retryableApiErrorCodes.has(event.problem.code))
    return enterWalletProofRetryPhase(state, { kind: 'proof', signed }, event.problem, now, tries)
  return enterRefusal(
    startNewWalletProofAttempt(discardPrefetchedChallenge(state)),
    signed,
    event.problem,
    event.account,
    now,
  )
}

function enterRefusal(
  state: WalletProofState,
  signed: WalletMessageWithSignature,
  problem: WalletProofServerProblem,
  account: string | null,
  now: number,
): WalletProofStep {
  const connected = pickConnectedWalletFields(signed)
  switch (problem.code) {
    case 'challenge.invalid':
      return enterWalletProofPhase(state, { at: 'expired', connected })
    case 'person.suspended':
      return enterWalletProofPhase(state, { at: 'suspended', connected, reason: problem.reason ?? null })
    case 'wallet.on_other_chain':
    case 'chain.not_supported':
    case 'signature.refused': {
      // Most likely, the user switched accounts and the wallet signed with the other account.
      const hasSwitched = account !== null && !isSameWalletAddress(account, connected.address)
      if (!hasSwitched && problem.code === 'signature.refused')
        return enterWalletProofPhase(state, { at: 'other-signer', connected, signed })
      if (!hasSwitched)
        return enterWalletProofPhase(state, {
          at: 'refused',
          connected,
          code: problem.code,
          signed,
          chainsOfWallet: problem.chains,
        })
      return applyWalletAccountChange(
        state,
        toConnectedWallet(connected.wallet, account, getChainOfSwitchedAccount(connected.chainId, account)),
        now,
      )
    }
    // The server knows more about this address than the page does.
    case 'step_up.different_person':
    case 'wallet.already_linked':
      return requestOtherWalletAddress(state, connected, now)
    default:
      return enterWalletProofPhase(state, {
        at: 'refused',
        connected,
        code: problem.code,
        signed,
        until: problem.until,
      })
  }
}

/** A sign-in shows its success briefly. A flow on the same page continues immediately. */
function finishProof(
  state: WalletProofState,
  signed: WalletMessageWithSignature,
  { name, next }: AcceptedWalletProof,
  now: number,
): WalletProofStep {
  const remember: WalletProofSideEffect = { type: 'remember-wallet', wallet: signed.wallet }
  const phase: WalletProofPhase = { at: 'done', signed, name, next, leaveAt: null }
  if (state.purpose.for !== 'sign-in')
    return enterWalletProofPhase(state, phase, remember, { type: 'leave', path: next })
  return enterWalletProofPhase(state, { ...phase, leaveAt: now + signedInRedirectDelayMilliseconds }, remember)
}
