// Tests the limits of requests to gateways.
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

describe('S10: no CCIP gateway request is sent', () => {
  const refused: [string, (allowed: string) => EnsGatewayNameOptions][] = [
    ['to a host that is not allowed', () => ({ urls: [`https://127.0.0.1:${ensGatewayHost.split(':')[1]}/{data}`] })],
    ['to a subdomain of an allowed host', (allowed) => ({ urls: [`https://a.${allowed}/{data}`] })],
    ['to a host that ends with an allowed host', (allowed) => ({ urls: [`https://not-${allowed}/{data}`] })],
    [
      'to a host that starts with an allowed host',
      (allowed) => ({ urls: [`https://${allowed.replace(':', '.evil.example:')}/{data}`] }),
    ],
    [
      'to an allowed host with a trailing dot',
      (allowed) => ({ urls: [`https://${allowed.replace(':', '.:')}/{data}`] }),
    ],
    ['to a look-alike of an allowed host', (allowed) => ({ urls: [`https://${allowed.replace('a', 'а')}/{data}`] })],
    [
      'to another port of an allowed host',
      () => ({ urls: ['https://gateway.example/{data}', 'https://gateway.example:1/{data}'] }),
    ],
    ['over plain HTTP', (allowed) => ({ urls: [`http://${allowed}/{data}`] })],
    ['with credentials in the URL', (allowed) => ({ urls: [`https://a:b@${allowed}/{data}`] })],
    [
      'to a host that follows an allowed host as user name',
      (allowed) => ({ urls: [`https://${allowed}@127.0.0.1/{data}`] }),
    ],
    ['to a host built from lookup data', (allowed) => ({ urls: [`https://{sender}.${allowed}/{data}`] })],
    ['to an invalid URL', () => ({ urls: ['', '/{data}', '{data}', 'https://', 'file:///etc/passwd'] })],
    ['without gateway URLs', () => ({ urls: [] })],
    ['for a lookup that names another contract as sender', () => ({ sender: ensRegistryAddress })],
  ]
  test.each(refused)('%s, and no name is resolved', async (_, elsewhere) => {
    const { address } = await registerEnsGatewayName(elsewhere(ensGatewayHost))
    expect(await createLocalChainEnsNameReader().read(address)).toEqual(noName)
    expect(ensGatewayTestState.asked).toEqual([])
  })

  test('if no gateway is allowed', async () => {
    const { address } = await registerEnsGatewayName()
    expect(await createLocalChainEnsNameReader({ hosts: [] }).read(address)).toEqual(noName)
    expect(ensGatewayTestState.asked).toEqual([])
  })

  test('to a private network, even if an allowed host resolves there', async () => {
    const { address, name } = await registerEnsGatewayName()
    expect(await createLocalChainEnsNameReader({ networks: [] }).read(address)).toEqual({
      name,
      avatar: null,
      isUncertain: true,
    })
    expect(ensGatewayTestState.asked).toEqual([])
  })

  test('beyond two lookups per name, however often the contract requests another', async () => {
    const { address } = await registerEnsGatewayName({ rounds: 1000 })
    expect(await createLocalChainEnsNameReader().read(address)).toEqual(noName)
    expect(ensGatewayTestState.asked).toHaveLength(2)
  })

  test('to more than two gateways per lookup, or after a 404', async () => {
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

  test('beyond the limit per minute across all names', async () => {
    const time = { now: Date.parse('2026-01-15T12:00:00.000Z') }
    const { read } = createLocalChainEnsNameReader({ limits: { ensNameLookupsPerMinute: 3 }, time })
    const [first, second] = [await registerEnsGatewayName(), await registerEnsGatewayName()]
    expect((await read(first.address)).name).toBe(first.name)
    // The limit is reached between the address lookup and the avatar lookup.
    expect(await read(second.address)).toMatchObject({ isUncertain: true })
    expect(await read(first.address)).toMatchObject({ isUncertain: true })
    expect(ensGatewayTestState.asked).toHaveLength(3)
    time.now += 60_000
    expect(await read(second.address)).toMatchObject({ name: second.name, avatar: 'https://pictures.example/ada.png' })
  })
})

test('S10: endless nested lookups of an ENS resolver stop after two gateway requests', async () => {
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

test('S10: the reverse record of an address is never read from a CCIP gateway', async () => {
  const address = createUniqueEthereumAddress()
  const resolver = await deployTestContract(localEnsChain, 'LookupResolver', [
    `https://${ensGatewayHost}/{sender}/{data}`,
  ])
  await registerEnsName(localEnsChain, `${address.slice(2)}.addr.reverse`, { resolver })
  expect(await createLocalChainEnsNameReader().read(address)).toEqual(noName)
  expect(ensGatewayTestState.asked).toEqual([])
})
