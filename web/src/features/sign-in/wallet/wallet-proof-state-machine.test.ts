// Tests every phase with every event: nothing crashes, and no state is mutated.
import { expect, test } from 'vitest'
import { reduceWalletProof } from './wallet-proof-state-machine.ts'
import type { WalletProofPhase } from './wallet-proof-phases.ts'
import { getNextWalletProofTimerTime } from './wallet-proof-state.ts'
import {
  walletProofStartTimeFixture,
  chosenWalletFixture,
  otherWalletAddressFixture,
  exampleWalletChallenge,
  connectedWalletFixture,
  walletMessageToSignFixture,
  exampleWalletProofPhases,
  exampleWalletProofEvents,
  createWalletProofStateFixture,
  prefetchedChallengeFixture,
} from '../../../testing/wallet-proof-phase-fixtures.ts'

test('ignores wallet responses of an abandoned attempt', () => {
  for (const phase of Object.values(exampleWalletProofPhases)) {
    for (const event of Object.values(exampleWalletProofEvents)) {
      if (!('attempt' in event)) continue
      const before = createWalletProofStateFixture(phase)
      expect(reduceWalletProof(before, { ...event, attempt: 6 }, walletProofStartTimeFixture)).toEqual({
        state: before,
        effects: [],
      })
    }
  }
})

test('ignores challenges that were not requested or were superseded', () => {
  for (const phase of Object.values(exampleWalletProofPhases)) {
    const before = createWalletProofStateFixture(phase)
    for (const type of ['challenge-arrived', 'challenge-failed'] as const) {
      expect(
        reduceWalletProof(before, { ...exampleWalletProofEvents[type], request: 2 }, walletProofStartTimeFixture),
      ).toEqual({
        state: before,
        effects: [],
      })
    }
  }
})

test('leaves the wallet list when discovery settles without a wallet', () => {
  const find = (phase: WalletProofPhase, count: number, settled: boolean) =>
    reduceWalletProof(
      createWalletProofStateFixture(phase),
      { type: 'wallets-found', count, settled },
      walletProofStartTimeFixture,
    ).state.phase.at
  expect(find(exampleWalletProofPhases.choosing, 0, false)).toBe('choosing')
  expect(find(exampleWalletProofPhases.choosing, 0, true)).toBe('no-wallet')
  expect(find(exampleWalletProofPhases['no-wallet'], 1, true)).toBe('choosing')
})

test('ignores events of a wallet that is not chosen', () => {
  for (const phase of Object.values(exampleWalletProofPhases)) {
    const before = createWalletProofStateFixture(phase)
    for (const type of ['accounts-changed', 'wallet-disconnected'] as const) {
      expect(
        reduceWalletProof(
          before,
          { ...exampleWalletProofEvents[type], walletId: 'another' },
          walletProofStartTimeFixture,
        ),
      ).toEqual({
        state: before,
        effects: [],
      })
    }
  }
})

test('requests the connection directly when a wallet is chosen', () => {
  const { effects } = reduceWalletProof(
    createWalletProofStateFixture(exampleWalletProofPhases.choosing),
    exampleWalletProofEvents['wallet-chosen'],
    walletProofStartTimeFixture,
  )
  expect(effects).toEqual([{ type: 'connect', attempt: 8, wallet: chosenWalletFixture, method: 'eth_requestAccounts' }])
})

const connectTo = (chainId: string | null) => {
  const { state } = reduceWalletProof(
    createWalletProofStateFixture(exampleWalletProofPhases.connecting, { slot: prefetchedChallengeFixture }),
    { ...exampleWalletProofEvents.connected, chainId },
    walletProofStartTimeFixture,
  )
  return state.phase.at === 'message-ready' ? state.phase.draft : null
}

test('the message contains the checksum address, and the chain of the wallet if accepted', () => {
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

test('a challenge that yields no valid message is reported as a server error', () => {
  const broken = {
    ...prefetchedChallengeFixture,
    challenge: { ...exampleWalletChallenge, message: { ...exampleWalletChallenge.message, statement: 'two\nlines' } },
  }
  const { state } = reduceWalletProof(
    createWalletProofStateFixture(exampleWalletProofPhases.connecting, { slot: broken }),
    exampleWalletProofEvents.connected,
    walletProofStartTimeFixture,
  )
  expect(state.phase).toEqual({ at: 'refused', connected: connectedWalletFixture, code: 'server.error', signed: null })
  const without = { ...prefetchedChallengeFixture, challenge: { ...exampleWalletChallenge, chainIds: [] } }
  expect(
    reduceWalletProof(
      createWalletProofStateFixture(exampleWalletProofPhases.connecting, { slot: without }),
      exampleWalletProofEvents.connected,
      walletProofStartTimeFixture,
    ).state.phase.at,
  ).toBe('refused')
})

test('renews a challenge before it expires, only while the page is visible', () => {
  const state = createWalletProofStateFixture(exampleWalletProofPhases.choosing, { slot: prefetchedChallengeFixture })
  expect(getNextWalletProofTimerTime(state)).toBe(prefetchedChallengeFixture.renewAt)
  expect(reduceWalletProof(state, { type: 'tick' }, prefetchedChallengeFixture.renewAt).effects).toEqual([
    { type: 'fetch-challenge', request: 4 },
  ])
  const hidden = { ...state, isVisible: false }
  expect(getNextWalletProofTimerTime(hidden)).toBeNull()
  expect(reduceWalletProof(hidden, { type: 'tick' }, prefetchedChallengeFixture.renewAt).effects).toEqual([])
  const back = reduceWalletProof(
    hidden,
    { type: 'visibility-changed', isVisible: true },
    prefetchedChallengeFixture.renewAt,
  )
  expect(back.effects).toEqual([{ type: 'fetch-challenge', request: 4 }])
})

test('synchronously resends a message that was already shown, unless it is about to expire', () => {
  for (const phase of [
    exampleWalletProofPhases['signature-declined'],
    { ...exampleWalletProofPhases['window-blocked'], again: walletMessageToSignFixture },
  ]) {
    const { state, effects } = reduceWalletProof(
      createWalletProofStateFixture(phase),
      { type: 'proceed' },
      walletProofStartTimeFixture,
    )
    expect(state.phase).toMatchObject({ at: 'signing', draft: walletMessageToSignFixture })
    expect(effects).toEqual([{ type: 'sign', attempt: 8, draft: walletMessageToSignFixture }])
    expect(
      reduceWalletProof(
        createWalletProofStateFixture(phase),
        { type: 'proceed' },
        walletMessageToSignFixture.expiresAt - 5_000,
      ).state.phase.at,
    ).not.toBe('signing')
  }
})

test('discards a message that expires in the wallet and requests a new challenge', () => {
  const { state, effects } = reduceWalletProof(
    createWalletProofStateFixture(exampleWalletProofPhases.signing, { slot: prefetchedChallengeFixture }),
    { type: 'tick' },
    walletMessageToSignFixture.expiresAt,
  )
  expect(state.phase).toEqual({ at: 'expired', connected: connectedWalletFixture })
  expect(state.attempt).toBe(8)
  expect(effects).toEqual([{ type: 'fetch-challenge', request: 4 }])
})

test('an account change requests a new challenge and ignores the old signature', () => {
  const changed = reduceWalletProof(
    createWalletProofStateFixture(exampleWalletProofPhases.signing, { slot: prefetchedChallengeFixture }),
    exampleWalletProofEvents['accounts-changed'],
    walletProofStartTimeFixture,
  )
  expect(changed.state.phase).toEqual({
    at: 'address-changed',
    connected: { ...connectedWalletFixture, address: otherWalletAddressFixture },
  })
  expect(changed.effects).toEqual([{ type: 'fetch-challenge', request: 4 }])
  const late = reduceWalletProof(changed.state, exampleWalletProofEvents.signed, walletProofStartTimeFixture)
  expect(late.state).toBe(changed.state)
})

test('discards a message waiting for a blocked window when the account changes', () => {
  const blocked = { ...exampleWalletProofPhases['window-blocked'], again: walletMessageToSignFixture }
  expect(
    reduceWalletProof(
      createWalletProofStateFixture(blocked),
      exampleWalletProofEvents['accounts-changed'],
      walletProofStartTimeFixture,
    ).state.phase.at,
  ).toBe('address-changed')
  expect(
    reduceWalletProof(
      createWalletProofStateFixture(exampleWalletProofPhases['window-blocked']),
      exampleWalletProofEvents['accounts-changed'],
      walletProofStartTimeFixture,
    ).state.phase.at,
  ).toBe('window-blocked')
})

test('ignores an account event that differs only in letter case', () => {
  const before = createWalletProofStateFixture(exampleWalletProofPhases.signing)
  const same = {
    ...exampleWalletProofEvents['accounts-changed'],
    accounts: [connectedWalletFixture.address.toLowerCase(), otherWalletAddressFixture.toLowerCase()],
  }
  expect(reduceWalletProof(before, same, walletProofStartTimeFixture).state).toBe(before)
})
