import type { ApiEndpointOutput } from '@countersign/api/api-endpoints'
import type { SignInMessage } from '@countersign/message'

export interface ChosenWallet {
  readonly id: string
  readonly name: string
}

export interface ContractAccount {
  /** Null if unknown. */
  readonly owners: { readonly needed: number; readonly count: number } | null
  /** The wallet did not report its owners, so it is queried again. */
  readonly isUnread?: true
}

export type ContractAccountDetection = ContractAccount | null | 'unread'

export interface ChainIdAndName {
  readonly id: string
  readonly name: string
}

export interface ConnectedWallet {
  readonly wallet: ChosenWallet
  /** In the form that its chain family uses, such as ERC-55 for Ethereum. */
  readonly address: string
  /** Null if unknown. */
  readonly chainId: string | null
  /** Null for a key, undefined if the wallet was not queried yet. */
  readonly contract?: ContractAccount | null
  /** The wallet gave no response about a contract, so it is treated as a key and queried again. */
  readonly isUnread?: true
}

export interface WalletMessageToSign extends ConnectedWallet {
  readonly message: SignInMessage
  readonly text: string
  readonly expiresAt: number
  readonly challengeId: string
  /** Null if the server does not read the chain. */
  readonly chainName: string | null
}

export interface WalletMessageWithSignature extends WalletMessageToSign {
  readonly signature: string
}

export type WalletProofChallenge = ApiEndpointOutput<'createChallenge'>

/** A challenge is prefetched, so that a click does not have to wait for it. */
export type PrefetchedChallengeState =
  | { readonly at: 'none' }
  | {
      readonly at: 'requested'
      readonly request: number
      readonly askedAt: number
      readonly contract: ConnectedWallet | null
    }
  | {
      readonly at: 'ready'
      readonly challenge: WalletProofChallenge
      readonly renewAt: number
      readonly expiresAt: number
      /** The contract wallet that the challenge was requested for; null for a normal challenge. */
      readonly contract: ConnectedWallet | null
    }
  | { readonly at: 'failed' }

/** What is retried when the server is reachable again. */
export type StalledWalletProofRequest =
  | { readonly kind: 'challenge'; readonly connected: ConnectedWallet | null }
  | { readonly kind: 'proof'; readonly signed: WalletMessageWithSignature }

export interface SignedInPerson {
  readonly name: string | null
  /** Null without a wallet. */
  readonly address: string | null
}

/**
 * Times are in milliseconds on this device's clock. `again` is a message that was not signed; it is
 * resent within the click, because browsers open windows only then.
 */
export type WalletProofPhase =
  | { readonly at: 'discovering'; readonly timeoutAt: number }
  | { readonly at: 'choosing' }
  | { readonly at: 'no-wallet' }
  | { readonly at: 'already-signed-in'; readonly person: SignedInPerson }
  | { readonly at: 'connecting'; readonly wallet: ChosenWallet; readonly slowAt: number | null }
  | { readonly at: 'connection-open'; readonly wallet: ChosenWallet; readonly lookAt: number }
  | { readonly at: 'locked'; readonly wallet: ChosenWallet; readonly lookAt: number }
  | { readonly at: 'connection-declined'; readonly wallet: ChosenWallet }
  | { readonly at: 'no-account'; readonly wallet: ChosenWallet }
  | { readonly at: 'disconnected'; readonly wallet: ChosenWallet }
  | { readonly at: 'window-blocked'; readonly wallet: ChosenWallet; readonly again: WalletMessageToSign | null }
  | { readonly at: 'wallet-failed'; readonly wallet: ChosenWallet; readonly errorText: string }
  | { readonly at: 'cannot-sign'; readonly wallet: ChosenWallet }
  | { readonly at: 'preparing'; readonly connected: ConnectedWallet }
  | { readonly at: 'message-ready'; readonly draft: WalletMessageToSign; readonly signAt: number }
  | {
      readonly at: 'signing'
      readonly draft: WalletMessageToSign
      readonly slowAt: number | null
      readonly lookAt?: number | null
    }
  /** The wallet is busy. The resent request counts as open, unless it is refused at once. */
  | {
      readonly at: 'signature-open'
      readonly draft: WalletMessageToSign
      readonly tryAt: number | null
      readonly acceptedAt: number | null
    }
  /** Polls the server for the owners' on-chain approval. */
  | {
      readonly at: 'awaiting'
      readonly draft: WalletMessageToSign
      /** Null during a poll. */
      readonly askAt: number | null
      readonly pollCount: number
      readonly pollError: string | null
    }
  | { readonly at: 'signature-declined'; readonly connected: ConnectedWallet; readonly again: WalletMessageToSign }
  | { readonly at: 'address-changed'; readonly connected: ConnectedWallet }
  | { readonly at: 'other-address'; readonly connected: ConnectedWallet; readonly lookAt: number }
  | { readonly at: 'expired'; readonly connected: ConnectedWallet }
  | { readonly at: 'checking'; readonly signed: WalletMessageWithSignature; readonly tries: number }
  | { readonly at: 'other-signer'; readonly connected: ConnectedWallet; readonly signed: WalletMessageWithSignature }
  | {
      readonly at: 'refused'
      readonly connected: ConnectedWallet
      readonly code: string
      readonly signed: WalletMessageWithSignature | null
      /** RFC 3339. The refusal ends at this time at the latest. */
      readonly until?: string | undefined
      /** The site's chain (CAIP-2 reference), if the wallet is on another chain. */
      readonly chainOfSite?: string | undefined
      /** The chains of a contract wallet that is not on the chain in the message. */
      readonly chainsOfWallet?: readonly ChainIdAndName[] | undefined
      /** The wallet did not switch to one of these chains on request. */
      readonly isSwitchRefused?: true
      /** The wallet was asked to switch, and has not answered. */
      readonly isSwitching?: true
    }
  | { readonly at: 'suspended'; readonly connected: ConnectedWallet; readonly reason: string | null }
  /** `retryAt` is null during a retry, and while offline. */
  | { readonly at: 'offline'; readonly task: StalledWalletProofRequest; readonly tries: number; readonly retryAt: null }
  | {
      readonly at: 'unreachable'
      readonly task: StalledWalletProofRequest
      readonly tries: number
      readonly retryAt: number | null
      readonly code: string
    }
  | {
      readonly at: 'chain-unavailable'
      readonly task: StalledWalletProofRequest
      readonly tries: number
      readonly retryAt: number | null
    }
  | {
      readonly at: 'rate-limited'
      readonly task: StalledWalletProofRequest
      readonly tries: number
      readonly retryAt: number | null
    }
  | {
      readonly at: 'done'
      readonly signed: WalletMessageWithSignature
      readonly name: string | null
      readonly next: string
      readonly leaveAt: number | null
    }

export type WalletProofPhaseName = WalletProofPhase['at']

export const walletProofPhasesBeforeChoice: readonly WalletProofPhaseName[] = ['discovering', 'choosing', 'no-wallet']

export const currentSessionWaitMilliseconds = 1_000
export const slowConnectionMilliseconds = 8_000
export const slowSignatureMilliseconds = 20_000
export const signInMessagePreviewMilliseconds = 450
export const walletRecheckMilliseconds = 2_000
export const walletRequestPendingThresholdMilliseconds = 1_000
/** In milliseconds. Grows with the number of polls. */
export const getContractOwnerApprovalPollDelay = (looks: number): number =>
  looks < 4 ? 15_000 : looks < 10 ? 30_000 : 60_000
export const signedInRedirectDelayMilliseconds = 1_400

/** Null before a wallet is connected, and after the sign-in. */
export function getConnectedWalletOfProof(phase: WalletProofPhase): ConnectedWallet | null {
  if ('connected' in phase) return phase.connected
  if ('draft' in phase) return pickConnectedWalletFields(phase.draft)
  if ('signed' in phase) return pickConnectedWalletFields(phase.signed)
  if ('again' in phase) return phase.again && pickConnectedWalletFields(phase.again)
  if ('task' in phase)
    return phase.task.kind === 'proof' ? pickConnectedWalletFields(phase.task.signed) : phase.task.connected
  return null
}

export function pickConnectedWalletFields({ wallet, address, chainId, contract }: ConnectedWallet): ConnectedWallet {
  return { wallet, address, chainId, ...(contract !== undefined && { contract }) }
}

export function getChosenWalletOfProof(phase: WalletProofPhase): ChosenWallet | null {
  return 'wallet' in phase ? phase.wallet : (getConnectedWalletOfProof(phase)?.wallet ?? null)
}
