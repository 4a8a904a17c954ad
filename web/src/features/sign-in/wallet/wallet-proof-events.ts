import type { WalletError } from './parse-wallet-provider-error.ts'
import type {
  WalletProofChallenge,
  ChainIdAndName,
  ChosenWallet,
  ContractAccountDetection,
  SignedInPerson,
} from './wallet-proof-phases.ts'

/** `code` is from the error catalog, or is a connection error. */
export interface WalletProofServerProblem {
  readonly code: string
  readonly retryAfterSeconds?: number
  /** The reason in the operator's words. */
  readonly reason?: string
  /** RFC 3339. The refusal ends at this time at the latest. */
  readonly until?: string
  /** The chains of a contract wallet that is not on the chain in the message. */
  readonly chains?: readonly ChainIdAndName[]
}

export type WalletProofServerResult<Answer> =
  | { readonly ok: true; readonly answer: Answer }
  | { readonly ok: false; readonly problem: WalletProofServerProblem }

/** The fields matter only for a sign-in. */
export interface AcceptedWalletProof {
  readonly name: string | null
  readonly next: string
}

export type WalletProofEvent =
  | { readonly type: 'wallets-found'; readonly count: number; readonly settled: boolean }
  | { readonly type: 'visibility-changed'; readonly isVisible: boolean }
  | { readonly type: 'connectivity-changed'; readonly isOnline: boolean }
  | { readonly type: 'tick' }
  | { readonly type: 'wallet-chosen'; readonly wallet: ChosenWallet }
  | { readonly type: 'proceed' }
  | { readonly type: 'back' }
  /** Resends the message that waits for the owners. `wallet` is null if unknown after a reload. */
  | { readonly type: 'ask-wallet'; readonly wallet: ChosenWallet | null }
  | { readonly type: 'chain-chosen'; readonly chainId: string }
  | { readonly type: 'chain-switched'; readonly attempt: number; readonly isSwitched: boolean }
  | {
      readonly type: 'connected'
      readonly attempt: number
      readonly accounts: readonly string[]
      readonly chainId: string | null
      readonly contract?: ContractAccountDetection
    }
  | { readonly type: 'connection-failed'; readonly attempt: number; readonly problem: WalletError }
  /** 'unread' if the wallet did not respond. */
  | { readonly type: 'contract-detected'; readonly attempt: number; readonly contract: ContractAccountDetection }
  /** EIP-1193 §accountsChanged; the list may be empty. */
  | { readonly type: 'accounts-changed'; readonly walletId: string; readonly accounts: readonly string[] }
  | { readonly type: 'wallet-disconnected'; readonly walletId: string }
  /** `text` is set if the wallet wrote the message itself. */
  | { readonly type: 'signed'; readonly attempt: number; readonly signature: unknown; readonly text?: string }
  | { readonly type: 'signature-failed'; readonly attempt: number; readonly problem: WalletError }
  | { readonly type: 'session-read'; readonly person: SignedInPerson | null }
  | { readonly type: 'challenge-arrived'; readonly request: number; readonly challenge: WalletProofChallenge }
  | { readonly type: 'challenge-failed'; readonly request: number; readonly problem: WalletProofServerProblem }
  | { readonly type: 'verified'; readonly attempt: number; readonly answer: AcceptedWalletProof }
  | { readonly type: 'not-approved'; readonly attempt: number; readonly problem: WalletProofServerProblem }
  /** `account`: the wallet's current account, if known. */
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
