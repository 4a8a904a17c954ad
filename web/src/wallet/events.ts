// What can happen while a wallet is proved. Plain data, so that the machine can be walked in a test without a browser, a wallet or a server.
import type { AccountsChanged, LateEvent, ServerProblem } from './late-events.ts'
import type { MessageWriter } from './machine-state.ts'
import type { WalletProblem } from './problem.ts'
import type { Challenge, ChosenWallet, Contract, SignedInPerson } from './states.ts'

export type Event =
  // From the page.
  | { readonly type: 'wallets-found'; readonly count: number; readonly settled: boolean }
  | { readonly type: 'visibility-changed'; readonly isVisible: boolean }
  | { readonly type: 'connectivity-changed'; readonly isOnline: boolean }
  | { readonly type: 'tick' }
  // From the person.
  | { readonly type: 'wallet-chosen'; readonly wallet: ChosenWallet }
  /** The main button of whatever is shown. */
  | { readonly type: 'proceed' }
  /** The way back to the list of wallets: cancel, another wallet. */
  | { readonly type: 'back' }
  /** Sends the message that the owners take their time with to the wallet again; null where the page no longer knows which it was. */
  | { readonly type: 'ask-wallet'; readonly wallet: ChosenWallet | null }
  // From the wallet.
  | {
      readonly type: 'connected'
      readonly attempt: number
      readonly accounts: readonly string[]
      readonly chainId: string | null
      readonly contract?: Contract | null
      readonly writer: MessageWriter
    }
  | { readonly type: 'connection-failed'; readonly attempt: number; readonly problem: WalletProblem }
  | AccountsChanged
  | { readonly type: 'wallet-disconnected'; readonly walletId: string }
  // From the server.
  | { readonly type: 'session-read'; readonly person: SignedInPerson | null }
  | { readonly type: 'challenge-arrived'; readonly request: number; readonly challenge: Challenge }
  | { readonly type: 'challenge-failed'; readonly request: number; readonly problem: ServerProblem }
  // Of both, once there is a message.
  | LateEvent

export type EventType = Event['type']
