// What proving a wallet needs of the page, the wallets and the server.
import type { SinglePromptWalletSignInResult } from './single-prompt-wallet-sign-in.ts'
import type { Eip1193Provider } from './eip1193-provider.ts'
import type { AcceptedWalletProof, WalletProofServerResult } from './wallet-proof-events.ts'
import type { WalletProofChallenge, SignedInPerson } from './wallet-proof-phases.ts'

/** What the driver needs of the world. */
export interface WalletProofDependencies {
  readonly now: () => number
  /** Calls back once after a time; answers the function that calls it off. */
  readonly after: (milliseconds: number, run: () => void) => () => void
  readonly findProvider: (walletId: string) => Eip1193Provider | undefined
  readonly readSession: () => Promise<WalletProofServerResult<SignedInPerson | null>>
  /** @param walletKind given for a contract wallet, whose owners may take their time */
  readonly createChallenge: (walletKind?: 'contract') => Promise<WalletProofServerResult<WalletProofChallenge>>
  /** Hands in what the wallet signed. */
  readonly submit: (message: string, signature: string) => Promise<WalletProofServerResult<AcceptedWalletProof>>
  /** How a wallet is asked to connect and to sign in at once; null for one that is known to want one after the other. */
  readonly findCombinedSignIn: (walletId: string) => SinglePromptWalletSignInRequester | null
  readonly rememberWallet: (walletId: string) => void
  readonly leave: (path: string) => void
  readonly reload: () => void
}

/** @returns null where the wallet does not know how, and is to be asked the ordinary way */
export type SinglePromptWalletSignInRequester = (
  challenge: WalletProofChallenge,
) => Promise<SinglePromptWalletSignInResult | null>
