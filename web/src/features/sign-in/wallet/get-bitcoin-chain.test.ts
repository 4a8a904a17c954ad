// Tests the chain of a Bitcoin account, and of a wallet that switches accounts.
import { createBitcoinTestKey } from '@countersign/testing/bitcoin-test-keys'
import { bitcoinChainReferences } from '@countersign/message/bip122/bitcoin-chains'
import { expect, test } from 'vitest'
import {
  chosenWalletFixture,
  createWalletProofStateFixture,
  exampleWalletChallenge,
  exampleWalletProofEvents,
  exampleWalletProofPhases,
  prefetchedChallengeFixture,
  walletProofStartTimeFixture,
} from '../../../testing/wallet-proof-phase-fixtures.ts'
import { getBitcoinChain, getChainOfSwitchedAccount } from './get-bitcoin-chain.ts'
import { reduceWalletProof } from './wallet-proof-state-machine.ts'
import type { PrefetchedChallengeState, WalletProofPhase } from './wallet-proof-phases.ts'
import type { WalletProofPurpose } from './wallet-proof-purpose.ts'

const mainnet = createBitcoinTestKey(1, 'p2wpkh').address
const testnet = createBitcoinTestKey(1, 'p2wpkh', 'testnet').address

test.each([
  [mainnet, 'bip122:mainnet'],
  [createBitcoinTestKey(1, 'p2pkh').address, 'bip122:mainnet'],
  [createBitcoinTestKey(1, 'p2sh-p2wpkh').address, 'bip122:mainnet'],
  [testnet, 'bip122:testnet'],
  [createBitcoinTestKey(1, 'p2tr', 'testnet').address, 'bip122:testnet'],
  [createBitcoinTestKey(1, 'p2pkh', 'testnet').address, 'bip122:testnet'],
  [createBitcoinTestKey(1, 'p2sh-p2wpkh', 'testnet').address, 'bip122:testnet'],
  ['bcrt1qw508d6qejxtdg4y5r3zarvary0c5xw7kygt080', 'bip122:regtest'],
  [undefined, 'bip122:mainnet'],
])('S16: the chain of the Bitcoin account %s is %s', (address, chain) => {
  expect(getBitcoinChain(address)).toBe(chain)
})

test.each([
  ['bip122:mainnet', testnet, 'bip122:testnet'],
  ['bip122:testnet', mainnet, 'bip122:mainnet'],
  ['solana', 'account', 'solana'],
  ['10', '0x90f8bf6a479f320ead074411a4b0e7944ea8c9c1', '10'],
  [null, mainnet, null],
])('after a wallet on chain %s switched to %s, its chain is %s', (before, account, after) => {
  expect(getChainOfSwitchedAccount(before, account)).toBe(after)
})

const bitcoinSlot: PrefetchedChallengeState = {
  ...prefetchedChallengeFixture,
  challenge: { ...exampleWalletChallenge, chainIds: [], keyChains: { bip122: bitcoinChainReferences.mainnet } },
}
const switchAccount = (phase: WalletProofPhase, account: string, purpose: WalletProofPurpose) =>
  reduceWalletProof(
    createWalletProofStateFixture(phase, { purpose, slot: bitcoinSlot }),
    { type: 'accounts-changed', walletId: chosenWalletFixture.id, accounts: [account] },
    walletProofStartTimeFixture,
  ).state.phase
const connectTo = (address: string) => ({
  wallet: chosenWalletFixture,
  address,
  chainId: getBitcoinChain(address),
  contract: null,
})
const refusedOn = (address: string): WalletProofPhase => ({
  at: 'refused',
  connected: connectTo(address),
  code: 'wallet.other_network',
  signed: null,
})

test('S16: a Bitcoin wallet that switches to the network of the site can sign', () => {
  expect(switchAccount(refusedOn(testnet), mainnet, { for: 'sign-in' })).toMatchObject({
    at: 'address-changed',
    connected: { address: mainnet, chainId: 'bip122:mainnet' },
  })
  expect(switchAccount(refusedOn(testnet), mainnet, { for: 'link', addresses: [] })).toMatchObject({
    at: 'message-ready',
    draft: { address: mainnet, message: { chainId: bitcoinChainReferences.mainnet } },
  })
})

test('S16: a Bitcoin wallet that switches to another network is refused before it signs', () => {
  const phase: WalletProofPhase = { at: 'preparing', connected: connectTo(mainnet) }
  expect(switchAccount(phase, testnet, { for: 'link', addresses: [] })).toMatchObject({
    at: 'refused',
    code: 'wallet.other_network',
    connected: { address: testnet, chainId: 'bip122:testnet' },
  })
})

test('S16: after a refused signature, the chain is that of the account to which a Bitcoin wallet switched', () => {
  const { checking } = exampleWalletProofPhases
  const signed = { ...checking.signed, ...connectTo(testnet) }
  const { phase } = reduceWalletProof(
    createWalletProofStateFixture({ ...checking, signed }, { slot: bitcoinSlot }),
    { ...exampleWalletProofEvents.rejected, problem: { code: 'signature.refused' }, account: mainnet },
    walletProofStartTimeFixture,
  ).state
  expect(phase).toMatchObject({
    at: 'address-changed',
    connected: { address: mainnet, chainId: 'bip122:mainnet' },
  })
})
