// Whether a node can do all that this server will ask of it, step by step, so that an operator learns it before people do.
import type { Limits } from '@countersign/api/limits'
import type { Block } from '@countersign/proof/chain-reader'
import { isIP } from 'node:net'
import type { ChainSettings } from '../../platform/chain-settings.ts'
import type { Clock } from '../../platform/clock.ts'
import { openChannel } from '../../platform/outbound/channel.ts'
import { isGloballyReachable } from '../../platform/outbound/reachable.ts'
import { decodeMulticall, encodeMulticall } from './multicall.ts'
import { asNodeFault } from './node-fault.ts'
import { createNode } from './node.ts'

/** One thing that was tried. */
export interface Finding {
  good: boolean
  /** It works, and is not as it should be. */
  isWarning?: true
  /** What was found, or what is wrong. */
  text: string
}

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
  const step = async (what: string, work: (signal: AbortSignal) => Promise<Finding>): Promise<Finding> => {
    try {
      return await work(AbortSignal.timeout(limits.chainReadSeconds * 1000))
    } catch (error) {
      return { good: false, text: `${what}: the node ${asNodeFault(error).message}` }
    }
  }
  const chain = await step('chain id', async (signal) => {
    const found = await node.readChainId(signal)
    return found === id
      ? { good: true, text: `chain ${id}` }
      : { good: false, text: `chain id: it is a node of chain ${found}, not of ${id}` }
  })
  const way: Finding[] = isOpenToOthers(address) ? [{ good: true, isWarning: true, text: openWay }] : []
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
  const newest = await step('newest block', async (signal) => {
    latest = await timed(node.readBlock('latest', signal))
    const age = clock() - latest.at
    const good = Math.abs(age) <= staleSeconds * 1000
    return {
      good,
      text: `newest block ${tell(latest, age)}${good ? '' : `: more than ${staleSeconds} s from the clock of this machine (staleSeconds)`}`,
    }
  })
  const final = await step('final block', async (signal) => {
    const block = await node.readBlock('finalized', signal)
    const age = clock() - block.at
    const good = age <= finalStaleSeconds * 1000
    return {
      good,
      text: `final block ${tell(block, age)}${good ? '' : `: more than ${finalStaleSeconds} s (finalStaleSeconds), so that groups cannot be read`}`,
    }
  })
  const asks = await step('asking contracts', async (signal) => {
    if (latest === undefined) return { good: false, text: 'asking contracts: not tried without a block' }
    const caps = { gas: limits.chainCallGas, bytes: limits.chainAnswerBytes }
    const { data, gas } = encodeMulticall([{ to: emptyAddress, data: '0x' }], caps)
    const asked = decodeMulticall(await timed(node.simulate(data, gas, latest, signal)), 1, caps)
    if (asked === undefined)
      return {
        good: false,
        text: 'asking contracts: the node does not run the code of a contract that is not deployed (eth_call without "to")',
      }
    if (asked.chainId !== id) return { good: false, text: `asking contracts: they run on chain ${asked.chainId}` }
    if (asked.answers[0] === null)
      return {
        good: false,
        text: `asking contracts: the node allows less gas than ${gas} (COUNTERSIGN_CHAIN_CALL_GAS is ${limits.chainCallGas})`,
      }
    return { good: true, text: 'asks contracts' }
  })
  const speed: Finding = {
    good: tookMs < readMs,
    text: `a reading takes ${tookMs} ms of the ${readMs} ms that it may (COUNTERSIGN_CHAIN_READ_SECONDS)`,
  }
  return [...way, chain, newest, final, asks, ...(newest.good && asks.good ? [speed] : [])]
}

const openWay =
  'plain http over the internet: whoever is on the way reads a key in the address, and can answer in the place of the node'

/** Whether others than one's own network are on the way. A name without a dot, or of a local network, is one of one's own. */
export function isOpenToOthers(address: string): boolean {
  const { protocol, hostname } = new URL(address)
  const host = hostname.replace(/^\[|\]$/g, '')
  if (protocol === 'https:') return false
  return isIP(host) === 0
    ? host.includes('.') && !/\.(localhost|local|internal|lan|home\.arpa)$/.test(host)
    : isGloballyReachable(host)
}

const tell = ({ number }: Block, ageMs: number): string => `${number}, ${Math.round(ageMs / 1000)} s old`
