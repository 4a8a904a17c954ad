// What can happen while a wallet is proved, and what it can ask to be done. Both are plain data, so that the machine can
// be walked in a test without a browser, a wallet or a server.
import type { MessageWriter } from './message-writer.ts'
import type { WalletProblem } from './problem.ts'
import type { Challenge, ChosenWallet, Connected, Contract, Draft, Signed, SignedInPerson, State } from './states.ts'

/** Why the server did not do what was asked: a code of the catalogue, or what kept browser and server apart. */
export interface ServerProblem {
  readonly code: string
  readonly retryAfterSeconds?: number
  /** Why, in the words of whoever decided it. */
  readonly reason?: string
}

/** The server took the proof: what the person is called, and where to go on; both only of a sign-in. */
export interface Accepted {
  readonly name: string | null
  readonly next: string
}

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
  /** What stands at the wallet's address on its chain. */
  | { readonly type: 'contract-told'; readonly attempt: number; readonly contract: Contract | null }
  | { readonly type: 'connection-failed'; readonly attempt: number; readonly problem: WalletProblem }
  | { readonly type: 'signed'; readonly attempt: number; readonly signature: string }
  | { readonly type: 'signature-failed'; readonly attempt: number; readonly problem: WalletProblem }
  | { readonly type: 'accounts-changed'; readonly walletId: string; readonly accounts: readonly string[] }
  | { readonly type: 'wallet-disconnected'; readonly walletId: string }
  // From the server.
  | { readonly type: 'session-read'; readonly person: SignedInPerson | null }
  | { readonly type: 'challenge-arrived'; readonly request: number; readonly challenge: Challenge }
  | { readonly type: 'challenge-failed'; readonly request: number; readonly problem: ServerProblem }
  | { readonly type: 'verified'; readonly attempt: number; readonly answer: Accepted }
  /** The server was asked whether the owners have approved, and did not say yes. */
  | { readonly type: 'not-approved'; readonly attempt: number; readonly problem: ServerProblem }
  /** `account` is the wallet's account at that moment, where it told. */
  | {
      readonly type: 'turned-down'
      readonly attempt: number
      readonly problem: ServerProblem
      readonly account: string | null
    }

export type EventType = Event['type']

export type Effect =
  | { readonly type: 'read-session' }
  | { readonly type: 'fetch-challenge'; readonly request: number; readonly walletKind?: 'contract' }
  /** `eth_requestAccounts` asks the person; `eth_accounts` only looks at what they have already shared. */
  | {
      readonly type: 'connect'
      readonly attempt: number
      readonly wallet: ChosenWallet
      readonly method: 'eth_requestAccounts' | 'eth_accounts'
    }
  /** Looks whether accounts are shared by now, without asking for any. */
  | { readonly type: 'look'; readonly wallet: ChosenWallet }
  /** Asks the wallet itself what stands at its address on its chain. */
  | { readonly type: 'ask-contract'; readonly attempt: number; readonly connected: Connected }
  /** Asks the server whether the owners have approved on the chain. */
  | { readonly type: 'ask-owners'; readonly attempt: number; readonly draft: Draft }
  | { readonly type: 'sign'; readonly attempt: number; readonly draft: Draft }
  | { readonly type: 'submit'; readonly attempt: number; readonly signed: Signed }
  | { readonly type: 'remember'; readonly wallet: ChosenWallet }
  | { readonly type: 'leave'; readonly path: string }
  | { readonly type: 'reload' }

/** One step of the machine: the next state, and what is to be done. */
export interface Step {
  readonly state: State
  readonly effects: readonly Effect[]
}
