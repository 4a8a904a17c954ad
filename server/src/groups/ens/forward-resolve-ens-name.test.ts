// Tests that names stored offchain are read only from allowed gateways (THREATS P7, S10).
import type { Hex } from '@countersign/proof/chain-reader'
import { deployTestContractOnce, sendContractTransaction } from '@countersign/testing/chain/smart-contract-fixtures'
import { setEnsReverseName, registerEnsName } from '@countersign/testing/chain/local-ens-registry-fixtures'
import { encodeAbiParameters, keccak256, namehash, parseAbiParameters } from 'viem'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import {
  startEnsGateway,
  stopEnsGateway,
  resetEnsGateway,
  localEnsChain,
  createUniqueEthereumAddress,
  createLocalChainEnsNameReader,
  ensGatewayTestState,
  ensGatewayRecords,
  registerEnsGatewayName,
  ensGatewayHost,
  answerEnsGatewayQuery,
} from '../../testing/ens-gateway-test-server.ts'

const noName = { name: null, avatar: null }

beforeAll(startEnsGateway)
afterAll(stopEnsGateway)
beforeEach(resetEnsGateway)

describe('a wildcard ENS name', () => {
  const below = async (name: string, address: Hex, resolver: Hex): Promise<void> => {
    await sendContractTransaction(localEnsChain, {
      to: resolver,
      contract: 'WildcardResolver',
      name: 'setAddr',
      args: [namehash(name), address],
    })
    await setEnsReverseName(localEnsChain, address, name)
  }

  test('is resolved by its parent resolver without a request, but only if a gateway is allowed', async () => {
    const resolver = await deployTestContractOnce(localEnsChain, 'WildcardResolver')
    await registerEnsName(localEnsChain, 'wild.eth', { resolver })
    const [near, far, thief] = [
      createUniqueEthereumAddress(),
      createUniqueEthereumAddress(),
      createUniqueEthereumAddress(),
    ]
    await below('ada.wild.eth', near, resolver)
    await below('desk.office.wild.eth', far, resolver)
    await setEnsReverseName(localEnsChain, thief, 'ada.wild.eth')
    const { read } = createLocalChainEnsNameReader()
    expect([await read(near), await read(far), await read(thief)]).toEqual([
      { name: 'ada.wild.eth', avatar: null },
      { name: 'desk.office.wild.eth', avatar: null },
      noName,
    ])
    const without = createLocalChainEnsNameReader({ hosts: [] })
    expect([await without.read(near), await without.read(far)]).toEqual([noName, noName])
    expect(ensGatewayTestState.asked).toEqual([])
  })

  test('P7: is not resolved if the parent resolver answers only for its own name', async () => {
    const [owner, guest] = [createUniqueEthereumAddress(), createUniqueEthereumAddress()]
    await registerEnsName(localEnsChain, 'plain.eth', { address: owner, avatar: 'https://pictures.example/plain.png' })
    await setEnsReverseName(localEnsChain, owner, 'plain.eth')
    await setEnsReverseName(localEnsChain, guest, 'guest.plain.eth')
    const { read } = createLocalChainEnsNameReader()
    expect(await read(owner)).toEqual({ name: 'plain.eth', avatar: 'https://pictures.example/plain.png' })
    expect(await read(guest)).toEqual(noName)
  })
})

describe('an ENS name behind a CCIP gateway', () => {
  test('is read from an allowed gateway with GET or POST, depending on its URL template', async () => {
    const { read } = createLocalChainEnsNameReader()
    const byGet = await registerEnsGatewayName()
    expect(await read(byGet.address)).toEqual({ name: byGet.name, avatar: 'https://pictures.example/ada.png' })
    expect(ensGatewayTestState.asked.map(({ method }) => method)).toEqual(['GET', 'GET'])
    expect(ensGatewayTestState.asked[0]?.path).toMatch(/^\/0x[0-9a-f]{40}\/0x9061b923[0-9a-f]+$/)
    ensGatewayTestState.asked = []
    const byPost = await registerEnsGatewayName({ urls: [`https://${ensGatewayHost}/lookup/{sender}`] })
    expect((await read(byPost.address)).name).toBe(byPost.name)
    expect(ensGatewayTestState.asked.map(({ method, type }) => [method, type])).toEqual([
      ['POST', 'application/json'],
      ['POST', 'application/json'],
    ])
    const { sender, data, ...more } = JSON.parse(ensGatewayTestState.asked[0]?.body ?? '') as Record<string, string>
    expect(ensGatewayTestState.asked[0]?.path).toBe(`/lookup/${sender}`)
    expect([data?.startsWith('0x9061b923'), more]).toEqual([true, {}])
  })

  test('P7: is rejected if it resolves to another address, without requesting its avatar', async () => {
    const { address, name } = await registerEnsGatewayName()
    ensGatewayRecords.set(name, { address: createUniqueEthereumAddress() })
    expect(await createLocalChainEnsNameReader().read(address)).toEqual(noName)
    expect(ensGatewayTestState.asked).toHaveLength(1)
  })

  test('P7: is rejected if the resolver contract does not accept the gateway response', async () => {
    const { address } = await registerEnsGatewayName()
    ensGatewayTestState.misbehave = (response) => {
      const result = encodeAbiParameters(parseAbiParameters('address'), [address])
      response.end(
        JSON.stringify({ data: encodeAbiParameters(parseAbiParameters('bytes32, bytes'), [keccak256('0x'), result]) }),
      )
    }
    expect(await createLocalChainEnsNameReader().read(address)).toEqual(noName)
  })

  test('is read from the second allowed gateway if the first fails, skipping disallowed ones', async () => {
    const { address, name } = await registerEnsGatewayName({
      urls: [
        'https://elsewhere.example/{data}',
        `https://${ensGatewayHost}/ill/{data}`,
        `https://${ensGatewayHost}/well/{data}`,
      ],
    })
    let times = 0
    ensGatewayTestState.misbehave = (response) => {
      times += 1
      const path = ensGatewayTestState.asked.at(-1)?.path ?? ''
      if (path.startsWith('/ill/')) response.writeHead(503).end()
      else response.end(JSON.stringify({ data: answerEnsGatewayQuery(path.split('/').at(-1) as Hex) }))
    }
    expect((await createLocalChainEnsNameReader().read(address)).name).toBe(name)
    expect(times).toBe(4)
  })

  test('is resolved if the contract needs two lookups in a row', async () => {
    const { address, name } = await registerEnsGatewayName({ rounds: 1 })
    expect((await createLocalChainEnsNameReader().read(address)).name).toBe(name)
    expect(ensGatewayTestState.asked).toHaveLength(4)
  })
})
