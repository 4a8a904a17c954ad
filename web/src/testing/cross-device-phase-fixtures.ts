// An example of each phase and event of waiting for another device.
import type {
  ReceivedCrossDeviceProofAnswer,
  CrossDeviceCode,
  CrossDeviceProofAnswer,
  CrossDeviceMachineEvent,
  CrossDevicePhase,
  CrossDeviceMachineState,
} from '../features/sign-in/cross-device/cross-device-proof-phases.ts'

export const crossDeviceStartTime = 1_000_000
export const visibleOnlinePageState = { isVisible: true, isOnline: true }
export const shownCrossDeviceCode: CrossDeviceCode = {
  id: 'c1',
  code: '7KQM-RTWX',
  link: 'https://id.example/device?user_code=7KQM-RTWX',
  pair: 'K7',
  expiresAt: crossDeviceStartTime + 120_000,
}
export const signedCrossDeviceAnswer: CrossDeviceProofAnswer = {
  message: 'id.example wants you to sign in',
  signature: '0x1',
}
export const crossDeviceSignerAddress = '0x90F8bf6A479f320ead074411a4B0e7944Ea8c9C1'
const answered: ReceivedCrossDeviceProofAnswer = {
  code: shownCrossDeviceCode,
  answer: signedCrossDeviceAnswer,
  address: crossDeviceSignerAddress,
}
export const networkUnreachableProblem = { code: 'network.unreachable' }

export const exampleCrossDevicePhases: Readonly<Record<string, CrossDevicePhase>> = {
  'requesting-code': { at: 'requesting-code' },
  shown: { at: 'shown', code: shownCrossDeviceCode },
  opened: { at: 'opened', code: shownCrossDeviceCode },
  picked: { at: 'picked', code: shownCrossDeviceCode },
  confirming: { at: 'confirming', ...answered, address: crossDeviceSignerAddress },
  checking: { at: 'checking', ...answered, tries: 0 },
  awaiting: { at: 'awaiting', ...answered, askAt: crossDeviceStartTime + 15_000, pollCount: 0, pollError: null },
  'ended: refused': { at: 'ended', why: 'refused' },
  'ended: ran-out': { at: 'ended', why: 'ran-out' },
  failed: { at: 'failed', problem: { code: 'person.suspended' }, address: null },
  'stalled without': {
    at: 'stalled',
    problem: 'network.unreachable',
    answered: null,
    tries: 0,
    retryAt: crossDeviceStartTime + 1000,
  },
  'stalled with': {
    at: 'stalled',
    problem: 'network.unreachable',
    answered,
    tries: 0,
    retryAt: crossDeviceStartTime + 1000,
  },
  done: { at: 'done', name: 'Ada', next: '/account', leaveAt: crossDeviceStartTime + 1400 },
}

/** All that belongs to the first code. */
export const firstCrossDeviceAttempt = 1
export const createStatusReceivedEvent = (
  state: (CrossDeviceMachineEvent & { type: 'status-received' })['state'],
  more: Partial<CrossDeviceMachineEvent & { type: 'status-received' }> = {},
) => ({
  type: 'status-received' as const,
  attempt: firstCrossDeviceAttempt,
  state,
  expiresAt: shownCrossDeviceCode.expiresAt,
  answer: state === 'answered' ? signedCrossDeviceAnswer : null,
  address: null,
  askedAt: crossDeviceStartTime - 5000,
  ...more,
})
export const exampleCrossDeviceEvents: Readonly<Record<string, CrossDeviceMachineEvent>> = {
  tick: { type: 'tick' },
  proceed: { type: 'proceed' },
  'reject-address': { type: 'reject-address' },
  'start over': { type: 'start-over' },
  'code arrived': { type: 'code-arrived', attempt: firstCrossDeviceAttempt, code: shownCrossDeviceCode },
  'no code': { type: 'code-failed', attempt: firstCrossDeviceAttempt, problem: networkUnreachableProblem },
  'code refused': { type: 'code-failed', attempt: firstCrossDeviceAttempt, problem: { code: 'interaction.invalid' } },
  'is shown': createStatusReceivedEvent('shown'),
  'is opened': createStatusReceivedEvent('opened'),
  'is picked': createStatusReceivedEvent('picked'),
  'is answered': createStatusReceivedEvent('answered'),
  'is taken': createStatusReceivedEvent('taken'),
  'is refused': createStatusReceivedEvent('refused'),
  'wrong pair': createStatusReceivedEvent('wrong-pair'),
  'second device': createStatusReceivedEvent('second-device'),
  'ran out': createStatusReceivedEvent('ran-out'),
  'is over': { type: 'status-failed', attempt: firstCrossDeviceAttempt, problem: { code: 'cross_device.ended' } },
  'status failed': { type: 'status-failed', attempt: firstCrossDeviceAttempt, problem: networkUnreachableProblem },
  accepted: { type: 'accepted', attempt: firstCrossDeviceAttempt, answer: { name: 'Ada', next: '/account' } },
  'owners awaited': { type: 'rejected', attempt: firstCrossDeviceAttempt, problem: { code: 'signature.pending' } },
  'no answer': { type: 'rejected', attempt: firstCrossDeviceAttempt, problem: networkUnreachableProblem },
  rejected: { type: 'rejected', attempt: firstCrossDeviceAttempt, problem: { code: 'signature.refused' } },
  hidden: { type: 'visibility-changed', isVisible: false },
  seen: { type: 'visibility-changed', isVisible: true },
  offline: { type: 'connectivity-changed', isOnline: false },
  online: { type: 'connectivity-changed', isOnline: true },
  restored: { type: 'restored', isGivenUp: true },
  'restored alive': { type: 'restored', isGivenUp: false },
}

export const createCrossDeviceMachineState = (
  phase: CrossDevicePhase,
  more: Partial<CrossDeviceMachineState> = {},
): CrossDeviceMachineState => ({
  purpose: 'sign-in',
  phase,
  attempt: firstCrossDeviceAttempt,
  renewals: 0,
  failures: 0,
  pollError: null,
  nextPollAt: null,
  finalPollUntil: null,
  ...visibleOnlinePageState,
  ...more,
})
