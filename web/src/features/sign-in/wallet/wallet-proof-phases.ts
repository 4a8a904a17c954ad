// Every state that proving a wallet can be in, as one closed union: what cannot happen cannot be written down.
import type { ApiEndpointOutput } from '@countersign/api/api-endpoints'
import type { SignInMessage } from '@countersign/message'

/** The wallet that was chosen: its id in this page, and the name it is called by on the screen. */
export interface ChosenWallet {
  readonly id: string
  readonly name: string
}

/** A wallet that is a contract on its chain, as far as it tells of itself. */
export interface ContractAccount {
  /** How many of its owners have to approve; null where it does not say. */
  readonly owners: { readonly needed: number; readonly count: number } | null
  /** The wallet gave no answer about them, so that it is asked again. */
  readonly isUnread?: true
}

/** What a wallet says that it is: a contract, or a key; or it has not answered. */
export type ContractAccountDetection = ContractAccount | null | 'unread'

/** A wallet that shared an address. */
export interface ConnectedWallet {
  readonly wallet: ChosenWallet
  /** In the form of its chain family: ERC-55 for Ethereum. */
  readonly address: string
  /** The chain that the wallet is on; null where it did not say. */
  readonly chainId: string | null
  /** What stands at its address on that chain; null for a key of its own, absent as long as nobody asked. */
  readonly contract?: ContractAccount | null
  /** The wallet did not answer whether a contract is at the address: it is taken for a key, and asked again. */
  readonly isUnread?: true
}

/** A message made for one address, ready to be signed. */
export interface WalletMessageToSign extends ConnectedWallet {
  readonly message: SignInMessage
  /** The exact text that the wallet signs. */
  readonly text: string
  readonly expiresAt: number
  readonly challengeId: string
  /** The chain that the message names, as the server calls it; null where the server does not read it. */
  readonly chainName: string | null
}

/** A message with its signature, on its way to the server. */
export interface WalletMessageWithSignature extends WalletMessageToSign {
  readonly signature: string
}

export type WalletProofChallenge = ApiEndpointOutput<'createChallenge'>

/** The challenge that is kept ready beside whatever the screen shows, so that nothing is waited for after a tap. */
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
      /** The contract wallet that it was asked for, whose owners may take their time; null for a challenge of the common kind. */
      readonly contract: ConnectedWallet | null
    }
  | { readonly at: 'failed' }

/** What waits while the server cannot be had: a challenge (for a connected wallet, or for none yet), or the proof itself. */
export type StalledWalletProofRequest =
  | { readonly kind: 'challenge'; readonly connected: ConnectedWallet | null }
  | { readonly kind: 'proof'; readonly signed: WalletMessageWithSignature }

/** Who is already signed in in this browser. */
export interface SignedInPerson {
  readonly name: string | null
  /** Null for who has no wallet here. */
  readonly address: string | null
}

/**
 * What the screen shows. Times are milliseconds of this device's clock. `again` is a message that has been read and not
 * been signed: it is sent again within the tap itself, because a browser lets a window open only then.
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
  /** At `lookAt` the wallet is asked again what it did not answer about its contract. */
  | {
      readonly at: 'signing'
      readonly draft: WalletMessageToSign
      readonly slowAt: number | null
      readonly lookAt?: number | null
    }
  /** Another request is open in the wallet: ours is sent again by itself, and taken as open when it is not refused at once. */
  | {
      readonly at: 'signature-open'
      readonly draft: WalletMessageToSign
      readonly tryAt: number | null
      readonly acceptedAt: number | null
    }
  /** The owners of a contract wallet take their time. From time to time the server is asked whether they have approved on the chain. */
  | {
      readonly at: 'awaiting'
      readonly draft: WalletMessageToSign
      /** Null while it is being asked. */
      readonly askAt: number | null
      /** How often it was asked. */
      readonly pollCount: number
      /** Why it could not be told the last time; null where it could. */
      readonly pollError: string | null
    }
  | { readonly at: 'signature-declined'; readonly connected: ConnectedWallet; readonly again: WalletMessageToSign }
  | { readonly at: 'address-changed'; readonly connected: ConnectedWallet }
  /** The wallet is on an address that will not do for this purpose; it is looked at until it is on another. */
  | { readonly at: 'other-address'; readonly connected: ConnectedWallet; readonly lookAt: number }
  | { readonly at: 'expired'; readonly connected: ConnectedWallet }
  | { readonly at: 'checking'; readonly signed: WalletMessageWithSignature; readonly tries: number }
  /** What was signed is kept with its refusal, so that it can be looked into. */
  | { readonly at: 'other-signer'; readonly connected: ConnectedWallet; readonly signed: WalletMessageWithSignature }
  | {
      readonly at: 'refused'
      readonly connected: ConnectedWallet
      readonly code: string
      readonly signed: WalletMessageWithSignature | null
      /** Until when at most it stays so (RFC 3339). */
      readonly until?: string | undefined
      /** The chain that this site takes (CAIP-2 reference), where the wallet is on another. */
      readonly chainOfSite?: string | undefined
    }
  | { readonly at: 'suspended'; readonly connected: ConnectedWallet; readonly reason: string | null }
  /** The task is tried again at `retryAt`; null while it is being tried, and offline, where the network is waited for. */
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

/** States in which no wallet was chosen yet. */
export const walletProofPhasesBeforeChoice: readonly WalletProofPhaseName[] = ['discovering', 'choosing', 'no-wallet']

/** How long the screen waits for who is signed in before it shows the wallets without knowing. */
export const currentSessionWaitMilliseconds = 1_000
/** From when on a waiting connection gets a hint, and a waiting signature the offer to ask again. */
export const slowConnectionMilliseconds = 8_000
export const slowSignatureMilliseconds = 20_000
/** The message stands on the screen for this long before the wallet opens over it. */
export const signInMessagePreviewMilliseconds = 450
/** How often a wallet that is locked, or busy with another request, is looked at. */
export const walletRecheckMilliseconds = 2_000
/** A request that the wallet has not refused after this time is open in it. */
export const walletRequestPendingThresholdMilliseconds = 1_000
/** How long until it is asked whether the owners of a contract wallet have approved: soon at first, and ever less often while they take their time. */
export const getContractOwnerApprovalPollDelay = (looks: number): number =>
  looks < 4 ? 15_000 : looks < 10 ? 30_000 : 60_000
/** How long "signed in" is shown before the browser goes on. */
export const signedInRedirectDelayMilliseconds = 1_400

/** The connected wallet that a phase is about, without its message; null before there is one, and after the sign-in. */
export function getConnectedWalletOfProof(phase: WalletProofPhase): ConnectedWallet | null {
  if ('connected' in phase) return phase.connected
  if ('draft' in phase) return pickConnectedWalletFields(phase.draft)
  if ('signed' in phase) return pickConnectedWalletFields(phase.signed)
  if ('again' in phase) return phase.again && pickConnectedWalletFields(phase.again)
  if ('task' in phase)
    return phase.task.kind === 'proof' ? pickConnectedWalletFields(phase.task.signed) : phase.task.connected
  return null
}

/** The wallet of a message that is not needed any more. */
export function pickConnectedWalletFields({ wallet, address, chainId, contract }: ConnectedWallet): ConnectedWallet {
  return { wallet, address, chainId, ...(contract !== undefined && { contract }) }
}

/** The wallet that a phase is about, connected or not. */
export function getChosenWalletOfProof(phase: WalletProofPhase): ChosenWallet | null {
  return 'wallet' in phase ? phase.wallet : (getConnectedWalletOfProof(phase)?.wallet ?? null)
}
