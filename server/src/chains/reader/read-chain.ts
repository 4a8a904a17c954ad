// One reading: from the source that answers first, all questions at one block, within the time there is.
import { setTimeout } from 'node:timers/promises'
import { ChainUnavailable } from '@countersign/proof/chain-reader'
import type { Answer, Question, Reading, ReadOptions } from '@countersign/proof/chain-reader'
import type { Clock } from '../../platform/clock.ts'
import { splitQuestions } from './multicall.ts'
import type { ChainMetrics } from './chain-metrics.ts'
import type { ConcurrencyLimit } from './concurrency-limit.ts'
import { asNodeFault, NodeFault } from './node-fault.ts'
import { hedgeAfterMs } from './patience.ts'
import { notNeeded } from './source.ts'
import type { Source } from './source.ts'

export interface ReadWorld {
  chainId: string
  /** In the order in which they are tried, where they are equally well. */
  sources: readonly Source[]
  /** Where readings wait that somebody waits for. */
  front: ConcurrencyLimit
  /** Where those wait that nobody waits for. */
  back: ConcurrencyLimit
  /** How long all of it may take. */
  readMs: number
  clock: Clock
  metrics: Pick<ChainMetrics, 'noteReading'>
  /** Waits so many milliseconds, or until the signal. */
  wait: (ms: number, signal: AbortSignal) => Promise<null>
}

/** @throws ChainUnavailable */
export async function readChain(
  world: ReadWorld,
  questions: readonly Question[],
  options: ReadOptions,
): Promise<Reading> {
  if (options.deployment !== undefined && questions.length !== 1)
    throw new RangeError('A deployment goes with the one question that needs it.')
  const { chainId, front, back, readMs, clock, metrics } = world
  const began = clock()
  const note = (outcome: 'answered' | 'unavailable' | 'busy'): void =>
    metrics.noteReading(chainId, questions.length, outcome, Math.max(0, clock() - began))
  const end = AbortSignal.timeout(readMs)
  // Whoever would begin with less than half of the time has come too late: nodes seem slow to them that are not.
  const leave = await (options.background === true ? back : front).enter(AbortSignal.timeout(readMs / 2))
  if (leave === null) {
    note('busy')
    throw new ChainUnavailable('too many readings at once')
  }
  try {
    const reading = await readAny(world, questions, options, end)
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
async function readAny(
  { sources, readMs, clock, wait }: ReadWorld,
  questions: readonly Question[],
  options: ReadOptions,
  end: AbortSignal,
): Promise<Reading> {
  const faults: string[] = []
  const disputed: Question[] = []
  const over = new AbortController()
  const signal = AbortSignal.any([end, over.signal])
  const waiting = sources.toSorted((one, other) => (one.strain?.() ?? 0) - (other.strain?.() ?? 0))
  const running = new Set<Promise<Reading | null>>()
  const ask = async (source: Source): Promise<Reading | null> => {
    const began = clock()
    try {
      const reading = await readFrom(source, questions, options, { signal, wait })
      source.patience?.note(Math.max(0, clock() - began))
      return reading
    } catch (error) {
      const fault = asNodeFault(error)
      faults.push(`${source.name} ${fault.message}`)
      disputed.push(...fault.questions)
      return null
    }
  }
  const begin = (source: Source): void => {
    const asked: Promise<Reading | null> = ask(source).finally(() => running.delete(asked))
    running.add(asked)
  }
  try {
    for (let source = waiting.shift(); source !== undefined || running.size > 0; source = waiting.shift()) {
      if (source !== undefined) begin(source)
      const hedgeMs = hedgeAfterMs(source?.patience?.usualMs() ?? null, { readMs, others: sources.length - 1 })
      const patience = waiting.length > 0 ? [wait(hedgeMs, signal)] : []
      const reading = await Promise.race([...running, ...patience])
      if (reading !== null) return reading
    }
  } finally {
    over.abort(notNeeded)
  }
  throw new ChainUnavailable(faults.join('; '), disputed)
}

/** Comes to nothing after a time, or when nobody waits any more. */
export const waitFor = (ms: number, signal: AbortSignal): Promise<null> =>
  setTimeout(ms, null, { signal }).catch(() => null)

/** Between two looks at a node that has not reached a block that is known already (THREATS S13). */
const lookAgainMs = 500

/** @throws NodeFault */
async function readFrom(
  source: Source,
  questions: readonly Question[],
  { deployment, at = 'latest', notBefore = '0' }: ReadOptions,
  { signal, wait }: Pick<ReadWorld, 'wait'> & { signal: AbortSignal },
): Promise<Reading> {
  let block = await source.readHead(at, signal)
  // Behind one address there can be many nodes, which learn of a block one after the other.
  while (BigInt(block.number) < BigInt(notBefore)) {
    await wait(lookAgainMs, signal)
    if (signal.aborted) throw new NodeFault('behind')
    block = await source.readHead(at, signal)
  }
  const answers = new Map<Question, Answer>()
  let simulated = false
  // Of each part at least the first question is answered, so that this comes to an end.
  for (let open = questions; open.length > 0; open = open.filter((question) => !answers.has(question))) {
    for (const part of splitQuestions(open, deployment)) {
      const asked = await source.ask({ questions: part, deployment }, block, signal)
      simulated ||= asked.simulated
      for (const [index, question] of part.entries()) {
        const answer = asked.answers[index]
        if (answer != null) answers.set(question, answer)
      }
    }
  }
  return {
    block,
    answers: questions.map((question) => answers.get(question) as Answer),
    ...(simulated && { simulated: true }),
  }
}
