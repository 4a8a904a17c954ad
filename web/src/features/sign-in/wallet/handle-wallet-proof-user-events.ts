import { handleChainChosen, isRefusedOnOtherChain } from './handle-wallet-chain-switch-events.ts'
import type { WalletProofEvent } from './wallet-proof-events.ts'
import { isAcceptedChainFamily } from './wallet-proof-purpose.ts'
import type { WalletProofState, WalletProofStep } from './wallet-proof-state.ts'
import { walletProofPhasesBeforeChoice } from './wallet-proof-phases.ts'
import type { WalletMessageToSign } from './wallet-proof-phases.ts'
import {
  startNewWalletProofAttempt,
  resendSignatureRequest,
  startWalletSignatureRequest,
  startContractOwnerApprovalCheck,
  startWalletConnectionRequest,
  enterWalletProofPhase,
  prepareWalletMessage,
  stayInWalletProofPhase,
  returnToWalletListPhase,
} from './wallet-proof-transitions.ts'
import { retryStalledWalletProofRequest } from './wallet-proof-retry-transitions.ts'

const homePath = '/account'

export function handleWalletChosen(
  state: WalletProofState,
  event: WalletProofEvent & { type: 'wallet-chosen' },
  now: number,
): WalletProofStep {
  const isOpen = state.phase.at === 'choosing' || state.phase.at === 'discovering'
  return isOpen ? startWalletConnectionRequest(state, event.wallet, now) : stayInWalletProofPhase(state)
}

export function handleWalletProofMainButtonPressed(state: WalletProofState, now: number): WalletProofStep {
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
      return startWalletConnectionRequest(state, phase.wallet, now)
    case 'cannot-sign':
    case 'suspended':
      return returnToWalletListPhase(state)
    case 'offline':
    case 'unreachable':
    case 'chain-unavailable':
      return retryStalledWalletProofRequest(state, phase, phase.tries, now)
    case 'other-address':
      return isAcceptedChainFamily(state.purpose, phase.connected.address)
        ? startWalletConnectionRequest(state, phase.connected.wallet, now)
        : returnToWalletListPhase(state)
    case 'window-blocked':
      return canBeSigned(phase.again, now)
        ? startWalletSignatureRequest(startNewWalletProofAttempt(state), phase.again, now)
        : startWalletConnectionRequest(state, phase.wallet, now)
    case 'message-ready':
    case 'signing':
      return startWalletSignatureRequest(state, phase.draft, now)
    case 'signature-open':
      return resendSignatureRequest(state, phase.draft, now)
    case 'awaiting':
      return phase.askAt === null ? stayInWalletProofPhase(state) : startContractOwnerApprovalCheck(state, phase)
    case 'signature-declined':
      return canBeSigned(phase.again, now)
        ? startWalletSignatureRequest(startNewWalletProofAttempt(state), phase.again, now)
        : prepareWalletMessage(state, phase.connected, now)
    case 'refused':
      if (isRefusedOnOtherChain(phase) && phase.isSwitchRefused !== true && phase.chainsOfWallet?.[0] !== undefined)
        return handleChainChosen(state, { type: 'chain-chosen', chainId: phase.chainsOfWallet[0].id })
      if (accountOrChainRefusals.has(phase.code))
        return startWalletConnectionRequest(state, phase.connected.wallet, now)
      return prepareWalletMessage(state, phase.connected, now)
    case 'address-changed':
    case 'expired':
    case 'other-signer':
      return prepareWalletMessage(state, phase.connected, now)
    case 'done':
      return state.purpose.for === 'sign-in'
        ? enterWalletProofPhase(state, { ...phase, leaveAt: null }, { type: 'leave', path: phase.next })
        : stayInWalletProofPhase(state)
    default:
      return stayInWalletProofPhase(state)
  }
}

/** After these refusals, the user may have switched the wallet's account or chain. */
const accountOrChainRefusals: ReadonlySet<string> = new Set([
  'chain.not_supported',
  'wallet.on_other_chain',
  'wallet.old_hardware_app',
  'wallet.old_signature',
  'wallet.address_type',
  'wallet.other_network',
  'signature.off_curve',
  'signature.timelock',
  'signature.script_unknown',
  'signature.other_kind',
])

function canBeSigned(draft: WalletMessageToSign | null, now: number): draft is WalletMessageToSign {
  return draft !== null && draft.expiresAt - now > 15_000
}

/** A pending submission cannot be cancelled, so the page waits for its result. */
export function handleBackPressed(state: WalletProofState): WalletProofStep {
  const { phase } = state
  const { at } = phase
  if (walletProofPhasesBeforeChoice.includes(at) || at === 'checking' || at === 'done')
    return stayInWalletProofPhase(state)
  if (at === 'awaiting' && phase.askAt === null) return stayInWalletProofPhase(state)
  return returnToWalletListPhase({ ...state, session: typeof state.session === 'object' ? 'dismissed' : state.session })
}

/** After a reload, the page does not know the wallet, so it connects first. */
export function handleResendMessageToWallet(
  state: WalletProofState,
  { wallet }: WalletProofEvent & { type: 'ask-wallet' },
  now: number,
): WalletProofStep {
  const { phase } = state
  if (phase.at !== 'awaiting' || phase.askAt === null) return stayInWalletProofPhase(state)
  if (wallet === null) return returnToWalletListPhase(state)
  if (wallet.id !== phase.draft.wallet.id) return startWalletConnectionRequest(state, wallet, now)
  return { state, effects: [{ type: 'sign', attempt: state.attempt, draft: phase.draft }] }
}
