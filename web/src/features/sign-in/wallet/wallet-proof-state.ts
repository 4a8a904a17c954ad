// The whole state of the machine that proves a wallet, one step of it, and when it moves by itself.
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

/** The whole state: what is shown, and the few things that go on beside it. */
export interface WalletProofState {
  readonly purpose: WalletProofPurpose
  readonly phase: WalletProofPhase
  /** Counts up whenever an attempt is given up; answers that carry an older number are not listened to. */
  readonly attempt: number
  readonly slot: PrefetchedChallengeState
  readonly requests: number
  readonly found: { readonly count: number; readonly settled: boolean }
  readonly session: 'unknown' | 'none' | 'dismissed' | SignedInPerson
  /** The accounts that a wallet was switched to midway, and that were gone on with unasked. */
  readonly followedAccounts?: readonly string[]
  /** What this page sent to the server: the text of each signature. */
  readonly signatures?: Readonly<Record<string, string>>
  readonly isVisible: boolean
  readonly isOnline: boolean
  /** How far this device's clock is ahead of the server's; null until it is known. */
  readonly clockAheadMilliseconds: number | null
}

/** One step of the machine: the next state, and what is to be done. */
export interface WalletProofStep {
  readonly state: WalletProofState
  readonly effects: readonly WalletProofSideEffect[]
}

/** What a page can say of itself. */
export interface PageVisibilityAndConnectivity {
  readonly isVisible: boolean
  readonly isOnline: boolean
}

/** The state in which the page opens. Whoever proves a wallet for anything but a sign-in is signed in, and not asked about. */
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

/** When time itself changes something next: the earliest moment at which a `tick` is due; null where none is. */
export function getNextWalletProofTimerTime(state: WalletProofState): number | null {
  const { phase, slot } = state
  // Every time of a phase is named so. Owners are not asked for by a page that nobody looks at.
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
 * Whether a fresh challenge is kept ready now: while the page is seen and a message may be wanted next, but not while
 * one is out to be signed, because a second one would not be used. A connected wallet waits for it seen or not: its own
 * window may cover the page. That of a contract wallet lives long, so that it is asked for only when it is wanted.
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
  /** `eth_requestAccounts` asks the person; `eth_accounts` only looks at what they have already shared. */
  | {
      readonly type: 'connect'
      readonly attempt: number
      readonly wallet: ChosenWallet
      readonly method: 'eth_requestAccounts' | 'eth_accounts'
    }
  /** Looks whether accounts are shared by now, without asking for any. */
  | { readonly type: 'recheck-accounts'; readonly wallet: ChosenWallet }
  /** Asks the wallet itself what stands at its address on its chain. */
  | { readonly type: 'detect-contract'; readonly attempt: number; readonly connected: ConnectedWallet }
  /** Asks the server whether the owners have approved on the chain. */
  | { readonly type: 'check-owner-approval'; readonly attempt: number; readonly draft: WalletMessageToSign }
  | { readonly type: 'sign'; readonly attempt: number; readonly draft: WalletMessageToSign }
  | { readonly type: 'submit'; readonly attempt: number; readonly signed: WalletMessageWithSignature }
  | { readonly type: 'remember-wallet'; readonly wallet: ChosenWallet }
  | { readonly type: 'leave'; readonly path: string }
  | { readonly type: 'reload' }
