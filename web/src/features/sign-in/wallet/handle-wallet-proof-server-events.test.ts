// Tests how server responses are handled during a wallet proof, including clock skew.
import { expect, test } from 'vitest'
import { reduceWalletProof } from './wallet-proof-state-machine.ts'
import {
  walletProofStartTimeFixture,
  otherWalletAddressFixture,
  connectedWalletFixture,
  signedWalletMessageFixture,
  exampleWalletProofPhases,
  exampleWalletProofEvents,
  createWalletProofStateFixture,
} from '../../../testing/wallet-proof-phase-fixtures.ts'

test.each([
  ['challenge.invalid', null, 'expired'],
  ['person.suspended', null, 'suspended'],
  ['signature.refused', null, 'other-signer'],
  ['signature.refused', connectedWalletFixture.address.toLowerCase(), 'other-signer'],
  ['signature.refused', otherWalletAddressFixture.toLowerCase(), 'address-changed'],
  ['wallet.on_other_chain', null, 'refused'],
  ['wallet.on_other_chain', otherWalletAddressFixture.toLowerCase(), 'address-changed'],
  ['sign_in.message_mismatch', null, 'refused'],
  ['signature.malformed', null, 'refused'],
  ['message.invalid', null, 'refused'],
  ['server.error', null, 'refused'],
  ['network.unreachable', null, 'unreachable'],
  ['database.unavailable', null, 'unreachable'],
  ['database.commit_unknown', null, 'unreachable'],
  ['network.offline', null, 'offline'],
  ['rate.limited', null, 'rate-limited'],
] as const)('the server error %s with the wallet on account %s leads to the phase %s', (code, account, expected) => {
  const { state } = reduceWalletProof(
    createWalletProofStateFixture(exampleWalletProofPhases.checking),
    { ...exampleWalletProofEvents.rejected, problem: { code }, account },
    walletProofStartTimeFixture,
  )
  expect(state.phase.at).toBe(expected)
})

test('shows the reason of a suspension if the server gives one', () => {
  const suspended = (problem: { code: string; reason?: string }) =>
    reduceWalletProof(
      createWalletProofStateFixture(exampleWalletProofPhases.checking),
      { ...exampleWalletProofEvents.rejected, problem, account: null },
      walletProofStartTimeFixture,
    ).state.phase
  expect(suspended({ code: 'person.suspended', reason: 'A key was stolen' })).toMatchObject({
    at: 'suspended',
    reason: 'A key was stolen',
  })
  expect(suspended({ code: 'person.suspended' })).toMatchObject({ at: 'suspended', reason: null })
})

test('keeps the signed message with its refusal for inspection', () => {
  for (const code of ['signature.refused', 'sign_in.message_mismatch']) {
    const { phase } = reduceWalletProof(
      createWalletProofStateFixture(exampleWalletProofPhases.checking),
      { ...exampleWalletProofEvents.rejected, problem: { code }, account: null },
      walletProofStartTimeFixture,
    ).state
    expect(phase).toMatchObject({
      connected: connectedWalletFixture,
      signed: { text: signedWalletMessageFixture.text, signature: signedWalletMessageFixture.signature },
    })
  }
})

test('backs off while the server is unreachable, and limits the retry delay that the server requests', () => {
  const waits = [0, 1, 2, 3, 4, 30].map((tries) => {
    const problem = { code: 'network.unreachable' }
    const { phase } = reduceWalletProof(
      createWalletProofStateFixture({ ...exampleWalletProofPhases.checking, tries }),
      { ...exampleWalletProofEvents.rejected, problem },
      walletProofStartTimeFixture,
    ).state
    return phase.at === 'unreachable' && phase.retryAt !== null ? phase.retryAt - walletProofStartTimeFixture : null
  })
  expect(waits).toEqual([5_000, 10_000, 20_000, 40_000, 60_000, 60_000])
  const limits = [undefined, 0, 12, 1e9].map((retryAfterSeconds) => {
    const problem = { code: 'rate.limited', ...(retryAfterSeconds === undefined ? {} : { retryAfterSeconds }) }
    const { phase } = reduceWalletProof(
      createWalletProofStateFixture(exampleWalletProofPhases.checking),
      { ...exampleWalletProofEvents.rejected, problem },
      walletProofStartTimeFixture,
    ).state
    return phase.at === 'rate-limited' && phase.retryAt !== null ? phase.retryAt - walletProofStartTimeFixture : null
  })
  expect(limits).toEqual([30_000, 1_000, 12_000, 3_600_000])
})

test('measures how far the device clock is ahead of the server', () => {
  const fast = walletProofStartTimeFixture + 420_000
  const state = createWalletProofStateFixture(exampleWalletProofPhases.choosing, {
    slot: { at: 'requested', request: 3, askedAt: fast - 100, contract: null },
  })
  const { state: next } = reduceWalletProof(state, exampleWalletProofEvents['challenge-arrived'], fast + 100)
  expect(next.clockAheadMilliseconds).toBe(420_000)
  // The lifetime is also five minutes by this clock.
  expect(next.slot).toMatchObject({ at: 'ready', expiresAt: fast - 100 + 300_000 })
})
