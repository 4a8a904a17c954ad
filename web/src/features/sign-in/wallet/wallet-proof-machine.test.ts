// Walks every state × every event: nothing crashes, nothing is changed in place, and the table of what follows from
// what is kept below, so that a change of behavior is seen as a change of that table.
import { expect, test } from 'vitest'
import { reduceWalletProof } from './wallet-proof-machine.ts'
import type { WalletProofPhase } from './wallet-proof-phases.ts'
import { getNextTickTime } from './wallet-proof-state.ts'
import {
  now,
  wallet,
  otherAddress,
  challenge,
  connected,
  draft,
  signed,
  phases,
  events,
  stateIn,
  held,
} from '../../../testing/test-wallet-proof-phases.ts'

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

test('the first button press sends the request of a wallet with nothing in between', () => {
  const { effects } = reduceWalletProof(stateIn(phases.choosing), events['wallet-chosen'], now)
  expect(effects).toEqual([{ type: 'connect', attempt: 8, wallet, method: 'eth_requestAccounts' }])
})

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
  expect(state.phase).toEqual({ at: 'refused', connected, code: 'server.error', signed: null })
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
  ['challenge.invalid', null, 'expired'],
  ['person.suspended', null, 'suspended'],
  ['signature.refused', null, 'other-signer'],
  ['signature.refused', connected.address.toLowerCase(), 'other-signer'],
  ['signature.refused', otherAddress.toLowerCase(), 'address-changed'],
  ['sign_in.message_mismatch', null, 'refused'],
  ['signature.malformed', null, 'refused'],
  ['message.invalid', null, 'refused'],
  ['server.error', null, 'refused'],
  ['network.unreachable', null, 'unreachable'],
  ['database.unavailable', null, 'unreachable'],
  ['database.commit_unknown', null, 'unreachable'],
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
  for (const code of ['signature.refused', 'sign_in.message_mismatch']) {
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

test('tells how far this device’s clock is ahead', () => {
  const fast = now + 420_000
  const state = stateIn(phases.choosing, { slot: { at: 'requested', request: 3, askedAt: fast - 100, contract: null } })
  const { state: next } = reduceWalletProof(state, events['challenge-arrived'], fast + 100)
  expect(next.clockAheadMilliseconds).toBe(420_000)
  // The challenge lives for five minutes of this clock all the same.
  expect(next.slot).toMatchObject({ at: 'ready', expiresAt: fast - 100 + 300_000 })
})
