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
  SignedMessageDraft,
} from '../features/sign-in/wallet/wallet-proof-phases.ts'

export const startTime = Date.parse('2026-01-01T00:00:00.000Z')
export const oneMinuteLater = startTime + 60_000
export const chosenWallet = { id: 'w', name: 'Fox' }
export const otherAddress = '0xFFcf8FDEE72ac11b5c542428B35EEF5769C409f0'

export const exampleChallenge: Challenge = {
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

export const connectedWallet: ConnectedWallet = {
  wallet: chosenWallet,
  address: '0x90F8bf6A479f320ead074411a4B0e7944Ea8c9C1',
  chainId: '1',
}
export const exampleDraft: MessageDraft = {
  ...connectedWallet,
  message: { ...exampleChallenge.message, address: connectedWallet.address, chainId: '1' },
  text: 'text',
  expiresAt: startTime + 300_000,
  challengeId: exampleChallenge.id,
  chainName: null,
}
export const signedDraft: SignedMessageDraft = { ...exampleDraft, signature: '0x01' }
const person = { name: 'Ada', address: connectedWallet.address }
const task = { kind: 'challenge', connected: connectedWallet } as const

/** One example of every phase; a phase without one does not compile. */
export const examplePhases: { readonly [Name in WalletProofPhaseName]: Extract<WalletProofPhase, { at: Name }> } = {
  discovering: { at: 'discovering', timeoutAt: oneMinuteLater },
  choosing: { at: 'choosing' },
  'no-wallet': { at: 'no-wallet' },
  'already-signed-in': { at: 'already-signed-in', person },
  connecting: { at: 'connecting', wallet: chosenWallet, slowAt: oneMinuteLater },
  'connection-open': { at: 'connection-open', wallet: chosenWallet, lookAt: oneMinuteLater },
  locked: { at: 'locked', wallet: chosenWallet, lookAt: oneMinuteLater },
  'connection-declined': { at: 'connection-declined', wallet: chosenWallet },
  'no-account': { at: 'no-account', wallet: chosenWallet },
  disconnected: { at: 'disconnected', wallet: chosenWallet },
  'window-blocked': { at: 'window-blocked', wallet: chosenWallet, again: null },
  'wallet-failed': { at: 'wallet-failed', wallet: chosenWallet, errorText: 'no' },
  'cannot-sign': { at: 'cannot-sign', wallet: chosenWallet },
  preparing: { at: 'preparing', connected: connectedWallet },
  'message-ready': { at: 'message-ready', draft: exampleDraft, signAt: oneMinuteLater },
  signing: { at: 'signing', draft: exampleDraft, slowAt: oneMinuteLater },
  'signature-open': { at: 'signature-open', draft: exampleDraft, tryAt: oneMinuteLater, acceptedAt: null },
  awaiting: {
    at: 'awaiting',
    draft: { ...exampleDraft, contract: { owners: null } },
    askAt: oneMinuteLater,
    pollCount: 0,
    pollError: null,
  },
  'signature-declined': { at: 'signature-declined', connected: connectedWallet, again: exampleDraft },
  'address-changed': { at: 'address-changed', connected: connectedWallet },
  'other-address': { at: 'other-address', connected: connectedWallet, lookAt: oneMinuteLater },
  expired: { at: 'expired', connected: connectedWallet },
  checking: { at: 'checking', signed: signedDraft, tries: 0 },
  'other-signer': { at: 'other-signer', connected: connectedWallet, signed: signedDraft },
  refused: { at: 'refused', connected: connectedWallet, code: 'server.error', signed: signedDraft },
  suspended: { at: 'suspended', connected: connectedWallet, reason: null },
  offline: { at: 'offline', task, tries: 0, retryAt: null },
  unreachable: {
    at: 'unreachable',
    task: { kind: 'proof', signed: signedDraft },
    tries: 1,
    retryAt: oneMinuteLater,
    code: 'network.unreachable',
  },
  'chain-unavailable': {
    at: 'chain-unavailable',
    task: { kind: 'proof', signed: signedDraft },
    tries: 1,
    retryAt: oneMinuteLater,
  },
  'rate-limited': {
    at: 'rate-limited',
    task: { kind: 'challenge', connected: null },
    tries: 0,
    retryAt: oneMinuteLater,
  },
  done: { at: 'done', signed: signedDraft, name: 'Ada', next: '/account', leaveAt: oneMinuteLater },
}

/** One example of every event, as it comes in the attempt that is under way. */
export const exampleEvents: { readonly [Name in WalletProofEventType]: Extract<WalletProofEvent, { type: Name }> } = {
  'wallets-found': { type: 'wallets-found', count: 1, settled: true },
  'visibility-changed': { type: 'visibility-changed', isVisible: false },
  'connectivity-changed': { type: 'connectivity-changed', isOnline: true },
  tick: { type: 'tick' },
  'wallet-chosen': { type: 'wallet-chosen', wallet: chosenWallet },
  proceed: { type: 'proceed' },
  back: { type: 'back' },
  'ask-wallet': { type: 'ask-wallet', wallet: chosenWallet },
  connected: {
    type: 'connected',
    attempt: 7,
    accounts: [connectedWallet.address.toLowerCase()],
    chainId: '1',
  },
  'contract-detected': { type: 'contract-detected', attempt: 7, contract: null },
  'connection-failed': { type: 'connection-failed', attempt: 7, problem: { kind: 'declined', said: '' } },
  signed: { type: 'signed', attempt: 7, signature: '0x02' },
  'signature-failed': { type: 'signature-failed', attempt: 7, problem: { kind: 'request-open', said: '' } },
  'accounts-changed': { type: 'accounts-changed', walletId: 'w', accounts: [otherAddress.toLowerCase()] },
  'wallet-disconnected': { type: 'wallet-disconnected', walletId: 'w' },
  'session-read': { type: 'session-read', person: null },
  'challenge-arrived': { type: 'challenge-arrived', request: 3, challenge: exampleChallenge },
  'challenge-failed': { type: 'challenge-failed', request: 3, problem: { code: 'network.unreachable' } },
  verified: {
    type: 'verified',
    attempt: 7,
    answer: { name: 'Ada', next: '/account' },
  },
  'not-approved': { type: 'not-approved', attempt: 7, problem: { code: 'signature.pending' } },
  rejected: { type: 'rejected', attempt: 7, problem: { code: 'signature.refused' }, account: null },
}

export const createStateIn = (phase: WalletProofPhase, more: Partial<WalletProofState> = {}): WalletProofState => ({
  ...startWalletProofMachine(startTime, { for: 'sign-in' }, { isVisible: true, isOnline: true }).state,
  phase,
  attempt: 7,
  requests: 3,
  slot: { at: 'requested', request: 3, askedAt: startTime, contract: null },
  found: { count: 2, settled: true },
  session: 'none',
  ...more,
})

export const heldChallenge = {
  at: 'ready',
  challenge: exampleChallenge,
  renewAt: startTime + 225_000,
  expiresAt: startTime + 300_000,
  contract: null,
} as const
