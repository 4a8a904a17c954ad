import type { WalletProofPurpose } from './wallet-proof-purpose.ts'
import { getConnectedWalletOfProof, currentSessionWaitMilliseconds } from './wallet-proof-phases.ts'
import type {
  PrefetchedChallengeState,
  ChosenWallet,
  ConnectedWallet,
  WalletMessageToSign,
  WalletProofPhase,
  WalletProofPhaseName,
  WalletMessageWithSignature,
  SignedInPerson,
} from './wallet-proof-phases.ts'

export interface WalletProofState {
  readonly purpose: WalletProofPurpose
  readonly phase: WalletProofPhase
  /** Incremented when an attempt is abandoned. Late responses carry an older number. */
  readonly attempt: number
  readonly slot: PrefetchedChallengeState
  readonly requests: number
  readonly found: { readonly count: number; readonly settled: boolean }
  readonly session: 'unknown' | 'none' | 'dismissed' | SignedInPerson
  /** Accounts that the user switched to and that were followed without asking. */
  readonly followedAccounts?: readonly string[]
  /** Signed texts by signature, as submitted from this page. */
  readonly signatures?: Readonly<Record<string, string>>
  readonly isVisible: boolean
  readonly isOnline: boolean
  /** How far this device's clock is ahead of the server's; null if unknown. */
  readonly clockAheadMilliseconds: number | null
}

export interface WalletProofStep {
  readonly state: WalletProofState
  readonly effects: readonly WalletProofSideEffect[]
}

export interface PageVisibilityAndConnectivity {
  readonly isVisible: boolean
  readonly isOnline: boolean
}

/** Only a sign-in needs to read the session, because the other purposes require a session. */
export function createInitialWalletProofState(
  now: number,
  purpose: WalletProofPurpose,
  page: PageVisibilityAndConnectivity,
): WalletProofState {
  return {
    purpose,
    phase: { at: 'discovering', timeoutAt: now + currentSessionWaitMilliseconds },
    attempt: 1,
    slot: { at: 'none' },
    requests: 0,
    found: { count: 0, settled: false },
    session: purpose.for === 'sign-in' ? 'unknown' : 'none',
    clockAheadMilliseconds: null,
    ...page,
  }
}

/** @returns the time of the next `tick`, or null */
export function getNextWalletProofTimerTime(state: WalletProofState): number | null {
  const { phase, slot } = state
  // The names of all times end in `At`. A hidden page does not poll for owner approval.
  const moments = Object.entries<unknown>(phase).flatMap(([name, moment]) =>
    name.endsWith('At') && moment && (name !== 'askAt' || state.isVisible) ? (moment as number) : [],
  )
  if (needsFreshWalletChallenge(state) && slot.at === 'ready') moments.push(slot.renewAt)
  if ('draft' in phase) moments.push(phase.draft.expiresAt)
  return moments.length > 0 ? Math.min(...moments) : null
}

const phasesWithoutChallenge: ReadonlySet<WalletProofPhaseName> = new Set<WalletProofPhaseName>([
  'no-wallet',
  'already-signed-in',
  'message-ready',
  'signing',
  'signature-open',
  'awaiting',
  'checking',
  'suspended',
  'offline',
  'unreachable',
  'chain-unavailable',
  'rate-limited',
  'done',
])

/**
 * A wallet being prepared needs a challenge even on a hidden page, which its window may cover.
 * Challenges for contract wallets live long, so they are fetched on demand.
 */
export function needsFreshWalletChallenge({ phase, isVisible }: WalletProofState): boolean {
  return (
    phase.at === 'preparing' ||
    (isVisible && !phasesWithoutChallenge.has(phase.at) && !getConnectedWalletOfProof(phase)?.contract)
  )
}

export type WalletProofSideEffect =
  | { readonly type: 'read-session' }
  | { readonly type: 'fetch-challenge'; readonly request: number; readonly walletKind?: 'contract' }
  /** `eth_requestAccounts` prompts; `eth_accounts` does not. */
  | {
      readonly type: 'connect'
      readonly attempt: number
      readonly wallet: ChosenWallet
      readonly method: 'eth_requestAccounts' | 'eth_accounts'
    }
  | { readonly type: 'recheck-accounts'; readonly wallet: ChosenWallet }
  | {
      readonly type: 'switch-chain'
      readonly attempt: number
      readonly wallet: ChosenWallet
      readonly chainId: string
    }
  | { readonly type: 'detect-contract'; readonly attempt: number; readonly connected: ConnectedWallet }
  | { readonly type: 'check-owner-approval'; readonly attempt: number; readonly draft: WalletMessageToSign }
  | { readonly type: 'sign'; readonly attempt: number; readonly draft: WalletMessageToSign }
  | { readonly type: 'submit'; readonly attempt: number; readonly signed: WalletMessageWithSignature }
  | { readonly type: 'remember-wallet'; readonly wallet: ChosenWallet }
  | { readonly type: 'leave'; readonly path: string }
  | { readonly type: 'reload' }
