// What the wallet answers and reports. Answers carry the number of their attempt: those of one that was given up, or
// that come after the screen has moved on, change nothing.
import { hasEthereumAddressPrefix, isSameWalletAddress } from '../../../ui/wallet-address-format.ts'
import type { WalletProofEvent } from './wallet-proof-events.ts'
import type { WalletProofState, WalletProofStep } from './wallet-proof-state.ts'
import type { WalletError } from './parse-wallet-provider-error.ts'
import { chooseWalletAccount } from './eip1193-provider.ts'
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

/** The wallet shared its accounts, perhaps none. */
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

/** The wallet said what stands at its address: now the message can be made. */
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

/** The wallet refused to connect, or could not. */
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

/** The state for a problem that means the same while connecting and while signing. */
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

/** States in which an account that becomes visible is what was waited for. */
const phasesWaitingForAccount: ReadonlySet<WalletProofPhaseName> = new Set<WalletProofPhaseName>([
  'connection-open',
  'locked',
  'no-account',
  'disconnected',
  'other-address',
])

/** The wallet is on another account, or shares none any more (EIP-1193 §accountsChanged). */
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

/**
 * States whose message, or next message, is for one address. While the server checks, the signature is already on its
 * way for the address that made it, so that a switch no longer matters.
 */
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

/** A connected wallet says that it is on another account, or shares none any more. */
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
  // A challenge that is in no message yet serves the next account as well: a wallet that reports one change after the
  // other does not cost one each.
  const isInMessage = 'draft' in phase || ('again' in phase && phase.again !== null)
  return applyWalletAccountChange(
    startNewWalletProofAttempt(isInMessage ? discardPrefetchedChallenge(state) : state),
    toConnectedWallet(wallet, account, connected.chainId),
    now,
  )
}

/**
 * Continues with the account that the wallet is on now, asks about it, or asks for another one. A sign-in asks, because the account
 * decides who the person is here. Linking and confirming do not: the person has seen which accounts are accepted.
 */
export function applyWalletAccountChange(
  state: WalletProofState,
  connected: ConnectedWallet,
  now: number,
): WalletProofStep {
  const { purpose, followedAccounts = [] } = state
  if (!isAcceptedProofAddress(purpose, connected.address)) return requestOtherWalletAddress(state, connected, now)
  // A wallet that goes back and forth by itself would be sent one message after the other: each account is followed once.
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

/** The wallet cannot be reached any more (EIP-1193 §disconnect). */
export function handleWalletDisconnected(
  state: WalletProofState,
  event: WalletProofEvent & { type: 'wallet-disconnected' },
): WalletProofStep {
  const wallet = getChosenWalletOfProof(state.phase)
  if (wallet?.id !== event.walletId || !phasesUsingWallet.has(state.phase.at)) return stayInWalletProofPhase(state)
  return enterWalletProofPhase(startNewWalletProofAttempt(state), { at: 'disconnected', wallet })
}

/** The wallet signed. */
export function handleMessageSigned(
  state: WalletProofState,
  { attempt, signature, text }: WalletProofEvent & { type: 'signed' },
  now: number,
): WalletProofStep {
  const { phase } = state
  if (attempt !== state.attempt) return stayInWalletProofPhase(state)
  // Shown and not sent yet: the wallet has signed it already, as it connected. Where the challenge was renewed meanwhile, it is asked anew.
  const isSigned = phase.at === 'message-ready' && phase.draft.text === text
  if (!isSigned && phase.at !== 'signing' && phase.at !== 'signature-open' && phase.at !== 'awaiting')
    return stayInWalletProofPhase(state)
  // Hexadecimal digits for Ethereum, base58 and base64 for the others.
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
    // A key's signature depends on the text: the same one for another text was made for that one.
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
  // Nothing to hand in: a contract wallet says so that its owners approve on the chain. From a key it is no signature.
  if (!draft.contract) return enterWalletProofPhase(state, { at: 'wallet-failed', wallet: draft.wallet, errorText: '' })
  return phase.at === 'awaiting'
    ? enterWalletProofPhase(state, phase.askAt === null ? phase : { ...phase, askAt: now })
    : awaitContractOwnerApproval(state, draft, now, now)
}

/** The wallet did not sign. */
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
  // The owners may still approve on the chain, whatever became of the wallet's window.
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
