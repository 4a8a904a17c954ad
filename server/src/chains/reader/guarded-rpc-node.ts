import type { ChainBlock } from '@countersign/proof/chain-reader'
import { setTimeout as wait } from 'node:timers/promises'
import type { Clock } from '../../platform/clock.ts'
import { decodeMulticallResult, encodeMulticall } from './encode-and-decode-multicall.ts'
import type { MulticallResult, MulticallLimits } from './encode-and-decode-multicall.ts'
import type { CircuitBreaker } from './circuit-breaker.ts'
import { toRpcNodeError, RpcNodeError } from './rpc-node-error.ts'
import type { ChainNodeErrorReason } from './rpc-node-error.ts'
import type { RpcBlockTag, RpcNodeClient } from './rpc-node-client.ts'
import { createRpcNodeLatencyEstimator } from './rpc-hedge-delay.ts'
import { supersededRpcReadAbortReason } from './rpc-data-source.ts'
import type { ContractCallBatch, RpcDataSource } from './rpc-data-source.ts'

// Several nodes can share one URL, and some of them may not have the newest block yet.
const retryDelayMs = 250

export interface GuardedRpcNodeOptions {
  name: string
  chainId: string
  staleMs: number
  finalStaleMs: number
  multicallLimits: MulticallLimits
  clock: Clock
  circuitBreaker: CircuitBreaker
  recordFailure: (reason: ChainNodeErrorReason) => void
}

export interface GuardedRpcNode extends RpcDataSource {
  /** True while the circuit breaker is open: the node is paused or being probed. */
  isCircuitOpen: () => boolean
  /** @throws RpcNodeError */
  readBlockByNumber: (number: RpcBlockTag, signal: AbortSignal) => Promise<ChainBlock>
}

export function createGuardedRpcNode(
  node: RpcNodeClient,
  {
    name,
    chainId,
    staleMs,
    finalStaleMs,
    multicallLimits,
    clock,
    circuitBreaker,
    recordFailure,
  }: GuardedRpcNodeOptions,
): GuardedRpcNode {
  let isOfChain = false

  const watch = async <Result>(work: () => Promise<Result>, signal?: AbortSignal): Promise<Result> => {
    try {
      return await work()
    } catch (error) {
      const fault = toRpcNodeError(error)
      if (signal?.reason !== supersededRpcReadAbortReason) recordFailure(fault.reason)
      throw fault
    }
  }

  const readLatest = async (signal: AbortSignal): Promise<ChainBlock> => {
    const [reportedChainId, latest] = await Promise.all([
      isOfChain ? chainId : node.readChainId(signal),
      node.readBlock('latest', signal),
    ])
    if (reportedChainId !== chainId) throw new RpcNodeError('wrong_chain')
    isOfChain = true
    if (Math.abs(clock() - latest.at) > staleMs) throw new RpcNodeError('stale')
    return latest
  }

  const readFinal = async (signal: AbortSignal): Promise<ChainBlock> => {
    const final = await node.readBlock('finalized', signal)
    if (clock() - final.at > finalStaleMs) throw new RpcNodeError('stale_final')
    return final
  }

  const ask = async (
    { calls, deployment }: ContractCallBatch,
    block: ChainBlock,
    signal: AbortSignal,
  ): Promise<MulticallResult> => {
    const { data, gas } = encodeMulticall(calls, multicallLimits, deployment)
    const simulate = (): Promise<string> => node.simulate(data, gas, block, signal)
    const returned = await simulate().catch(async (error: unknown) => {
      if (!(error instanceof RpcNodeError) || error.reason !== 'error') throw error
      await wait(retryDelayMs, undefined, { signal }).catch(() => {
        throw error
      })
      return simulate()
    })
    const asked = decodeMulticallResult(returned, calls.length, multicallLimits)
    if (asked === undefined) throw new RpcNodeError('malformed')
    if (asked.chainId !== chainId) throw new RpcNodeError('wrong_chain')
    if (asked.answers[0] === null) throw new RpcNodeError('too_little_gas')
    return asked
  }

  return {
    name,
    isCircuitOpen: circuitBreaker.isOpen,
    readHead: async (at, signal) => {
      if (!circuitBreaker.allowsRequest()) throw new RpcNodeError('resting')
      // Failed contract calls do not pause the node, because the contract may be the cause.
      const latest = await watch(() => readLatest(signal)).catch((error: unknown) => {
        circuitBreaker.recordFailure()
        throw error
      })
      circuitBreaker.recordSuccess()
      // A node without finalized blocks can still serve all other reads.
      return at === 'latest' ? latest : watch(() => readFinal(signal))
    },
    readBlockByNumber: (number, signal) => watch(() => node.readBlock(number, signal)),
    callContracts: (part, block, signal) => watch(() => ask(part, block, signal), signal),
    healthRank: () => (circuitBreaker.isPaused() ? 2 : circuitBreaker.hasFailed() ? 1 : 0),
    latencyEstimator: createRpcNodeLatencyEstimator(),
  }
}
