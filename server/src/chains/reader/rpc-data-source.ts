// Where answers come from: one node, or as many as have to agree.
import type { ChainBlock, ContractDeployment, ContractCall } from '@countersign/proof/chain-reader'
import type { MulticallResult } from './encode-and-decode-multicall.ts'
import { RpcNodeError } from './rpc-node-error.ts'
import type { RpcNodeLatencyEstimator } from './rpc-hedge-delay.ts'

/** What fits into one request. */
export interface ContractCallBatch {
  calls: readonly ContractCall[]
  deployment: ContractDeployment | undefined
}

export interface RpcDataSource {
  /** What it is called in the log. */
  name: string
  /** @throws RpcNodeError */
  readHead: (at: 'latest' | 'finalized', signal: AbortSignal) => Promise<ChainBlock>
  /** @throws RpcNodeError */
  callContracts: (part: ContractCallBatch, block: ChainBlock, signal: AbortSignal) => Promise<MulticallResult>
  /** Whether it is well (0), has failed since it answered last (1), or is left alone for that (2). Well where it is left out. */
  healthRank?: () => 0 | 1 | 2
  /** How long it usually takes; unknown where it is left out. */
  latencyEstimator?: RpcNodeLatencyEstimator
}

/** Why a source is asked no further: another one has answered. That is no failure of its own. */
export const supersededRpcReadAbortReason = Symbol('another one has answered')

/**
 * Who asks for the newest block while it is being asked for has the same answer. It has a time of its own: a node that did not
 * answer within the little that was left to whoever asked first has not failed, and nobody else loses anything by them.
 * @param headMs how long it may take
 */
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

/** What comes of the work, or that it did not come in time; the work goes on for others. */
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
