// Finds out whether rules hold, for several people and rules at once: whatever they need of a chain is asked together, at its newest
// final block, and only where it can still change the verdict.
import { ChainUnavailable } from '@countersign/proof/chain-reader'
import type { Answer, Block, Question } from '@countersign/proof/chain-reader'
import { readMost } from '../../chains/reader/read-most.ts'
import type { MostlyRead } from '../../chains/reader/read-most.ts'
import type { Chains, ReadableChain } from '../../platform/chain-settings.ts'
import { judgeRule } from './rule-verdict.ts'
import type { Rule } from '../../store/groups/rule.ts'
import type { Holder, Look, RuleContext, Verdict } from './verdict.ts'

/** One rule, for one person. */
export interface Asked extends Holder {
  rule: Rule
}

type Read = { answer: Answer; block: Block } | { unavailable: string }

/** So much can be answered within the time of one reading. */
const questionsPerReading = 200

/** So many readings of one chain are under way for one evaluation. */
const readingsAtOnce = 4

export interface EvaluateOptions {
  /** A name that was read before this moment (milliseconds since 1970) is not known any more. */
  namesSince: number
  /** Also asks what cannot change the verdict any more, for whoever wants to know of each part. */
  everyPart?: boolean
  /** What is not read by then is not known. */
  end?: AbortSignal
  /** Is told why a chain could not be read, or null where it could. */
  noteReading?: (chain: string, fault: string | null) => void
}

const keyOf = (chain: string, { to, data }: Question): string => `${chain} ${to} ${data}`

/**
 * First what the wallets hold, and what was delegated to them; then what those have who delegated it; then whether contracts stand behind the
 * proofs of wallets that hold enough; and of a sum, whether others do in their place.
 */
const mostRounds = 4

/** @returns a verdict for each, in the same order */
export async function evaluate(chains: Chains, asked: readonly Asked[], options: EvaluateOptions): Promise<Verdict[]> {
  const { namesSince } = options
  const read = new Map<string, Read>()
  const look: Look = (chain, question) => read.get(keyOf(chain, question))
  const allowsDelegates = (id: string): boolean => chains.get(id)?.settings.allowDelegates ?? false
  const delegateRegistry = (id: string): string | null => chains.get(id)?.settings.delegateRegistry ?? null
  const judgeOne = ({ rule, ...holder }: Asked, want: RuleContext['want'] = () => {}): Verdict =>
    judgeRule(rule, holder, { look, want, allowsDelegates, delegateRegistry, namesSince })
  for (let round = 1; round <= mostRounds; round++) {
    const questions = collectQuestions(asked, judgeOne, options.everyPart ?? false)
    if (questions.size === 0) break
    await Promise.all(
      [...questions].map(([chain, ofChain]) => readChain(chains, chain, [...ofChain.values()], read, options)),
    )
  }
  return asked.map((one) => judgeOne(one))
}

/** The questions of each chain, each once, for those rules that are open without them. */
function collectQuestions(
  asked: readonly Asked[],
  judgeOne: (one: Asked, want: RuleContext['want']) => Verdict,
  everyPart: boolean,
): Map<string, Map<string, Question>> {
  const questions = new Map<string, Map<string, Question>>()
  for (const one of asked) {
    const wanted: [string, Question][] = []
    const { outcome } = judgeOne(one, (...question) => wanted.push(question))
    if (outcome !== 'unknown' && !everyPart) continue
    for (const [chain, question] of wanted) {
      const ofChain = questions.get(chain) ?? new Map<string, Question>()
      questions.set(chain, ofChain.set(keyOf(chain, question), question))
    }
  }
  return questions
}

/** Reads in several what does not fit into one reading. After the first that fails none is begun. */
async function readChain(
  chains: Chains,
  id: string,
  questions: readonly Question[],
  read: Map<string, Read>,
  { end, noteReading }: EvaluateOptions,
): Promise<void> {
  const chain = chains.get(id)
  let fault = chain === undefined ? `chain ${id} is not configured` : null
  const parts = Array.from({ length: Math.ceil(questions.length / questionsPerReading) }, (_, index) =>
    questions.slice(index * questionsPerReading, (index + 1) * questionsPerReading),
  )
  const readNext = async (): Promise<void> => {
    const part = parts.shift()
    if (part === undefined || fault !== null) return
    const reading = await readPart(chain as ReadableChain, part)
    if (typeof reading === 'string') fault = reading
    else
      for (const [index, question] of part.entries()) {
        const answer = reading.answers[index] ?? null
        read.set(
          keyOf(id, question),
          answer === null
            ? { unavailable: `the nodes of chain ${id} do not say the same of it` }
            : { answer, block: reading.block },
        )
      }
  }
  const readAll = async (): Promise<void> => {
    // A chain that is down is found out by one.
    await readNext()
    await Promise.all(
      Array.from({ length: readingsAtOnce }, async () => {
        while (parts.length > 0 && fault === null) await readNext()
      }),
    )
  }
  const readings = readAll()
  await (end === undefined ? readings : Promise.race([readings, over(end)]))
  if (end?.aborted === true) fault ??= `chain ${id} did not answer in time`
  noteReading?.(id, fault)
  for (const question of questions)
    if (!read.has(keyOf(id, question))) read.set(keyOf(id, question), { unavailable: fault ?? '' })
}

const over = (end: AbortSignal): Promise<void> => {
  const { promise, resolve } = Promise.withResolvers<void>()
  if (end.aborted) resolve()
  else end.addEventListener('abort', () => resolve(), { once: true })
  return promise
}

/** @returns why not, where it cannot be read */
async function readPart(chain: ReadableChain, questions: readonly Question[]): Promise<MostlyRead | string> {
  try {
    return await readMost(chain, questions, { at: 'finalized' })
  } catch (error) {
    if (error instanceof ChainUnavailable) return `chain ${chain.settings.id} cannot be read: ${error.reason}`
    throw error
  }
}
