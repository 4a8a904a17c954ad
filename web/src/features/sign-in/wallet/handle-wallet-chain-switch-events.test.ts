// Tests switching a contract wallet to the chain that the server named.
import { expect, test } from 'vitest'
import { reduceWalletProof } from './wallet-proof-state-machine.ts'
import type { WalletProofEvent } from './wallet-proof-events.ts'
import type { WalletProofState } from './wallet-proof-state.ts'
import {
  chosenWalletFixture,
  createWalletProofStateFixture,
  exampleWalletProofEvents,
  exampleWalletProofPhases,
  walletProofStartTimeFixture,
} from '../../../testing/wallet-proof-phase-fixtures.ts'

const chains = [
  { id: '8453', name: 'Base' },
  { id: '10', name: 'OP Mainnet' },
]
const reduce = (state: WalletProofState, event: WalletProofEvent) =>
  reduceWalletProof(state, event, walletProofStartTimeFixture)

const refusedOn = (on: typeof chains | undefined) =>
  reduce(createWalletProofStateFixture(exampleWalletProofPhases.checking), {
    ...exampleWalletProofEvents.rejected,
    problem: { code: 'wallet.on_other_chain', ...(on && { chains: on }) },
  }).state

test('S4: the refusal names the chains, and the main button requests a switch to the first one', () => {
  const state = refusedOn(chains)
  expect(state.phase).toMatchObject({ at: 'refused', code: 'wallet.on_other_chain', chainsOfWallet: chains })
  const { state: asked, effects } = reduce(state, { type: 'proceed' })
  expect(asked.phase).toEqual({ ...state.phase, isSwitching: true })
  expect(effects).toEqual([
    { type: 'switch-chain', attempt: state.attempt, wallet: chosenWalletFixture, chainId: '8453' },
  ])
})

test('a second press while the wallet is asked to switch requests nothing', () => {
  const { state: asked } = reduce(refusedOn(chains), { type: 'proceed' })
  for (const event of [{ type: 'proceed' }, { type: 'chain-chosen', chainId: '10' }] as const)
    expect(reduce(asked, event)).toEqual({ state: asked, effects: [] })
  const { state: stayed } = reduce(asked, { type: 'chain-switched', attempt: asked.attempt, isSwitched: false })
  expect(stayed.phase).not.toHaveProperty('isSwitching')
})

test('each of several chains can be chosen, but no chain that the server did not name', () => {
  const state = refusedOn(chains)
  expect(reduce(state, { type: 'chain-chosen', chainId: '10' }).effects).toMatchObject([{ chainId: '10' }])
  expect(reduce(state, { type: 'chain-chosen', chainId: '1' }).effects).toEqual([])
})

test('after the switch, the proof starts again without another prompt to connect', () => {
  const state = refusedOn(chains)
  const { state: next, effects } = reduce(state, { type: 'chain-switched', attempt: state.attempt, isSwitched: true })
  expect(next.phase.at).toBe('connecting')
  expect(effects).toMatchObject([{ type: 'connect', wallet: chosenWalletFixture, method: 'eth_accounts' }])
})

test('if the wallet does not switch, the main button connects again instead of requesting another switch', () => {
  const state = refusedOn(chains)
  const { state: stayed } = reduce(state, { type: 'chain-switched', attempt: state.attempt, isSwitched: false })
  expect(stayed.phase).toMatchObject({ at: 'refused', isSwitchRefused: true })
  expect(reduce(stayed, { type: 'proceed' }).effects).toMatchObject([{ type: 'connect' }])
})

test('without named chains, the main button connects again', () => {
  expect(reduce(refusedOn(undefined), { type: 'proceed' }).effects).toMatchObject([{ type: 'connect' }])
})
