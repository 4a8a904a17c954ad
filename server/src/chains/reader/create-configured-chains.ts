import type { ServerLimitValues } from '@countersign/api/server-limits'
import type { ConfiguredChains, ChainSettings, ConfiguredChain } from '../../platform/chain-settings.ts'
import type { Clock } from '../../platform/clock.ts'
import { createMetricsRegistry } from '../../platform/prometheus-metrics.ts'
import type { MetricsRegistry } from '../../platform/prometheus-metrics.ts'
import { createRpcHttpClient } from '../../platform/outbound/rpc-http-client.ts'
import { createCircuitBreaker } from './circuit-breaker.ts'
import { createChainRpcMetrics } from './chain-rpc-metrics.ts'
import type { ChainRpcMetrics } from './chain-rpc-metrics.ts'
import {
  backgroundChainReadConcurrency,
  createChainReadConcurrencyLimit,
  foregroundChainReadConcurrency,
} from './chain-read-concurrency-limit.ts'
import { createGuardedRpcNode } from './guarded-rpc-node.ts'
import { createRpcNodeClient } from './rpc-node-client.ts'
import { createRpcQuorumDataSource } from './rpc-quorum-data-source.ts'
import { readSmartContracts, waitForTimeoutOrAbort } from './read-smart-contracts.ts'
import { coalesceHeadBlockRequests } from './rpc-data-source.ts'

interface ChainsSettings {
  chains: readonly ChainSettings[]
  limits: Pick<ServerLimitValues, 'chainReadTimeoutSeconds' | 'chainResponseBytes' | 'chainCallGas'>
}

// Share of the time for finding the head block; larger if several nodes must have the block.
const headTimeShare = 0.4
const commonHeadTimeShare = 0.6

/** Contacts no node before the first read. @param metrics defaults to a private registry */
export function createConfiguredChains(
  { chains, limits }: ChainsSettings,
  clock: Clock,
  metrics: MetricsRegistry = createMetricsRegistry(),
): ConfiguredChains {
  const chainMetrics = createChainRpcMetrics(metrics)
  return new Map(chains.map((settings) => [settings.id, createChainReader(settings, limits, clock, chainMetrics)]))
}

function createChainReader(
  settings: ChainSettings,
  limits: ChainsSettings['limits'],
  clock: Clock,
  metrics: ChainRpcMetrics,
): ConfiguredChain {
  const { id, rpc, quorum, staleSeconds, finalStaleSeconds } = settings
  const readMs = limits.chainReadTimeoutSeconds * 1000
  const nodes = rpc.map((address, index) => {
    const place = String(index + 1)
    const circuitBreaker = createCircuitBreaker(clock)
    metrics.observeCircuitBreaker(id, place, circuitBreaker)
    // With shared connections, head block requests would queue behind slow calls.
    const [heads, calls] = [
      createRpcHttpClient(address, `node ${place} of chain ${id}`),
      createRpcHttpClient(address, `node ${place} of chain ${id}`),
    ]
    return createGuardedRpcNode(createRpcNodeClient(heads, calls), {
      name: rpc.length > 1 ? `node ${place}` : 'the node',
      chainId: id,
      staleMs: staleSeconds * 1000,
      finalStaleMs: finalStaleSeconds * 1000,
      multicallLimits: { gas: limits.chainCallGas, bytes: limits.chainResponseBytes },
      clock,
      circuitBreaker,
      recordFailure: (reason) => metrics.recordFailure(id, place, reason),
    })
  })
  const headMs = Math.ceil(readMs * headTimeShare)
  const sources =
    quorum === 1
      ? nodes.map((node) => coalesceHeadBlockRequests(node, headMs))
      : [
          coalesceHeadBlockRequests(
            createRpcQuorumDataSource(nodes, quorum, headMs),
            Math.ceil(readMs * commonHeadTimeShare),
          ),
        ]
  const context = {
    chainId: id,
    sources,
    foregroundLimit: createChainReadConcurrencyLimit(foregroundChainReadConcurrency),
    backgroundLimit: createChainReadConcurrencyLimit(backgroundChainReadConcurrency),
    readMs,
    clock,
    metrics,
    wait: waitForTimeoutOrAbort,
  }
  return { settings, read: (questions, options = {}) => readSmartContracts(context, questions, options) }
}
