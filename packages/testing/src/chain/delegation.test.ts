// A delegated key has its delegate's code on the chain, and none once it took that back.
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Address } from 'viem'
import { testKeys } from '../test-keys.ts'
import { deploy } from './contracts.ts'
import { delegate, endDelegation } from './delegation.ts'
import { accepts } from './erc1271.ts'
import { startLocalChain } from './local-chain.ts'
import type { LocalChain } from './local-chain.ts'

const { alice } = testKeys
const address = alice.address as Address
let chain: LocalChain

beforeAll(async () => {
  chain = await startLocalChain()
})
afterAll(() => chain.stop())

test('S7 a key delegated to a careless contract accepts any signature there, until it takes that back', async () => {
  const contract = await deploy(chain, 'AcceptsAnything')
  const codeOf = () => chain.rpc('eth_getCode', [address, 'latest'])
  expect(await codeOf()).toBe('0x')
  await delegate(chain, alice, contract)
  expect(await codeOf()).toBe(`0xef0100${contract.slice(2).toLowerCase()}`)
  expect(await accepts(chain, address, 'One message.', '0x00')).toBe(true)
  await endDelegation(chain, alice)
  expect(await codeOf()).toBe('0x')
})
