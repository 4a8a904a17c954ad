// The chains that the operator configured, ready to be read.
import type { Limits } from '@countersign/api/limits'
import type { Chains, ChainSettings, ReadableChain } from '../../platform/chain-settings.ts'
import type { Clock } from '../../platform/clock.ts'
import { createMetrics } from '../../platform/metrics.ts'
import type { Metrics } from '../../platform/metrics.ts'
import { openChannel } from '../../platform/outbound/channel.ts'
import { createBreaker } from './breaker.ts'
import { createChainMetrics } from './chain-metrics.ts'
import type { ChainMetrics } from './chain-metrics.ts'
import { backLimit, createConcurrencyLimit, frontLimit } from './concurrency-limit.ts'
import { guardNode } from './guard-node.ts'
import { createNode } from './node.ts'
import { requireQuorum } from './quorum.ts'
import { readChain, waitFor } from './read-chain.ts'
import { shareHeads } from './source.ts'

interface ChainsSettings {
  chains: readonly ChainSettings[]
  limits: Pick<Limits, 'chainReadSeconds' | 'chainAnswerBytes' | 'chainCallGas'>
}

// What is left of the time of a reading is for the question itself. Several nodes may have to be asked for a block that they have in common.
const shareOfHead = 0.4
const shareOfCommonHead = 0.6

/**
 * One reader for each chain of the settings. No node is asked before somebody reads.
 * @param metrics where readings are counted; nowhere else where it is left out
 */
export function createChains(
  { chains, limits }: ChainsSettings,
  clock: Clock,
  metrics: Metrics = createMetrics(),
): Chains {
  const chainMetrics = createChainMetrics(metrics)
  return new Map(chains.map((settings) => [settings.id, createReader(settings, limits, clock, chainMetrics)]))
}

function createReader(
  settings: ChainSettings,
  limits: ChainsSettings['limits'],
  clock: Clock,
  metrics: ChainMetrics,
): ReadableChain {
  const { id, rpc, quorum, staleSeconds, finalStaleSeconds } = settings
  const readMs = limits.chainReadSeconds * 1000
  const nodes = rpc.map((address, index) => {
    const place = String(index + 1)
    const breaker = createBreaker(clock)
    metrics.watchBreaker(id, place, breaker)
    // The newest block has connections of its own: behind slow contracts it would seem that the node is slow.
    const [heads, calls] = [
      openChannel(address, `node ${place} of chain ${id}`),
      openChannel(address, `node ${place} of chain ${id}`),
    ]
    return guardNode(createNode(heads, calls), {
      name: rpc.length > 1 ? `node ${place}` : 'the node',
      chainId: id,
      staleMs: staleSeconds * 1000,
      finalStaleMs: finalStaleSeconds * 1000,
      caps: { gas: limits.chainCallGas, bytes: limits.chainAnswerBytes },
      clock,
      breaker,
      noteFailure: (reason) => metrics.noteFailure(id, place, reason),
    })
  })
  const headMs = Math.ceil(readMs * shareOfHead)
  const sources =
    quorum === 1
      ? nodes.map((node) => shareHeads(node, headMs))
      : [shareHeads(requireQuorum(nodes, quorum, headMs), Math.ceil(readMs * shareOfCommonHead))]
  const world = {
    chainId: id,
    sources,
    front: createConcurrencyLimit(frontLimit),
    back: createConcurrencyLimit(backLimit),
    readMs,
    clock,
    metrics,
    wait: waitFor,
  }
  return { settings, read: (questions, options = {}) => readChain(world, questions, options) }
}
