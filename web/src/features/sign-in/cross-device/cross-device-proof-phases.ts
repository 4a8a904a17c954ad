// Times are in milliseconds on this device's clock.
import type { ApiEndpointOutput } from '@countersign/api/api-endpoints'
import type { AcceptedWalletProof, WalletProofServerProblem } from '../wallet/wallet-proof-events.ts'
import type { PageVisibilityAndConnectivity } from '../wallet/wallet-proof-state.ts'
import type { SameBrowserWalletProofPurpose } from '../wallet/wallet-proof-purpose.ts'

export type CrossDeviceServerState = ApiEndpointOutput<'watchCrossDevice'>['state']

export type CrossDeviceProofAnswer = NonNullable<ApiEndpointOutput<'watchCrossDevice'>['answer']>

export interface IssuedCrossDeviceCode {
  readonly id: string
  readonly code: string
  readonly link: string
  readonly pair: string
  readonly expiresAt: number
}

export interface ReceivedCrossDeviceProofAnswer {
  readonly code: IssuedCrossDeviceCode
  readonly answer: CrossDeviceProofAnswer
  /** Null for a passkey, or if the address is not needed. */
  readonly address: string | null
}

/** `over` means that the code was already used or ended. */
export type CrossDeviceCodeEndReason = 'refused' | 'wrong-pair' | 'second-device' | 'ran-out' | 'over' | 'not-mine'

export type CrossDevicePhase =
  | { readonly at: 'requesting-code' }
  | { readonly at: 'shown' | 'opened' | 'picked'; readonly code: IssuedCrossDeviceCode }
  /** The person confirms the address first, because a stranger could have scanned the code. */
  | ({ readonly at: 'confirming'; readonly address: string } & ReceivedCrossDeviceProofAnswer)
  | ({ readonly at: 'checking'; readonly tries: number } & ReceivedCrossDeviceProofAnswer)
  /** Waits for the owners of a contract wallet. The same answer is submitted periodically. */
  | ({
      readonly at: 'awaiting'
      /** Null during a request. */
      readonly askAt: number | null
      readonly pollCount: number
      readonly pollError: string | null
    } & ReceivedCrossDeviceProofAnswer)
  | { readonly at: 'ended'; readonly why: CrossDeviceCodeEndReason }
  | { readonly at: 'failed'; readonly problem: WalletProofServerProblem; readonly address: string | null }
  /** The server is unreachable. If `answered` is null, a code is still needed. */
  | {
      readonly at: 'stalled'
      readonly problem: string
      readonly answered: ReceivedCrossDeviceProofAnswer | null
      readonly tries: number
      /** Null during a retry, and while offline. */
      readonly retryAt: number | null
    }
  | ({ readonly at: 'done'; readonly leaveAt: number | null } & AcceptedWalletProof)

export type CrossDevicePhaseName = CrossDevicePhase['at']

export const focusKeepingCrossDevicePhases: ReadonlySet<CrossDevicePhaseName> = new Set<CrossDevicePhaseName>([
  'requesting-code',
  'shown',
  'picked',
  'checking',
])

export interface CrossDeviceMachineState extends PageVisibilityAndConnectivity {
  readonly purpose: SameBrowserWalletProofPurpose['for']
  readonly phase: CrossDevicePhase
  /** Incremented for each code. Events of older attempts are ignored. */
  readonly attempt: number
  readonly renewals: number
  readonly failures: number
  readonly pollError: string | null
  /** Null during a poll, and if there is nothing to poll. */
  readonly nextPollAt: number | null
  /** Deadline of the last poll before an unconfirmed code is abandoned; null if there is none. */
  readonly finalPollUntil: number | null
}

export type CrossDeviceMachineEvent =
  | { readonly type: 'tick' }
  | { readonly type: 'proceed' }
  | { readonly type: 'reject-address' }
  | { readonly type: 'start-over' }
  | { readonly type: 'code-arrived'; readonly attempt: number; readonly code: IssuedCrossDeviceCode }
  | { readonly type: 'code-failed'; readonly attempt: number; readonly problem: WalletProofServerProblem }
  | {
      readonly type: 'status-received'
      readonly attempt: number
      readonly state: CrossDeviceServerState
      readonly expiresAt: number
      readonly answer: CrossDeviceProofAnswer | null
      readonly address: string | null
      readonly askedAt: number
    }
  | { readonly type: 'status-failed'; readonly attempt: number; readonly problem: WalletProofServerProblem }
  | { readonly type: 'accepted'; readonly attempt: number; readonly answer: AcceptedWalletProof }
  | { readonly type: 'rejected'; readonly attempt: number; readonly problem: WalletProofServerProblem }
  | { readonly type: 'visibility-changed'; readonly isVisible: boolean }
  | { readonly type: 'connectivity-changed'; readonly isOnline: boolean }
  /** From the back-forward cache. `isGivenUp`: the code was cancelled when the page was left. */
  | { readonly type: 'restored'; readonly isGivenUp: boolean }

export type CrossDeviceSideEffect =
  | { readonly type: 'request-code'; readonly attempt: number }
  | {
      readonly type: 'poll-status'
      readonly attempt: number
      readonly id: string
      readonly known: CrossDeviceServerState
    }
  | ({ readonly type: 'submit'; readonly attempt: number } & Pick<ReceivedCrossDeviceProofAnswer, 'answer' | 'address'>)
  | { readonly type: 'cancel'; readonly id: string }
  /** The code expired by the local clock. The server keeps it if it was answered in time. */
  | { readonly type: 'expire'; readonly id: string }
  | { readonly type: 'leave'; readonly path: string }

export interface CrossDeviceMachineStep {
  readonly state: CrossDeviceMachineState
  readonly effects: readonly CrossDeviceSideEffect[]
}

export const maxCrossDeviceCodeRenewals = 3
/** If a response without news is faster, the server did not hold the request. */
export const minLongPollMilliseconds = 1_000
export const crossDevicePollPauseMilliseconds = 2_000
/** If neither expiry nor opening of the code is reported by then, the server is unreachable. */
export const crossDeviceExpiryGraceMilliseconds = 5_000
/** Gives a device that wakes up time to reconnect. */
export const finalCrossDevicePollMilliseconds = 10_000
export const deviceClockSkewToleranceMilliseconds = 1_500
const firstRetryMilliseconds = 1_000
const maxRetryMilliseconds = 30_000

export function getCrossDeviceRetryDelay(
  { code, retryAfterSeconds = 30 }: WalletProofServerProblem,
  tries: number,
): number {
  if (code === 'rate.limited') return Math.min(Math.max(retryAfterSeconds, 1), 3600) * 1000
  return Math.min(firstRetryMilliseconds * 2 ** tries, maxRetryMilliseconds)
}

export function getActiveCrossDeviceCode(phase: CrossDevicePhase): IssuedCrossDeviceCode | null {
  if ('code' in phase) return phase.code
  return phase.at === 'stalled' ? (phase.answered?.code ?? null) : null
}

export const isPollingPhase = (
  phase: CrossDevicePhase,
): phase is CrossDevicePhase & { at: 'shown' | 'opened' | 'picked' } =>
  phase.at === 'shown' || phase.at === 'opened' || phase.at === 'picked'

/** @returns the time of the next `tick`, or null */
export function getNextCrossDeviceTimerTime({
  phase,
  nextPollAt,
  finalPollUntil,
  isVisible,
  isOnline,
}: CrossDeviceMachineState): number | null {
  const moments: (number | null)[] = []
  if (isPollingPhase(phase)) {
    moments.push(nextPollAt)
    if (finalPollUntil === null) moments.push(phase.code.expiresAt + crossDeviceExpiryGraceMilliseconds)
    else if (isOnline) moments.push(finalPollUntil)
  }
  if (phase.at === 'confirming') moments.push(phase.code.expiresAt)
  if (phase.at === 'stalled') moments.push(phase.retryAt)
  if (phase.at === 'done') moments.push(phase.leaveAt)
  // A hidden page does not poll.
  if (phase.at === 'awaiting' && isVisible) moments.push(phase.askAt)
  const due = moments.filter((moment) => moment !== null)
  return due.length > 0 ? Math.min(...due) : null
}
