// Switches a contract wallet to the chain on which it is deployed, and starts again there.
import type { WalletProofEvent } from './wallet-proof-events.ts'
import type { WalletProofPhase } from './wallet-proof-phases.ts'
import type { WalletProofState, WalletProofStep } from './wallet-proof-state.ts'
import {
  enterWalletProofPhase,
  startWalletConnectionRequest,
  stayInWalletProofPhase,
} from './wallet-proof-transitions.ts'

type RefusedPhase = Extract<WalletProofPhase, { at: 'refused' }>

export const isRefusedOnOtherChain = (phase: WalletProofPhase): phase is RefusedPhase =>
  phase.at === 'refused' && phase.code === 'wallet.on_other_chain'

/** Only chains that the server named are accepted. */
export function handleChainChosen(
  state: WalletProofState,
  { chainId }: WalletProofEvent & { type: 'chain-chosen' },
): WalletProofStep {
  const { phase, attempt } = state
  if (!isRefusedOnOtherChain(phase) || phase.chainsOfWallet?.some(({ id }) => id === chainId) !== true)
    return stayInWalletProofPhase(state)
  if (phase.isSwitching === true) return stayInWalletProofPhase(state)
  const switching: RefusedPhase = { ...phase, isSwitching: true }
  return enterWalletProofPhase(state, switching, {
    type: 'switch-chain',
    attempt,
    wallet: phase.connected.wallet,
    chainId,
  })
}

/** If the wallet does not switch on request, the user can do it there and check again. */
export function handleChainSwitched(
  state: WalletProofState,
  { attempt, isSwitched }: WalletProofEvent & { type: 'chain-switched' },
  now: number,
): WalletProofStep {
  const { phase } = state
  if (attempt !== state.attempt || !isRefusedOnOtherChain(phase)) return stayInWalletProofPhase(state)
  if (isSwitched) return startWalletConnectionRequest(state, phase.connected.wallet, now, 'eth_accounts')
  const { isSwitching: _, ...refused } = phase
  return enterWalletProofPhase(state, { ...refused, isSwitchRefused: true })
}
