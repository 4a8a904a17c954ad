// Names that are not on the chain, on a real chain and with a real gateway beside it: read only where the operator allows it, and whatever
// contracts and gateways do, no other server is asked (THREATS P7, S10).
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

describe('a wildcard name', () => {
  const below = async (name: string, address: Hex, resolver: Hex): Promise<void> => {
    await sendContractTransaction(localEnsChain, {
      to: resolver,
      contract: 'WildcardResolver',
      name: 'setAddr',
      args: [namehash(name), address],
    })
    await setEnsReverseName(localEnsChain, address, name)
  }

  test('is read from the resolver above it where a gateway is allowed, without asking one; and else not at all', async () => {
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

  test('P7 is none below a resolver that answers for its own name alone', async () => {
    const [owner, guest] = [createUniqueEthereumAddress(), createUniqueEthereumAddress()]
    await registerEnsName(localEnsChain, 'plain.eth', { address: owner, avatar: 'https://pictures.example/plain.png' })
    await setEnsReverseName(localEnsChain, owner, 'plain.eth')
    await setEnsReverseName(localEnsChain, guest, 'guest.plain.eth')
    const { read } = createLocalChainEnsNameReader()
    expect(await read(owner)).toEqual({ name: 'plain.eth', avatar: 'https://pictures.example/plain.png' })
    expect(await read(guest)).toEqual(noName)
  })
})

describe('a name at a gateway', () => {
  test('is read from one that is allowed, by GET or by POST as its address says', async () => {
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

  test('P7 is none where it leads to somebody else, and their picture is not asked for', async () => {
    const { address, name } = await registerEnsGatewayName()
    ensGatewayRecords.set(name, { address: createUniqueEthereumAddress() })
    expect(await createLocalChainEnsNameReader().read(address)).toEqual(noName)
    expect(ensGatewayTestState.asked).toHaveLength(1)
  })

  test('P7 is none where its contract does not accept what the gateway says', async () => {
    const { address } = await registerEnsGatewayName()
    ensGatewayTestState.misbehave = (response) => {
      const result = encodeAbiParameters(parseAbiParameters('address'), [address])
      response.end(
        JSON.stringify({ data: encodeAbiParameters(parseAbiParameters('bytes32, bytes'), [keccak256('0x'), result]) }),
      )
    }
    expect(await createLocalChainEnsNameReader().read(address)).toEqual(noName)
  })

  test('is read from the second server where the first one is ill, and passes over those that are not allowed', async () => {
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

  test('is read where its contract asks twice', async () => {
    const { address, name } = await registerEnsGatewayName({ rounds: 1 })
    expect((await createLocalChainEnsNameReader().read(address)).name).toBe(name)
    expect(ensGatewayTestState.asked).toHaveLength(4)
  })
})
