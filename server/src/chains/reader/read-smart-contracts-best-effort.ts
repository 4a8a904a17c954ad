// Many questions that have nothing to do with each other, in one reading: what nodes do not say alike of one contract must not
// keep the others from an answer (THREATS S3).
import { ChainUnavailableError } from '@countersign/proof/chain-reader'
import type {
  ContractCallResult,
  ChainBlock,
  ChainReader,
  ContractCall,
  ChainReadOptions,
} from '@countersign/proof/chain-reader'

/** What a chain said, at one block; null for a question whose answer is in dispute. */
export interface BestEffortSmartContractReading {
  block: ChainBlock
  results: (ContractCallResult | null)[]
}

/**
 * Reads, and where some questions alone are in the way of that, once more without them.
 * @throws ChainUnavailableError
 */
export async function readSmartContractsBestEffort(
  chain: ChainReader,
  questions: readonly ContractCall[],
  options: ChainReadOptions = {},
): Promise<BestEffortSmartContractReading> {
  try {
    return await chain.read(questions, options)
  } catch (error) {
    if (!(error instanceof ChainUnavailableError) || error.calls.length === 0) throw error
    const disputed = new Set(error.calls)
    const rest = questions.filter((question) => !disputed.has(question))
    if (rest.length === 0) throw error
    const { block, results } = await chain.read(rest, options)
    const found = new Map(rest.map((question, index) => [question, results[index] as ContractCallResult]))
    return { block, results: questions.map((question) => found.get(question) ?? null) }
  }
}
