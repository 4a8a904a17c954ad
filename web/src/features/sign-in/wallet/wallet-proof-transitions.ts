// The moves that several events share: connect, prepare and sign a message, submit it, await owners, give up.
import { toChecksumAddress } from '@countersign/message/eip155/checksum-address'
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

/** The state with another phase, and the effects that go with the change. */
export function enterWalletProofPhase(
  state: WalletProofState,
  phase: WalletProofPhase,
  ...effects: readonly WalletProofSideEffect[]
): WalletProofStep {
  return { state: { ...state, phase }, effects }
}

/** Nothing changes: the event came too late or means nothing here. */
export function stayInWalletProofPhase(state: WalletProofState): WalletProofStep {
  return { state, effects: [] }
}

/** From here on, answers to what was asked before are not listened to. */
export function startNewWalletProofAttempt(state: WalletProofState): WalletProofState {
  return { ...state, attempt: state.attempt + 1 }
}

/** Asks a wallet for its accounts, as a new attempt. */
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

/** Sends the signed message to the server. Whatever comes of it, its challenge is not used for another message. */
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

/** Throws the challenge away; a late answer to an older request is then not taken for a new one. */
export function discardPrefetchedChallenge(state: WalletProofState): WalletProofState {
  return { ...state, slot: { at: 'none' } }
}

/** To the wallets, or to what is shown where there are none. A challenge that failed before is asked for once more. */
export function returnToWalletListPhase(state: WalletProofState): WalletProofStep {
  const fresh = startNewWalletProofAttempt(state.slot.at === 'failed' ? discardPrefetchedChallenge(state) : state)
  return enterWalletProofPhase(fresh, fresh.found.count > 0 ? { at: 'choosing' } : { at: 'no-wallet' })
}

/** Asks the server for a challenge. */
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

/** After every event: asks for a challenge where one is to be kept ready and none is held, asked for, or just refused. */
export function renewChallengeIfDue({ state, effects }: WalletProofStep, now: number): WalletProofStep {
  if (!needsFreshWalletChallenge(state)) return { state, effects }
  const isDue = state.slot.at === 'none' || (state.slot.at === 'ready' && now >= state.slot.renewAt)
  if (!isDue) return { state, effects }
  const asked = startWalletChallengeRequest(state, now)
  return { state: asked.state, effects: [...effects, ...asked.effects] }
}

/** The wallet is on this account. */
export const toConnectedWallet = (wallet: ChosenWallet, account: string, chainId: string | null): ConnectedWallet => ({
  wallet,
  // Only Ethereum's addresses have a second form.
  address: hasEthereumAddressPrefix(account) ? toChecksumAddress(account) : account,
  chainId,
})

/** A contract is one on its chain: a wallet that does not say which chain it is on is taken for a key. */
export const applyContractAccountDetection = (
  connected: ConnectedWallet,
  contract: ContractAccountDetection,
): ConnectedWallet => ({
  ...connected,
  contract: connected.chainId === null || contract === 'unread' ? null : contract,
  ...(connected.chainId !== null && contract === 'unread' && { isUnread: true }),
})

/** Whether something about the contract of a wallet is to be asked again. */
const isContractUnread = (connected: ConnectedWallet): boolean =>
  connected.isUnread === true || connected.contract?.isUnread === true

const hasSeveralOwners = (contract: ContractAccount | null | undefined): boolean => (contract?.owners?.needed ?? 1) > 1

/** The wallet answered, or not, what it had not answered before the message was sent to it: a shared wallet is waited for as such. */
export function applyContractAccountDetectionWhileSigning(
  state: WalletProofState,
  phase: WalletProofPhase & { at: 'signing' },
  contract: ContractAccountDetection,
  now: number,
): WalletProofStep {
  const { draft } = phase
  if (contract !== 'unread' && contract !== null && hasSeveralOwners(contract)) {
    // A message for a key does not live long enough for several owners: they need another one.
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

/** A wallet is connected: its message comes next where its address will do. */
export function continueWithConnectedWallet(
  state: WalletProofState,
  connected: ConnectedWallet,
  now: number,
): WalletProofStep {
  return isAcceptedProofAddress(state.purpose, connected.address)
    ? prepareWalletMessage(state, connected, now)
    : requestOtherWalletAddress(state, connected, now)
}

/** This address will not do. Once the wallet is on another, this goes on by itself. */
export function requestOtherWalletAddress(
  state: WalletProofState,
  connected: ConnectedWallet,
  now: number,
): WalletProofStep {
  return enterWalletProofPhase(state, { at: 'other-address', connected, lookAt: now + walletRecheckMilliseconds })
}

/**
 * Shows the message for a connected wallet, or waits for the challenge that it is made of. The wallet opens by itself
 * a moment later, as part of the same flow.
 */
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
  // Where this server reads no chain, there is nothing to ask for.
  if (known.contract === undefined && challenge.readChains.length > 0) {
    return enterWalletProofPhase(
      fresh,
      { at: 'preparing', connected },
      { type: 'detect-contract', attempt: fresh.attempt, connected },
    )
  }
  if (known.contract && !isReadableChain(challenge, known.chainId))
    return enterWalletProofPhase(fresh, { at: 'refused', connected: known, code: 'chain.not_supported', signed: null })
  // A contract wallet needs a message that lives longer, and a key may not have it.
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

/** A contract wallet that a challenge was asked for is known when it comes back, whatever it answers then. */
function recognizeContractWallet(connected: ConnectedWallet, contract: ConnectedWallet | null): ConnectedWallet {
  const isSame =
    contract !== null &&
    contract.address === connected.address &&
    contract.chainId === (connected.chainId ?? contract.chainId)
  return isSame ? { ...contract, wallet: connected.wallet } : connected
}

/** Whether a contract wallet on this chain can be proved here. Its message has to name its own chain. */
const isReadableChain = ({ readChains, chainIds }: WalletProofChallenge, chainId: string | null): boolean =>
  readChains.some(({ id }) => id === chainId) && chainIds.some((id) => id === chainId)

/** Sends the message to the wallet. Sent again, it is the same attempt: whichever request is signed first counts. */
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

/** The owners of a contract wallet may take their time. */
export function awaitContractOwnerApproval(
  state: WalletProofState,
  draft: WalletMessageToSign,
  now: number,
  askAt = now + getContractOwnerApprovalPollDelay(0),
): WalletProofStep {
  return enterWalletProofPhase(state, { at: 'awaiting', draft, askAt, pollCount: 0, pollError: null })
}

/** Asks whether the owners have approved on the chain. This spends nothing as long as they have not. */
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

/** Sends the message again to a wallet that was busy; it is taken as open there if it is not refused at once. */
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
