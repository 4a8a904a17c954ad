// What can happen while a wallet is proved. Plain data, so that the machine can be walked in a test without a browser, a wallet or a server.
import type { EarlyAndLateEvent, LateEvent, ServerProblem } from './late-events.ts'
import type { ConnectedEvent } from './machine-state.ts'
import type { WalletProblem } from './problem.ts'
import type { Challenge, ChosenWallet, SignedInPerson } from './states.ts'

export type Event =
  // From the page.
  | { readonly type: 'wallets-found'; readonly count: number; readonly settled: boolean }
  | { readonly type: 'visibility-changed'; readonly isVisible: boolean }
  | { readonly type: 'connectivity-changed'; readonly isOnline: boolean }
  // From the person.
  | { readonly type: 'wallet-chosen'; readonly wallet: ChosenWallet }
  /** The way back to the list of wallets: cancel, another wallet. */
  | { readonly type: 'back' }
  // From the wallet.
  | ConnectedEvent
  | { readonly type: 'connection-failed'; readonly attempt: number; readonly problem: WalletProblem }
  | { readonly type: 'wallet-disconnected'; readonly walletId: string }
  // From the server.
  | { readonly type: 'session-read'; readonly person: SignedInPerson | null }
  | { readonly type: 'challenge-arrived'; readonly request: number; readonly challenge: Challenge }
  | { readonly type: 'challenge-failed'; readonly request: number; readonly problem: ServerProblem }
  // Of any of them.
  | EarlyAndLateEvent
  | LateEvent

export type EventType = Event['type']
