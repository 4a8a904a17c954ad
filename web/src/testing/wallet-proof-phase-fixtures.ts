// One example of every wallet proof phase and event.
import type { WalletProofEvent, WalletProofEventType } from '../features/sign-in/wallet/wallet-proof-events.ts'
import { getInitialWalletProofStep } from '../features/sign-in/wallet/wallet-proof-state-machine.ts'
import type { WalletProofState } from '../features/sign-in/wallet/wallet-proof-state.ts'
import type {
  WalletProofChallenge,
  ConnectedWallet,
  WalletMessageToSign,
  WalletProofPhase,
  WalletProofPhaseName,
  WalletMessageWithSignature,
} from '../features/sign-in/wallet/wallet-proof-phases.ts'

export const walletProofStartTimeFixture = Date.parse('2026-01-01T00:00:00.000Z')
export const oneMinuteAfterProofStartFixture = walletProofStartTimeFixture + 60_000
export const chosenWalletFixture = { id: 'w', name: 'Fox' }
export const otherWalletAddressFixture = '0xFFcf8FDEE72ac11b5c542428B35EEF5769C409f0'

export const exampleWalletChallenge: WalletProofChallenge = {
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

export const connectedWalletFixture: ConnectedWallet = {
  wallet: chosenWalletFixture,
  address: '0x90F8bf6A479f320ead074411a4B0e7944Ea8c9C1',
  chainId: '1',
}
export const walletMessageToSignFixture: WalletMessageToSign = {
  ...connectedWalletFixture,
  message: { ...exampleWalletChallenge.message, address: connectedWalletFixture.address, chainId: '1' },
  text: 'text',
  expiresAt: walletProofStartTimeFixture + 300_000,
  challengeId: exampleWalletChallenge.id,
  chainName: null,
}
export const signedWalletMessageFixture: WalletMessageWithSignature = {
  ...walletMessageToSignFixture,
  signature: '0x01',
}
const person = { name: 'Ada', address: connectedWalletFixture.address }
const task = { kind: 'challenge', connected: connectedWalletFixture } as const

export const exampleWalletProofPhases: {
  readonly [Name in WalletProofPhaseName]: Extract<WalletProofPhase, { at: Name }>
} = {
  discovering: { at: 'discovering', timeoutAt: oneMinuteAfterProofStartFixture },
  choosing: { at: 'choosing' },
  'no-wallet': { at: 'no-wallet' },
  'already-signed-in': { at: 'already-signed-in', person },
  connecting: { at: 'connecting', wallet: chosenWalletFixture, slowAt: oneMinuteAfterProofStartFixture },
  'connection-open': { at: 'connection-open', wallet: chosenWalletFixture, lookAt: oneMinuteAfterProofStartFixture },
  locked: { at: 'locked', wallet: chosenWalletFixture, lookAt: oneMinuteAfterProofStartFixture },
  'connection-declined': { at: 'connection-declined', wallet: chosenWalletFixture },
  'no-account': { at: 'no-account', wallet: chosenWalletFixture },
  disconnected: { at: 'disconnected', wallet: chosenWalletFixture },
  'window-blocked': { at: 'window-blocked', wallet: chosenWalletFixture, again: null },
  'wallet-failed': { at: 'wallet-failed', wallet: chosenWalletFixture, errorText: 'no' },
  'cannot-sign': { at: 'cannot-sign', wallet: chosenWalletFixture },
  preparing: { at: 'preparing', connected: connectedWalletFixture },
  'message-ready': { at: 'message-ready', draft: walletMessageToSignFixture, signAt: oneMinuteAfterProofStartFixture },
  signing: { at: 'signing', draft: walletMessageToSignFixture, slowAt: oneMinuteAfterProofStartFixture },
  'signature-open': {
    at: 'signature-open',
    draft: walletMessageToSignFixture,
    tryAt: oneMinuteAfterProofStartFixture,
    acceptedAt: null,
  },
  awaiting: {
    at: 'awaiting',
    draft: { ...walletMessageToSignFixture, contract: { owners: null } },
    askAt: oneMinuteAfterProofStartFixture,
    pollCount: 0,
    pollError: null,
  },
  'signature-declined': {
    at: 'signature-declined',
    connected: connectedWalletFixture,
    again: walletMessageToSignFixture,
  },
  'address-changed': { at: 'address-changed', connected: connectedWalletFixture },
  'other-address': { at: 'other-address', connected: connectedWalletFixture, lookAt: oneMinuteAfterProofStartFixture },
  expired: { at: 'expired', connected: connectedWalletFixture },
  checking: { at: 'checking', signed: signedWalletMessageFixture, tries: 0 },
  'other-signer': { at: 'other-signer', connected: connectedWalletFixture, signed: signedWalletMessageFixture },
  refused: {
    at: 'refused',
    connected: connectedWalletFixture,
    code: 'server.error',
    signed: signedWalletMessageFixture,
  },
  suspended: { at: 'suspended', connected: connectedWalletFixture, reason: null },
  offline: { at: 'offline', task, tries: 0, retryAt: null },
  unreachable: {
    at: 'unreachable',
    task: { kind: 'proof', signed: signedWalletMessageFixture },
    tries: 1,
    retryAt: oneMinuteAfterProofStartFixture,
    code: 'network.unreachable',
  },
  'chain-unavailable': {
    at: 'chain-unavailable',
    task: { kind: 'proof', signed: signedWalletMessageFixture },
    tries: 1,
    retryAt: oneMinuteAfterProofStartFixture,
  },
  'rate-limited': {
    at: 'rate-limited',
    task: { kind: 'challenge', connected: null },
    tries: 0,
    retryAt: oneMinuteAfterProofStartFixture,
  },
  done: {
    at: 'done',
    signed: signedWalletMessageFixture,
    name: 'Ada',
    next: '/account',
    leaveAt: oneMinuteAfterProofStartFixture,
  },
}

export const exampleWalletProofEvents: {
  readonly [Name in WalletProofEventType]: Extract<WalletProofEvent, { type: Name }>
} = {
  'wallets-found': { type: 'wallets-found', count: 1, settled: true },
  'visibility-changed': { type: 'visibility-changed', isVisible: false },
  'connectivity-changed': { type: 'connectivity-changed', isOnline: true },
  tick: { type: 'tick' },
  'wallet-chosen': { type: 'wallet-chosen', wallet: chosenWalletFixture },
  proceed: { type: 'proceed' },
  back: { type: 'back' },
  'ask-wallet': { type: 'ask-wallet', wallet: chosenWalletFixture },
  'chain-chosen': { type: 'chain-chosen', chainId: '10' },
  'chain-switched': { type: 'chain-switched', attempt: 7, isSwitched: true },
  connected: {
    type: 'connected',
    attempt: 7,
    accounts: [connectedWalletFixture.address.toLowerCase()],
    chainId: '1',
  },
  'contract-detected': { type: 'contract-detected', attempt: 7, contract: null },
  'connection-failed': { type: 'connection-failed', attempt: 7, problem: { kind: 'declined', said: '' } },
  signed: { type: 'signed', attempt: 7, signature: '0x02' },
  'signature-failed': { type: 'signature-failed', attempt: 7, problem: { kind: 'request-open', said: '' } },
  'accounts-changed': { type: 'accounts-changed', walletId: 'w', accounts: [otherWalletAddressFixture.toLowerCase()] },
  'wallet-disconnected': { type: 'wallet-disconnected', walletId: 'w' },
  'session-read': { type: 'session-read', person: null },
  'challenge-arrived': { type: 'challenge-arrived', request: 3, challenge: exampleWalletChallenge },
  'challenge-failed': { type: 'challenge-failed', request: 3, problem: { code: 'network.unreachable' } },
  verified: {
    type: 'verified',
    attempt: 7,
    answer: { name: 'Ada', next: '/account' },
  },
  'not-approved': { type: 'not-approved', attempt: 7, problem: { code: 'signature.pending' } },
  rejected: { type: 'rejected', attempt: 7, problem: { code: 'signature.refused' }, account: null },
}

export const createWalletProofStateFixture = (
  phase: WalletProofPhase,
  more: Partial<WalletProofState> = {},
): WalletProofState => ({
  ...getInitialWalletProofStep(walletProofStartTimeFixture, { for: 'sign-in' }, { isVisible: true, isOnline: true })
    .state,
  phase,
  attempt: 7,
  requests: 3,
  slot: { at: 'requested', request: 3, askedAt: walletProofStartTimeFixture, contract: null },
  found: { count: 2, settled: true },
  session: 'none',
  ...more,
})

export const prefetchedChallengeFixture = {
  at: 'ready',
  challenge: exampleWalletChallenge,
  renewAt: walletProofStartTimeFixture + 225_000,
  expiresAt: walletProofStartTimeFixture + 300_000,
  contract: null,
} as const
