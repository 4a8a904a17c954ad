// Walks every state × every event: nothing crashes, nothing is changed in place, and the table of what follows from
// what is kept below, so that a change of behavior is seen as a change of that table.
import { expect, test } from 'vitest'
import { reduceWalletProof } from './wallet-proof-machine.ts'
import type { WalletProofPhase } from './wallet-proof-phases.ts'
import { getWalletProofTickTime } from './wallet-proof-state.ts'
import {
  startTime,
  chosenWallet,
  otherAddress,
  exampleChallenge,
  connectedWallet,
  exampleDraft,
  signedDraft,
  examplePhases,
  exampleEvents,
  createStateIn,
  heldChallenge,
} from '../../../testing/test-wallet-proof-phases.ts'

test('answers of an attempt that was given up change nothing', () => {
  for (const phase of Object.values(examplePhases)) {
    for (const event of Object.values(exampleEvents)) {
      if (!('attempt' in event)) continue
      const before = createStateIn(phase)
      expect(reduceWalletProof(before, { ...event, attempt: 6 }, startTime)).toEqual({ state: before, effects: [] })
    }
  }
})

test('challenges that were not asked for, or that another took the place of, change nothing', () => {
  for (const phase of Object.values(examplePhases)) {
    const before = createStateIn(phase)
    for (const type of ['challenge-arrived', 'challenge-failed'] as const) {
      expect(reduceWalletProof(before, { ...exampleEvents[type], request: 2 }, startTime)).toEqual({
        state: before,
        effects: [],
      })
    }
  }
})

test('leaves the list once the only wallet that was waited for does not come', () => {
  const find = (phase: WalletProofPhase, count: number, settled: boolean) =>
    reduceWalletProof(createStateIn(phase), { type: 'wallets-found', count, settled }, startTime).state.phase.at
  expect(find(examplePhases.choosing, 0, false)).toBe('choosing')
  expect(find(examplePhases.choosing, 0, true)).toBe('no-wallet')
  expect(find(examplePhases['no-wallet'], 1, true)).toBe('choosing')
})

test('what another wallet reports changes nothing', () => {
  for (const phase of Object.values(examplePhases)) {
    const before = createStateIn(phase)
    for (const type of ['accounts-changed', 'wallet-disconnected'] as const) {
      expect(reduceWalletProof(before, { ...exampleEvents[type], walletId: 'another' }, startTime)).toEqual({
        state: before,
        effects: [],
      })
    }
  }
})

test('the first button press sends the request of a wallet with nothing in between', () => {
  const { effects } = reduceWalletProof(
    createStateIn(examplePhases.choosing),
    exampleEvents['wallet-chosen'],
    startTime,
  )
  expect(effects).toEqual([{ type: 'connect', attempt: 8, wallet: chosenWallet, method: 'eth_requestAccounts' }])
})

const connectTo = (chainId: string | null) => {
  const { state } = reduceWalletProof(
    createStateIn(examplePhases.connecting, { slot: heldChallenge }),
    { ...exampleEvents.connected, chainId },
    startTime,
  )
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
  const broken = {
    ...heldChallenge,
    challenge: { ...exampleChallenge, message: { ...exampleChallenge.message, statement: 'two\nlines' } },
  }
  const { state } = reduceWalletProof(
    createStateIn(examplePhases.connecting, { slot: broken }),
    exampleEvents.connected,
    startTime,
  )
  expect(state.phase).toEqual({ at: 'refused', connected: connectedWallet, code: 'server.error', signed: null })
  const without = { ...heldChallenge, challenge: { ...exampleChallenge, chainIds: [] } }
  expect(
    reduceWalletProof(createStateIn(examplePhases.connecting, { slot: without }), exampleEvents.connected, startTime)
      .state.phase.at,
  ).toBe('refused')
})

test('a challenge is renewed before it expires while the page is seen, and not while it is hidden', () => {
  const state = createStateIn(examplePhases.choosing, { slot: heldChallenge })
  expect(getWalletProofTickTime(state)).toBe(heldChallenge.renewAt)
  expect(reduceWalletProof(state, { type: 'tick' }, heldChallenge.renewAt).effects).toEqual([
    { type: 'fetch-challenge', request: 4 },
  ])
  const hidden = { ...state, isVisible: false }
  expect(getWalletProofTickTime(hidden)).toBeNull()
  expect(reduceWalletProof(hidden, { type: 'tick' }, heldChallenge.renewAt).effects).toEqual([])
  const back = reduceWalletProof(hidden, { type: 'visibility-changed', isVisible: true }, heldChallenge.renewAt)
  expect(back.effects).toEqual([{ type: 'fetch-challenge', request: 4 }])
})

test('a message that was read is sent again within the tap, unless it is about to expire', () => {
  for (const phase of [
    examplePhases['signature-declined'],
    { ...examplePhases['window-blocked'], again: exampleDraft },
  ]) {
    const { state, effects } = reduceWalletProof(createStateIn(phase), { type: 'proceed' }, startTime)
    expect(state.phase).toMatchObject({ at: 'signing', draft: exampleDraft })
    expect(effects).toEqual([{ type: 'sign', attempt: 8, draft: exampleDraft }])
    expect(
      reduceWalletProof(createStateIn(phase), { type: 'proceed' }, exampleDraft.expiresAt - 5_000).state.phase.at,
    ).not.toBe('signing')
  }
})

test('a message that expires in the wallet is thrown away, and a new challenge is asked for', () => {
  const { state, effects } = reduceWalletProof(
    createStateIn(examplePhases.signing, { slot: heldChallenge }),
    { type: 'tick' },
    exampleDraft.expiresAt,
  )
  expect(state.phase).toEqual({ at: 'expired', connected: connectedWallet })
  expect(state.attempt).toBe(8)
  expect(effects).toEqual([{ type: 'fetch-challenge', request: 4 }])
})

test('another account means another message from another challenge', () => {
  const changed = reduceWalletProof(
    createStateIn(examplePhases.signing, { slot: heldChallenge }),
    exampleEvents['accounts-changed'],
    startTime,
  )
  expect(changed.state.phase).toEqual({
    at: 'address-changed',
    connected: { ...connectedWallet, address: otherAddress },
  })
  expect(changed.effects).toEqual([{ type: 'fetch-challenge', request: 4 }])
  const late = reduceWalletProof(changed.state, exampleEvents.signed, startTime)
  expect(late.state).toBe(changed.state)
})

test('a message that waits for a window is thrown away too when the account changes', () => {
  const blocked = { ...examplePhases['window-blocked'], again: exampleDraft }
  expect(reduceWalletProof(createStateIn(blocked), exampleEvents['accounts-changed'], startTime).state.phase.at).toBe(
    'address-changed',
  )
  expect(
    reduceWalletProof(createStateIn(examplePhases['window-blocked']), exampleEvents['accounts-changed'], startTime)
      .state.phase.at,
  ).toBe('window-blocked')
})

test('the same account in other letters is no change', () => {
  const before = createStateIn(examplePhases.signing)
  const same = {
    ...exampleEvents['accounts-changed'],
    accounts: [connectedWallet.address.toLowerCase(), otherAddress.toLowerCase()],
  }
  expect(reduceWalletProof(before, same, startTime).state).toBe(before)
})

test.each([
  ['challenge.invalid', null, 'expired'],
  ['person.suspended', null, 'suspended'],
  ['signature.refused', null, 'other-signer'],
  ['signature.refused', connectedWallet.address.toLowerCase(), 'other-signer'],
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
  const { state } = reduceWalletProof(
    createStateIn(examplePhases.checking),
    { ...exampleEvents.rejected, problem: { code }, account },
    startTime,
  )
  expect(state.phase.at).toBe(expected)
})

test('whoever is suspended reads why, where a reason was given', () => {
  const suspended = (problem: { code: string; reason?: string }) =>
    reduceWalletProof(
      createStateIn(examplePhases.checking),
      { ...exampleEvents.rejected, problem, account: null },
      startTime,
    ).state.phase
  expect(suspended({ code: 'person.suspended', reason: 'A key was stolen' })).toMatchObject({
    at: 'suspended',
    reason: 'A key was stolen',
  })
  expect(suspended({ code: 'person.suspended' })).toMatchObject({ at: 'suspended', reason: null })
})

test('what was signed stays with its refusal, to be looked into', () => {
  for (const code of ['signature.refused', 'sign_in.message_mismatch']) {
    const { phase } = reduceWalletProof(
      createStateIn(examplePhases.checking),
      { ...exampleEvents.rejected, problem: { code }, account: null },
      startTime,
    ).state
    expect(phase).toMatchObject({
      connected: connectedWallet,
      signed: { text: signedDraft.text, signature: signedDraft.signature },
    })
  }
})

test('the wait for the server grows, and what it says of the time is kept within bounds', () => {
  const waits = [0, 1, 2, 3, 4, 30].map((tries) => {
    const problem = { code: 'network.unreachable' }
    const { phase } = reduceWalletProof(
      createStateIn({ ...examplePhases.checking, tries }),
      { ...exampleEvents.rejected, problem },
      startTime,
    ).state
    return phase.at === 'unreachable' && phase.retryAt !== null ? phase.retryAt - startTime : null
  })
  expect(waits).toEqual([5_000, 10_000, 20_000, 40_000, 60_000, 60_000])
  const limits = [undefined, 0, 12, 1e9].map((retryAfterSeconds) => {
    const problem = { code: 'rate.limited', ...(retryAfterSeconds === undefined ? {} : { retryAfterSeconds }) }
    const { phase } = reduceWalletProof(
      createStateIn(examplePhases.checking),
      { ...exampleEvents.rejected, problem },
      startTime,
    ).state
    return phase.at === 'rate-limited' && phase.retryAt !== null ? phase.retryAt - startTime : null
  })
  expect(limits).toEqual([30_000, 1_000, 12_000, 3_600_000])
})

test('tells how far this device’s clock is ahead', () => {
  const fast = startTime + 420_000
  const state = createStateIn(examplePhases.choosing, {
    slot: { at: 'requested', request: 3, askedAt: fast - 100, contract: null },
  })
  const { state: next } = reduceWalletProof(state, exampleEvents['challenge-arrived'], fast + 100)
  expect(next.clockAheadMilliseconds).toBe(420_000)
  // The challenge lives for five minutes of this clock all the same.
  expect(next.slot).toMatchObject({ at: 'ready', expiresAt: fast - 100 + 300_000 })
})
