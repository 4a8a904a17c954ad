// Tests names that an address has set only as its default primary name (ENSIP-19).
import type { ChainReader, Hex } from '@countersign/proof/chain-reader'
import {
  ensRegistryAddress,
  installEnsRegistry,
  registerEnsName,
  setEnsReverseName,
} from '@countersign/testing/chain/local-ens-registry-fixtures'
import { startLocalEthereumChain } from '@countersign/testing/chain/local-ethereum-chain'
import type { LocalEthereumChain } from '@countersign/testing/chain/local-ethereum-chain'
import {
  deployTestContract,
  deployTestContractOnce,
  sendContractTransaction,
} from '@countersign/testing/chain/smart-contract-fixtures'
import { encodeAbiParameters, namehash, zeroAddress } from 'viem'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { createTestChainReader } from '../../testing/chain-reader-fixtures.ts'
import { reverseResolveEnsName } from './reverse-resolve-ens-name.ts'

const noName = { name: null, avatar: null }
let chain: LocalEthereumChain
let plainResolver: Hex
let reverseResolver: Hex

/** As on mainnet, only the parent of all reverse names has a resolver in the registry. */
beforeAll(async () => {
  chain = await startLocalEthereumChain()
  plainResolver = await installEnsRegistry(chain)
  reverseResolver = await deployTestContractOnce(chain, 'WildcardResolver')
  await registerEnsName(chain, 'reverse', { resolver: reverseResolver })
})
afterAll(() => chain.stop())

let addresses = 0
const nextAddress = (): Hex => `0x${(addresses += 1).toString(16).padStart(40, 'd')}`

const setDefaultName = (address: Hex, name: string) =>
  sendContractTransaction(chain, {
    to: reverseResolver,
    contract: 'WildcardResolver',
    name: 'setName',
    args: [namehash(`${address.slice(2)}.default.reverse`), name],
  })

/** The default EVM addresses of names, which the test resolver does not store. */
const defaultAddresses = new Map<string, Hex>()
let reads = 0

function createReader(): ChainReader {
  const real = createTestChainReader({ id: '1', rpc: [chain.url] })
  return {
    read: async (calls, options) => {
      reads += 1
      const reading = await real.read(calls, options)
      const results = reading.results.map((result, index) => {
        const data = calls[index]?.data ?? '0x'
        const address = data.startsWith('0xf1cb7e06') ? defaultAddresses.get(`0x${data.slice(10, 74)}`) : undefined
        if (address === undefined) return result
        const said = encodeAbiParameters([{ type: 'bytes' }], [address])
        return { outcome: 'answered' as const, code: { hash: '0x' as const, delegate: null }, data: said }
      })
      return { ...reading, results }
    },
  }
}

const noGateway = {
  hosts: ['gateway.example'],
  gateways: {
    fetchData: () => Promise.reject(new Error('no gateway may be asked')),
  },
}

describe.each([
  ['without gateways', null],
  ['with an allowed gateway', noGateway],
])('the default primary name of an address, %s', (_, allowed) => {
  const read = (address: Hex) => reverseResolveEnsName(createReader(), ensRegistryAddress, address, allowed)
  const label = allowed === null ? 'chain' : 'gateway'

  test('is shown if it resolves back to the address', async () => {
    const address = nextAddress()
    await registerEnsName(chain, `ada.${label}.eth`, { address, avatar: 'https://pictures.example/ada.png' })
    await setDefaultName(address, `ada.${label}.eth`)
    expect(await read(address)).toEqual({ name: `ada.${label}.eth`, avatar: 'https://pictures.example/ada.png' })
  })

  test('is used only if the address has no name on Ethereum', async () => {
    const address = nextAddress()
    for (const name of [`main.${label}.eth`, `default.${label}.eth`]) await registerEnsName(chain, name, { address })
    await setDefaultName(address, `default.${label}.eth`)
    await setEnsReverseName(chain, address, `main.${label}.eth`)
    expect((await read(address)).name).toBe(`main.${label}.eth`)
    await setEnsReverseName(chain, address, '')
    expect((await read(address)).name).toBe(`default.${label}.eth`)
  })

  test('P7: is not shown if it resolves to another address or to none', async () => {
    const [owner, thief, dreamer] = [nextAddress(), nextAddress(), nextAddress()]
    await registerEnsName(chain, `taken.${label}.eth`, { address: owner })
    await setDefaultName(thief, `taken.${label}.eth`)
    await setDefaultName(dreamer, `nobody-has-this.${label}.eth`)
    expect([await read(thief), await read(dreamer)]).toEqual([noName, noName])
  })

  test('P7: does not replace a name on Ethereum that does not resolve back', async () => {
    const address = nextAddress()
    await registerEnsName(chain, `own.${label}.eth`, { address })
    await setDefaultName(address, `own.${label}.eth`)
    await setEnsReverseName(chain, address, `nobody-has-this.${label}.eth`)
    expect(await read(address)).toEqual(noName)
  })

  test.each(['Ada.eth', 'al\u200dice.eth', `${'a'.repeat(61)}.eth`])('P7: is not shown if it is %j', async (name) => {
    const address = nextAddress()
    await registerEnsName(chain, name, { address })
    await setDefaultName(address, name)
    expect(await read(address)).toEqual(noName)
  })

  test('resolves back by the default EVM address of the name, if the name has no Ethereum address', async () => {
    const [address, other] = [nextAddress(), nextAddress()]
    for (const one of [address, other]) await setDefaultName(one, `everywhere.${label}.eth`)
    await registerEnsName(chain, `everywhere.${label}.eth`, { avatar: 'https://pictures.example/a.png' })
    expect(await read(address)).toEqual(noName)
    defaultAddresses.set(namehash(`everywhere.${label}.eth`), address)
    expect(await read(address)).toEqual({
      name: `everywhere.${label}.eth`,
      avatar: 'https://pictures.example/a.png',
    })
    expect(await read(other)).toEqual(noName)
  })

  test('P7: the default EVM address does not count if the name has an Ethereum address', async () => {
    const [address, owner] = [nextAddress(), nextAddress()]
    await registerEnsName(chain, `sold.${label}.eth`, { address: owner })
    await setDefaultName(address, `sold.${label}.eth`)
    defaultAddresses.set(namehash(`sold.${label}.eth`), address)
    expect(await read(address)).toEqual(noName)
  })

  test('P7: the default EVM address does not count if the Ethereum address cannot be read', async () => {
    const address = nextAddress()
    const resolver = await deployTestContract(chain, 'RevertingResolver')
    await registerEnsName(chain, `reverting.${label}.eth`, { resolver })
    await setDefaultName(address, `reverting.${label}.eth`)
    defaultAddresses.set(namehash(`reverting.${label}.eth`), address)
    expect(await read(address)).toEqual(noName)
  })
})

describe('reading a default primary name', () => {
  const read = (address: Hex) => reverseResolveEnsName(createReader(), ensRegistryAddress, address)

  test('takes as many reads as any other name, and two if there is no name', async () => {
    const address = nextAddress()
    await registerEnsName(chain, 'counted.eth', { address })
    await setDefaultName(address, 'counted.eth')
    reads = 0
    expect((await read(address)).name).toBe('counted.eth')
    expect(reads).toBe(4)
    reads = 0
    expect(await read(nextAddress())).toEqual(noName)
    expect(reads).toBe(2)
  })

  test('needs a resolver that resolves subnames (ENSIP-10)', async () => {
    const address = nextAddress()
    await registerEnsName(chain, 'plain.eth', { address })
    await setDefaultName(address, 'plain.eth')
    await registerEnsName(chain, 'default.reverse', { resolver: plainResolver })
    expect(await read(address)).toEqual(noName)
    await registerEnsName(chain, 'default.reverse', { resolver: zeroAddress })
    expect((await read(address)).name).toBe('plain.eth')
  })
})
