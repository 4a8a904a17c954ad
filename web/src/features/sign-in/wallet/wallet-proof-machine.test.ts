// Walks every state × every event: nothing crashes, nothing is changed in place, and the table of what follows from
// what is kept below, so that a change of behavior is seen as a change of that table.
import { describe, expect, test } from 'vitest'
import type { WalletProofEvent, WalletProofEventType } from './wallet-proof-events.ts'
import { reduceWalletProof, startWalletProofMachine } from './wallet-proof-machine.ts'
import type { ProofPurpose } from './proof-purpose.ts'
import type { WalletProofState } from './wallet-proof-state.ts'
import type {
  Challenge,
  ConnectedWallet,
  MessageDraft,
  WalletProofPhase,
  WalletProofPhaseName,
  SignedDraft,
} from './wallet-proof-phases.ts'
import { getNextTickTime } from './wallet-proof-state.ts'
import { getConnectedWallet } from './wallet-proof-phases.ts'

const now = Date.parse('2026-01-01T00:00:00.000Z')
const later = now + 60_000
const wallet = { id: 'w', name: 'Fox' }
const otherAddress = '0xFFcf8FDEE72ac11b5c542428B35EEF5769C409f0'

const challenge: Challenge = {
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

const connected: ConnectedWallet = { wallet, address: '0x90F8bf6A479f320ead074411a4B0e7944Ea8c9C1', chainId: '1' }
const draft: MessageDraft = {
  ...connected,
  message: { ...challenge.message, address: connected.address, chainId: '1' },
  text: 'text',
  expiresAt: now + 300_000,
  challengeId: challenge.id,
  chainName: null,
}
const signed: SignedDraft = { ...draft, signature: '0x01' }
const person = { name: 'Ada', address: connected.address }
const task = { kind: 'challenge', connected } as const

/** One example of every phase; a phase without one does not compile. */
const phases: { readonly [Name in WalletProofPhaseName]: Extract<WalletProofPhase, { at: Name }> } = {
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
  refused: { at: 'refused', connected, code: 'server.fault', signed },
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
const events: { readonly [Name in WalletProofEventType]: Extract<WalletProofEvent, { type: Name }> } = {
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
  'not-approved': { type: 'not-approved', attempt: 7, problem: { code: 'signature.awaited' } },
  rejected: { type: 'rejected', attempt: 7, problem: { code: 'signature.refused' }, account: null },
}

const stateIn = (phase: WalletProofPhase, more: Partial<WalletProofState> = {}): WalletProofState => ({
  ...startWalletProofMachine(now, { for: 'sign-in' }, { isVisible: true, isOnline: true }).state,
  phase,
  attempt: 7,
  requests: 3,
  slot: { at: 'requested', request: 3, askedAt: now, contract: null },
  found: { count: 2, settled: true },
  session: 'none',
  ...more,
})

function freeze<Value>(value: Value): Value {
  if (typeof value === 'object' && value !== null) {
    Object.freeze(value)
    Object.values(value).forEach(freeze)
  }
  return value
}

test('every state × every event', () => {
  const table = Object.values(phases).map((phase) => {
    const cells = Object.values(events).flatMap((event) => {
      const before = freeze(stateIn(phase))
      const { state, effects } = reduceWalletProof(before, freeze(event), event.type === 'tick' ? later : now)
      expect(state.attempt).toBeGreaterThanOrEqual(before.attempt)
      if (state.phase === phase && effects.length === 0) return []
      const done = effects.map((effect) => effect.type).join(', ')
      return [`  ${event.type} → ${state.phase === phase ? '(same)' : state.phase.at}${done && `: ${done}`}`]
    })
    return [phase.at, ...cells].join('\n')
  })
  expect(table.join('\n')).toMatchInlineSnapshot(`
    "discovering
      wallets-found → choosing
      tick → choosing
      wallet-chosen → connecting: connect
    choosing
      wallet-chosen → connecting: connect
      challenge-failed → unreachable
    no-wallet
      wallets-found → choosing
      proceed → (same): reload
    already-signed-in
      proceed → (same): leave
      back → choosing
    connecting
      tick → connecting
      back → choosing
      connected → preparing
      connection-failed → connection-declined
      wallet-disconnected → disconnected
    connection-open
      tick → connection-open: recheck-accounts
      proceed → connecting: connect
      back → choosing
      accounts-changed → connecting: connect
      wallet-disconnected → disconnected
    locked
      tick → locked: recheck-accounts
      proceed → connecting: connect
      back → choosing
      accounts-changed → connecting: connect
      wallet-disconnected → disconnected
    connection-declined
      proceed → connecting: connect
      back → choosing
    no-account
      proceed → connecting: connect
      back → choosing
      accounts-changed → connecting: connect
    disconnected
      proceed → connecting: connect
      back → choosing
      accounts-changed → connecting: connect
    window-blocked
      proceed → connecting: connect
      back → choosing
    wallet-failed
      proceed → connecting: connect
      back → choosing
    cannot-sign
      proceed → choosing
      back → choosing
    preparing
      back → choosing
      contract-detected → preparing
      accounts-changed → address-changed
      wallet-disconnected → disconnected
      challenge-arrived → message-ready
      challenge-failed → unreachable
    message-ready
      tick → signing: sign
      proceed → signing: sign
      back → choosing
      accounts-changed → address-changed: fetch-challenge
      wallet-disconnected → disconnected
    signing
      tick → signing
      proceed → signing: sign
      back → choosing
      signed → checking: submit
      signature-failed → signature-open
      accounts-changed → address-changed: fetch-challenge
      wallet-disconnected → disconnected
    signature-open
      tick → signature-open: sign
      proceed → signature-open: sign
      back → choosing
      signed → checking: submit
      signature-failed → signature-open
      accounts-changed → address-changed: fetch-challenge
      wallet-disconnected → disconnected
    awaiting
      tick → awaiting: check-owner-approval
      proceed → awaiting: check-owner-approval
      back → choosing
      ask-wallet → (same): sign
      signed → checking: submit
      verified → done: remember-wallet
      not-approved → awaiting
    signature-declined
      proceed → signing: sign
      back → choosing
      accounts-changed → address-changed: fetch-challenge
    address-changed
      proceed → preparing
      back → choosing
      accounts-changed → address-changed
    other-address
      tick → other-address: recheck-accounts
      proceed → connecting: connect
      back → choosing
      accounts-changed → connecting: connect
    expired
      proceed → preparing
      back → choosing
      accounts-changed → address-changed
    checking
      verified → done: remember-wallet
      rejected → other-signer: fetch-challenge
    other-signer
      proceed → preparing
      back → choosing
      accounts-changed → address-changed
    refused
      proceed → preparing
      back → choosing
      accounts-changed → address-changed
    suspended
      proceed → choosing
      back → choosing
    offline
      back → choosing
      challenge-arrived → message-ready
      challenge-failed → unreachable
    unreachable
      connectivity-changed → checking: submit
      tick → checking: submit
      proceed → checking: submit
      back → choosing
    chain-unavailable
      connectivity-changed → checking: submit
      tick → checking: submit
      proceed → checking: submit
      back → choosing
    rate-limited
      back → choosing
      challenge-arrived → choosing
      challenge-failed → unreachable
    done
      tick → done: leave
      proceed → done: leave"
  `)
})

test('answers of an attempt that was given up change nothing', () => {
  for (const phase of Object.values(phases)) {
    for (const event of Object.values(events)) {
      if (!('attempt' in event)) continue
      const before = stateIn(phase)
      expect(reduceWalletProof(before, { ...event, attempt: 6 }, now)).toEqual({ state: before, effects: [] })
    }
  }
})

test('challenges that were not asked for, or that another took the place of, change nothing', () => {
  for (const phase of Object.values(phases)) {
    const before = stateIn(phase)
    for (const type of ['challenge-arrived', 'challenge-failed'] as const) {
      expect(reduceWalletProof(before, { ...events[type], request: 2 }, now)).toEqual({ state: before, effects: [] })
    }
  }
})

test('leaves the list once the only wallet that was waited for does not come', () => {
  const find = (phase: WalletProofPhase, count: number, settled: boolean) =>
    reduceWalletProof(stateIn(phase), { type: 'wallets-found', count, settled }, now).state.phase.at
  expect(find(phases.choosing, 0, false)).toBe('choosing')
  expect(find(phases.choosing, 0, true)).toBe('no-wallet')
  expect(find(phases['no-wallet'], 1, true)).toBe('choosing')
})

test('what another wallet reports changes nothing', () => {
  for (const phase of Object.values(phases)) {
    const before = stateIn(phase)
    for (const type of ['accounts-changed', 'wallet-disconnected'] as const) {
      expect(reduceWalletProof(before, { ...events[type], walletId: 'another' }, now)).toEqual({
        state: before,
        effects: [],
      })
    }
  }
})

test('no state is a dead end: each has a button, waits for the person to choose, or waits for a moment or an answer', () => {
  const waits = new Set<WalletProofPhaseName>([
    'choosing',
    'connecting',
    'preparing',
    'checking',
    'rate-limited',
    'discovering',
  ])
  for (const phase of Object.values(phases)) {
    const { state, effects } = reduceWalletProof(stateIn(phase, { slot: { at: 'failed' } }), { type: 'proceed' }, now)
    const moves = state.phase !== phase || effects.length > 0
    expect([phase.at, moves || waits.has(phase.at)]).toEqual([phase.at, true])
  }
})

test('the first button press sends the request of a wallet with nothing in between', () => {
  const { effects } = reduceWalletProof(stateIn(phases.choosing), events['wallet-chosen'], now)
  expect(effects).toEqual([{ type: 'connect', attempt: 8, wallet, method: 'eth_requestAccounts' }])
})

const held = { at: 'ready', challenge, renewAt: now + 225_000, expiresAt: now + 300_000, contract: null } as const
const connectTo = (chainId: string | null) => {
  const { state } = reduceWalletProof(stateIn(phases.connecting, { slot: held }), { ...events.connected, chainId }, now)
  return state.phase.at === 'message-ready' ? state.phase.draft : null
}

test('the message has the checksum address and the chain of the wallet, if the server takes it', () => {
  expect(connectTo('10')?.text).toMatchInlineSnapshot(`
    "site.example wants you to sign in with your Ethereum account:
    0x90F8bf6A479f320ead074411a4B0e7944Ea8c9C1

    Sign in.

    URI: https://site.example
    Version: 1
    Chain ID: 10
    Nonce: abcdefgh12345678
    Issued At: 2026-01-01T00:00:00.000Z
    Expiration Time: 2026-01-01T00:05:00.000Z"
  `)
  expect(
    [connectTo('10'), connectTo('1'), connectTo('99'), connectTo(null)].map((made) => made?.message.chainId),
  ).toEqual(['10', '1', '1', '1'])
})

test('a challenge from which no message can be made is the server’s fault', () => {
  const broken = { ...held, challenge: { ...challenge, message: { ...challenge.message, statement: 'two\nlines' } } }
  const { state } = reduceWalletProof(stateIn(phases.connecting, { slot: broken }), events.connected, now)
  expect(state.phase).toEqual({ at: 'refused', connected, code: 'server.fault', signed: null })
  const without = { ...held, challenge: { ...challenge, chainIds: [] } }
  expect(reduceWalletProof(stateIn(phases.connecting, { slot: without }), events.connected, now).state.phase.at).toBe(
    'refused',
  )
})

test('a challenge is renewed before it expires while the page is seen, and not while it is hidden', () => {
  const state = stateIn(phases.choosing, { slot: held })
  expect(getNextTickTime(state)).toBe(held.renewAt)
  expect(reduceWalletProof(state, { type: 'tick' }, held.renewAt).effects).toEqual([
    { type: 'fetch-challenge', request: 4 },
  ])
  const hidden = { ...state, isVisible: false }
  expect(getNextTickTime(hidden)).toBeNull()
  expect(reduceWalletProof(hidden, { type: 'tick' }, held.renewAt).effects).toEqual([])
  const back = reduceWalletProof(hidden, { type: 'visibility-changed', isVisible: true }, held.renewAt)
  expect(back.effects).toEqual([{ type: 'fetch-challenge', request: 4 }])
})

test('a message that was read is sent again within the tap, unless it is about to expire', () => {
  for (const phase of [phases['signature-declined'], { ...phases['window-blocked'], again: draft }]) {
    const { state, effects } = reduceWalletProof(stateIn(phase), { type: 'proceed' }, now)
    expect(state.phase).toMatchObject({ at: 'signing', draft })
    expect(effects).toEqual([{ type: 'sign', attempt: 8, draft }])
    expect(reduceWalletProof(stateIn(phase), { type: 'proceed' }, draft.expiresAt - 5_000).state.phase.at).not.toBe(
      'signing',
    )
  }
})

test('a message that expires in the wallet is thrown away, and a new challenge is asked for', () => {
  const { state, effects } = reduceWalletProof(
    stateIn(phases.signing, { slot: held }),
    { type: 'tick' },
    draft.expiresAt,
  )
  expect(state.phase).toEqual({ at: 'expired', connected })
  expect(state.attempt).toBe(8)
  expect(effects).toEqual([{ type: 'fetch-challenge', request: 4 }])
})

test('another account means another message from another challenge', () => {
  const changed = reduceWalletProof(stateIn(phases.signing, { slot: held }), events['accounts-changed'], now)
  expect(changed.state.phase).toEqual({ at: 'address-changed', connected: { ...connected, address: otherAddress } })
  expect(changed.effects).toEqual([{ type: 'fetch-challenge', request: 4 }])
  const late = reduceWalletProof(changed.state, events.signed, now)
  expect(late.state).toBe(changed.state)
})

test('a message that waits for a window is thrown away too when the account changes', () => {
  const blocked = { ...phases['window-blocked'], again: draft }
  expect(reduceWalletProof(stateIn(blocked), events['accounts-changed'], now).state.phase.at).toBe('address-changed')
  expect(reduceWalletProof(stateIn(phases['window-blocked']), events['accounts-changed'], now).state.phase.at).toBe(
    'window-blocked',
  )
})

test('the same account in other letters is no change', () => {
  const before = stateIn(phases.signing)
  const same = {
    ...events['accounts-changed'],
    accounts: [connected.address.toLowerCase(), otherAddress.toLowerCase()],
  }
  expect(reduceWalletProof(before, same, now).state).toBe(before)
})

test.each([
  ['challenge.unusable', null, 'expired'],
  ['person.suspended', null, 'suspended'],
  ['signature.refused', null, 'other-signer'],
  ['signature.refused', connected.address.toLowerCase(), 'other-signer'],
  ['signature.refused', otherAddress.toLowerCase(), 'address-changed'],
  ['sign_in.mismatch', null, 'refused'],
  ['signature.malformed', null, 'refused'],
  ['message.invalid', null, 'refused'],
  ['server.fault', null, 'refused'],
  ['network.unreachable', null, 'unreachable'],
  ['database.unavailable', null, 'unreachable'],
  ['database.in_doubt', null, 'unreachable'],
  ['network.offline', null, 'offline'],
  ['rate.limited', null, 'rate-limited'],
] as const)('turned down with %s, the wallet being on %s: %s', (code, account, expected) => {
  const { state } = reduceWalletProof(stateIn(phases.checking), { ...events.rejected, problem: { code }, account }, now)
  expect(state.phase.at).toBe(expected)
})

test('whoever is suspended reads why, where a reason was given', () => {
  const suspended = (problem: { code: string; reason?: string }) =>
    reduceWalletProof(stateIn(phases.checking), { ...events.rejected, problem, account: null }, now).state.phase
  expect(suspended({ code: 'person.suspended', reason: 'A key was stolen' })).toMatchObject({
    at: 'suspended',
    reason: 'A key was stolen',
  })
  expect(suspended({ code: 'person.suspended' })).toMatchObject({ at: 'suspended', reason: null })
})

test('what was signed stays with its refusal, to be looked into', () => {
  for (const code of ['signature.refused', 'sign_in.mismatch']) {
    const { phase } = reduceWalletProof(
      stateIn(phases.checking),
      { ...events.rejected, problem: { code }, account: null },
      now,
    ).state
    expect(phase).toMatchObject({ connected, signed: { text: signed.text, signature: signed.signature } })
  }
})

test('the wait for the server grows, and what it says of the time is kept within bounds', () => {
  const waits = [0, 1, 2, 3, 4, 30].map((tries) => {
    const problem = { code: 'network.unreachable' }
    const { phase } = reduceWalletProof(
      stateIn({ ...phases.checking, tries }),
      { ...events.rejected, problem },
      now,
    ).state
    return phase.at === 'unreachable' && phase.retryAt !== null ? phase.retryAt - now : null
  })
  expect(waits).toEqual([5_000, 10_000, 20_000, 40_000, 60_000, 60_000])
  const limits = [undefined, 0, 12, 1e9].map((retryAfterSeconds) => {
    const problem = { code: 'rate.limited', ...(retryAfterSeconds === undefined ? {} : { retryAfterSeconds }) }
    const { phase } = reduceWalletProof(stateIn(phases.checking), { ...events.rejected, problem }, now).state
    return phase.at === 'rate-limited' && phase.retryAt !== null ? phase.retryAt - now : null
  })
  expect(limits).toEqual([30_000, 1_000, 12_000, 3_600_000])
})

describe('what the proof is for', () => {
  const known = connected.address.toUpperCase().replace('0X', '0x')
  const stepUp: ProofPurpose = { for: 'step-up', addresses: [known] }
  const link: ProofPurpose = { for: 'link', addresses: [known] }
  const connectedAs = (purpose: ProofPurpose, account: string) =>
    reduceWalletProof(
      stateIn(phases.connecting, { purpose, slot: held }),
      { ...events.connected, accounts: [account] },
      now,
    ).state.phase.at

  test('P5 confirming takes an address of the person, linking one that is not theirs yet, however it is spelled', () => {
    expect(connectedAs(stepUp, connected.address)).toBe('message-ready')
    expect(connectedAs(stepUp, otherAddress)).toBe('other-address')
    expect(connectedAs(link, connected.address)).toBe('other-address')
    expect(connectedAs(link, otherAddress)).toBe('message-ready')
    expect(connectedAs({ for: 'merge', addresses: [known] }, otherAddress)).toBe('other-address')
  })

  test('once the wallet is on another address it goes on by itself', () => {
    const state = stateIn(
      { at: 'other-address', connected: { ...connected, address: otherAddress }, lookAt: later },
      { purpose: stepUp, slot: held },
    )
    expect(
      reduceWalletProof(state, { ...events['accounts-changed'], accounts: [otherAddress.toLowerCase()] }, now),
    ).toEqual({
      state,
      effects: [],
    })
    const { state: asked, effects } = reduceWalletProof(
      state,
      { ...events['accounts-changed'], accounts: [connected.address.toLowerCase()] },
      now,
    )
    expect(effects).toEqual([{ type: 'connect', attempt: 8, wallet, method: 'eth_accounts' }])
    expect(reduceWalletProof(asked, { ...events.connected, attempt: 8 }, now).state.phase.at).toBe('message-ready')
  })

  test.each<[ProofPurpose, string, WalletProofPhaseName]>([
    [link, 'linking, to an account that is not linked yet', 'signing'],
    [link, 'linking, after a no', 'signature-declined'],
    [{ for: 'step-up', addresses: [known, otherAddress] }, 'confirming, to another account that will do', 'signing'],
  ])('%j: a switch midway while %s goes on by itself, by a new message that is shown first', (purpose, _, at) => {
    const { state, effects } = reduceWalletProof(
      stateIn(phases[at], { purpose, slot: held }),
      events['accounts-changed'],
      now,
    )
    expect(state.phase).toMatchObject({ at: 'preparing', connected: { address: otherAddress } })
    expect(effects.map(({ type }) => type)).toEqual(['fetch-challenge'])
    const shown = reduceWalletProof(state, { ...events['challenge-arrived'], request: state.requests }, now).state
    expect(shown.phase).toMatchObject({ at: 'message-ready', draft: { address: otherAddress }, signAt: now + 450 })
    // The signature of the old message counts no longer.
    expect(reduceWalletProof(shown, events.signed, now).state).toBe(shown)
    const asked = reduceWalletProof(shown, { type: 'tick' }, now + 450).effects
    expect(asked).toMatchObject([{ type: 'sign', draft: { address: otherAddress } }])
  })

  test('a wallet that goes back and forth by itself is followed to each account once, and then the person is asked', () => {
    const third = '0x22d491Bde2303f2f43325b2108D26f1eAbA1e32b'
    let state = stateIn(phases.signing, { purpose: link, slot: held })
    const walk = [otherAddress, third, otherAddress].map((address) => {
      state = reduceWalletProof(state, { ...events['accounts-changed'], accounts: [address.toLowerCase()] }, now).state
      return [state.phase.at, getConnectedWallet(state.phase)?.address]
    })
    expect(walk).toEqual([
      ['preparing', otherAddress],
      ['preparing', third],
      ['address-changed', otherAddress],
    ])
  })

  describe('a wallet of Bitcoin, which shares several addresses at once', () => {
    const segwit = 'bc1qw508d6qejxtdg4y5r3zarvary0c5xw7kv8f3t4'
    const taproot = 'bc1p5cyxnuxmeuwuvkwfem96lqzszd02n6xdcjrs20cac6yqjjwudpxqkedrcr'
    const accounts = [segwit, taproot]
    const bitcoin = { ...challenge, keyChains: { bip122: '000000000019d6689c085ae165831e93' } }
    const slot = { ...held, challenge: bitcoin }
    const ready = (purpose: ProofPurpose) =>
      reduceWalletProof(
        stateIn(phases.connecting, { purpose, slot }),
        { ...events.connected, accounts, chainId: 'bip122:mainnet' },
        now,
      ).state

    test.each<[ProofPurpose, string]>([
      [{ for: 'sign-in' }, segwit],
      [{ for: 'step-up', addresses: [taproot] }, taproot],
      [{ for: 'merge', addresses: [taproot] }, taproot],
      [{ for: 'link', addresses: [segwit] }, taproot],
    ])('is taken at the one that will do: %j', (purpose, address) => {
      expect(ready(purpose).phase).toMatchObject({ at: 'message-ready', draft: { address } })
    })

    test('saying again what it shares is no switch', () => {
      const state = ready({ for: 'step-up', addresses: [taproot] })
      expect(reduceWalletProof(state, { ...events['accounts-changed'], accounts }, now)).toEqual({ state, effects: [] })
    })

    test('goes on by itself once it shares one that will do as well', () => {
      const purpose: ProofPurpose = { for: 'step-up', addresses: [taproot] }
      const on = { wallet, address: segwit, chainId: 'bip122:mainnet' }
      const state = stateIn({ at: 'other-address', connected: on, lookAt: later }, { purpose, slot })
      expect(reduceWalletProof(state, { ...events['accounts-changed'], accounts: [segwit] }, now).effects).toEqual([])
      expect(reduceWalletProof(state, { ...events['accounts-changed'], accounts }, now).effects).toMatchObject([
        { type: 'connect', method: 'eth_accounts' },
      ])
    })
  })

  test('S16 a wallet on a test network is told which one this site takes, and is looked at again', () => {
    const reference = '000000000019d6689c085ae165831e93'
    const slot = { ...held, challenge: { ...challenge, keyChains: { bip122: reference } } }
    const accounts = ['tb1qw508d6qejxtdg4y5r3zarvary0c5xw7kxpjzsx']
    const { state } = reduceWalletProof(
      stateIn(phases.connecting, { slot }),
      { ...events.connected, accounts, chainId: 'bip122:testnet' },
      now,
    )
    expect(state.phase).toMatchObject({
      at: 'refused',
      code: 'wallet.other_network',
      connected: { chainId: 'bip122:testnet' },
      chainOfSite: reference,
    })
    const again = reduceWalletProof(state, { type: 'proceed' }, now)
    expect(again.state.phase.at).toBe('connecting')
    expect(again.effects).toMatchObject([{ type: 'connect', wallet }])
  })

  test('a switch to an address that will not do is not offered', () => {
    const { state } = reduceWalletProof(stateIn(phases.signing, { purpose: stepUp }), events['accounts-changed'], now)
    expect(state.phase).toMatchObject({ at: 'other-address', connected: { address: otherAddress } })
    const turnedDown = reduceWalletProof(
      stateIn(phases.checking, { purpose: stepUp }),
      { ...events.rejected, account: otherAddress.toLowerCase() },
      now,
    )
    expect(turnedDown.state.phase.at).toBe('other-address')
  })

  test.each(['step_up.somebody_else', 'wallet.linked_already'])(
    'the server says %s of an address that this page took for a fitting one',
    (code) => {
      const { state } = reduceWalletProof(
        stateIn(phases.checking, { purpose: stepUp }),
        { ...events.rejected, problem: { code } },
        now,
      )
      expect(state.phase).toMatchObject({ at: 'other-address', connected })
    },
  )

  test('who is signed in already is not asked about, and what waits for the proof goes on at once, and once', () => {
    expect(
      startWalletProofMachine(now, stepUp, { isVisible: true, isOnline: true }).effects.map(({ type }) => type),
    ).toEqual(['fetch-challenge'])
    const { state, effects } = reduceWalletProof(
      stateIn(phases.checking, { purpose: stepUp }),
      { ...events.verified, answer: { name: null, next: '' } },
      now,
    )
    expect(effects.map(({ type }) => type)).toEqual(['remember-wallet', 'leave'])
    expect(getNextTickTime(state)).toBeNull()
    expect(reduceWalletProof(state, events.proceed, now).effects).toEqual([])
  })
})

test('tells how far this device’s clock is ahead', () => {
  const fast = now + 420_000
  const state = stateIn(phases.choosing, { slot: { at: 'requested', request: 3, askedAt: fast - 100, contract: null } })
  const { state: next } = reduceWalletProof(state, events['challenge-arrived'], fast + 100)
  expect(next.clockAheadMilliseconds).toBe(420_000)
  // The challenge lives for five minutes of this clock all the same.
  expect(next.slot).toMatchObject({ at: 'ready', expiresAt: fast - 100 + 300_000 })
})
