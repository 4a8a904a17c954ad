// A node whose answers are of the right chain and of now, and which is left alone while it fails.
import type { Block } from '@countersign/proof/chain-reader'
import { setTimeout as wait } from 'node:timers/promises'
import type { Clock } from '../../platform/clock.ts'
import { decodeMulticall, encodeMulticall } from './multicall.ts'
import type { MulticallResult, MulticallCaps } from './multicall.ts'
import type { Breaker } from './breaker.ts'
import { asNodeFault, NodeFault } from './node-fault.ts'
import type { NodeReason } from './node-fault.ts'
import type { BlockName, ChainNode } from './node.ts'
import { createPatience } from './patience.ts'
import { notNeeded } from './source.ts'
import type { Part, Source } from './source.ts'

// Behind one address there can be many nodes, of which not all have the newest block in the same moment.
const secondTryMs = 250

export interface GuardOptions {
  name: string
  chainId: string
  /** How old the newest block may be. */
  staleMs: number
  /** How old the newest final block may be. */
  finalStaleMs: number
  caps: MulticallCaps
  clock: Clock
  breaker: Breaker
  /** Told of every failure. */
  noteFailure: (reason: NodeReason) => void
}

/** A node to read from. */
export interface GuardedNode extends Source {
  /** Whether it is worth asking now. */
  isOpen: () => boolean
  /** The block of this number, if it has it. @throws NodeFault */
  readNumbered: (number: BlockName, signal: AbortSignal) => Promise<Block>
}

export function guardNode(
  node: ChainNode,
  { name, chainId, staleMs, finalStaleMs, caps, clock, breaker, noteFailure }: GuardOptions,
): GuardedNode {
  let isOfChain = false

  const watch = async <Result>(work: () => Promise<Result>, signal?: AbortSignal): Promise<Result> => {
    try {
      return await work()
    } catch (error) {
      const fault = asNodeFault(error)
      if (signal?.reason !== notNeeded) noteFailure(fault.reason)
      throw fault
    }
  }

  const readLatest = async (signal: AbortSignal): Promise<Block> => {
    // Both at once: a node that takes its time takes it twice otherwise.
    const [told, latest] = await Promise.all([
      isOfChain ? chainId : node.readChainId(signal),
      node.readBlock('latest', signal),
    ])
    if (told !== chainId) throw new NodeFault('wrong_chain')
    isOfChain = true
    if (Math.abs(clock() - latest.at) > staleMs) throw new NodeFault('stale')
    return latest
  }

  const readFinal = async (signal: AbortSignal): Promise<Block> => {
    const final = await node.readBlock('finalized', signal)
    if (clock() - final.at > finalStaleMs) throw new NodeFault('stale_final')
    return final
  }

  const ask = async ({ questions, deployment }: Part, block: Block, signal: AbortSignal): Promise<MulticallResult> => {
    const { data, gas } = encodeMulticall(questions, caps, deployment)
    const simulate = (): Promise<string> => node.simulate(data, gas, block, signal)
    const returned = await simulate().catch(async (error: unknown) => {
      if (!(error instanceof NodeFault) || error.reason !== 'error') throw error
      await wait(secondTryMs, undefined, { signal }).catch(() => {
        throw error
      })
      return simulate()
    })
    const asked = decodeMulticall(returned, questions.length, caps)
    if (asked === undefined) throw new NodeFault('malformed')
    if (asked.chainId !== chainId) throw new NodeFault('wrong_chain')
    if (asked.answers[0] === null) throw new NodeFault('too_little_gas')
    return asked
  }

  return {
    name,
    isOpen: breaker.isOpen,
    readHead: async (at, signal) => {
      if (!breaker.allow()) throw new NodeFault('resting')
      // Who signs in cannot make the newest block fail, so that it alone lets a node rest: a contract can make a call slow.
      const latest = await watch(() => readLatest(signal)).catch((error: unknown) => {
        breaker.failed()
        throw error
      })
      breaker.succeeded()
      // A node may know nothing of what is final, and still be good for everything else.
      return at === 'latest' ? latest : watch(() => readFinal(signal))
    },
    readNumbered: (number, signal) => watch(() => node.readBlock(number, signal)),
    ask: (part, block, signal) => watch(() => ask(part, block, signal), signal),
    strain: () => (breaker.isResting() ? 2 : breaker.hasFailed() ? 1 : 0),
    patience: createPatience(),
  }
}
