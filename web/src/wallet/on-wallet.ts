// What the wallet answers and reports. Answers carry the number of their attempt: those of one that was given up, or
// that come after the screen has moved on, change nothing.
import { isSameAddress } from '../ui/address-form.ts'
import type { Event } from './events.ts'
import type { AccountsChanged } from './late-events.ts'
import type { Step } from './machine-state.ts'
import type { WalletProblem } from './problem.ts'
import { accountOf } from './provider.ts'
import { willDo } from './purpose.ts'
import { connectedOf, lookMilliseconds, walletOf } from './states.ts'
import type { State } from './machine-state.ts'
import type { ChosenWallet, Draft, Phase, PhaseName } from './states.ts'
import { abandon, connect, enter, stay } from './steps.ts'

/** The wallet refused to connect, or could not. */
export function onConnectionFailed(state: State, event: Event & { type: 'connection-failed' }, now: number): Step {
  const { phase } = state
  if (phase.at !== 'connecting' || event.attempt !== state.attempt) return stay(state)
  const { problem } = event
  if (problem.kind === 'declined') return enter(state, { at: 'connection-declined', wallet: phase.wallet })
  if (problem.kind === 'request-open') {
    return enter(state, { at: 'connection-open', wallet: phase.wallet, lookAt: now + lookMilliseconds })
  }
  return enter(state, showProblem(phase.wallet, problem, now))
}

/** The state for a problem that means the same while connecting and while signing. */
export function showProblem(
  wallet: ChosenWallet,
  problem: WalletProblem,
  now: number,
  again: Draft | null = null,
): Phase {
  switch (problem.kind) {
    case 'locked':
      return { at: 'locked', wallet, lookAt: now + lookMilliseconds }
    case 'no-account':
    case 'cannot-sign':
    case 'disconnected':
      return { at: problem.kind, wallet }
    case 'window-blocked':
      return { at: 'window-blocked', wallet, again }
    case 'declined':
    case 'request-open':
    case 'failed':
      return { at: 'wallet-failed', wallet, said: problem.said }
  }
}

/** States in which an account that becomes visible is what was waited for. */
const waitsForAccount: ReadonlySet<PhaseName> = new Set<PhaseName>([
  'connection-open',
  'locked',
  'no-account',
  'disconnected',
  'other-address',
])

/** The wallet is on another account, or shares none any more (EIP-1193 §accountsChanged). */
export function onAccountsChanged(state: State, event: AccountsChanged, now: number): Step {
  const { phase } = state
  const wallet = walletOf(phase)
  if (wallet?.id !== event.walletId) return stay(state)
  const isConnected = (address: string) => isSameAddress(address, connectedOf(phase)?.address ?? '')
  const account = accountOf(event.accounts, (address) =>
    phase.at === 'other-address' ? willDo(state.purpose, address) : isConnected(address),
  )
  if (account !== undefined && isConnected(account)) return stay(state)
  if (account !== undefined && waitsForAccount.has(phase.at)) return connect(state, wallet, now, 'eth_accounts')
  return state.writer?.moveLate(state, event, now) ?? stay(state)
}

const engagesWallet: ReadonlySet<PhaseName> = new Set<PhaseName>([
  'connecting',
  'connection-open',
  'locked',
  'preparing',
  'message-ready',
  'signing',
  'signature-open',
])

/** The wallet cannot be reached any more (EIP-1193 §disconnect). */
export function onWalletDisconnected(state: State, event: Event & { type: 'wallet-disconnected' }): Step {
  const wallet = walletOf(state.phase)
  if (wallet?.id !== event.walletId || !engagesWallet.has(state.phase.at)) return stay(state)
  return enter(abandon(state), { at: 'disconnected', wallet })
}
