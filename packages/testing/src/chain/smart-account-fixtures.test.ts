// Tests that accounts with a single owner behave as ERC-1271 and ERC-4337 require, on a local
// chain.
import { afterAll, beforeAll, expect, test } from 'vitest'
import { ethereumTestKeys } from '../ethereum-test-keys.ts'
import {
  changeSmartAccountOwner,
  deploySmartAccount,
  predictSmartAccountDeployment,
  signAsSmartAccount,
  signAsUndeployedSmartAccount,
} from './smart-account-fixtures.ts'
import { callContract, sendEthereumTransaction } from './smart-contract-fixtures.ts'
import { isErc1271SignatureAccepted, erc1271MagicValue, callIsValidSignature } from './contract-signature-test-steps.ts'
import { startLocalEthereumChain } from './local-ethereum-chain.ts'
import type { LocalEthereumChain } from './local-ethereum-chain.ts'

const { alice, bob } = ethereumTestKeys
const text = 'One message.'
let chain: LocalEthereumChain
let otherChain: LocalEthereumChain

beforeAll(async () => {
  ;[chain, otherChain] = await Promise.all([startLocalEthereumChain(), startLocalEthereumChain({ chainId: 10 })])
})
afterAll(() => Promise.all([chain.stop(), otherChain.stop()]))

test('a smart account accepts only signatures by its owner', async () => {
  const { address } = await deploySmartAccount(chain, { owner: alice })
  expect(await callIsValidSignature(chain, address, text, signAsSmartAccount(alice, text))).toBe(erc1271MagicValue)
  expect(await isErc1271SignatureAccepted(chain, address, text, signAsSmartAccount(bob, text))).toBe(false)
  expect(await isErc1271SignatureAccepted(chain, address, 'Another message.', signAsSmartAccount(alice, text))).toBe(
    false,
  )
  expect(await isErc1271SignatureAccepted(chain, address, text, '0x')).toBe(false)
})

test('S4: a smart account accepts only the new owner, while its copy on another chain has the old one', async () => {
  const here = await deploySmartAccount(chain, { owner: alice, salt: 1 })
  const there = await deploySmartAccount(otherChain, { owner: alice, salt: 1 })
  expect(there.address).toBe(here.address)
  await changeSmartAccountOwner(chain, here.address, alice, bob)
  expect(await isErc1271SignatureAccepted(chain, here.address, text, signAsSmartAccount(alice, text))).toBe(false)
  expect(await isErc1271SignatureAccepted(chain, here.address, text, signAsSmartAccount(bob, text))).toBe(true)
  expect(await isErc1271SignatureAccepted(otherChain, here.address, text, signAsSmartAccount(alice, text))).toBe(true)
  await expect(changeSmartAccountOwner(chain, here.address, alice, alice)).rejects.toThrow('revert')
})

test('an undeployed smart account has a predicted address and a valid ERC-6492 signature', async () => {
  const account = await predictSmartAccountDeployment(chain, { owner: alice, salt: 2 })
  expect(await chain.rpc('eth_getCode', [account.address, 'latest'])).toBe('0x')
  const signature = signAsUndeployedSmartAccount(account, alice, text)
  expect(signature.endsWith('6492'.repeat(16))).toBe(true)
  const { client } = chain
  expect(await client.verifyMessage({ address: account.address, message: text, signature })).toBe(true)
  expect(await client.verifyMessage({ address: account.address, message: 'Another message.', signature })).toBe(false)
  await sendEthereumTransaction(chain, { to: account.factory, data: account.factoryData })
  expect(await isErc1271SignatureAccepted(chain, account.address, text, signAsSmartAccount(alice, text))).toBe(true)
})

test('CarelessFactory counts real deployments, but not simulated ones', async () => {
  const account = await predictSmartAccountDeployment(chain, { owner: alice, factory: 'CarelessFactory' })
  const count = () => callContract(chain, { to: account.factory, contract: 'CarelessFactory', name: 'count' })
  await chain.client.verifyMessage({
    address: account.address,
    message: text,
    signature: signAsUndeployedSmartAccount(account, alice, text),
  })
  expect(await count()).toBe(0n)
  const { logs } = await sendEthereumTransaction(chain, { to: account.factory, data: account.factoryData })
  expect(await count()).toBe(1n)
  expect(logs).toHaveLength(1)
})
