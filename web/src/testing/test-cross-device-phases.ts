// An example of each phase and event of waiting for another device.
import type {
  ReceivedCrossDeviceAnswer,
  CrossDeviceCode,
  CrossDeviceAnswer,
  CrossDeviceEvent,
  CrossDevicePhase,
  CrossDeviceMachineState,
} from '../features/sign-in/cross-device/cross-device-state.ts'

export const startedAt = 1_000_000
export const visibleOnlinePage = { isVisible: true, isOnline: true }
export const shownCode: CrossDeviceCode = {
  id: 'c1',
  code: '7KQM-RTWX',
  link: 'https://id.example/device?user_code=7KQM-RTWX',
  pair: 'K7',
  expiresAt: startedAt + 120_000,
}
export const signedAnswer: CrossDeviceAnswer = { message: 'id.example wants you to sign in', signature: '0x1' }
export const signerAddress = '0x90F8bf6A479f320ead074411a4B0e7944Ea8c9C1'
const answered: ReceivedCrossDeviceAnswer = { code: shownCode, answer: signedAnswer, address: signerAddress }
export const unreachableProblem = { code: 'network.unreachable' }

export const examplePhases: Readonly<Record<string, CrossDevicePhase>> = {
  'requesting-code': { at: 'requesting-code' },
  shown: { at: 'shown', code: shownCode },
  opened: { at: 'opened', code: shownCode },
  picked: { at: 'picked', code: shownCode },
  confirming: { at: 'confirming', ...answered, address: signerAddress },
  checking: { at: 'checking', ...answered, tries: 0 },
  awaiting: { at: 'awaiting', ...answered, askAt: startedAt + 15_000, pollCount: 0, pollError: null },
  'ended: refused': { at: 'ended', why: 'refused' },
  'ended: ran-out': { at: 'ended', why: 'ran-out' },
  failed: { at: 'failed', problem: { code: 'person.suspended' }, address: null },
  'stalled without': {
    at: 'stalled',
    problem: 'network.unreachable',
    answered: null,
    tries: 0,
    retryAt: startedAt + 1000,
  },
  'stalled with': { at: 'stalled', problem: 'network.unreachable', answered, tries: 0, retryAt: startedAt + 1000 },
  done: { at: 'done', name: 'Ada', next: '/account', leaveAt: startedAt + 1400 },
}

/** All that belongs to the first code. */
export const firstAttempt = 1
export const createStatusReceived = (
  state: (CrossDeviceEvent & { type: 'status-received' })['state'],
  more: Partial<CrossDeviceEvent & { type: 'status-received' }> = {},
) => ({
  type: 'status-received' as const,
  attempt: firstAttempt,
  state,
  expiresAt: shownCode.expiresAt,
  answer: state === 'answered' ? signedAnswer : null,
  address: null,
  askedAt: startedAt - 5000,
  ...more,
})
export const exampleEvents: Readonly<Record<string, CrossDeviceEvent>> = {
  tick: { type: 'tick' },
  proceed: { type: 'proceed' },
  'reject-address': { type: 'reject-address' },
  'start over': { type: 'start-over' },
  'code arrived': { type: 'code-arrived', attempt: firstAttempt, code: shownCode },
  'no code': { type: 'code-failed', attempt: firstAttempt, problem: unreachableProblem },
  'code refused': { type: 'code-failed', attempt: firstAttempt, problem: { code: 'interaction.invalid' } },
  'is shown': createStatusReceived('shown'),
  'is opened': createStatusReceived('opened'),
  'is picked': createStatusReceived('picked'),
  'is answered': createStatusReceived('answered'),
  'is taken': createStatusReceived('taken'),
  'is refused': createStatusReceived('refused'),
  'wrong pair': createStatusReceived('wrong-pair'),
  'second device': createStatusReceived('second-device'),
  'ran out': createStatusReceived('ran-out'),
  'is over': { type: 'status-failed', attempt: firstAttempt, problem: { code: 'cross_device.ended' } },
  'status failed': { type: 'status-failed', attempt: firstAttempt, problem: unreachableProblem },
  accepted: { type: 'accepted', attempt: firstAttempt, answer: { name: 'Ada', next: '/account' } },
  'owners awaited': { type: 'rejected', attempt: firstAttempt, problem: { code: 'signature.pending' } },
  'no answer': { type: 'rejected', attempt: firstAttempt, problem: unreachableProblem },
  rejected: { type: 'rejected', attempt: firstAttempt, problem: { code: 'signature.refused' } },
  hidden: { type: 'visibility-changed', isVisible: false },
  seen: { type: 'visibility-changed', isVisible: true },
  offline: { type: 'connectivity-changed', isOnline: false },
  online: { type: 'connectivity-changed', isOnline: true },
  restored: { type: 'restored', isGivenUp: true },
  'restored alive': { type: 'restored', isGivenUp: false },
}

export const createStateIn = (
  phase: CrossDevicePhase,
  more: Partial<CrossDeviceMachineState> = {},
): CrossDeviceMachineState => ({
  purpose: 'sign-in',
  phase,
  attempt: firstAttempt,
  renewals: 0,
  failures: 0,
  pollError: null,
  nextPollAt: null,
  finalPollUntil: null,
  ...visibleOnlinePage,
  ...more,
})
