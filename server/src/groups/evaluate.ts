// Finds out whether rules hold, for several people and rules at once: whatever they need of a chain is asked in one reading of it, at
// its newest final block, and only where it can still change the verdict.
import { ChainUnavailable } from '@countersign/proof/chain-reader'
import type { Answer, Block, Question } from '@countersign/proof/chain-reader'
import type { Chains } from '../platform/chain-settings.ts'
import { judge } from './judge.ts'
import type { Look, Verdict } from './judge.ts'
import type { Rule } from './rule.ts'
import type { HeldWallet } from './wallet-list.ts'

/** One rule, for one person. */
export interface Asked {
  rule: Rule
  wallets: readonly HeldWallet[]
}

type Read = { block: Block; answers: ReadonlyMap<string, Answer> } | { unavailable: string }

const keyOf = ({ to, data }: Question): string => `${to} ${data}`

/**
 * @param namesSince a name that was read before this moment (milliseconds since 1970) is not known any more
 * @returns a verdict for each, in the same order
 */
export async function evaluate(chains: Chains, asked: readonly Asked[], namesSince: number): Promise<Verdict[]> {
  const questions = collectQuestions(chains, asked, namesSince)
  const read = new Map(await Promise.all([...questions].map(async ([chain, ofChain]) => [chain, await readChain(chains, chain, [...ofChain.values()])] as const)))
  const look: Look = (chain, question) => {
    const reading = read.get(chain)
    if (reading === undefined || 'unavailable' in reading) return reading
    const answer = reading.answers.get(keyOf(question))
    return answer === undefined ? undefined : { answer, block: reading.block }
  }
  const allowsDelegates = allowsDelegatesBy(chains)
  return asked.map(({ rule, wallets }) => judge(rule, wallets, { look, want: () => {}, allowsDelegates, namesSince }))
}

const allowsDelegatesBy = (chains: Chains) => (id: string): boolean => chains.get(id)?.settings.allowDelegates ?? false

/** The questions of each chain, each once, for those rules that are open without them. */
function collectQuestions(chains: Chains, asked: readonly Asked[], namesSince: number): Map<string, Map<string, Question>> {
  const questions = new Map<string, Map<string, Question>>()
  for (const { rule, wallets } of asked) {
    const wanted: [string, Question][] = []
    const { outcome } = judge(rule, wallets, { look: () => undefined, want: (...question) => wanted.push(question), allowsDelegates: allowsDelegatesBy(chains), namesSince })
    if (outcome !== 'unknown') continue
    for (const [chain, question] of wanted) {
      const ofChain = questions.get(chain) ?? new Map<string, Question>()
      questions.set(chain, ofChain.set(keyOf(question), question))
    }
  }
  return questions
}

async function readChain(chains: Chains, id: string, questions: readonly Question[]): Promise<Read> {
  const chain = chains.get(id)
  if (chain === undefined) return { unavailable: `chain ${id} is not configured` }
  try {
    const { block, answers } = await chain.read(questions, { at: 'finalized' })
    return { block, answers: new Map(questions.map((question, index) => [keyOf(question), answers[index] as Answer])) }
  } catch (error) {
    if (error instanceof ChainUnavailable) return { unavailable: `chain ${id} cannot be read: ${error.reason}` }
    throw error
  }
}
