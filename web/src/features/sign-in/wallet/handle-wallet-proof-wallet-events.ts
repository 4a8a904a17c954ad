// Handlers of wallet events. Responses to earlier attempts are ignored.
import { hasEthereumAddressPrefix, isSameWalletAddress } from '../../../ui/wallet-address-format.ts'
import type { WalletProofEvent } from './wallet-proof-events.ts'
import type { WalletProofState, WalletProofStep } from './wallet-proof-state.ts'
import type { WalletError } from './parse-wallet-provider-error.ts'
import { chooseWalletAccount } from './eip1193-provider.ts'
import { getChainOfSwitchedAccount } from './get-bitcoin-chain.ts'
import { isAcceptedProofAddress } from './wallet-proof-purpose.ts'
import {
  getConnectedWalletOfProof,
  walletRecheckMilliseconds,
  getChosenWalletOfProof,
  pickConnectedWalletFields,
} from './wallet-proof-phases.ts'
import type {
  ChosenWallet,
  ConnectedWallet,
  WalletMessageToSign,
  WalletProofPhase,
  WalletProofPhaseName,
} from './wallet-proof-phases.ts'
import {
  startNewWalletProofAttempt,
  requestOtherWalletAddress,
  awaitContractOwnerApproval,
  startWalletConnectionRequest,
  discardPrefetchedChallenge,
  enterWalletProofPhase,
  prepareWalletMessage,
  stayInWalletProofPhase,
  startWalletSignatureSubmission,
  continueWithConnectedWallet,
  applyContractAccountDetectionWhileSigning,
  toConnectedWallet,
  applyContractAccountDetection,
} from './wallet-proof-transitions.ts'

export function handleWalletConnected(
  state: WalletProofState,
  event: WalletProofEvent & { type: 'connected' },
  now: number,
): WalletProofStep {
  const { phase } = state
  if (phase.at !== 'connecting' || event.attempt !== state.attempt) return stayInWalletProofPhase(state)
  const account = chooseWalletAccount(event.accounts, (address) => isAcceptedProofAddress(state.purpose, address))
  if (account === undefined) return enterWalletProofPhase(state, { at: 'no-account', wallet: phase.wallet })
  const connected = toConnectedWallet(phase.wallet, account, event.chainId)
  return continueWithConnectedWallet(
    state,
    event.contract === undefined ? connected : applyContractAccountDetection(connected, event.contract),
    now,
  )
}

export function handleContractAccountDetected(
  state: WalletProofState,
  { attempt, contract }: WalletProofEvent & { type: 'contract-detected' },
  now: number,
): WalletProofStep {
  const { phase } = state
  if (attempt !== state.attempt) return stayInWalletProofPhase(state)
  if (phase.at === 'signing' && phase.lookAt === null)
    return applyContractAccountDetectionWhileSigning(state, phase, contract, now)
  if (phase.at !== 'preparing') return stayInWalletProofPhase(state)
  return prepareWalletMessage(state, applyContractAccountDetection(phase.connected, contract), now)
}

export function handleWalletConnectionFailed(
  state: WalletProofState,
  event: WalletProofEvent & { type: 'connection-failed' },
  now: number,
): WalletProofStep {
  const { phase } = state
  if (phase.at !== 'connecting' || event.attempt !== state.attempt) return stayInWalletProofPhase(state)
  const { problem } = event
  if (problem.kind === 'declined')
    return enterWalletProofPhase(state, { at: 'connection-declined', wallet: phase.wallet })
  if (problem.kind === 'request-open') {
    return enterWalletProofPhase(state, {
      at: 'connection-open',
      wallet: phase.wallet,
      lookAt: now + walletRecheckMilliseconds,
    })
  }
  return enterWalletProofPhase(state, toWalletProofErrorPhase(phase.wallet, problem, now))
}

export function toWalletProofErrorPhase(
  wallet: ChosenWallet,
  problem: WalletError,
  now: number,
  again: WalletMessageToSign | null = null,
): WalletProofPhase {
  switch (problem.kind) {
    case 'locked':
      return { at: 'locked', wallet, lookAt: now + walletRecheckMilliseconds }
    case 'no-account':
    case 'cannot-sign':
    case 'disconnected':
      return { at: problem.kind, wallet }
    case 'window-blocked':
      return { at: 'window-blocked', wallet, again }
    case 'declined':
    case 'request-open':
    case 'failed':
      return { at: 'wallet-failed', wallet, errorText: problem.said }
  }
}

const phasesWaitingForAccount: ReadonlySet<WalletProofPhaseName> = new Set<WalletProofPhaseName>([
  'connection-open',
  'locked',
  'no-account',
  'disconnected',
  'other-address',
])

/** EIP-1193 §accountsChanged; the list may be empty. */
export function handleAccountsChanged(
  state: WalletProofState,
  event: WalletProofEvent & { type: 'accounts-changed' },
  now: number,
): WalletProofStep {
  const { phase } = state
  const wallet = getChosenWalletOfProof(phase)
  if (wallet?.id !== event.walletId) return stayInWalletProofPhase(state)
  const isConnected = (address: string) => isSameWalletAddress(address, getConnectedWalletOfProof(phase)?.address ?? '')
  const account = chooseWalletAccount(event.accounts, (address) =>
    phase.at === 'other-address' ? isAcceptedProofAddress(state.purpose, address) : isConnected(address),
  )
  if (account !== undefined && isConnected(account)) return stayInWalletProofPhase(state)
  if (account !== undefined && phasesWaitingForAccount.has(phase.at))
    return startWalletConnectionRequest(state, wallet, now, 'eth_accounts')
  return handleAccountLeft(state, event, now)
}

/** Phases with a message for one address. In `checking`, the signature was already submitted. */
const phasesBoundToAddress: ReadonlySet<WalletProofPhaseName> = new Set<WalletProofPhaseName>([
  'preparing',
  'message-ready',
  'signing',
  'signature-open',
  'window-blocked',
  'signature-declined',
  'address-changed',
  'other-address',
  'expired',
  'other-signer',
  'refused',
])

function handleAccountLeft(
  state: WalletProofState,
  { accounts }: WalletProofEvent & { type: 'accounts-changed' },
  now: number,
): WalletProofStep {
  const { phase } = state
  const wallet = getChosenWalletOfProof(phase)
  const connected = getConnectedWalletOfProof(phase)
  if (!wallet || !connected || !phasesBoundToAddress.has(phase.at)) return stayInWalletProofPhase(state)
  const account = chooseWalletAccount(accounts, (address) => isAcceptedProofAddress(state.purpose, address))
  if (account === undefined)
    return enterWalletProofPhase(startNewWalletProofAttempt(state), { at: 'disconnected', wallet })
  // An unused challenge is reused for the next account, so that switching uses up no challenges.
  const isInMessage = 'draft' in phase || ('again' in phase && phase.again !== null)
  return applyWalletAccountChange(
    startNewWalletProofAttempt(isInMessage ? discardPrefetchedChallenge(state) : state),
    toConnectedWallet(wallet, account, getChainOfSwitchedAccount(connected.chainId, account)),
    now,
  )
}

/** A sign-in asks the user, because the account determines who the person is. */
export function applyWalletAccountChange(
  state: WalletProofState,
  connected: ConnectedWallet,
  now: number,
): WalletProofStep {
  const { purpose, followedAccounts = [] } = state
  if (!isAcceptedProofAddress(purpose, connected.address)) return requestOtherWalletAddress(state, connected, now)
  // Follows each account only once, so that a wallet that keeps switching causes no endless loop.
  if (!('addresses' in purpose) || followedAccounts.includes(connected.address))
    return enterWalletProofPhase(state, { at: 'address-changed', connected })
  return prepareWalletMessage({ ...state, followedAccounts: [...followedAccounts, connected.address] }, connected, now)
}

const phasesUsingWallet: ReadonlySet<WalletProofPhaseName> = new Set<WalletProofPhaseName>([
  'connecting',
  'connection-open',
  'locked',
  'preparing',
  'message-ready',
  'signing',
  'signature-open',
])

/** EIP-1193 §disconnect. */
export function handleWalletDisconnected(
  state: WalletProofState,
  event: WalletProofEvent & { type: 'wallet-disconnected' },
): WalletProofStep {
  const wallet = getChosenWalletOfProof(state.phase)
  if (wallet?.id !== event.walletId || !phasesUsingWallet.has(state.phase.at)) return stayInWalletProofPhase(state)
  return enterWalletProofPhase(startNewWalletProofAttempt(state), { at: 'disconnected', wallet })
}

export function handleMessageSigned(
  state: WalletProofState,
  { attempt, signature, text }: WalletProofEvent & { type: 'signed' },
  now: number,
): WalletProofStep {
  const { phase } = state
  if (attempt !== state.attempt) return stayInWalletProofPhase(state)
  // The wallet already signed while connecting, unless the challenge was renewed since.
  const isSigned = phase.at === 'message-ready' && phase.draft.text === text
  if (!isSigned && phase.at !== 'signing' && phase.at !== 'signature-open' && phase.at !== 'awaiting')
    return stayInWalletProofPhase(state)
  // Hexadecimal for Ethereum, base58 or base64 for others.
  const form = hasEthereumAddressPrefix(phase.draft.address) ? /^0x[0-9a-f]*$/i : /^[A-Za-z0-9+/]{20,}=*$/
  if (typeof signature !== 'string' || !form.test(signature))
    return handleWalletSignatureFailed(
      state,
      { type: 'signature-failed', attempt, problem: { kind: 'failed', said: '' } },
      now,
    )
  const { draft } = phase
  if (signature !== '0x') {
    const { signatures = {} } = state
    const known = Object.hasOwn(signatures, signature) ? signatures[signature] : undefined
    // A key's signature depends on the text, so a repeated signature belongs to the earlier text.
    if (!draft.contract && known !== undefined && known !== draft.text)
      return enterWalletProofPhase(startNewWalletProofAttempt(discardPrefetchedChallenge(state)), {
        at: 'refused',
        connected: pickConnectedWalletFields(draft),
        code: 'wallet.earlier_signature',
        signed: null,
      })
    return startWalletSignatureSubmission(
      { ...state, signatures: { ...signatures, [signature]: draft.text } },
      { ...draft, signature },
      0,
    )
  }
  // An empty signature from a contract wallet means on-chain approval; from a key it is invalid.
  if (!draft.contract) return enterWalletProofPhase(state, { at: 'wallet-failed', wallet: draft.wallet, errorText: '' })
  return phase.at === 'awaiting'
    ? enterWalletProofPhase(state, phase.askAt === null ? phase : { ...phase, askAt: now })
    : awaitContractOwnerApproval(state, draft, now, now)
}

export function handleWalletSignatureFailed(
  state: WalletProofState,
  event: WalletProofEvent & { type: 'signature-failed' },
  now: number,
): WalletProofStep {
  const { phase } = state
  if (event.attempt !== state.attempt) return stayInWalletProofPhase(state)
  if (phase.at !== 'signing' && phase.at !== 'signature-open' && phase.at !== 'awaiting')
    return stayInWalletProofPhase(state)
  const { draft } = phase
  // The owners may still approve on-chain.
  if (phase.at === 'awaiting' && event.problem.kind !== 'declined') return stayInWalletProofPhase(state)
  if (event.problem.refusal !== undefined)
    return enterWalletProofPhase(startNewWalletProofAttempt(discardPrefetchedChallenge(state)), {
      at: 'refused',
      connected: pickConnectedWalletFields(draft),
      code: event.problem.refusal,
      signed: null,
    })
  if (event.problem.kind === 'declined')
    return enterWalletProofPhase(state, {
      at: 'signature-declined',
      connected: pickConnectedWalletFields(draft),
      again: draft,
    })
  if (event.problem.kind === 'request-open') {
    return enterWalletProofPhase(state, {
      at: 'signature-open',
      draft,
      tryAt: now + walletRecheckMilliseconds,
      acceptedAt: null,
    })
  }
  return enterWalletProofPhase(state, toWalletProofErrorPhase(draft.wallet, event.problem, now, draft))
}
