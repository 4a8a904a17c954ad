import { expect, test } from 'vitest'
import { reduceWalletProof } from './wallet-proof-state-machine.ts'
import type { WalletProofPhaseName } from './wallet-proof-phases.ts'
import {
  walletProofStartTimeFixture,
  oneMinuteAfterProofStartFixture,
  exampleWalletProofPhases,
  exampleWalletProofEvents,
  createWalletProofStateFixture,
} from '../../../testing/wallet-proof-phase-fixtures.ts'

function freeze<Value>(value: Value): Value {
  if (typeof value === 'object' && value !== null) {
    Object.freeze(value)
    Object.values(value).forEach(freeze)
  }
  return value
}

test('wallet proof transitions for every phase and event', () => {
  const table = Object.values(exampleWalletProofPhases).map((phase) => {
    const cells = Object.values(exampleWalletProofEvents).flatMap((event) => {
      const before = freeze(createWalletProofStateFixture(phase))
      const { state, effects } = reduceWalletProof(
        before,
        freeze(event),
        event.type === 'tick' ? oneMinuteAfterProofStartFixture : walletProofStartTimeFixture,
      )
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

test('every wallet proof phase has a button or waits for a choice, a timer or a response', () => {
  const waits = new Set<WalletProofPhaseName>([
    'choosing',
    'connecting',
    'preparing',
    'checking',
    'rate-limited',
    'discovering',
  ])
  for (const phase of Object.values(exampleWalletProofPhases)) {
    const { state, effects } = reduceWalletProof(
      createWalletProofStateFixture(phase, { slot: { at: 'failed' } }),
      { type: 'proceed' },
      walletProofStartTimeFixture,
    )
    const moves = state.phase !== phase || effects.length > 0
    expect([phase.at, moves || waits.has(phase.at)]).toEqual([phase.at, true])
  }
})
