// What the waiting browser can be in while another device proves something for it (cross-device sign-in): one closed union, one step of
// the machine, and when it moves by itself. Times are milliseconds of this device's clock.
import type { ApiEndpointOutput } from '@countersign/api/api-endpoints'
import type { AcceptedWalletProof, WalletProofServerProblem } from '../wallet/wallet-proof-events.ts'
import type { PageVisibilityAndConnectivity } from '../wallet/wallet-proof-state.ts'
import type { SameBrowserWalletProofPurpose } from '../wallet/wallet-proof-purpose.ts'

/** What the server says of how far it is. */
export type CrossDeviceServerState = ApiEndpointOutput<'watchCrossDevice'>['state']

/** What was signed on the other device. */
export type CrossDeviceProofAnswer = NonNullable<ApiEndpointOutput<'watchCrossDevice'>['answer']>

/** A code that is shown here and opened on another device. */
export interface IssuedCrossDeviceCode {
  readonly id: string
  /** As it is typed. */
  readonly code: string
  /** As it is scanned. */
  readonly link: string
  /** The two characters that both screens show. */
  readonly pair: string
  readonly expiresAt: number
}

/** An answer on its way into this browser. */
export interface ReceivedCrossDeviceProofAnswer {
  readonly code: IssuedCrossDeviceCode
  readonly answer: CrossDeviceProofAnswer
  /** The address that the signed message names; null where nobody asked, and for a passkey. */
  readonly address: string | null
}

/** Why a code came to nothing. `over`: it was used or ended already. */
export type CrossDeviceCodeEndReason = 'refused' | 'wrong-pair' | 'second-device' | 'ran-out' | 'over' | 'not-mine'

export type CrossDevicePhase =
  | { readonly at: 'requesting-code' }
  | { readonly at: 'shown' | 'opened' | 'picked'; readonly code: IssuedCrossDeviceCode }
  /** What is about to be linked is shown first: whoever scans the screen must not become a way in. */
  | ({ readonly at: 'confirming'; readonly address: string } & ReceivedCrossDeviceProofAnswer)
  | ({ readonly at: 'checking'; readonly tries: number } & ReceivedCrossDeviceProofAnswer)
  /** The owners of a contract wallet take their time: the same answer is handed in from time to time. */
  | ({
      readonly at: 'awaiting'
      /** Null while it is being asked. */
      readonly askAt: number | null
      readonly pollCount: number
      /** Why it could not be told the last time; null where it could. */
      readonly pollError: string | null
    } & ReceivedCrossDeviceProofAnswer)
  | { readonly at: 'ended'; readonly why: CrossDeviceCodeEndReason }
  /** The server wants neither this answer nor, most often, another one. */
  | { readonly at: 'failed'; readonly problem: WalletProofServerProblem; readonly address: string | null }
  /** The server cannot be had. Without an answer, a code is wanted. */
  | {
      readonly at: 'stalled'
      readonly problem: string
      readonly answered: ReceivedCrossDeviceProofAnswer | null
      readonly tries: number
      /** Null while it is being tried, and offline, where the network is waited for. */
      readonly retryAt: number | null
    }
  | ({ readonly at: 'done'; readonly leaveAt: number | null } & AcceptedWalletProof)

export type CrossDevicePhaseName = CrossDevicePhase['at']

/** States that only carry on what the person is at already: the focus stays where it is. */
export const focusKeepingCrossDevicePhases: ReadonlySet<CrossDevicePhaseName> = new Set<CrossDevicePhaseName>([
  'requesting-code',
  'shown',
  'picked',
  'checking',
])

export interface CrossDeviceMachineState extends PageVisibilityAndConnectivity {
  readonly purpose: SameBrowserWalletProofPurpose['for']
  readonly phase: CrossDevicePhase
  /** Counts up with every code; what belongs to an older one is not listened to. */
  readonly attempt: number
  /** How many codes in a row were replaced by themselves. */
  readonly renewals: number
  /** How often in a row it could not be told how far it is. */
  readonly failures: number
  /** What keeps the server from being asked how far it is, while the code stays on the screen. */
  readonly pollError: string | null
  /** When it is asked again how far it is; null while it is being asked, and where there is nothing to ask. */
  readonly nextPollAt: number | null
  /** When a code of which nothing is heard is given up, once the server was asked a last time; null before that. */
  readonly finalPollUntil: number | null
}

export type CrossDeviceMachineEvent =
  | { readonly type: 'tick' }
  /** The one main button of whatever is shown. */
  | { readonly type: 'proceed' }
  /** What was signed is not of the person who sits here. */
  | { readonly type: 'reject-address' }
  /** Begins anew, whatever has come of it. */
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
      /** When it was asked. */
      readonly askedAt: number
    }
  | { readonly type: 'status-failed'; readonly attempt: number; readonly problem: WalletProofServerProblem }
  | { readonly type: 'accepted'; readonly attempt: number; readonly answer: AcceptedWalletProof }
  | { readonly type: 'rejected'; readonly attempt: number; readonly problem: WalletProofServerProblem }
  | { readonly type: 'visibility-changed'; readonly isVisible: boolean }
  | { readonly type: 'connectivity-changed'; readonly isOnline: boolean }
  /** The page came back as it was left (back/forward cache). `isGivenUp` where its code was ended when it was left. */
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
  /** The same by the page itself, which may not have heard yet that it was answered: what was answered goes on. */
  | { readonly type: 'expire'; readonly id: string }
  | { readonly type: 'leave'; readonly path: string }

export interface CrossDeviceMachineStep {
  readonly state: CrossDeviceMachineState
  readonly effects: readonly CrossDeviceSideEffect[]
}

/** A page that is looked at replaces a code that ran out this often by itself. */
export const maxCrossDeviceCodeRenewals = 3
/** An answer that comes sooner than this and says nothing new was not held: the next one is asked for after a pause. */
export const minLongPollMilliseconds = 1_000
export const crossDevicePollPauseMilliseconds = 2_000
/** So long after its end the server has said that a code ran out, or that somebody opened it in its last second; from then on it cannot be had. */
export const crossDeviceExpiryGraceMilliseconds = 5_000
/** After it was asked a last time, the server has so long to say how far it is: a device that wakes up finds its network first. */
export const finalCrossDevicePollMilliseconds = 10_000
/** How far the server's time can be off as this device knows it. */
export const deviceClockSkewToleranceMilliseconds = 1_500
const firstRetryMilliseconds = 1_000
const maxRetryMilliseconds = 30_000

/** When the server is asked again after it could not be had. */
export function getCrossDeviceRetryDelay(
  { code, retryAfterSeconds = 30 }: WalletProofServerProblem,
  tries: number,
): number {
  if (code === 'rate.limited') return Math.min(Math.max(retryAfterSeconds, 1), 3600) * 1000
  return Math.min(firstRetryMilliseconds * 2 ** tries, maxRetryMilliseconds)
}

/** The code that stands on the screen, and is still of use. */
export function getActiveCrossDeviceCode(phase: CrossDevicePhase): IssuedCrossDeviceCode | null {
  if ('code' in phase) return phase.code
  return phase.at === 'stalled' ? (phase.answered?.code ?? null) : null
}

/** Whether it is asked how far it is. */
export const isPollingPhase = (
  phase: CrossDevicePhase,
): phase is CrossDevicePhase & { at: 'shown' | 'opened' | 'picked' } =>
  phase.at === 'shown' || phase.at === 'opened' || phase.at === 'picked'

/** The earliest moment at which a `tick` is due; null where none is. */
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
  // Owners are not asked for by a page that nobody looks at.
  if (phase.at === 'awaiting' && isVisible) moments.push(phase.askAt)
  const due = moments.filter((moment) => moment !== null)
  return due.length > 0 ? Math.min(...due) : null
}
