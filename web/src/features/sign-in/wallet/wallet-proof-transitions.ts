import { applyAddressChecksum } from '@countersign/message/eip155/ethereum-address-checksum'
import { hasEthereumAddressPrefix } from '../../../ui/wallet-address-format.ts'
import type { WalletProofSideEffect, WalletProofState, WalletProofStep } from './wallet-proof-state.ts'
import { needsFreshWalletChallenge } from './wallet-proof-state.ts'
import { isAcceptedProofAddress } from './wallet-proof-purpose.ts'
import {
  walletRequestPendingThresholdMilliseconds,
  getConnectedWalletOfProof,
  walletRecheckMilliseconds,
  getContractOwnerApprovalPollDelay,
  signInMessagePreviewMilliseconds,
  slowConnectionMilliseconds,
  slowSignatureMilliseconds,
  pickConnectedWalletFields,
} from './wallet-proof-phases.ts'
import type {
  WalletProofChallenge,
  ChosenWallet,
  ConnectedWallet,
  ContractAccount,
  ContractAccountDetection,
  WalletMessageToSign,
  WalletProofPhase,
  WalletMessageWithSignature,
} from './wallet-proof-phases.ts'
import { buildWalletMessageToSign } from './build-wallet-message-to-sign.ts'

export function enterWalletProofPhase(
  state: WalletProofState,
  phase: WalletProofPhase,
  ...effects: readonly WalletProofSideEffect[]
): WalletProofStep {
  return { state: { ...state, phase }, effects }
}

export function stayInWalletProofPhase(state: WalletProofState): WalletProofStep {
  return { state, effects: [] }
}

export function startNewWalletProofAttempt(state: WalletProofState): WalletProofState {
  return { ...state, attempt: state.attempt + 1 }
}

export function startWalletConnectionRequest(
  state: WalletProofState,
  wallet: ChosenWallet,
  now: number,
  method: ConnectMethod = 'eth_requestAccounts',
): WalletProofStep {
  const fresh = startNewWalletProofAttempt(state)
  const phase: WalletProofPhase = { at: 'connecting', wallet, slowAt: now + slowConnectionMilliseconds }
  return enterWalletProofPhase(fresh, phase, { type: 'connect', attempt: fresh.attempt, wallet, method })
}

type ConnectMethod = Extract<WalletProofSideEffect, { type: 'connect' }>['method']

/** The challenge is not used for another message, whatever the result. */
export function startWalletSignatureSubmission(
  state: WalletProofState,
  signed: WalletMessageWithSignature,
  tries: number,
): WalletProofStep {
  const spent = discardPrefetchedChallenge(state)
  return enterWalletProofPhase(
    spent,
    { at: 'checking', signed, tries },
    { type: 'submit', attempt: spent.attempt, signed },
  )
}

/** After this, late responses to older requests are ignored. */
export function discardPrefetchedChallenge(state: WalletProofState): WalletProofState {
  return { ...state, slot: { at: 'none' } }
}

export function returnToWalletListPhase(state: WalletProofState): WalletProofStep {
  const fresh = startNewWalletProofAttempt(state.slot.at === 'failed' ? discardPrefetchedChallenge(state) : state)
  return enterWalletProofPhase(fresh, fresh.found.count > 0 ? { at: 'choosing' } : { at: 'no-wallet' })
}

export function startWalletChallengeRequest(state: WalletProofState, now: number): WalletProofStep {
  const request = state.requests + 1
  const connected = getConnectedWalletOfProof(state.phase)
  const contract = connected?.contract ? connected : null
  const asked: WalletProofState = {
    ...state,
    requests: request,
    slot: { at: 'requested', request, askedAt: now, contract },
  }
  return { state: asked, effects: [{ type: 'fetch-challenge', request, ...(contract && { walletKind: 'contract' }) }] }
}

export function renewChallengeIfDue({ state, effects }: WalletProofStep, now: number): WalletProofStep {
  if (!needsFreshWalletChallenge(state)) return { state, effects }
  const isDue = state.slot.at === 'none' || (state.slot.at === 'ready' && now >= state.slot.renewAt)
  if (!isDue) return { state, effects }
  const asked = startWalletChallengeRequest(state, now)
  return { state: asked.state, effects: [...effects, ...asked.effects] }
}

export const toConnectedWallet = (wallet: ChosenWallet, account: string, chainId: string | null): ConnectedWallet => ({
  wallet,
  // Only Ethereum addresses have a checksum form.
  address: (hasEthereumAddressPrefix(account) && applyAddressChecksum(account)) || account,
  chainId,
})

/** A contract wallet whose chain is unknown is treated as a key. */
export const applyContractAccountDetection = (
  connected: ConnectedWallet,
  contract: ContractAccountDetection,
): ConnectedWallet => ({
  ...connected,
  contract: connected.chainId === null || contract === 'unread' ? null : contract,
  ...(connected.chainId !== null && contract === 'unread' && { isUnread: true }),
})

const isContractUnread = (connected: ConnectedWallet): boolean =>
  connected.isUnread === true || connected.contract?.isUnread === true

const hasSeveralOwners = (contract: ContractAccount | null | undefined): boolean => (contract?.owners?.needed ?? 1) > 1

/** A late response can reveal several owners while the wallet already has the message. */
export function applyContractAccountDetectionWhileSigning(
  state: WalletProofState,
  phase: WalletProofPhase & { at: 'signing' },
  contract: ContractAccountDetection,
  now: number,
): WalletProofStep {
  const { draft } = phase
  if (contract !== 'unread' && contract !== null && hasSeveralOwners(contract)) {
    // The message for a key expires too soon for several owners.
    return draft.contract
      ? awaitContractOwnerApproval(state, { ...draft, contract }, now)
      : prepareWalletMessage(
          discardPrefetchedChallenge(state),
          applyContractAccountDetection(pickConnectedWalletFields(draft), contract),
          now,
        )
  }
  const isStillUnread = contract === 'unread' || contract?.isUnread
  return enterWalletProofPhase(state, {
    ...phase,
    lookAt: isStillUnread && phase.slowAt !== null ? now + walletRecheckMilliseconds : null,
  })
}

export function continueWithConnectedWallet(
  state: WalletProofState,
  connected: ConnectedWallet,
  now: number,
): WalletProofStep {
  return isAcceptedProofAddress(state.purpose, connected.address)
    ? prepareWalletMessage(state, connected, now)
    : requestOtherWalletAddress(state, connected, now)
}

/** The flow continues automatically when the wallet switches. */
export function requestOtherWalletAddress(
  state: WalletProofState,
  connected: ConnectedWallet,
  now: number,
): WalletProofStep {
  return enterWalletProofPhase(state, { at: 'other-address', connected, lookAt: now + walletRecheckMilliseconds })
}

export function prepareWalletMessage(
  state: WalletProofState,
  connected: ConnectedWallet,
  now: number,
): WalletProofStep {
  const fresh = startNewWalletProofAttempt(state)
  const { slot } = fresh
  if (slot.at !== 'ready' || slot.expiresAt <= now) {
    const dropped: WalletProofState = slot.at === 'requested' ? fresh : discardPrefetchedChallenge(fresh)
    return enterWalletProofPhase(dropped, { at: 'preparing', connected })
  }
  const { challenge } = slot
  const known = recognizeContractWallet(connected, slot.contract)
  // If the server reads no chain, contracts are irrelevant.
  if (known.contract === undefined && challenge.readChains.length > 0) {
    return enterWalletProofPhase(
      fresh,
      { at: 'preparing', connected },
      { type: 'detect-contract', attempt: fresh.attempt, connected },
    )
  }
  if (known.contract && !isReadableChain(challenge, known.chainId))
    return enterWalletProofPhase(fresh, { at: 'refused', connected: known, code: 'chain.not_supported', signed: null })
  // Contract wallets need a longer lifetime, which keys may not have.
  if (Boolean(known.contract) !== Boolean(slot.contract))
    return enterWalletProofPhase(discardPrefetchedChallenge(fresh), { at: 'preparing', connected: known })
  const draft = buildWalletMessageToSign(challenge, known, slot.expiresAt)
  if (draft !== null && draft !== 'wallet.other_network')
    return enterWalletProofPhase(fresh, { at: 'message-ready', draft, signAt: now + signInMessagePreviewMilliseconds })
  return enterWalletProofPhase(discardPrefetchedChallenge(fresh), {
    at: 'refused',
    connected,
    code: draft ?? 'server.error',
    signed: null,
    chainOfSite: challenge.keyChains['bip122'],
  })
}

/** Prefers the contract wallet that the challenge is for over what the wallet reports now. */
function recognizeContractWallet(connected: ConnectedWallet, contract: ConnectedWallet | null): ConnectedWallet {
  const isSame =
    contract !== null &&
    contract.address === connected.address &&
    contract.chainId === (connected.chainId ?? contract.chainId)
  return isSame ? { ...contract, wallet: connected.wallet } : connected
}

/** The message for a contract wallet must name the wallet's own chain. */
const isReadableChain = ({ readChains, chainIds }: WalletProofChallenge, chainId: string | null): boolean =>
  readChains.some(({ id }) => id === chainId) && chainIds.some((id) => id === chainId)

/** A resent message belongs to the same attempt, so the first signature is used. */
export function startWalletSignatureRequest(
  state: WalletProofState,
  draft: WalletMessageToSign,
  now: number,
): WalletProofStep {
  const next = hasSeveralOwners(draft.contract)
    ? awaitContractOwnerApproval(state, draft, now)
    : enterWalletProofPhase(state, {
        at: 'signing',
        draft,
        slowAt: now + slowSignatureMilliseconds,
        ...(isContractUnread(draft) && { lookAt: now + walletRecheckMilliseconds }),
      })
  return { ...next, effects: [{ type: 'sign', attempt: state.attempt, draft }] }
}

export function awaitContractOwnerApproval(
  state: WalletProofState,
  draft: WalletMessageToSign,
  now: number,
  askAt = now + getContractOwnerApprovalPollDelay(0),
): WalletProofStep {
  return enterWalletProofPhase(state, { at: 'awaiting', draft, askAt, pollCount: 0, pollError: null })
}

/** Does not spend the challenge until the owners have approved. */
export function startContractOwnerApprovalCheck(
  state: WalletProofState,
  phase: WalletProofPhase & { at: 'awaiting' },
): WalletProofStep {
  return enterWalletProofPhase(
    state,
    { ...phase, askAt: null },
    { type: 'check-owner-approval', attempt: state.attempt, draft: phase.draft },
  )
}

export function resendSignatureRequest(
  state: WalletProofState,
  draft: WalletMessageToSign,
  now: number,
): WalletProofStep {
  const phase: WalletProofPhase = {
    at: 'signature-open',
    draft,
    tryAt: null,
    acceptedAt: now + walletRequestPendingThresholdMilliseconds,
  }
  return enterWalletProofPhase(state, phase, { type: 'sign', attempt: state.attempt, draft })
}
