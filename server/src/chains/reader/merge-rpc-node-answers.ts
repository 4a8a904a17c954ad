// What several nodes said of the same questions, question by question: a contract can tell nodes apart (by how much gas there is, or
// who makes the block), and must not be able to make the answers of others, who were asked about with it, worth nothing (THREATS S3, S9).
import type { ContractCallResult, ContractCall } from '@countersign/proof/chain-reader'
import type { MulticallResult } from './encode-and-decode-multicall.ts'
import { toRpcNodeError, RpcNodeError } from './rpc-node-error.ts'

/** What one node says of one question, and in which words it is compared. */
interface AnswerBallot {
  counts: Map<string, number>
  /** How many said anything, and how many had no gas or room left for it. */
  answeredCount: number
  unansweredCount: number
  /** What enough have said. */
  answer: ContractCallResult | null
}

/**
 * @param all what the nodes say
 * @param quorum how many have to say the same
 * @returns what enough say of each, as soon as they do; null for a question that too few had gas or room left for
 * @throws RpcNodeError where too few answer, or with those questions that enough answer, but not alike
 */
export async function mergeRpcNodeAnswers(
  questions: readonly ContractCall[],
  all: readonly Promise<MulticallResult>[],
  quorum: number,
): Promise<MulticallResult> {
  const { promise: whole, resolve } = Promise.withResolvers<MulticallResult>()
  const ballots = questions.map((): AnswerBallot => ({
    counts: new Map(),
    answeredCount: 0,
    unansweredCount: 0,
    answer: null,
  }))
  const said: MulticallResult[] = []
  let simulated = false
  const sum = (): MulticallResult => ({
    chainId: said[0]?.chainId ?? '',
    simulated,
    answers: ballots.map(({ answer }) => answer),
  })
  const counted = all.map(async (one) => {
    const asked = await one
    said.push(asked)
    for (const [index, ballot] of ballots.entries()) {
      const answer = asked.answers[index] ?? null
      if (answer === null) {
        ballot.unansweredCount += 1
        continue
      }
      // Of a wallet that is not there yet nodes have to agree on that as well.
      if (countVote(ballot, `${asked.simulated} ${JSON.stringify(answer)}`) < quorum) continue
      ballot.answer = answer
      simulated ||= asked.simulated
    }
    if (ballots.every(({ answer, unansweredCount }) => answer !== null || unansweredCount >= quorum)) resolve(sum())
  })
  const ended = async (): Promise<MulticallResult> => {
    for (const one of await Promise.allSettled(counted)) if (one.status === 'rejected') toRpcNodeError(one.reason)
    if (said.length < quorum) throw new RpcNodeError('disagreement')
    const disputed = questions.filter(
      (_, index) => ballots[index]?.answer === null && (ballots[index]?.answeredCount ?? 0) >= quorum,
    )
    if (disputed.length > 0) throw new RpcNodeError('disagreement', undefined, disputed)
    return sum()
  }
  return Promise.race([whole, ended()])
}

function countVote(ballot: AnswerBallot, text: string): number {
  const times = (ballot.counts.get(text) ?? 0) + 1
  ballot.counts.set(text, times)
  ballot.answeredCount += 1
  return times
}
