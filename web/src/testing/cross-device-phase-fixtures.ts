// One example of every cross-device phase and event.
import type {
  ReceivedCrossDeviceProofAnswer,
  IssuedCrossDeviceCode,
  CrossDeviceProofAnswer,
  CrossDeviceMachineEvent,
  CrossDevicePhase,
  CrossDeviceMachineState,
} from '../features/sign-in/cross-device/cross-device-proof-phases.ts'

export const crossDeviceStartTimeFixture = 1_000_000
export const visibleOnlinePageStateFixture = { isVisible: true, isOnline: true }
export const shownCrossDeviceCodeFixture: IssuedCrossDeviceCode = {
  id: 'c1',
  code: '7KQM-RTWX',
  link: 'https://id.example/device?user_code=7KQM-RTWX',
  pair: 'K7',
  expiresAt: crossDeviceStartTimeFixture + 120_000,
}
export const signedCrossDeviceAnswerFixture: CrossDeviceProofAnswer = {
  message: 'id.example wants you to sign in',
  signature: '0x1',
}
export const crossDeviceSignerAddressFixture = '0x90F8bf6A479f320ead074411a4B0e7944Ea8c9C1'
const answered: ReceivedCrossDeviceProofAnswer = {
  code: shownCrossDeviceCodeFixture,
  answer: signedCrossDeviceAnswerFixture,
  address: crossDeviceSignerAddressFixture,
}
export const networkUnreachableProblemFixture = { code: 'network.unreachable' }

export const exampleCrossDevicePhases: Readonly<Record<string, CrossDevicePhase>> = {
  'requesting-code': { at: 'requesting-code' },
  shown: { at: 'shown', code: shownCrossDeviceCodeFixture },
  opened: { at: 'opened', code: shownCrossDeviceCodeFixture },
  picked: { at: 'picked', code: shownCrossDeviceCodeFixture },
  confirming: { at: 'confirming', ...answered, address: crossDeviceSignerAddressFixture },
  checking: { at: 'checking', ...answered, tries: 0 },
  awaiting: { at: 'awaiting', ...answered, askAt: crossDeviceStartTimeFixture + 15_000, pollCount: 0, pollError: null },
  'ended: refused': { at: 'ended', why: 'refused' },
  'ended: ran-out': { at: 'ended', why: 'ran-out' },
  failed: { at: 'failed', problem: { code: 'person.suspended' }, address: null },
  'stalled without': {
    at: 'stalled',
    problem: 'network.unreachable',
    answered: null,
    tries: 0,
    retryAt: crossDeviceStartTimeFixture + 1000,
  },
  'stalled with': {
    at: 'stalled',
    problem: 'network.unreachable',
    answered,
    tries: 0,
    retryAt: crossDeviceStartTimeFixture + 1000,
  },
  done: { at: 'done', name: 'Ada', next: '/account', leaveAt: crossDeviceStartTimeFixture + 1400 },
}

export const firstCrossDeviceAttemptFixture = 1
export const createStatusReceivedEventFixture = (
  state: (CrossDeviceMachineEvent & { type: 'status-received' })['state'],
  more: Partial<CrossDeviceMachineEvent & { type: 'status-received' }> = {},
) => ({
  type: 'status-received' as const,
  attempt: firstCrossDeviceAttemptFixture,
  state,
  expiresAt: shownCrossDeviceCodeFixture.expiresAt,
  answer: state === 'answered' ? signedCrossDeviceAnswerFixture : null,
  address: null,
  askedAt: crossDeviceStartTimeFixture - 5000,
  ...more,
})
export const exampleCrossDeviceEvents: Readonly<Record<string, CrossDeviceMachineEvent>> = {
  tick: { type: 'tick' },
  proceed: { type: 'proceed' },
  'reject-address': { type: 'reject-address' },
  'start over': { type: 'start-over' },
  'code arrived': { type: 'code-arrived', attempt: firstCrossDeviceAttemptFixture, code: shownCrossDeviceCodeFixture },
  'no code': {
    type: 'code-failed',
    attempt: firstCrossDeviceAttemptFixture,
    problem: networkUnreachableProblemFixture,
  },
  'code refused': {
    type: 'code-failed',
    attempt: firstCrossDeviceAttemptFixture,
    problem: { code: 'interaction.invalid' },
  },
  'is shown': createStatusReceivedEventFixture('shown'),
  'is opened': createStatusReceivedEventFixture('opened'),
  'is picked': createStatusReceivedEventFixture('picked'),
  'is answered': createStatusReceivedEventFixture('answered'),
  'is taken': createStatusReceivedEventFixture('taken'),
  'is refused': createStatusReceivedEventFixture('refused'),
  'wrong pair': createStatusReceivedEventFixture('wrong-pair'),
  'second device': createStatusReceivedEventFixture('second-device'),
  'ran out': createStatusReceivedEventFixture('ran-out'),
  'is over': {
    type: 'status-failed',
    attempt: firstCrossDeviceAttemptFixture,
    problem: { code: 'cross_device.ended' },
  },
  'status failed': {
    type: 'status-failed',
    attempt: firstCrossDeviceAttemptFixture,
    problem: networkUnreachableProblemFixture,
  },
  accepted: { type: 'accepted', attempt: firstCrossDeviceAttemptFixture, answer: { name: 'Ada', next: '/account' } },
  'owners awaited': {
    type: 'rejected',
    attempt: firstCrossDeviceAttemptFixture,
    problem: { code: 'signature.pending' },
  },
  'no answer': { type: 'rejected', attempt: firstCrossDeviceAttemptFixture, problem: networkUnreachableProblemFixture },
  rejected: { type: 'rejected', attempt: firstCrossDeviceAttemptFixture, problem: { code: 'signature.refused' } },
  hidden: { type: 'visibility-changed', isVisible: false },
  seen: { type: 'visibility-changed', isVisible: true },
  offline: { type: 'connectivity-changed', isOnline: false },
  online: { type: 'connectivity-changed', isOnline: true },
  restored: { type: 'restored', isGivenUp: true },
  'restored alive': { type: 'restored', isGivenUp: false },
}

export const createCrossDeviceMachineStateFixture = (
  phase: CrossDevicePhase,
  more: Partial<CrossDeviceMachineState> = {},
): CrossDeviceMachineState => ({
  purpose: 'sign-in',
  phase,
  attempt: firstCrossDeviceAttemptFixture,
  renewals: 0,
  failures: 0,
  pollError: null,
  nextPollAt: null,
  finalPollUntil: null,
  ...visibleOnlinePageStateFixture,
  ...more,
})
