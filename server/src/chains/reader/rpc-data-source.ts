import type { ChainBlock, ContractDeployment, ContractCall } from '@countersign/proof/chain-reader'
import type { MulticallResult } from './encode-and-decode-multicall.ts'
import { RpcNodeError } from './rpc-node-error.ts'
import type { RpcNodeLatencyEstimator } from './rpc-hedge-delay.ts'

export interface ContractCallBatch {
  calls: readonly ContractCall[]
  deployment: ContractDeployment | undefined
}

export interface RpcDataSource {
  name: string
  /** Both reads throw RpcNodeError. */
  readHead: (at: 'latest' | 'finalized', signal: AbortSignal) => Promise<ChainBlock>
  callContracts: (part: ContractCallBatch, block: ChainBlock, signal: AbortSignal) => Promise<MulticallResult>
  /** 0 if healthy (default), 1 if it failed after its last answer, 2 if paused. */
  healthRank?: () => 0 | 1 | 2
  latencyEstimator?: RpcNodeLatencyEstimator
}

/** Abort reason when another source answered first, so that it does not count as a failure. */
export const supersededRpcReadAbortReason = Symbol('another source answered first')

// The request has its own timeout, so that a caller with little time does not cut it short.
export function coalesceHeadBlockRequests(source: RpcDataSource, headMs: number): RpcDataSource {
  const underWay = new Map<string, Promise<ChainBlock>>()
  return {
    ...source,
    readHead: (at, signal) => {
      const head =
        underWay.get(at) ?? source.readHead(at, AbortSignal.timeout(headMs)).finally(() => underWay.delete(at))
      underWay.set(at, head)
      return rejectOnAbort(head, signal)
    },
  }
}

async function rejectOnAbort<Result>(work: Promise<Result>, signal: AbortSignal): Promise<Result> {
  const { promise: over, reject } = Promise.withResolvers<never>()
  const end = (): void => reject(new RpcNodeError('timed_out'))
  if (signal.aborted) end()
  signal.addEventListener('abort', end)
  try {
    return await Promise.race([work, over])
  } finally {
    signal.removeEventListener('abort', end)
  }
}
