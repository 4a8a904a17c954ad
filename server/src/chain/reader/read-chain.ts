// One reading: from one source after the other until one answers, all questions at one block, within the time there is.
import { ChainUnavailable } from '@countersign/proof/chain-reader'
import type { Answer, Question, Reading, ReadOptions } from '@countersign/proof/chain-reader'
import type { Clock } from '../../platform/clock.ts'
import { splitQuestions } from './multicall.ts'
import type { ChainMetrics } from './chain-metrics.ts'
import type { ConcurrencyLimit } from './concurrency-limit.ts'
import { asNodeFault } from './node-fault.ts'
import type { Source } from './source.ts'

export interface ReadWorld {
  chainId: string
  /** In the order in which they are tried. */
  sources: readonly Source[]
  /** Where readings wait that somebody waits for. */
  front: ConcurrencyLimit
  /** Where those wait that nobody waits for. */
  back: ConcurrencyLimit
  /** How long all of it may take. */
  readMs: number
  clock: Clock
  metrics: Pick<ChainMetrics, 'noteReading'>
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
    const reading = await readAny(world, questions, options, end, began)
    note('answered')
    return reading
  } catch (error) {
    note('unavailable')
    throw error
  } finally {
    leave()
  }
}

async function readAny(
  { sources, readMs, clock }: ReadWorld,
  questions: readonly Question[],
  options: ReadOptions,
  end: AbortSignal,
  began: number,
): Promise<Reading> {
  const faults: string[] = []
  const disputed: Question[] = []
  for (const [index, source] of sources.entries()) {
    // A source that does not answer leaves time for the others.
    const share = Math.ceil(Math.max(0, readMs - (clock() - began)) / (sources.length - index))
    const signal = AbortSignal.any([end, AbortSignal.timeout(share)])
    try {
      return await readFrom(source, questions, options, signal)
    } catch (error) {
      const fault = asNodeFault(error)
      faults.push(`${source.name} ${fault.message}`)
      disputed.push(...fault.questions)
    }
  }
  throw new ChainUnavailable(faults.join('; '), disputed)
}

/** @throws NodeFault */
async function readFrom(
  source: Source,
  questions: readonly Question[],
  { deployment, at = 'latest' }: ReadOptions,
  signal: AbortSignal,
): Promise<Reading> {
  const block = await source.readHead(at, signal)
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
