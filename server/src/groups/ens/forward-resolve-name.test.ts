// Names that are not on the chain, on a real chain and with a real gateway beside it: read only where the operator allows it, and whatever
// contracts and gateways do, no other server is asked (THREATS P7, S10).
import { limits as allLimits } from '@countersign/api/limits'
import type { Hex } from '@countersign/proof/chain-reader'
import { deployContract, deployContractOnce, sendContractTransaction } from '@countersign/testing/chain/test-contracts'
import { startLocalChain } from '@countersign/testing/chain/local-chain'
import type { LocalChain } from '@countersign/testing/chain/local-chain'
import {
  setEnsReverseName,
  registerEnsName,
  installEnsRegistry,
  ensRegistryAddress,
} from '@countersign/testing/chain/ens-fixtures'
import { createTestCertificate } from '@countersign/testing/test-certificate'
import type { ServerResponse } from 'node:http'
import { createServer } from 'node:https'
import type { Server } from 'node:https'
import type { AddressInfo } from 'node:net'
import { getCACertificates, setDefaultCACertificates } from 'node:tls'
import { decodeFunctionData, encodeAbiParameters, keccak256, namehash, parseAbi, parseAbiParameters } from 'viem'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { createMetricsRegistry } from '../../platform/prometheus-metrics.ts'
import { createOutboundHttpClient } from '../../platform/outbound/outbound-http-client.ts'
import { createTestChainReader } from '../../testing/test-chains.ts'
import { createCcipGateways, maxGatewayResponseBytes } from './ccip-gateways.ts'
import { reverseResolveName } from './reverse-resolve-name.ts'
import type { ResolvedEnsName } from './reverse-resolve-name.ts'

let chain: LocalChain
let gateway: Server
let host: string
const nobody: Hex = `0x${'0'.repeat(40)}`
const none = { name: null, avatar: null }

/** What the gateway knows: by name whose it is; and what it was asked. */
const records = new Map<string, { address: Hex; avatar?: string }>()
interface Asked {
  method: string
  path: string
  type: string | undefined
  body: string
}
let asked: Asked[] = []
/** What a test has the gateway answer in place of what it knows. */
let misbehave: ((response: ServerResponse) => void) | null = null

beforeAll(async () => {
  chain = await startLocalChain()
  await installEnsRegistry(chain)
  const { key, cert } = createTestCertificate('gateway.example')
  const before = getCACertificates('default')
  setDefaultCACertificates([...before, cert])
  gateway = createServer({ key, cert }, (request, response) => {
    let body = ''
    request.on('data', (chunk: Buffer) => (body += chunk.toString()))
    request.on('end', () => {
      const { method = '', url: path = '', headers } = request
      asked.push({ method, path, type: headers['content-type'], body })
      if (misbehave !== null) return misbehave(response)
      const question = method === 'GET' ? path.split('/').at(-1) : (JSON.parse(body) as { data: string }).data
      response.end(JSON.stringify({ data: answerTo(question as Hex) }))
    })
  })
  await new Promise<void>((resolve) => void gateway.listen(0, '127.0.0.1', resolve))
  host = `gateway.example:${(gateway.address() as AddressInfo).port}`
})
afterAll(async () => {
  gateway.closeAllConnections()
  gateway.close()
  await chain.stop()
})
beforeEach(() => {
  asked = []
  misbehave = null
})

/** As the gateway of an honest owner answers: with the seal that the resolver asks for. */
function answerTo(question: Hex): Hex {
  const [name, data] = decodeFunctionData({ abi: parseAbi(['function resolve(bytes,bytes)']), data: question }).args
  const record = records.get(readWire(name))
  const result: Hex = data.startsWith('0x3b3b57de')
    ? encodeAbiParameters(parseAbiParameters('address'), [record?.address ?? nobody])
    : encodeAbiParameters(parseAbiParameters('string'), [record?.avatar ?? ''])
  return seal(result)
}

const seal = (result: Hex): Hex =>
  encodeAbiParameters(parseAbiParameters('bytes32, bytes'), [keccak256(result), result])

function readWire(name: Hex): string {
  const bytes = Buffer.from(name.slice(2), 'hex')
  const labels: string[] = []
  for (let place = 0; (bytes[place] ?? 0) > 0; place += 1 + (bytes[place] as number))
    labels.push(bytes.subarray(place + 1, place + 1 + (bytes[place] as number)).toString())
  return labels.join('.')
}

interface Setting {
  /** Hosts that the operator allows; by default that of the gateway. */
  hosts?: readonly string[]
  networks?: readonly string[]
  limits?: { nameLookupsPerMinute?: number; outboundSeconds?: number }
  time?: { now: number }
}

/** A reader of names as the server has it; every host leads to this machine. */
function createReader({ hosts = [host], networks = ['127.0.0.0/8'], limits = {}, time }: Setting = {}) {
  const metrics = createMetricsRegistry()
  const outbound = createOutboundHttpClient(
    { outboundNetworks: networks, limits: { outboundSeconds: 3, outboundBytes: maxGatewayResponseBytes, ...limits } },
    async () => [{ address: '127.0.0.1', family: 4 }],
  )
  const gateways = createCcipGateways({
    outbound,
    clock: () => time?.now ?? Date.now(),
    limits: { nameLookupsPerMinute: allLimits.nameLookupsPerMinute.default, ...limits },
    metrics,
  })
  const reader = createTestChainReader({ id: '1', rpc: [chain.url] })
  return {
    metrics,
    read: async (address: Hex): Promise<ResolvedEnsName> =>
      reverseResolveName(reader, ensRegistryAddress, address, hosts.length === 0 ? null : { gateways, hosts }),
  }
}

let count = 0
const nextAddress = (): Hex => `0x${(count += 1).toString(16).padStart(40, 'b')}`

interface Elsewhere {
  urls?: readonly string[]
  sender?: Hex
  rounds?: number
}

/** An address that says of itself a name below one whose resolver asks servers, which know that it is its own. */
async function namedElsewhere({ urls, sender = nobody, rounds = 0 }: Elsewhere = {}): Promise<{
  address: Hex
  name: string
}> {
  const address = nextAddress()
  const parent = `parent-${count}.eth`
  const name = `ada.${parent}`
  const resolver = await deployContract(chain, 'GatewayResolver', [
    sender,
    urls ?? [`https://${host}/{sender}/{data}`],
    rounds,
  ])
  await registerEnsName(chain, parent, { resolver })
  await setEnsReverseName(chain, address, name)
  records.set(name, { address, avatar: 'https://pictures.example/ada.png' })
  return { address, name }
}

describe('a wildcard name', () => {
  const below = async (name: string, address: Hex, resolver: Hex): Promise<void> => {
    await sendContractTransaction(chain, {
      to: resolver,
      contract: 'WildcardResolver',
      name: 'setAddr',
      args: [namehash(name), address],
    })
    await setEnsReverseName(chain, address, name)
  }

  test('is read from the resolver above it where a gateway is allowed, without asking one; and else not at all', async () => {
    const resolver = await deployContractOnce(chain, 'WildcardResolver')
    await registerEnsName(chain, 'wild.eth', { resolver })
    const [near, far, thief] = [nextAddress(), nextAddress(), nextAddress()]
    await below('ada.wild.eth', near, resolver)
    await below('desk.office.wild.eth', far, resolver)
    await setEnsReverseName(chain, thief, 'ada.wild.eth')
    const { read } = createReader()
    expect([await read(near), await read(far), await read(thief)]).toEqual([
      { name: 'ada.wild.eth', avatar: null },
      { name: 'desk.office.wild.eth', avatar: null },
      none,
    ])
    const without = createReader({ hosts: [] })
    expect([await without.read(near), await without.read(far)]).toEqual([none, none])
    expect(asked).toEqual([])
  })

  test('P7 is none below a resolver that answers for its own name alone', async () => {
    const [owner, guest] = [nextAddress(), nextAddress()]
    await registerEnsName(chain, 'plain.eth', { address: owner, avatar: 'https://pictures.example/plain.png' })
    await setEnsReverseName(chain, owner, 'plain.eth')
    await setEnsReverseName(chain, guest, 'guest.plain.eth')
    const { read } = createReader()
    expect(await read(owner)).toEqual({ name: 'plain.eth', avatar: 'https://pictures.example/plain.png' })
    expect(await read(guest)).toEqual(none)
  })
})

describe('a name at a gateway', () => {
  test('is read from one that is allowed, by GET or by POST as its address says', async () => {
    const { read } = createReader()
    const byGet = await namedElsewhere()
    expect(await read(byGet.address)).toEqual({ name: byGet.name, avatar: 'https://pictures.example/ada.png' })
    expect(asked.map(({ method }) => method)).toEqual(['GET', 'GET'])
    expect(asked[0]?.path).toMatch(/^\/0x[0-9a-f]{40}\/0x9061b923[0-9a-f]+$/)
    asked = []
    const byPost = await namedElsewhere({ urls: [`https://${host}/lookup/{sender}`] })
    expect((await read(byPost.address)).name).toBe(byPost.name)
    expect(asked.map(({ method, type }) => [method, type])).toEqual([
      ['POST', 'application/json'],
      ['POST', 'application/json'],
    ])
    const { sender, data, ...more } = JSON.parse(asked[0]?.body ?? '') as Record<string, string>
    expect(asked[0]?.path).toBe(`/lookup/${sender}`)
    expect([data?.startsWith('0x9061b923'), more]).toEqual([true, {}])
  })

  test('P7 is none where it leads to somebody else, and their picture is not asked for', async () => {
    const { address, name } = await namedElsewhere()
    records.set(name, { address: nextAddress() })
    expect(await createReader().read(address)).toEqual(none)
    expect(asked).toHaveLength(1)
  })

  test('P7 is none where its contract does not accept what the gateway says', async () => {
    const { address } = await namedElsewhere()
    misbehave = (response) => {
      const result = encodeAbiParameters(parseAbiParameters('address'), [address])
      response.end(
        JSON.stringify({ data: encodeAbiParameters(parseAbiParameters('bytes32, bytes'), [keccak256('0x'), result]) }),
      )
    }
    expect(await createReader().read(address)).toEqual(none)
  })

  test('is read from the second server where the first one is ill, and passes over those that are not allowed', async () => {
    const { address, name } = await namedElsewhere({
      urls: ['https://elsewhere.example/{data}', `https://${host}/ill/{data}`, `https://${host}/well/{data}`],
    })
    let times = 0
    misbehave = (response) => {
      times += 1
      const path = asked.at(-1)?.path ?? ''
      if (path.startsWith('/ill/')) response.writeHead(503).end()
      else response.end(JSON.stringify({ data: answerTo(path.split('/').at(-1) as Hex) }))
    }
    expect((await createReader().read(address)).name).toBe(name)
    expect(times).toBe(4)
  })

  test('is read where its contract asks twice', async () => {
    const { address, name } = await namedElsewhere({ rounds: 1 })
    expect((await createReader().read(address)).name).toBe(name)
    expect(asked).toHaveLength(4)
  })
})

describe('S10 no request is made', () => {
  const refused: [string, (allowed: string) => Elsewhere][] = [
    ['to a host that is not allowed', () => ({ urls: [`https://127.0.0.1:${host.split(':')[1]}/{data}`] })],
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
    const { address } = await namedElsewhere(elsewhere(host))
    expect(await createReader().read(address)).toEqual(none)
    expect(asked).toEqual([])
  })

  test('where no gateway is allowed', async () => {
    const { address } = await namedElsewhere()
    expect(await createReader({ hosts: [] }).read(address)).toEqual(none)
    expect(asked).toEqual([])
  })

  test('to a private network, where an allowed host leads there', async () => {
    const { address, name } = await namedElsewhere()
    expect(await createReader({ networks: [] }).read(address)).toEqual({ name, avatar: null, isUncertain: true })
    expect(asked).toEqual([])
  })

  test('beyond two of one answer, however often its contract sends on', async () => {
    const { address } = await namedElsewhere({ rounds: 1000 })
    expect(await createReader().read(address)).toEqual(none)
    expect(asked).toHaveLength(2)
  })

  test('to more than two servers of one lookup, of which one that says no is the last', async () => {
    const { address } = await namedElsewhere({
      urls: Array.from({ length: 20 }, (_, index) => `https://${host}/${index}/{data}`),
    })
    misbehave = (response) => response.writeHead(500).end()
    await createReader().read(address)
    expect(asked.map(({ path }) => path.split('/')[1])).toEqual(['0', '1'])
    asked = []
    misbehave = (response) => response.writeHead(404).end()
    expect(await createReader().read(address)).toEqual(none)
    expect(asked).toHaveLength(1)
  })

  test('beyond those of a minute, however many names come', async () => {
    const time = { now: Date.parse('2026-01-15T12:00:00.000Z') }
    const { read } = createReader({ limits: { nameLookupsPerMinute: 3 }, time })
    const [first, second] = [await namedElsewhere(), await namedElsewhere()]
    expect((await read(first.address)).name).toBe(first.name)
    // The address was still allowed, and the picture not any more.
    expect(await read(second.address)).toMatchObject({ isUncertain: true })
    expect(await read(first.address)).toMatchObject({ isUncertain: true })
    expect(asked).toHaveLength(3)
    time.now += 60_000
    expect(await read(second.address)).toMatchObject({ name: second.name, avatar: 'https://pictures.example/ada.png' })
  })
})

describe('S10 a gateway that', () => {
  const uncertain: [string, (response: ServerResponse) => void][] = [
    ['sends the reader on', (response) => response.writeHead(302, { location: `https://${host}/other` }).end()],
    ['is ill', (response) => response.writeHead(500).end('{"data":"0x"}')],
    ['asks to come later', (response) => response.writeHead(429).end('{"data":"0x"}')],
    ['answers what is no JSON', (response) => response.end('0x12')],
    ['answers another member', (response) => response.end('{"result":"0x"}')],
    ['answers half a byte', (response) => response.end('{"data":"0x123"}')],
    ['answers no text', (response) => response.end('{"data":{"length":2}}')],
    ['answers more than is brought back', (response) => response.end(`{"data":"0x${'00'.repeat(24_577)}"}`)],
    ['answers without end', (response) => void response.end(`{"data":"0x${'00'.repeat(1_000_000)}"}`)],
    ['answers in another encoding', (response) => response.writeHead(200, { 'content-encoding': 'gzip' }).end('x')],
    ['hangs up', (response) => response.destroy()],
  ]
  test.each(uncertain)('%s leaves the name open, and is asked nothing else', async (_, answer) => {
    const { address, name } = await namedElsewhere()
    misbehave = answer
    expect(await createReader().read(address)).toEqual({ name, avatar: null, isUncertain: true })
    expect(asked).toHaveLength(1)
  })

  test('never answers is given up', async () => {
    const { address, name } = await namedElsewhere()
    misbehave = () => undefined
    const { read } = createReader({ limits: { outboundSeconds: 1 } })
    expect(await read(address)).toEqual({ name, avatar: null, isUncertain: true })
    expect(asked).toHaveLength(1)
  })

  test('fails three times in a row is left alone for a while, and counted', async () => {
    const time = { now: Date.parse('2026-01-15T12:00:00.000Z') }
    const { read, metrics } = createReader({ time })
    const { address, name } = await namedElsewhere()
    misbehave = (response) => response.destroy()
    for (let index = 0; index < 5; index += 1) await read(address)
    expect(asked).toHaveLength(3)
    misbehave = null
    expect(await read(address)).toMatchObject({ isUncertain: true })
    time.now += 5000
    expect((await read(address)).name).toBe(name)
    const text = await metrics.metrics()
    const figures = text.split('\n').filter((line) => line.startsWith('countersign_name_lookups_total'))
    expect(figures.map((line) => line.replace(host, 'HOST'))).toEqual([
      'countersign_name_lookups_total{gateway="HOST",outcome="failed"} 3',
      'countersign_name_lookups_total{gateway="HOST",outcome="resting"} 3',
      'countersign_name_lookups_total{gateway="HOST",outcome="answered"} 2',
    ])
  })

  test('answers an empty text, or the longest that is brought back, names nobody by it', async () => {
    const { address } = await namedElsewhere()
    for (const data of ['0x', `0x${'00'.repeat(24_576)}`]) {
      misbehave = (response) => response.end(JSON.stringify({ data }))
      expect(await createReader().read(address)).toEqual(none)
    }
  })
})

test('S10 a resolver that sends on from every question, also from the answers, ends after two', async () => {
  const address = nextAddress()
  const resolver = await deployContract(chain, 'LookupResolver', [`https://${host}/{sender}/{data}`])
  await registerEnsName(chain, 'endless.eth', { resolver })
  await setEnsReverseName(chain, address, 'endless.eth')
  misbehave = (response) => response.end('{"data":"0x1234"}')
  expect(await createReader().read(address)).toEqual(none)
  expect(asked).toHaveLength(2)
})

test('S10 what an address says of itself is never asked from a gateway', async () => {
  const address = nextAddress()
  const resolver = await deployContract(chain, 'LookupResolver', [`https://${host}/{sender}/{data}`])
  await registerEnsName(chain, `${address.slice(2)}.addr.reverse`, { resolver })
  expect(await createReader().read(address)).toEqual(none)
  expect(asked).toEqual([])
})
