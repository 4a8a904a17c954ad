// What can only happen once there is a message: what the wallet answers to it, and what the server makes of that.
import type { WalletProblem } from './problem.ts'
import type { ChosenWallet, ContractAnswer } from './states.ts'

/** Why the server did not do what was asked: a code of the catalogue, or what kept browser and server apart. */
export interface ServerProblem {
  readonly code: string
  readonly retryAfterSeconds?: number
  /** Why, in the words of whoever decided it. */
  readonly reason?: string
  /** Until when at most it stays so (RFC 3339). */
  readonly until?: string
}

/** What a call to the server comes to. */
export type ServerAnswer<Answer> =
  | { readonly ok: true; readonly answer: Answer }
  | { readonly ok: false; readonly problem: ServerProblem }

/** The server took the proof: what the person is called, and where to go on; both only of a sign-in. */
export interface Accepted {
  readonly name: string | null
  readonly next: string
}

/** The wallet is on another account, or shares none any more (EIP-1193 §accountsChanged). */
export interface AccountsChanged {
  readonly type: 'accounts-changed'
  readonly walletId: string
  readonly accounts: readonly string[]
}

/** Time has passed. */
export interface Tick {
  readonly type: 'tick'
}

/** The main button of whatever is shown. */
export interface Proceed {
  readonly type: 'proceed'
}

/** Sends the message that the owners take their time with to the wallet again; null where the page no longer knows which it was. */
export interface AskWallet {
  readonly type: 'ask-wallet'
  readonly wallet: ChosenWallet | null
}

/** Events that mean something else, or more, once there is a message. */
export type EarlyAndLateEvent = AccountsChanged | Tick | Proceed

/** Events that mean nothing before there is a message. */
export type LateEvent =
  | AskWallet
  /** What is at the wallet's address on its chain; 'unread' where the wallet gave no answer. */
  | { readonly type: 'contract-told'; readonly attempt: number; readonly contract: ContractAnswer }
  /** With the text where the wallet wrote it itself. */
  | { readonly type: 'signed'; readonly attempt: number; readonly signature: unknown; readonly text?: string }
  | { readonly type: 'signature-failed'; readonly attempt: number; readonly problem: WalletProblem }
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
