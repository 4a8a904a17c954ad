import type { SinglePromptWalletSignInResult } from './single-prompt-wallet-sign-in.ts'
import type { Eip1193Provider } from './eip1193-provider.ts'
import type { AcceptedWalletProof, WalletProofServerResult } from './wallet-proof-events.ts'
import type { ChosenWallet, WalletProofChallenge, SignedInPerson } from './wallet-proof-phases.ts'

export interface WalletProofDependencies {
  readonly now: () => number
  /** @returns a function that cancels the timer */
  readonly after: (milliseconds: number, run: () => void) => () => void
  readonly findProvider: (walletId: string) => Eip1193Provider | undefined
  readonly readSession: () => Promise<WalletProofServerResult<SignedInPerson | null>>
  /** @param walletKind contract wallets get a longer lifetime */
  readonly createChallenge: (walletKind?: 'contract') => Promise<WalletProofServerResult<WalletProofChallenge>>
  readonly submit: (
    message: string,
    signature: string,
    wallet?: ChosenWallet,
  ) => Promise<WalletProofServerResult<AcceptedWalletProof>>
  /** Null for wallets that are known to need separate prompts. */
  readonly findCombinedSignIn: (walletId: string) => SinglePromptWalletSignInRequester | null
  readonly rememberWallet: (walletId: string) => void
  readonly leave: (path: string) => void
  readonly reload: () => void
}

/** @returns null if unsupported */
export type SinglePromptWalletSignInRequester = (
  challenge: WalletProofChallenge,
) => Promise<SinglePromptWalletSignInResult | null>
