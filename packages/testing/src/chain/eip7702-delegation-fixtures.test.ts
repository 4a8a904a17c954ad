// Tests that a key has the code of the contract it delegates to, and no code after the delegation
// is revoked.
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Address } from 'viem'
import { ethereumTestKeys } from '../ethereum-test-keys.ts'
import { deployTestContract } from './smart-contract-fixtures.ts'
import { delegateKeyToContract, revokeKeyDelegation } from './eip7702-delegation-fixtures.ts'
import { isErc1271SignatureAccepted } from './contract-signature-test-steps.ts'
import { startLocalEthereumChain } from './local-ethereum-chain.ts'
import type { LocalEthereumChain } from './local-ethereum-chain.ts'

const { alice } = ethereumTestKeys
const address = alice.address as Address
let chain: LocalEthereumChain

beforeAll(async () => {
  chain = await startLocalEthereumChain()
})
afterAll(() => chain.stop())

test('S7: a key delegating to a careless contract accepts any signature until it revokes that', async () => {
  const contract = await deployTestContract(chain, 'AcceptsAnything')
  const codeOf = () => chain.rpc('eth_getCode', [address, 'latest'])
  expect(await codeOf()).toBe('0x')
  await delegateKeyToContract(chain, alice, contract)
  expect(await codeOf()).toBe(`0xef0100${contract.slice(2).toLowerCase()}`)
  expect(await isErc1271SignatureAccepted(chain, address, 'One message.', '0x00')).toBe(true)
  await revokeKeyDelegation(chain, alice)
  expect(await codeOf()).toBe('0x')
})
