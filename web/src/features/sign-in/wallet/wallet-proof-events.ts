// Everything that can happen while a wallet is proved. Plain data, so that the machine can be tested without a browser, a wallet or a server.
import type { WalletError } from './parse-wallet-provider-error.ts'
import type {
  WalletProofChallenge,
  ChosenWallet,
  ContractAccountDetection,
  SignedInPerson,
} from './wallet-proof-phases.ts'

/** Why the server did not do what was asked: a code of the catalogue, or what kept browser and server apart. */
export interface WalletProofServerProblem {
  readonly code: string
  readonly retryAfterSeconds?: number
  /** Why, in the words of whoever decided it. */
  readonly reason?: string
  /** Until when at most it stays so (RFC 3339). */
  readonly until?: string
}

/** What a call to the server comes to. */
export type WalletProofServerResult<Answer> =
  | { readonly ok: true; readonly answer: Answer }
  | { readonly ok: false; readonly problem: WalletProofServerProblem }

/** The server took the proof: what the person is called, and where to go on; both only of a sign-in. */
export interface AcceptedWalletProof {
  readonly name: string | null
  readonly next: string
}

export type WalletProofEvent =
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
  /** Sends the message that awaits owners to the wallet again; null where the page no longer knows which it was. */
  | { readonly type: 'ask-wallet'; readonly wallet: ChosenWallet | null }
  // From the wallet.
  /** The wallet shared its accounts, perhaps none. */
  | {
      readonly type: 'connected'
      readonly attempt: number
      readonly accounts: readonly string[]
      readonly chainId: string | null
      readonly contract?: ContractAccountDetection
    }
  | { readonly type: 'connection-failed'; readonly attempt: number; readonly problem: WalletError }
  /** What is at the wallet's address on its chain; 'unread' where the wallet gave no answer. */
  | { readonly type: 'contract-detected'; readonly attempt: number; readonly contract: ContractAccountDetection }
  /** The wallet is on another account, or shares none any more (EIP-1193 §accountsChanged). */
  | { readonly type: 'accounts-changed'; readonly walletId: string; readonly accounts: readonly string[] }
  | { readonly type: 'wallet-disconnected'; readonly walletId: string }
  /** With the text where the wallet wrote it itself. */
  | { readonly type: 'signed'; readonly attempt: number; readonly signature: unknown; readonly text?: string }
  | { readonly type: 'signature-failed'; readonly attempt: number; readonly problem: WalletError }
  // From the server.
  | { readonly type: 'session-read'; readonly person: SignedInPerson | null }
  | { readonly type: 'challenge-arrived'; readonly request: number; readonly challenge: WalletProofChallenge }
  | { readonly type: 'challenge-failed'; readonly request: number; readonly problem: WalletProofServerProblem }
  | { readonly type: 'verified'; readonly attempt: number; readonly answer: AcceptedWalletProof }
  /** The server was asked whether the owners have approved, and did not say yes. */
  | { readonly type: 'not-approved'; readonly attempt: number; readonly problem: WalletProofServerProblem }
  /** `account` is the wallet's account at that moment, where it is known. */
  | {
      readonly type: 'rejected'
      readonly attempt: number
      readonly problem: WalletProofServerProblem
      readonly account: string | null
    }

export type WalletProofEventType = WalletProofEvent['type']

export const retryableApiErrorCodes: ReadonlySet<string> = new Set([
  'network.offline',
  'network.unreachable',
  'network.cancelled',
  'database.unavailable',
  'database.commit_unknown',
  'server.shutting_down',
  'rate.limited',
  'chain.unavailable',
])
