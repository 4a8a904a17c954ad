// Tests the refusals of addresses that the page predicts, and the chain that an address names.
import { bitcoinChainReferences } from '@countersign/message/bip122/bitcoin-chains'
import type { BitcoinChain } from '@countersign/message/bip122/bitcoin-chains'
import { createBitcoinTestKey } from '@countersign/testing/bitcoin-test-keys'
import { ethereumTestKeys } from '@countersign/testing/ethereum-test-keys'
import { solanaTestKeys } from '@countersign/testing/solana-test-keys'
import { expect, test } from 'vitest'
import type { WalletProofPurpose } from '../wallet/wallet-proof-purpose.ts'
import { findAddressRefusal, getChainOfPastedAddress } from './find-address-refusal.ts'
import type { AcceptedChains } from './find-address-refusal.ts'
import { parsePastedWalletAddress } from './parse-pasted-wallet-address.ts'
import type { PastedWalletAddress } from './parse-pasted-wallet-address.ts'

const parse = (address: string) => parsePastedWalletAddress(address) as PastedWalletAddress
const ethereum = parse(ethereumTestKeys.alice.address)
const solana = parse(solanaTestKeys.alice.address)
const bitcoin = parse(createBitcoinTestKey(1).address)
const legacyTest = parse(createBitcoinTestKey(1, 'p2pkh', 'testnet').address)

const acceptAll = (chain: BitcoinChain = 'mainnet'): AcceptedChains => ({
  chainIds: ['1'],
  keyChains: { solana: 'mainnet', bip122: bitcoinChainReferences[chain] },
})
const onlySolana: AcceptedChains = { chainIds: [], keyChains: { solana: 'mainnet' } }
const signIn: WalletProofPurpose = { for: 'sign-in' }
const known = [ethereum.address.toLowerCase(), solana.address] as const
const link = (addresses: readonly string[]): WalletProofPurpose => ({ for: 'link', addresses })
const stepUp: WalletProofPurpose = { for: 'step-up', addresses: known }

test.each([
  ['an accepted address', ethereum, acceptAll(), signIn, null, null],
  ['a chain family that the site does not accept', ethereum, onlySolana, signIn, null, 'not_accepted'],
  ['a mainnet address at a site on a test network', bitcoin, acceptAll('testnet4'), signIn, null, 'other_network'],
  ['a test address at a site on mainnet', legacyTest, acceptAll(), signIn, null, 'other_network'],
  ['a legacy test address at a site on regtest', legacyTest, acceptAll('regtest'), signIn, null, null],
  ['a linked address', ethereum, acceptAll(), link(known), null, 'already_linked'],
  ['an address that is not linked yet', bitcoin, acceptAll(), link(known), null, null],
  ['an own address for a step-up', solana, acceptAll(), stepUp, null, null],
  ['a foreign address for a step-up', bitcoin, acceptAll(), stepUp, null, 'not_yours'],
  ['an address that the server refused', bitcoin, acceptAll(), link([]), bitcoin, 'already_linked'],
] as const)('%s', (_, address, accepted, purpose, refused, expected) => {
  expect(findAddressRefusal(address, accepted, purpose, refused?.address ?? null)).toBe(expected)
})

test('names the chain of an address as wallets do', () => {
  expect(getChainOfPastedAddress(ethereum, acceptAll())).toBeNull()
  expect(getChainOfPastedAddress(solana, acceptAll())).toBe('solana')
  expect(getChainOfPastedAddress(bitcoin, acceptAll())).toBe('bip122:mainnet')
  expect(getChainOfPastedAddress(legacyTest, acceptAll('signet'))).toBe('bip122:testnet')
  expect(getChainOfPastedAddress(legacyTest, acceptAll('regtest'))).toBe('bip122:regtest')
  expect(getChainOfPastedAddress(legacyTest, null)).toBe('bip122:testnet')
})
