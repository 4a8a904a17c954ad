// Requests that are not made for a name, whatever its contract sends on to.
import { deployTestContract } from '@countersign/testing/chain/smart-contract-fixtures'
import {
  setEnsReverseName,
  registerEnsName,
  ensRegistryAddress,
} from '@countersign/testing/chain/local-ens-registry-fixtures'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import {
  startEnsGateway,
  stopEnsGateway,
  resetEnsGateway,
  ensGatewayHost,
  registerEnsGatewayName,
  createLocalChainEnsNameReader,
  ensGatewayTestState,
  createUniqueEthereumAddress,
  localEnsChain,
} from '../../testing/ens-gateway-test-server.ts'
import type { EnsGatewayNameOptions } from '../../testing/ens-gateway-test-server.ts'

const noName = { name: null, avatar: null }

beforeAll(startEnsGateway)
afterAll(stopEnsGateway)
beforeEach(resetEnsGateway)

describe('S10 no request is made', () => {
  const refused: [string, (allowed: string) => EnsGatewayNameOptions][] = [
    ['to a host that is not allowed', () => ({ urls: [`https://127.0.0.1:${ensGatewayHost.split(':')[1]}/{data}`] })],
    ['to one below it', (allowed) => ({ urls: [`https://a.${allowed}/{data}`] })],
    ['to one that ends like it', (allowed) => ({ urls: [`https://not-${allowed}/{data}`] })],
    [
      'to one that begins like it',
      (allowed) => ({ urls: [`https://${allowed.replace(':', '.evil.example:')}/{data}`] }),
    ],
    ['to one with a dot at its end', (allowed) => ({ urls: [`https://${allowed.replace(':', '.:')}/{data}`] })],
    ['to a letter that looks alike', (allowed) => ({ urls: [`https://${allowed.replace('a', 'а')}/{data}`] })],
    ['to another port of it', () => ({ urls: ['https://gateway.example/{data}', 'https://gateway.example:1/{data}'] })],
    ['without encryption', (allowed) => ({ urls: [`http://${allowed}/{data}`] })],
    ['with a name and a password', (allowed) => ({ urls: [`https://a:b@${allowed}/{data}`] })],
    ['to a host after its name', (allowed) => ({ urls: [`https://${allowed}@127.0.0.1/{data}`] })],
    ['to a host that the question would make', (allowed) => ({ urls: [`https://{sender}.${allowed}/{data}`] })],
    ['to what is no address', () => ({ urls: ['', '/{data}', '{data}', 'https://', 'file:///etc/passwd'] })],
    ['to nobody', () => ({ urls: [] })],
    ['in the name of another contract', () => ({ sender: ensRegistryAddress })],
  ]
  test.each(refused)('%s, and the name is none', async (_, elsewhere) => {
    const { address } = await registerEnsGatewayName(elsewhere(ensGatewayHost))
    expect(await createLocalChainEnsNameReader().read(address)).toEqual(noName)
    expect(ensGatewayTestState.asked).toEqual([])
  })

  test('where no gateway is allowed', async () => {
    const { address } = await registerEnsGatewayName()
    expect(await createLocalChainEnsNameReader({ hosts: [] }).read(address)).toEqual(noName)
    expect(ensGatewayTestState.asked).toEqual([])
  })

  test('to a private network, where an allowed host leads there', async () => {
    const { address, name } = await registerEnsGatewayName()
    expect(await createLocalChainEnsNameReader({ networks: [] }).read(address)).toEqual({
      name,
      avatar: null,
      isUncertain: true,
    })
    expect(ensGatewayTestState.asked).toEqual([])
  })

  test('beyond two of one answer, however often its contract sends on', async () => {
    const { address } = await registerEnsGatewayName({ rounds: 1000 })
    expect(await createLocalChainEnsNameReader().read(address)).toEqual(noName)
    expect(ensGatewayTestState.asked).toHaveLength(2)
  })

  test('to more than two servers of one lookup, of which one that says no is the last', async () => {
    const { address } = await registerEnsGatewayName({
      urls: Array.from({ length: 20 }, (_, index) => `https://${ensGatewayHost}/${index}/{data}`),
    })
    ensGatewayTestState.misbehave = (response) => response.writeHead(500).end()
    await createLocalChainEnsNameReader().read(address)
    expect(ensGatewayTestState.asked.map(({ path }) => path.split('/')[1])).toEqual(['0', '1'])
    ensGatewayTestState.asked = []
    ensGatewayTestState.misbehave = (response) => response.writeHead(404).end()
    expect(await createLocalChainEnsNameReader().read(address)).toEqual(noName)
    expect(ensGatewayTestState.asked).toHaveLength(1)
  })

  test('beyond those of a minute, however many names come', async () => {
    const time = { now: Date.parse('2026-01-15T12:00:00.000Z') }
    const { read } = createLocalChainEnsNameReader({ limits: { ensNameLookupsPerMinute: 3 }, time })
    const [first, second] = [await registerEnsGatewayName(), await registerEnsGatewayName()]
    expect((await read(first.address)).name).toBe(first.name)
    // The address was still allowed, and the picture not any more.
    expect(await read(second.address)).toMatchObject({ isUncertain: true })
    expect(await read(first.address)).toMatchObject({ isUncertain: true })
    expect(ensGatewayTestState.asked).toHaveLength(3)
    time.now += 60_000
    expect(await read(second.address)).toMatchObject({ name: second.name, avatar: 'https://pictures.example/ada.png' })
  })
})

test('S10 a resolver that sends on from every question, also from the answers, ends after two', async () => {
  const address = createUniqueEthereumAddress()
  const resolver = await deployTestContract(localEnsChain, 'LookupResolver', [
    `https://${ensGatewayHost}/{sender}/{data}`,
  ])
  await registerEnsName(localEnsChain, 'endless.eth', { resolver })
  await setEnsReverseName(localEnsChain, address, 'endless.eth')
  ensGatewayTestState.misbehave = (response) => response.end('{"data":"0x1234"}')
  expect(await createLocalChainEnsNameReader().read(address)).toEqual(noName)
  expect(ensGatewayTestState.asked).toHaveLength(2)
})

test('S10 what an address says of itself is never asked from a gateway', async () => {
  const address = createUniqueEthereumAddress()
  const resolver = await deployTestContract(localEnsChain, 'LookupResolver', [
    `https://${ensGatewayHost}/{sender}/{data}`,
  ])
  await registerEnsName(localEnsChain, `${address.slice(2)}.addr.reverse`, { resolver })
  expect(await createLocalChainEnsNameReader().read(address)).toEqual(noName)
  expect(ensGatewayTestState.asked).toEqual([])
})
