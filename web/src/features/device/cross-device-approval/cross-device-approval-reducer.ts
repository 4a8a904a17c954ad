// How far this browser is with answering another one (cross-device sign-in), as a closed union, and the one function that moves it on. What the
// server says counts whoever it told it to first: two requests can overtake each other, and the other screen can end it at any moment.
import type { ApiEndpointOutput } from '@countersign/api/api-endpoints'

/** What was asked, and from where. */
export interface OpenedCrossDeviceRequest extends Omit<ApiEndpointOutput<'openCrossDevice'>, 'expiresAt'> {
  /** In milliseconds, by this device's clock. */
  readonly expiresAt: number
}
export type OpenedCrossDeviceRequestState = OpenedCrossDeviceRequest['state']

export type CrossDeviceApprovalPhase =
  /** The person sees what is asked, and decides. */
  | { readonly at: 'asked' }
  /** Which of three pairs does the other screen show? */
  | { readonly at: 'pair' }
  /** A wallet or a passkey signs. @see isPassedOn */
  | {
      readonly at: 'proving'
      /** Whether a link was given out by which another browser of this device can take over. */
      readonly isHandedOff: boolean
    }
  /** It was signed, and the other browser hands it in. */
  | { readonly at: 'sent' }
  /** The other browser has what it asked for. `until` is when a session that began so ends; null where there is none. */
  | { readonly at: 'taken'; readonly until: string | null }
  /** Ends. The session that began so was ended from here; what was signed was not taken; and why it came to nothing. */
  | { readonly at: 'ended' }
  | { readonly at: 'failed' }
  | { readonly at: 'refused' }
  | { readonly at: 'wrong-pair' }
  | { readonly at: 'second-device' }
  | { readonly at: 'code-ended' }
  /** It is over for this browser, and most likely goes on in that of a wallet. */
  | { readonly at: 'passed-on' }

export type CrossDeviceApprovalPhaseName = CrossDeviceApprovalPhase['at']

export type CrossDeviceApprovalEvent =
  /** The person says that it is theirs. */
  | { readonly type: 'continue' }
  /** The server says how far it is, whatever it was asked. */
  | { readonly type: 'state-received'; readonly state: OpenedCrossDeviceRequestState; readonly until: string | null }
  /** A link was given out by which another browser can take over. */
  | { readonly type: 'passed-on' }
  | { readonly type: 'answered' }
  | { readonly type: 'refused' }
  | { readonly type: 'ended' }
  /** The server knows the code no more, or not for this browser. */
  | { readonly type: 'code-ended' }

/** What every part of the page is given. */
export interface CrossDeviceApprovalStepProps {
  readonly asked: OpenedCrossDeviceRequest
  readonly dispatch: (event: CrossDeviceApprovalEvent) => void
}

/** What can still become something else by what happens elsewhere. */
const liveStages: ReadonlySet<CrossDeviceApprovalPhaseName> = new Set<CrossDeviceApprovalPhaseName>([
  'asked',
  'pair',
  'proving',
  'sent',
])
/** Before anything was signed. */
const unsignedStages: ReadonlySet<CrossDeviceApprovalPhaseName> = new Set<CrossDeviceApprovalPhaseName>([
  'asked',
  'pair',
  'proving',
])

export const isUnfinishedCrossDeviceApproval = ({ at }: CrossDeviceApprovalPhase): boolean => liveStages.has(at)

/** Where a browser begins that has opened a code: perhaps in the middle, after a reload or where it takes over from another one. */
export function getInitialCrossDeviceApprovalPhase({ state }: OpenedCrossDeviceRequest): CrossDeviceApprovalPhase {
  // Until when a session lasts is not known yet: it is asked for from there.
  if (state === 'taken') return { at: 'sent' }
  return reduceCrossDeviceApprovalPhase({ at: 'asked' }, { type: 'state-received', state, until: null })
}

export function reduceCrossDeviceApprovalPhase(
  stage: CrossDeviceApprovalPhase,
  event: CrossDeviceApprovalEvent,
): CrossDeviceApprovalPhase {
  // A session that began so can be ended as long as this is shown.
  if (stage.at === 'taken') return event.type === 'ended' ? { at: 'ended' } : stage
  if (!isUnfinishedCrossDeviceApproval(stage)) return stage
  switch (event.type) {
    case 'continue':
      return stage.at === 'asked' ? { at: 'pair' } : stage
    case 'state-received':
      return onServerState(stage, event)
    case 'passed-on':
      return stage.at === 'proving' ? { at: 'proving', isHandedOff: true } : stage
    case 'answered':
      return { at: 'sent' }
    case 'refused':
      return { at: 'refused' }
    case 'ended':
      return stage
    case 'code-ended':
      return stage.at === 'proving' && stage.isHandedOff ? { at: 'passed-on' } : { at: 'code-ended' }
  }
}

/**
 * For one browser the server never goes back: what it said before it was told the newest is passed over. Whoever takes over begins anew, with the
 * question and the pair.
 */
function onServerState(
  stage: CrossDeviceApprovalPhase,
  { state, until }: CrossDeviceApprovalEvent & { type: 'state-received' },
): CrossDeviceApprovalPhase {
  switch (state) {
    case 'shown':
    case 'opened':
      return stage
    case 'picked':
      return stage.at === 'asked' || stage.at === 'pair' ? { at: 'proving', isHandedOff: false } : stage
    case 'answered':
      return { at: 'sent' }
    case 'taken':
      return { at: 'taken', until }
    case 'cancelled':
      return unsignedStages.has(stage.at) ? { at: 'code-ended' } : { at: 'failed' }
    case 'ran-out':
      return { at: 'code-ended' }
    case 'refused':
    case 'wrong-pair':
    case 'second-device':
      return { at: state }
  }
}
