// Reads unrelated calls together; a dispute about one must not block the others (THREATS S3).
import { ChainUnavailableError } from '@countersign/proof/chain-reader'
import type {
  ContractCallResult,
  ChainBlock,
  ChainReader,
  ContractCall,
  ChainReadOptions,
} from '@countersign/proof/chain-reader'

/** A result is null if the nodes disagree on that call. */
export interface BestEffortSmartContractReading {
  block: ChainBlock
  results: (ContractCallResult | null)[]
}

/** Retries once without the calls on which nodes disagree. @throws ChainUnavailableError */
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
