// Responses can arrive out of order, and the other device can end the request at any time.
import type { ApiEndpointOutput } from '@countersign/api/api-endpoints'

export interface OpenedCrossDeviceRequest extends Omit<ApiEndpointOutput<'openCrossDevice'>, 'expiresAt'> {
  /** Milliseconds on this device's clock. */
  readonly expiresAt: number
}
export type OpenedCrossDeviceRequestState = OpenedCrossDeviceRequest['state']

export type CrossDeviceApprovalPhase =
  | { readonly at: 'asked' }
  | { readonly at: 'pair' }
  | {
      readonly at: 'proving'
      /** Whether a link was issued that lets another browser on this device take over. */
      readonly isHandedOff: boolean
    }
  | { readonly at: 'sent' }
  /** `until` is when the resulting session ends, or null if there is none. */
  | { readonly at: 'taken'; readonly until: string | null }
  /** Final phases: `ended` means that the resulting session was ended from here. */
  | { readonly at: 'ended' }
  | { readonly at: 'failed' }
  | { readonly at: 'refused' }
  | { readonly at: 'wrong-pair' }
  | { readonly at: 'second-device' }
  | { readonly at: 'code-ended' }
  /** Final for this browser; a wallet's browser has probably taken over. */
  | { readonly at: 'passed-on' }

export type CrossDeviceApprovalPhaseName = CrossDeviceApprovalPhase['at']

export type CrossDeviceApprovalEvent =
  | { readonly type: 'continue' }
  | { readonly type: 'state-received'; readonly state: OpenedCrossDeviceRequestState; readonly until: string | null }
  | { readonly type: 'passed-on' }
  | { readonly type: 'answered' }
  | { readonly type: 'refused' }
  | { readonly type: 'ended' }
  | { readonly type: 'code-ended' }

export interface CrossDeviceApprovalStepProps {
  readonly asked: OpenedCrossDeviceRequest
  readonly dispatch: (event: CrossDeviceApprovalEvent) => void
}

/** Phases that events elsewhere can still change. */
const liveStages: ReadonlySet<CrossDeviceApprovalPhaseName> = new Set<CrossDeviceApprovalPhaseName>([
  'asked',
  'pair',
  'proving',
  'sent',
])
const unsignedStages: ReadonlySet<CrossDeviceApprovalPhaseName> = new Set<CrossDeviceApprovalPhaseName>([
  'asked',
  'pair',
  'proving',
])

export const isUnfinishedCrossDeviceApproval = ({ at }: CrossDeviceApprovalPhase): boolean => liveStages.has(at)

export function getInitialCrossDeviceApprovalPhase({ state }: OpenedCrossDeviceRequest): CrossDeviceApprovalPhase {
  // The time when the session ends is not known yet. The `sent` phase polls for it.
  if (state === 'taken') return { at: 'sent' }
  return reduceCrossDeviceApprovalPhase({ at: 'asked' }, { type: 'state-received', state, until: null })
}

export function reduceCrossDeviceApprovalPhase(
  stage: CrossDeviceApprovalPhase,
  event: CrossDeviceApprovalEvent,
): CrossDeviceApprovalPhase {
  // The resulting session can be ended while this is shown.
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

/** The server's state for a browser never goes back, so states that arrive late are ignored. */
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
