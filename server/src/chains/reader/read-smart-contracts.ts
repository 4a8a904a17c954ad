import { setTimeout } from 'node:timers/promises'
import { ChainUnavailableError } from '@countersign/proof/chain-reader'
import type {
  ContractCallResult,
  ContractCall,
  ChainReadResult,
  ChainReadOptions,
} from '@countersign/proof/chain-reader'
import type { Clock } from '../../platform/clock.ts'
import { splitContractCallsIntoBatches } from './encode-and-decode-multicall.ts'
import type { ChainRpcMetrics } from './chain-rpc-metrics.ts'
import type { ChainReadConcurrencyLimit } from './chain-read-concurrency-limit.ts'
import { toRpcNodeError, RpcNodeError } from './rpc-node-error.ts'
import { computeRpcHedgeDelayMs } from './rpc-hedge-delay.ts'
import { supersededRpcReadAbortReason } from './rpc-data-source.ts'
import type { RpcDataSource } from './rpc-data-source.ts'

export interface ChainReadContext {
  chainId: string
  /** Sources that are equally healthy are tried in this order. */
  sources: readonly RpcDataSource[]
  foregroundLimit: ChainReadConcurrencyLimit
  backgroundLimit: ChainReadConcurrencyLimit
  readMs: number
  clock: Clock
  metrics: Pick<ChainRpcMetrics, 'recordRead'>
  wait: (ms: number, signal: AbortSignal) => Promise<null>
}

/** @throws ChainUnavailableError */
export async function readSmartContracts(
  context: ChainReadContext,
  questions: readonly ContractCall[],
  options: ChainReadOptions,
): Promise<ChainReadResult> {
  if (options.deployment !== undefined && questions.length !== 1)
    throw new RangeError('A read with a deployment must contain exactly one call.')
  const { chainId, foregroundLimit, backgroundLimit, readMs, clock, metrics } = context
  const began = clock()
  const note = (outcome: 'answered' | 'unavailable' | 'busy'): void =>
    metrics.recordRead(chainId, questions.length, outcome, Math.max(0, clock() - began))
  const end = AbortSignal.timeout(readMs)
  // A read that starts with less than half of its time left would make healthy nodes seem slow.
  const leave = await (options.background === true ? backgroundLimit : foregroundLimit).acquire(
    AbortSignal.timeout(readMs / 2),
  )
  if (leave === null) {
    note('busy')
    throw new ChainUnavailableError('too many concurrent chain reads')
  }
  try {
    const reading = await readWithHedging(context, questions, options, end)
    note('answered')
    return reading
  } catch (error) {
    note('unavailable')
    throw error
  } finally {
    leave()
  }
}

// Queries the next source if one fails or exceeds its usual latency; the first answer wins.
async function readWithHedging(
  { sources, readMs, clock, wait }: ChainReadContext,
  questions: readonly ContractCall[],
  options: ChainReadOptions,
  end: AbortSignal,
): Promise<ChainReadResult> {
  const faults: string[] = []
  const disputed: ContractCall[] = []
  const over = new AbortController()
  const signal = AbortSignal.any([end, over.signal])
  const waiting = sources.toSorted((one, other) => (one.healthRank?.() ?? 0) - (other.healthRank?.() ?? 0))
  const running = new Set<Promise<ChainReadResult | null>>()
  const ask = async (source: RpcDataSource): Promise<ChainReadResult | null> => {
    const began = clock()
    try {
      const reading = await readFromSource(source, questions, options, { signal, wait })
      source.latencyEstimator?.recordLatency(Math.max(0, clock() - began))
      return reading
    } catch (error) {
      const fault = toRpcNodeError(error)
      faults.push(`${source.name} ${fault.message}`)
      disputed.push(...fault.calls)
      return null
    }
  }
  const startRead = (source: RpcDataSource): void => {
    const asked: Promise<ChainReadResult | null> = ask(source).finally(() => running.delete(asked))
    running.add(asked)
  }
  try {
    for (let source = waiting.shift(); source !== undefined || running.size > 0; source = waiting.shift()) {
      if (source !== undefined) startRead(source)
      const hedgeMs = computeRpcHedgeDelayMs(source?.latencyEstimator?.estimateMs() ?? null, {
        readMs,
        others: sources.length - 1,
      })
      const patience = waiting.length > 0 ? [wait(hedgeMs, signal)] : []
      const reading = await Promise.race([...running, ...patience])
      if (reading !== null) return reading
    }
  } finally {
    over.abort(supersededRpcReadAbortReason)
  }
  throw new ChainUnavailableError(faults.join('; '), disputed)
}

export const waitForTimeoutOrAbort = (ms: number, signal: AbortSignal): Promise<null> =>
  setTimeout(ms, null, { signal }).catch(() => null)

/** How often to poll a node that has not reached a known block yet (THREATS S13). */
const blockPollIntervalMs = 500

async function readFromSource(
  source: RpcDataSource,
  questions: readonly ContractCall[],
  { deployment, blockTag: at = 'latest', notBefore = '0' }: ChainReadOptions,
  { signal, wait }: Pick<ChainReadContext, 'wait'> & { signal: AbortSignal },
): Promise<ChainReadResult> {
  let block = await source.readHead(at, signal)
  // Several nodes can share one URL, and they receive a new block at different times.
  while (BigInt(block.number) < BigInt(notBefore)) {
    await wait(blockPollIntervalMs, signal)
    if (signal.aborted) throw new RpcNodeError('behind')
    block = await source.readHead(at, signal)
  }
  const answers = new Map<ContractCall, ContractCallResult>()
  let simulated = false
  // Each batch answers at least its first call, so the loop terminates.
  for (let open = questions; open.length > 0; open = open.filter((question) => !answers.has(question))) {
    for (const part of splitContractCallsIntoBatches(open, deployment)) {
      const asked = await source.callContracts({ calls: part, deployment }, block, signal)
      simulated ||= asked.simulated
      for (const [index, question] of part.entries()) {
        const answer = asked.answers[index]
        if (answer != null) answers.set(question, answer)
      }
    }
  }
  return {
    block,
    results: questions.map((question) => answers.get(question) as ContractCallResult),
    ...(simulated && { simulated: true }),
  }
}
