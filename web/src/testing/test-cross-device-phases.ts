// An example of each phase and event of waiting for another device.
import type {
  ReceivedAnswer,
  CrossDeviceCode,
  CrossDeviceAnswer,
  CrossDeviceEvent,
  CrossDevicePhase,
  CrossDeviceMachineState,
} from '../features/sign-in/cross-device/cross-device-state.ts'

export const startedAt = 1_000_000
export const page = { isVisible: true, isOnline: true }
export const code: CrossDeviceCode = {
  id: 'c1',
  code: '7KQM-RTWX',
  link: 'https://id.example/device?user_code=7KQM-RTWX',
  pair: 'K7',
  expiresAt: startedAt + 120_000,
}
export const answer: CrossDeviceAnswer = { message: 'id.example wants you to sign in', signature: '0x1' }
export const address = '0x90F8bf6A479f320ead074411a4B0e7944Ea8c9C1'
const answered: ReceivedAnswer = { code, answer, address }
export const unreachable = { code: 'network.unreachable' }

export const phases: Readonly<Record<string, CrossDevicePhase>> = {
  'requesting-code': { at: 'requesting-code' },
  shown: { at: 'shown', code },
  opened: { at: 'opened', code },
  picked: { at: 'picked', code },
  confirming: { at: 'confirming', ...answered, address },
  checking: { at: 'checking', ...answered, tries: 0 },
  awaiting: { at: 'awaiting', ...answered, askAt: startedAt + 15_000, looks: 0, trouble: null },
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
export const attempt = 1
export const statusReceived = (
  state: (CrossDeviceEvent & { type: 'status-received' })['state'],
  more: Partial<CrossDeviceEvent & { type: 'status-received' }> = {},
) => ({
  type: 'status-received' as const,
  attempt,
  state,
  expiresAt: code.expiresAt,
  answer: state === 'answered' ? answer : null,
  address: null,
  askedAt: startedAt - 5000,
  ...more,
})
export const events: Readonly<Record<string, CrossDeviceEvent>> = {
  tick: { type: 'tick' },
  proceed: { type: 'proceed' },
  'reject-address': { type: 'reject-address' },
  'start over': { type: 'start-over' },
  'code arrived': { type: 'code-arrived', attempt, code },
  'no code': { type: 'code-failed', attempt, problem: unreachable },
  'code refused': { type: 'code-failed', attempt, problem: { code: 'interaction.invalid' } },
  'is shown': statusReceived('shown'),
  'is opened': statusReceived('opened'),
  'is picked': statusReceived('picked'),
  'is answered': statusReceived('answered'),
  'is taken': statusReceived('taken'),
  'is refused': statusReceived('refused'),
  'wrong pair': statusReceived('wrong-pair'),
  'second device': statusReceived('second-device'),
  'ran out': statusReceived('ran-out'),
  'is over': { type: 'status-failed', attempt, problem: { code: 'cross_device.ended' } },
  'status failed': { type: 'status-failed', attempt, problem: unreachable },
  accepted: { type: 'accepted', attempt, answer: { name: 'Ada', next: '/account' } },
  'owners awaited': { type: 'rejected', attempt, problem: { code: 'signature.pending' } },
  'no answer': { type: 'rejected', attempt, problem: unreachable },
  rejected: { type: 'rejected', attempt, problem: { code: 'signature.refused' } },
  hidden: { type: 'visibility-changed', isVisible: false },
  seen: { type: 'visibility-changed', isVisible: true },
  offline: { type: 'connectivity-changed', isOnline: false },
  online: { type: 'connectivity-changed', isOnline: true },
  restored: { type: 'restored', isGivenUp: true },
  'restored alive': { type: 'restored', isGivenUp: false },
}

export const stateIn = (
  phase: CrossDevicePhase,
  more: Partial<CrossDeviceMachineState> = {},
): CrossDeviceMachineState => ({
  purpose: 'sign-in',
  phase,
  attempt,
  renewals: 0,
  failures: 0,
  pollError: null,
  nextPollAt: null,
  finalPollUntil: null,
  ...page,
  ...more,
})
