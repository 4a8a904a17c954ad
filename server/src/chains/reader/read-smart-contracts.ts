// One reading: from the source that answers first, all questions at one block, within the time there is.
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
  /** In the order in which they are tried, where they are equally well. */
  sources: readonly RpcDataSource[]
  /** Where readings wait that somebody waits for. */
  foregroundLimit: ChainReadConcurrencyLimit
  /** Where those wait that nobody waits for. */
  backgroundLimit: ChainReadConcurrencyLimit
  /** How long all of it may take. */
  readMs: number
  clock: Clock
  metrics: Pick<ChainRpcMetrics, 'recordRead'>
  /** Waits so many milliseconds, or until the signal. */
  wait: (ms: number, signal: AbortSignal) => Promise<null>
}

/** @throws ChainUnavailableError */
export async function readSmartContracts(
  context: ChainReadContext,
  questions: readonly ContractCall[],
  options: ChainReadOptions,
): Promise<ChainReadResult> {
  if (options.deployment !== undefined && questions.length !== 1)
    throw new RangeError('A deployment goes with the one question that needs it.')
  const { chainId, foregroundLimit, backgroundLimit, readMs, clock, metrics } = context
  const began = clock()
  const note = (outcome: 'answered' | 'unavailable' | 'busy'): void =>
    metrics.recordRead(chainId, questions.length, outcome, Math.max(0, clock() - began))
  const end = AbortSignal.timeout(readMs)
  // Whoever would begin with less than half of the time has come too late: nodes seem slow to them that are not.
  const leave = await (options.background === true ? backgroundLimit : foregroundLimit).acquire(
    AbortSignal.timeout(readMs / 2),
  )
  if (leave === null) {
    note('busy')
    throw new ChainUnavailableError('too many readings at once')
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

/**
 * Asks the healthiest source, and beside it the next one as soon as the first fails or takes longer than it usually does; whoever answers first has
 * answered, and the others are let go. Each has the time until the end of the reading.
 */
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
  const begin = (source: RpcDataSource): void => {
    const asked: Promise<ChainReadResult | null> = ask(source).finally(() => running.delete(asked))
    running.add(asked)
  }
  try {
    for (let source = waiting.shift(); source !== undefined || running.size > 0; source = waiting.shift()) {
      if (source !== undefined) begin(source)
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

/** Comes to nothing after a time, or when nobody waits any more. */
export const waitForTimeoutOrAbort = (ms: number, signal: AbortSignal): Promise<null> =>
  setTimeout(ms, null, { signal }).catch(() => null)

/** Between two looks at a node that has not reached a block that is known already (THREATS S13). */
const blockPollIntervalMs = 500

/** @throws RpcNodeError */
async function readFromSource(
  source: RpcDataSource,
  questions: readonly ContractCall[],
  { deployment, blockTag: at = 'latest', notBefore = '0' }: ChainReadOptions,
  { signal, wait }: Pick<ChainReadContext, 'wait'> & { signal: AbortSignal },
): Promise<ChainReadResult> {
  let block = await source.readHead(at, signal)
  // Behind one address there can be many nodes, which learn of a block one after the other.
  while (BigInt(block.number) < BigInt(notBefore)) {
    await wait(blockPollIntervalMs, signal)
    if (signal.aborted) throw new RpcNodeError('behind')
    block = await source.readHead(at, signal)
  }
  const answers = new Map<ContractCall, ContractCallResult>()
  let simulated = false
  // Of each part at least the first question is answered, so that this comes to an end.
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
