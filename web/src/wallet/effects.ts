// What the machine can ask to be done. Plain data, so that it can be walked in a test without a browser, a wallet or a server.
import type { ChosenWallet, Connected, Draft, Signed } from './states.ts'

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
