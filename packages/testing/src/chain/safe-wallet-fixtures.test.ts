// Tests that a Safe with two owners accepts what both of them signed, even after its owners change.
import { afterAll, beforeAll, expect, test } from 'vitest'
import { ethereumTestKeys } from '../ethereum-test-keys.ts'
import { isErc1271SignatureAccepted, erc1271MagicValue, callIsValidSignature } from './contract-signature-test-steps.ts'
import { startLocalEthereumChain } from './local-ethereum-chain.ts'
import type { LocalEthereumChain } from './local-ethereum-chain.ts'
import {
  approveSafeWalletMessageOnChain,
  changeSafeWalletThreshold,
  deploySafeWallet,
  predictSafeWalletDeployment,
  replaceSafeWalletOwner,
  signAsUndeployedSafeWallet,
  signAsSafeWallet,
} from './safe-wallet-fixtures.ts'

const { alice, bob, carol } = ethereumTestKeys
const both = [alice, bob]
const text = 'One message.'
let chain: LocalEthereumChain

beforeAll(async () => {
  chain = await startLocalEthereumChain({ chainId: 100 })
})
afterAll(() => chain.stop())

test('a Safe accepts only signatures by both owners for its address and chain', async () => {
  const { address } = await deploySafeWallet(chain, { owners: both, threshold: 2 })
  const sign = (owners: typeof both, chainId = 100) => signAsSafeWallet(owners, text, address, chainId)
  expect(await callIsValidSignature(chain, address, text, await sign(both))).toBe(erc1271MagicValue)
  expect(await sign([bob, alice])).toBe(await sign(both))
  expect(await isErc1271SignatureAccepted(chain, address, 'Another message.', await sign(both))).toBe(false)
  expect(await isErc1271SignatureAccepted(chain, address, text, await sign([alice]))).toBe(false)
  expect(await isErc1271SignatureAccepted(chain, address, text, await sign([alice, carol]))).toBe(false)
  expect(await isErc1271SignatureAccepted(chain, address, text, await sign(both, 1))).toBe(false)
  await expect(callIsValidSignature(chain, address, text, '0x')).rejects.toThrow('Hash not approved')
})

test('an undeployed Safe has a predicted address and a valid ERC-6492 signature', async () => {
  const options = { owners: both, threshold: 2, salt: 1 }
  const deployment = await predictSafeWalletDeployment(chain, options)
  expect(await chain.rpc('eth_getCode', [deployment.address, 'latest'])).toBe('0x')
  const signature = await signAsUndeployedSafeWallet(deployment, both, text, 100)
  expect(await chain.client.verifyMessage({ address: deployment.address, message: text, signature })).toBe(true)
  const half = await signAsUndeployedSafeWallet(deployment, [alice], text, 100)
  expect(await chain.client.verifyMessage({ address: deployment.address, message: text, signature: half })).toBe(false)
  expect(await deploySafeWallet(chain, options)).toEqual(deployment)
  expect(
    await isErc1271SignatureAccepted(
      chain,
      deployment.address,
      text,
      await signAsSafeWallet(both, text, deployment.address, 100),
    ),
  ).toBe(true)
})

test('a Safe refuses signatures by an owner that has been replaced', async () => {
  const { address } = await deploySafeWallet(chain, { owners: both, threshold: 2, salt: 2 })
  await replaceSafeWalletOwner(chain, address, both, { from: bob, to: carol })
  expect(await isErc1271SignatureAccepted(chain, address, text, await signAsSafeWallet(both, text, address, 100))).toBe(
    false,
  )
  expect(
    await isErc1271SignatureAccepted(chain, address, text, await signAsSafeWallet([alice, carol], text, address, 100)),
  ).toBe(true)
})

test('a Safe requires signatures by more owners after its threshold is raised', async () => {
  const { address } = await deploySafeWallet(chain, { owners: [alice, bob, carol], threshold: 2, salt: 3 })
  const signature = await signAsSafeWallet(both, text, address, 100)
  expect(await isErc1271SignatureAccepted(chain, address, text, signature)).toBe(true)
  await changeSafeWalletThreshold(chain, address, both, 3)
  expect(await isErc1271SignatureAccepted(chain, address, text, signature)).toBe(false)
  expect(
    await isErc1271SignatureAccepted(
      chain,
      address,
      text,
      await signAsSafeWallet([alice, bob, carol], text, address, 100),
    ),
  ).toBe(true)
  await expect(changeSafeWalletThreshold(chain, address, both, 1)).rejects.toThrow('was reverted')
})

test('a Safe accepts an empty signature for a message that was approved on-chain', async () => {
  const { address } = await deploySafeWallet(chain, { owners: both, threshold: 2, salt: 4 })
  await approveSafeWalletMessageOnChain(chain, address, both, text)
  expect(await callIsValidSignature(chain, address, text, '0x')).toBe(erc1271MagicValue)
  expect(await isErc1271SignatureAccepted(chain, address, 'Another message.', '0x')).toBe(false)
})
