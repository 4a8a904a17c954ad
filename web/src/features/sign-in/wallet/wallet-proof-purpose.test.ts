// Tests which chain families are offered for a proof that only some addresses can give.
import { expect, test } from 'vitest'
import { listOfferedChainFamilies } from './wallet-proof-purpose.ts'
import type { WalletProofPurpose } from './wallet-proof-purpose.ts'
import { reduceWalletProof } from './wallet-proof-state-machine.ts'
import {
  createWalletProofStateFixture,
  exampleWalletProofEvents,
  exampleWalletProofPhases,
  prefetchedChallengeFixture,
  walletProofStartTimeFixture,
} from '../../../testing/wallet-proof-phase-fixtures.ts'

const ethereum = '0x90F8bf6A479f320ead074411a4B0e7944Ea8c9C1'
const solana = '4Nd1mBQtrMJVYVfKf2PJy9NZUZdTAsp7D4xWLs4gDB4T'
const taproot = 'bc1p5cyxnuxmeuwuvkwfem96lqzszd02n6xdcjrs20cac6yqjjwudpxqkedrcr'
const everyFamily = { chainIds: ['1'], keyChains: { solana: 'mainnet', bip122: '000000000019d6689c085ae165831e93' } }

test.each<[WalletProofPurpose, readonly string[]]>([
  [{ for: 'sign-in' }, ['eip155', 'solana', 'bip122']],
  [{ for: 'elsewhere' }, ['eip155', 'solana', 'bip122']],
  [{ for: 'link', addresses: [taproot] }, ['eip155', 'solana', 'bip122']],
  [{ for: 'step-up', addresses: [taproot] }, ['bip122']],
  [{ for: 'step-up', addresses: ['3J98t1WpEZ73CNmQviecrnyiWrnqRhWNLy'] }, ['bip122']],
  [{ for: 'step-up', addresses: ['1A1zP1eP5QGefi2DMPTfTL5SLmv7DivfNa', ethereum] }, ['eip155', 'bip122']],
  [{ for: 'merge', addresses: [solana] }, ['solana']],
])('offers wallets of the families of the accepted addresses: %j', (purpose, families) => {
  expect(listOfferedChainFamilies(everyFamily, purpose)).toEqual(families)
})

test('offers no family that the server does not accept', () => {
  const onlyEthereum = { chainIds: ['1'], keyChains: {} }
  expect(listOfferedChainFamilies(onlyEthereum, { for: 'step-up', addresses: [ethereum, taproot] })).toEqual(['eip155'])
  expect(listOfferedChainFamilies({ ...everyFamily, chainIds: [] }, { for: 'sign-in' })).toEqual(['solana', 'bip122'])
})

test.each<[string, readonly string[], string]>([
  ['returns to the wallet list', [taproot], 'choosing'],
  ['checks the wallet again if it can switch', [taproot, `0x${'ab'.repeat(20)}`], 'connecting'],
])('the main button for an Ethereum account that cannot confirm %s', (_, addresses, expected) => {
  const { state } = reduceWalletProof(
    createWalletProofStateFixture(exampleWalletProofPhases.connecting, {
      purpose: { for: 'step-up', addresses },
      slot: prefetchedChallengeFixture,
    }),
    exampleWalletProofEvents.connected,
    walletProofStartTimeFixture,
  )
  expect(state.phase.at).toBe('other-address')
  const { state: next } = reduceWalletProof(state, { type: 'proceed' }, walletProofStartTimeFixture)
  expect(next.phase.at).toBe(expected)
})
