// An example of each phase and event of a wallet proof.
import type { WalletProofEvent, WalletProofEventType } from '../features/sign-in/wallet/wallet-proof-events.ts'
import { startWalletProofMachine } from '../features/sign-in/wallet/wallet-proof-machine.ts'
import type { WalletProofState } from '../features/sign-in/wallet/wallet-proof-state.ts'
import type {
  Challenge,
  ConnectedWallet,
  MessageDraft,
  WalletProofPhase,
  WalletProofPhaseName,
  SignedDraft,
} from '../features/sign-in/wallet/wallet-proof-phases.ts'

export const now = Date.parse('2026-01-01T00:00:00.000Z')
export const later = now + 60_000
export const wallet = { id: 'w', name: 'Fox' }
export const otherAddress = '0xFFcf8FDEE72ac11b5c542428B35EEF5769C409f0'

export const challenge: Challenge = {
  id: '0'.repeat(26),
  message: {
    domain: 'site.example',
    statement: 'Sign in.',
    uri: 'https://site.example',
    version: '1',
    nonce: 'abcdefgh12345678',
    issuedAt: '2026-01-01T00:00:00.000Z',
    expirationTime: '2026-01-01T00:05:00.000Z',
  },
  chainIds: ['1', '10'],
  keyChains: {},
  readChains: [],
  expiresAt: '2026-01-01T00:05:00.000Z',
}

export const connected: ConnectedWallet = {
  wallet,
  address: '0x90F8bf6A479f320ead074411a4B0e7944Ea8c9C1',
  chainId: '1',
}
export const draft: MessageDraft = {
  ...connected,
  message: { ...challenge.message, address: connected.address, chainId: '1' },
  text: 'text',
  expiresAt: now + 300_000,
  challengeId: challenge.id,
  chainName: null,
}
export const signed: SignedDraft = { ...draft, signature: '0x01' }
const person = { name: 'Ada', address: connected.address }
const task = { kind: 'challenge', connected } as const

/** One example of every phase; a phase without one does not compile. */
export const phases: { readonly [Name in WalletProofPhaseName]: Extract<WalletProofPhase, { at: Name }> } = {
  discovering: { at: 'discovering', patienceAt: later },
  choosing: { at: 'choosing' },
  'no-wallet': { at: 'no-wallet' },
  'already-signed-in': { at: 'already-signed-in', person },
  connecting: { at: 'connecting', wallet, slowAt: later },
  'connection-open': { at: 'connection-open', wallet, lookAt: later },
  locked: { at: 'locked', wallet, lookAt: later },
  'connection-declined': { at: 'connection-declined', wallet },
  'no-account': { at: 'no-account', wallet },
  disconnected: { at: 'disconnected', wallet },
  'window-blocked': { at: 'window-blocked', wallet, again: null },
  'wallet-failed': { at: 'wallet-failed', wallet, said: 'no' },
  'cannot-sign': { at: 'cannot-sign', wallet },
  preparing: { at: 'preparing', connected },
  'message-ready': { at: 'message-ready', draft, signAt: later },
  signing: { at: 'signing', draft, slowAt: later },
  'signature-open': { at: 'signature-open', draft, tryAt: later, acceptedAt: null },
  awaiting: { at: 'awaiting', draft: { ...draft, contract: { owners: null } }, askAt: later, looks: 0, trouble: null },
  'signature-declined': { at: 'signature-declined', connected, again: draft },
  'address-changed': { at: 'address-changed', connected },
  'other-address': { at: 'other-address', connected, lookAt: later },
  expired: { at: 'expired', connected },
  checking: { at: 'checking', signed, tries: 0 },
  'other-signer': { at: 'other-signer', connected, signed },
  refused: { at: 'refused', connected, code: 'server.error', signed },
  suspended: { at: 'suspended', connected, reason: null },
  offline: { at: 'offline', task, tries: 0, retryAt: null },
  unreachable: {
    at: 'unreachable',
    task: { kind: 'proof', signed },
    tries: 1,
    retryAt: later,
    code: 'network.unreachable',
  },
  'chain-unavailable': { at: 'chain-unavailable', task: { kind: 'proof', signed }, tries: 1, retryAt: later },
  'rate-limited': { at: 'rate-limited', task: { kind: 'challenge', connected: null }, tries: 0, retryAt: later },
  done: { at: 'done', signed, name: 'Ada', next: '/account', leaveAt: later },
}

/** One example of every event, as it comes in the attempt that is under way. */
export const events: { readonly [Name in WalletProofEventType]: Extract<WalletProofEvent, { type: Name }> } = {
  'wallets-found': { type: 'wallets-found', count: 1, settled: true },
  'visibility-changed': { type: 'visibility-changed', isVisible: false },
  'connectivity-changed': { type: 'connectivity-changed', isOnline: true },
  tick: { type: 'tick' },
  'wallet-chosen': { type: 'wallet-chosen', wallet },
  proceed: { type: 'proceed' },
  back: { type: 'back' },
  'ask-wallet': { type: 'ask-wallet', wallet },
  connected: {
    type: 'connected',
    attempt: 7,
    accounts: [connected.address.toLowerCase()],
    chainId: '1',
  },
  'contract-detected': { type: 'contract-detected', attempt: 7, contract: null },
  'connection-failed': { type: 'connection-failed', attempt: 7, problem: { kind: 'declined', said: '' } },
  signed: { type: 'signed', attempt: 7, signature: '0x02' },
  'signature-failed': { type: 'signature-failed', attempt: 7, problem: { kind: 'request-open', said: '' } },
  'accounts-changed': { type: 'accounts-changed', walletId: 'w', accounts: [otherAddress.toLowerCase()] },
  'wallet-disconnected': { type: 'wallet-disconnected', walletId: 'w' },
  'session-read': { type: 'session-read', person: null },
  'challenge-arrived': { type: 'challenge-arrived', request: 3, challenge },
  'challenge-failed': { type: 'challenge-failed', request: 3, problem: { code: 'network.unreachable' } },
  verified: {
    type: 'verified',
    attempt: 7,
    answer: { name: 'Ada', next: '/account' },
  },
  'not-approved': { type: 'not-approved', attempt: 7, problem: { code: 'signature.pending' } },
  rejected: { type: 'rejected', attempt: 7, problem: { code: 'signature.refused' }, account: null },
}

export const stateIn = (phase: WalletProofPhase, more: Partial<WalletProofState> = {}): WalletProofState => ({
  ...startWalletProofMachine(now, { for: 'sign-in' }, { isVisible: true, isOnline: true }).state,
  phase,
  attempt: 7,
  requests: 3,
  slot: { at: 'requested', request: 3, askedAt: now, contract: null },
  found: { count: 2, settled: true },
  session: 'none',
  ...more,
})

export const held = {
  at: 'ready',
  challenge,
  renewAt: now + 225_000,
  expiresAt: now + 300_000,
  contract: null,
} as const
