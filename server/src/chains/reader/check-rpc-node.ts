import type { ServerLimitValues } from '@countersign/api/server-limits'
import {
  englishChainNodeCheckTexts,
  chainNodeErrorReasons,
  formatChainNodeCheckResult,
} from '@countersign/api/chain-node-check-results'
import type { ChainNodeCheckCode, ChainNodeCheckResult } from '@countersign/api/chain-node-check-results'
import type { ChainBlock } from '@countersign/proof/chain-reader'
import { isIP } from 'node:net'
import type { ChainSettings } from '../../platform/chain-settings.ts'
import type { Clock } from '../../platform/clock.ts'
import { createRpcHttpClient } from '../../platform/outbound/rpc-http-client.ts'
import { isGloballyReachableIpAddress } from '../../platform/outbound/public-ip-address-check.ts'
import { decodeMulticallResult, encodeMulticall } from './encode-and-decode-multicall.ts'
import { toRpcNodeError } from './rpc-node-error.ts'
import { createRpcNodeClient } from './rpc-node-client.ts'

export interface RpcNodeCheckFinding extends ChainNodeCheckResult {
  isOk: boolean
  isWarning?: true
}

export const formatRpcNodeFinding = (finding: ChainNodeCheckResult): string =>
  formatChainNodeCheckResult(finding, englishChainNodeCheckTexts, chainNodeErrorReasons)

const createFinding = (
  isOk: boolean,
  code: ChainNodeCheckCode,
  values: Readonly<Record<string, string | number | bigint>> = {},
): RpcNodeCheckFinding => ({
  isOk,
  code,
  values: Object.fromEntries(Object.entries(values).map(([name, value]) => [name, String(value)])),
})

export interface RpcNodeCheckOptions {
  settings: Pick<ChainSettings, 'id' | 'staleSeconds' | 'finalStaleSeconds'>
  limits: Pick<ServerLimitValues, 'chainReadTimeoutSeconds' | 'chainResponseBytes' | 'chainCallGas'>
  clock: Clock
}

// No one can have an account or a contract at this address.
const emptyAddress = `0x${'c0'.repeat(20)}` as const

export async function checkRpcNode(
  address: string,
  { settings: { id, staleSeconds, finalStaleSeconds }, limits, clock }: RpcNodeCheckOptions,
): Promise<RpcNodeCheckFinding[]> {
  const node = createRpcNodeClient(createRpcHttpClient(address, 'the node'))
  const step = async (
    failed: Extract<ChainNodeCheckCode, `${string}_failed`>,
    work: (signal: AbortSignal) => Promise<RpcNodeCheckFinding>,
  ): Promise<RpcNodeCheckFinding> => {
    try {
      return await work(AbortSignal.timeout(limits.chainReadTimeoutSeconds * 1000))
    } catch (error) {
      const { reason, status } = toRpcNodeError(error)
      return createFinding(false, failed, { reason, ...(status === undefined ? {} : { status }) })
    }
  }
  const chain = await step('chain_failed', async (signal) => {
    const found = await node.readChainId(signal)
    return found === id
      ? createFinding(true, 'chain', { chain: id })
      : createFinding(false, 'chain_other', { chain: id, found })
  })
  const way: RpcNodeCheckFinding[] = isUnencryptedPublicEndpoint(address)
    ? [{ ...createFinding(true, 'open_way'), isWarning: true }]
    : []
  if (!chain.isOk) return [...way, chain]

  let latest: ChainBlock | undefined
  const readMs = limits.chainReadTimeoutSeconds * 1000
  let tookMs = 0
  const timed = async <Result>(work: Promise<Result>): Promise<Result> => {
    const began = clock()
    const result = await work
    tookMs += Math.max(0, clock() - began)
    return result
  }
  const newest = await step('newest_failed', async (signal) => {
    latest = await timed(node.readBlock('latest', signal))
    const age = clock() - latest.at
    const good = Math.abs(age) <= staleSeconds * 1000
    return createFinding(good, good ? 'newest' : 'newest_stale', { ...describeBlock(latest, age), most: staleSeconds })
  })
  const final = await step('final_failed', async (signal) => {
    const block = await node.readBlock('finalized', signal)
    const age = clock() - block.at
    const good = age <= finalStaleSeconds * 1000
    return createFinding(good, good ? 'final' : 'final_stale', {
      ...describeBlock(block, age),
      most: finalStaleSeconds,
    })
  })
  const asks = await step('asks_failed', async (signal) => {
    if (latest === undefined) return createFinding(false, 'asks_untried')
    const caps = { gas: limits.chainCallGas, bytes: limits.chainResponseBytes }
    const { data, gas } = encodeMulticall([{ to: emptyAddress, data: '0x' }], caps)
    const asked = decodeMulticallResult(await timed(node.simulate(data, gas, latest, signal)), 1, caps)
    if (asked === undefined) return createFinding(false, 'asks_no_code')
    if (asked.chainId !== id) return createFinding(false, 'asks_other', { found: asked.chainId })
    if (asked.answers[0] === null) return createFinding(false, 'asks_gas', { gas, most: limits.chainCallGas })
    return createFinding(true, 'asks')
  })
  const speed = createFinding(tookMs < readMs, 'speed', { took: tookMs, most: readMs })
  return [...way, chain, newest, final, asks, ...(newest.isOk && asks.isOk ? [speed] : [])]
}

// Names without a dot and names in a local domain count as local.
export function isUnencryptedPublicEndpoint(address: string): boolean {
  const { protocol, hostname } = new URL(address)
  const host = hostname.replace(/^\[|\]$/g, '')
  if (protocol === 'https:') return false
  return isIP(host) === 0
    ? host.includes('.') && !/\.(localhost|local|internal|lan|home\.arpa)$/.test(host)
    : isGloballyReachableIpAddress(host)
}

const describeBlock = ({ number }: ChainBlock, ageMs: number) => ({ block: number, age: Math.round(ageMs / 1000) })
