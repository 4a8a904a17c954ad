// Tests that viem reads the names of the local registry, and that calls can be batched.
import { afterAll, beforeAll, expect, test } from 'vitest'
import { erc20Abi, namehash, parseAbi } from 'viem'
import type { Address } from 'viem'
import { ethereumTestKeys } from '../ethereum-test-keys.ts'
import { deployTestContract } from './smart-contract-fixtures.ts'
import { startLocalEthereumChain } from './local-ethereum-chain.ts'
import type { LocalEthereumChain } from './local-ethereum-chain.ts'
import { installMulticall3, multicall3Address } from './install-multicall3.ts'
import {
  setEnsReverseName,
  registerEnsName,
  installEnsRegistry,
  ensRegistryAddress,
} from './local-ens-registry-fixtures.ts'

const alice = ethereumTestKeys.alice.address as Address
const bob = ethereumTestKeys.bob.address as Address
const registry = parseAbi([
  'function resolver(bytes32 node) view returns (address)',
  'function owner(bytes32 node) view returns (address)',
])
const resolver = parseAbi([
  'function addr(bytes32 node) view returns (address)',
  'function name(bytes32 node) view returns (string)',
  'function text(bytes32 node, string key) view returns (string)',
])
let chain: LocalEthereumChain

beforeAll(async () => {
  chain = await startLocalEthereumChain()
})
afterAll(() => chain.stop())

const resolverOf = (name: string) =>
  chain.client.readContract({
    address: ensRegistryAddress,
    abi: registry,
    functionName: 'resolver',
    args: [namehash(name)],
  })
const read = async (name: string, functionName: 'addr' | 'name') =>
  chain.client.readContract({ address: await resolverOf(name), abi: resolver, functionName, args: [namehash(name)] })
const nameOf = (address: Address) => read(`${address.slice(2).toLowerCase()}.addr.reverse`, 'name')

test('an ENS name resolves to its address, and the address to the name that it claims', async () => {
  await registerEnsName(chain, 'alice.eth', { address: alice, avatar: 'https://example.org/alice.png' })
  await setEnsReverseName(chain, alice, 'alice.eth')
  expect(await read('alice.eth', 'addr')).toBe(alice)
  expect(await nameOf(alice)).toBe('alice.eth')
  const args = [namehash('alice.eth'), 'avatar'] as const
  const avatar = await chain.client.readContract({
    address: await installEnsRegistry(chain),
    abi: resolver,
    functionName: 'text',
    args,
  })
  expect(avatar).toBe('https://example.org/alice.png')
  const owned = {
    address: ensRegistryAddress,
    abi: registry,
    functionName: 'owner',
    args: [namehash('alice.eth')],
  } as const
  expect(await chain.client.readContract(owned)).toBe(alice)
})

test('P7: an address can claim an ENS name that resolves to another address', async () => {
  await registerEnsName(chain, 'taken.eth', { address: alice })
  await setEnsReverseName(chain, bob, 'taken.eth')
  expect(await nameOf(bob)).toBe('taken.eth')
  expect(await read('taken.eth', 'addr')).toBe(alice)
})

test('P7: malicious ENS resolvers return a huge response, revert, or ask for an off-chain lookup', async () => {
  await registerEnsName(chain, 'huge.eth', { resolver: await deployTestContract(chain, 'HugeResolver') })
  expect(await read('huge.eth', 'name')).toBe('a'.repeat(1_048_576))
  await registerEnsName(chain, 'reverting.eth', { resolver: await deployTestContract(chain, 'RevertingResolver') })
  await expect(read('reverting.eth', 'addr')).rejects.toThrow('no name for you')
  await registerEnsName(chain, 'elsewhere.eth', {
    resolver: await deployTestContract(chain, 'LookupResolver', ['http://127.0.0.1:9/']),
  })
  const call = { to: await resolverOf('elsewhere.eth'), data: '0x3b3b57de' }
  await expect(chain.rpc('eth_call', [call, 'latest'])).rejects.toMatchObject({
    data: expect.stringMatching(/^0x556f1830/),
  })
})

test('multicall batches contract calls, and one failure does not fail the others', async () => {
  await installMulticall3(chain)
  const coin = await deployTestContract(chain, 'TestCoin')
  const asked = { abi: erc20Abi, functionName: 'balanceOf', args: [alice] } as const
  const contracts = [
    { ...asked, address: coin },
    { ...asked, address: await deployTestContract(chain, 'Reverts') },
  ] as const
  const answers = await chain.client.multicall({ contracts, multicallAddress: multicall3Address })
  expect(answers.map(({ status }) => status)).toEqual(['success', 'failure'])
  expect(answers[0].result).toBe(0n)
})
