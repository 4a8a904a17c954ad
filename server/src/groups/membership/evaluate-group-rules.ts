// Chain calls are batched and made at the latest finalized block.
import { ChainUnavailableError } from '@countersign/proof/chain-reader'
import type { ContractCallResult, ChainBlock, ContractCall } from '@countersign/proof/chain-reader'
import { readSmartContractsBestEffort } from '../../chains/reader/read-smart-contracts-best-effort.ts'
import type { BestEffortSmartContractReading } from '../../chains/reader/read-smart-contracts-best-effort.ts'
import type { ConfiguredChains, ConfiguredChain } from '../../platform/chain-settings.ts'
import { evaluateGroupRuleWithMissingAnswers } from './evaluate-group-rule-with-missing-answers.ts'
import type { GroupRule } from '../../store/groups/group-rule-types.ts'
import type {
  GroupRuleSubject,
  LookUpContractCallAnswer,
  GroupRuleEvaluationContext,
  GroupRuleEvaluationResult,
} from './group-rule-evaluation.ts'

export interface GroupRuleEvaluationRequest extends GroupRuleSubject {
  rule: GroupRule
}

type CallReadResult = { answer: ContractCallResult; block: ChainBlock } | { unavailable: string }

/** Few enough for a node to respond within the timeout of one read. */
const maxCallsPerRead = 200

const maxConcurrentReads = 4

export interface GroupRuleEvaluationOptions {
  /** In milliseconds since 1970. A name read before this time counts as unknown. */
  nameCutoff: number
  /** Also makes calls that cannot change the outcome, to report on every part of the rule. */
  evaluateEveryPart?: boolean
  /** Calls without an answer when this aborts count as unknown. */
  signal?: AbortSignal
  /** `fault` is the reason why the chain could not be read; null if it could. */
  onChainRead?: (chain: string, fault: string | null) => void
}

const callKey = (chain: string, { to, data }: ContractCall): string => `${chain} ${to} ${data}`

/** The rounds read balances and delegations, vault balances, proofs, and more proofs for sums. */
const maxRounds = 4

export async function evaluateGroupRules(
  chains: ConfiguredChains,
  asked: readonly GroupRuleEvaluationRequest[],
  options: GroupRuleEvaluationOptions,
): Promise<GroupRuleEvaluationResult[]> {
  const { nameCutoff } = options
  const read = new Map<string, CallReadResult>()
  const getAnswer: LookUpContractCallAnswer = (chain, question) => read.get(callKey(chain, question))
  const allowsDelegates = (id: string): boolean => chains.get(id)?.settings.allowDelegates ?? false
  const delegateRegistry = (id: string): string | null => chains.get(id)?.settings.delegateRegistry ?? null
  const judgeOne = (
    { rule, ...holder }: GroupRuleEvaluationRequest,
    requestAnswer: GroupRuleEvaluationContext['requestAnswer'] = () => {},
  ): GroupRuleEvaluationResult =>
    evaluateGroupRuleWithMissingAnswers(rule, holder, {
      getAnswer,
      requestAnswer,
      allowsDelegates,
      delegateRegistry,
      nameCutoff,
    })
  for (let round = 1; round <= maxRounds; round++) {
    const questions = collectCalls(asked, judgeOne, options.evaluateEveryPart ?? false)
    if (questions.size === 0) break
    await Promise.all(
      [...questions].map(([chain, ofChain]) => readChainCalls(chains, chain, [...ofChain.values()], read, options)),
    )
  }
  return asked.map((one) => judgeOne(one))
}

function collectCalls(
  asked: readonly GroupRuleEvaluationRequest[],
  judgeOne: (
    one: GroupRuleEvaluationRequest,
    want: GroupRuleEvaluationContext['requestAnswer'],
  ) => GroupRuleEvaluationResult,
  everyPart: boolean,
): Map<string, Map<string, ContractCall>> {
  const questions = new Map<string, Map<string, ContractCall>>()
  for (const one of asked) {
    const wanted: [string, ContractCall][] = []
    const { outcome } = judgeOne(one, (...question) => wanted.push(question))
    if (outcome !== 'unknown' && !everyPart) continue
    for (const [chain, question] of wanted) {
      const ofChain = questions.get(chain) ?? new Map<string, ContractCall>()
      questions.set(chain, ofChain.set(callKey(chain, question), question))
    }
  }
  return questions
}

async function readChainCalls(
  chains: ConfiguredChains,
  id: string,
  questions: readonly ContractCall[],
  read: Map<string, CallReadResult>,
  { signal, onChainRead }: GroupRuleEvaluationOptions,
): Promise<void> {
  const chain = chains.get(id)
  let fault = chain === undefined ? `chain ${id} is not configured` : null
  const parts = Array.from({ length: Math.ceil(questions.length / maxCallsPerRead) }, (_, index) =>
    questions.slice(index * maxCallsPerRead, (index + 1) * maxCallsPerRead),
  )
  const readNext = async (): Promise<void> => {
    const part = parts.shift()
    if (part === undefined || fault !== null) return
    const reading = await readCallBatch(chain as ConfiguredChain, part)
    if (typeof reading === 'string') fault = reading
    else
      for (const [index, question] of part.entries()) {
        const answer = reading.results[index] ?? null
        read.set(
          callKey(id, question),
          answer === null ? { unavailable: `the nodes of chain ${id} disagree` } : { answer, block: reading.block },
        )
      }
  }
  const readAll = async (): Promise<void> => {
    // Only one read is tried first, so that a chain that is down costs only one request.
    await readNext()
    await Promise.all(
      Array.from({ length: maxConcurrentReads }, async () => {
        while (parts.length > 0 && fault === null) await readNext()
      }),
    )
  }
  const readings = readAll()
  await (signal === undefined ? readings : Promise.race([readings, whenAborted(signal)]))
  if (signal?.aborted === true) fault ??= `chain ${id} did not respond in time`
  onChainRead?.(id, fault)
  for (const question of questions)
    if (!read.has(callKey(id, question))) read.set(callKey(id, question), { unavailable: fault ?? '' })
}

const whenAborted = (end: AbortSignal): Promise<void> => {
  const { promise, resolve } = Promise.withResolvers<void>()
  if (end.aborted) resolve()
  else end.addEventListener('abort', () => resolve(), { once: true })
  return promise
}

async function readCallBatch(
  chain: ConfiguredChain,
  questions: readonly ContractCall[],
): Promise<BestEffortSmartContractReading | string> {
  try {
    return await readSmartContractsBestEffort(chain, questions, { blockTag: 'finalized' })
  } catch (error) {
    if (error instanceof ChainUnavailableError) return `chain ${chain.settings.id} cannot be read: ${error.reason}`
    throw error
  }
}
