// A real chain with ENS names, and a CCIP gateway.
import { serverLimitDefinitions as allLimits } from '@countersign/api/server-limits'
import type { Hex } from '@countersign/proof/chain-reader'
import { deployTestContract } from '@countersign/testing/chain/smart-contract-fixtures'
import { startLocalEthereumChain } from '@countersign/testing/chain/local-ethereum-chain'
import type { LocalEthereumChain } from '@countersign/testing/chain/local-ethereum-chain'
import {
  setEnsReverseName,
  registerEnsName,
  installEnsRegistry,
  ensRegistryAddress,
} from '@countersign/testing/chain/local-ens-registry-fixtures'
import { createTestCertificate } from '@countersign/testing/create-test-certificate'
import type { ServerResponse } from 'node:http'
import { createServer } from 'node:https'
import type { Server } from 'node:https'
import type { AddressInfo } from 'node:net'
import { getCACertificates, setDefaultCACertificates } from 'node:tls'
import { decodeFunctionData, encodeAbiParameters, keccak256, parseAbi, parseAbiParameters } from 'viem'
import { createMetricsRegistry } from '../platform/prometheus-metrics.ts'
import { createOutboundHttpClient } from '../platform/outbound/outbound-http-client.ts'
import { createTestChainReader } from './chain-reader-fixtures.ts'
import { createCcipGatewayClient, maxCcipResponseBytes } from '../groups/ens/ccip-gateway-client.ts'
import { reverseResolveEnsName } from '../groups/ens/reverse-resolve-ens-name.ts'
import type { ResolvedEnsName } from '../groups/ens/reverse-resolve-ens-name.ts'

export let localEnsChain: LocalEthereumChain
let gatewayServer: Server
let caCertificatesBefore: string[]
export let ensGatewayHost: string
const nobodyAddress: Hex = `0x${'0'.repeat(40)}`

export const ensGatewayRecords = new Map<string, { address: Hex; avatar?: string }>()
interface GatewayRequest {
  method: string
  path: string
  type: string | undefined
  body: string
}
export const ensGatewayTestState: {
  asked: GatewayRequest[]
  misbehave: ((response: ServerResponse) => void) | null
} = { asked: [], misbehave: null }

export async function startEnsGateway(): Promise<void> {
  localEnsChain = await startLocalEthereumChain()
  await installEnsRegistry(localEnsChain)
  const { key, cert } = createTestCertificate('gateway.example')
  caCertificatesBefore = getCACertificates('default')
  setDefaultCACertificates([...caCertificatesBefore, cert])
  gatewayServer = createServer({ key, cert }, (request, response) => {
    let body = ''
    request.on('data', (chunk: Buffer) => (body += chunk.toString()))
    request.on('end', () => {
      const { method = '', url: path = '', headers } = request
      ensGatewayTestState.asked.push({ method, path, type: headers['content-type'], body })
      if (ensGatewayTestState.misbehave !== null) return ensGatewayTestState.misbehave(response)
      const question = method === 'GET' ? path.split('/').at(-1) : (JSON.parse(body) as { data: string }).data
      response.end(JSON.stringify({ data: answerEnsGatewayQuery(question as Hex) }))
    })
  })
  await new Promise<void>((resolve) => void gatewayServer.listen(0, '127.0.0.1', resolve))
  ensGatewayHost = `gateway.example:${(gatewayServer.address() as AddressInfo).port}`
}

export async function stopEnsGateway(): Promise<void> {
  // OpenSSL finds an issuer by name, and a later gateway in this worker has the same name but
  // another key.
  setDefaultCACertificates(caCertificatesBefore)
  gatewayServer.closeAllConnections()
  gatewayServer.close()
  await localEnsChain.stop()
}

export function resetEnsGateway(): void {
  ensGatewayTestState.asked = []
  ensGatewayTestState.misbehave = null
}

/** The answer includes the hash that the resolver requires. */
export function answerEnsGatewayQuery(question: Hex): Hex {
  const [name, data] = decodeFunctionData({ abi: parseAbi(['function resolve(bytes,bytes)']), data: question }).args
  const record = ensGatewayRecords.get(readWire(name))
  const result: Hex = data.startsWith('0x3b3b57de')
    ? encodeAbiParameters(parseAbiParameters('address'), [record?.address ?? nobodyAddress])
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

interface NameReaderOptions {
  hosts?: readonly string[]
  networks?: readonly string[]
  limits?: { ensNameLookupsPerMinute?: number; outboundTimeoutSeconds?: number }
  time?: { now: number }
}

/** Every host resolves to this machine. */
export function createLocalChainEnsNameReader({
  hosts = [ensGatewayHost],
  networks = ['127.0.0.0/8'],
  limits = {},
  time,
}: NameReaderOptions = {}) {
  const metrics = createMetricsRegistry()
  const outbound = createOutboundHttpClient(
    {
      allowedPrivateNetworks: networks,
      limits: { outboundTimeoutSeconds: 3, outboundResponseBytes: maxCcipResponseBytes, ...limits },
    },
    async () => [{ address: '127.0.0.1', family: 4 }],
  )
  const gateways = createCcipGatewayClient({
    outbound,
    clock: () => time?.now ?? Date.now(),
    limits: { ensNameLookupsPerMinute: allLimits.ensNameLookupsPerMinute.default, ...limits },
    metrics,
  })
  const reader = createTestChainReader({ id: '1', rpc: [localEnsChain.url] })
  return {
    metrics,
    read: async (address: Hex): Promise<ResolvedEnsName> =>
      reverseResolveEnsName(reader, ensRegistryAddress, address, hosts.length === 0 ? null : { gateways, hosts }),
  }
}

let addressCount = 0
export const createUniqueEthereumAddress = (): Hex => `0x${(addressCount += 1).toString(16).padStart(40, 'b')}`

export interface EnsGatewayNameOptions {
  urls?: readonly string[]
  sender?: Hex
  rounds?: number
}

/** Registers a name for a new address, with a resolver that redirects to a gateway. */
export async function registerEnsGatewayName({
  urls,
  sender = nobodyAddress,
  rounds = 0,
}: EnsGatewayNameOptions = {}): Promise<{
  address: Hex
  name: string
}> {
  const address = createUniqueEthereumAddress()
  const parent = `parent-${addressCount}.eth`
  const name = `ada.${parent}`
  const resolver = await deployTestContract(localEnsChain, 'GatewayResolver', [
    sender,
    urls ?? [`https://${ensGatewayHost}/{sender}/{data}`],
    rounds,
  ])
  await registerEnsName(localEnsChain, parent, { resolver })
  await setEnsReverseName(localEnsChain, address, name)
  ensGatewayRecords.set(name, { address, avatar: 'https://pictures.example/ada.png' })
  return { address, name }
}
