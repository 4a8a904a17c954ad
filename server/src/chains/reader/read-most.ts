// Many questions that have nothing to do with each other, in one reading: what nodes do not say alike of one contract must not
// keep the others from an answer (THREATS S3).
import { ChainUnavailable } from '@countersign/proof/chain-reader'
import type { Answer, Block, ChainReader, Question, ReadOptions } from '@countersign/proof/chain-reader'

/** What a chain said, at one block; null for a question whose answer is in dispute. */
export interface MostlyRead {
  block: Block
  answers: (Answer | null)[]
}

/**
 * Reads, and where some questions alone are in the way of that, once more without them.
 * @throws ChainUnavailable
 */
export async function readMost(
  chain: ChainReader,
  questions: readonly Question[],
  options: ReadOptions = {},
): Promise<MostlyRead> {
  try {
    return await chain.read(questions, options)
  } catch (error) {
    if (!(error instanceof ChainUnavailable) || error.questions.length === 0) throw error
    const disputed = new Set(error.questions)
    const rest = questions.filter((question) => !disputed.has(question))
    if (rest.length === 0) throw error
    const { block, answers } = await chain.read(rest, options)
    const found = new Map(rest.map((question, index) => [question, answers[index] as Answer]))
    return { block, answers: questions.map((question) => found.get(question) ?? null) }
  }
}
