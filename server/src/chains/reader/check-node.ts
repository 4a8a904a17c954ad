// Whether a node can do all that this server will ask of it, step by step, so that an operator learns it before people do.
import type { Limits } from '@countersign/api/limits'
import { nodeFindings, nodeReasons, sayFinding } from '@countersign/api/node-findings'
import type { NodeFindingCode, ToldFinding } from '@countersign/api/node-findings'
import type { Block } from '@countersign/proof/chain-reader'
import { isIP } from 'node:net'
import type { ChainSettings } from '../../platform/chain-settings.ts'
import type { Clock } from '../../platform/clock.ts'
import { openChannel } from '../../platform/outbound/channel.ts'
import { isGloballyReachable } from '../../platform/outbound/reachable.ts'
import { decodeMulticall, encodeMulticall } from './multicall.ts'
import { asNodeFault } from './node-fault.ts'
import { createNode } from './node.ts'

/** One thing that was tried, and what was found, or what is wrong. */
export interface Finding extends ToldFinding {
  good: boolean
  /** It works, and is not as it should be. */
  isWarning?: true
}

/** What was found, in words. */
export const sayFound = (finding: ToldFinding): string => sayFinding(finding, nodeFindings, nodeReasons)

const find = (
  good: boolean,
  code: NodeFindingCode,
  values: Readonly<Record<string, string | number | bigint>> = {},
): Finding => ({
  good,
  code,
  values: Object.fromEntries(Object.entries(values).map(([name, value]) => [name, String(value)])),
})

export interface NodeCheck {
  settings: Pick<ChainSettings, 'id' | 'staleSeconds' | 'finalStaleSeconds'>
  limits: Pick<Limits, 'chainReadSeconds' | 'chainAnswerBytes' | 'chainCallGas'>
  clock: Clock
}

// An address that nobody can have chosen, so that nothing is there.
const emptyAddress = `0x${'c0'.repeat(20)}` as const

/** Tries one node; each step has the time that a whole reading has later. */
export async function checkNode(
  address: string,
  { settings: { id, staleSeconds, finalStaleSeconds }, limits, clock }: NodeCheck,
): Promise<Finding[]> {
  const node = createNode(openChannel(address, 'the node'))
  const step = async (
    failed: Extract<NodeFindingCode, `${string}_failed`>,
    work: (signal: AbortSignal) => Promise<Finding>,
  ): Promise<Finding> => {
    try {
      return await work(AbortSignal.timeout(limits.chainReadSeconds * 1000))
    } catch (error) {
      const { reason, status } = asNodeFault(error)
      return find(false, failed, { reason, ...(status === undefined ? {} : { status }) })
    }
  }
  const chain = await step('chain_failed', async (signal) => {
    const found = await node.readChainId(signal)
    return found === id ? find(true, 'chain', { chain: id }) : find(false, 'chain_other', { chain: id, found })
  })
  const way: Finding[] = isOpenToOthers(address) ? [{ ...find(true, 'open_way'), isWarning: true }] : []
  // What cannot be reached, or is another chain's, has nothing more to say.
  if (!chain.good) return [...way, chain]

  let latest: Block | undefined
  const readMs = limits.chainReadSeconds * 1000
  let tookMs = 0
  /** Of what a reading asks, one after the other. */
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
    return find(good, good ? 'newest' : 'newest_stale', { ...tell(latest, age), most: staleSeconds })
  })
  const final = await step('final_failed', async (signal) => {
    const block = await node.readBlock('finalized', signal)
    const age = clock() - block.at
    const good = age <= finalStaleSeconds * 1000
    return find(good, good ? 'final' : 'final_stale', { ...tell(block, age), most: finalStaleSeconds })
  })
  const asks = await step('asks_failed', async (signal) => {
    if (latest === undefined) return find(false, 'asks_untried')
    const caps = { gas: limits.chainCallGas, bytes: limits.chainAnswerBytes }
    const { data, gas } = encodeMulticall([{ to: emptyAddress, data: '0x' }], caps)
    const asked = decodeMulticall(await timed(node.simulate(data, gas, latest, signal)), 1, caps)
    if (asked === undefined) return find(false, 'asks_no_code')
    if (asked.chainId !== id) return find(false, 'asks_other', { found: asked.chainId })
    if (asked.answers[0] === null) return find(false, 'asks_gas', { gas, most: limits.chainCallGas })
    return find(true, 'asks')
  })
  const speed = find(tookMs < readMs, 'speed', { took: tookMs, most: readMs })
  return [...way, chain, newest, final, asks, ...(newest.good && asks.good ? [speed] : [])]
}

/** Whether others than one's own network are on the way. A name without a dot, or of a local network, is one of one's own. */
export function isOpenToOthers(address: string): boolean {
  const { protocol, hostname } = new URL(address)
  const host = hostname.replace(/^\[|\]$/g, '')
  if (protocol === 'https:') return false
  return isIP(host) === 0
    ? host.includes('.') && !/\.(localhost|local|internal|lan|home\.arpa)$/.test(host)
    : isGloballyReachable(host)
}

const tell = ({ number }: Block, ageMs: number) => ({ block: number, age: Math.round(ageMs / 1000) })
