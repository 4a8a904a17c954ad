// Merges node answers per call, so that one contract cannot spoil a batch (THREATS S3, S9).
import type { ContractCallResult, ContractCall } from '@countersign/proof/chain-reader'
import type { MulticallResult } from './encode-and-decode-multicall.ts'
import { toRpcNodeError, RpcNodeError } from './rpc-node-error.ts'

interface AnswerBallot {
  counts: Map<string, number>
  /** Nodes that answered the call; `unansweredCount` counts nodes without enough gas or space. */
  answeredCount: number
  unansweredCount: number
  answer: ContractCallResult | null
}

/** @throws RpcNodeError if too few nodes answer, or with the calls on which they disagree */
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
