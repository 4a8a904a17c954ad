// A wallet may hold a token directly, or through a vault that delegated to it.
import type { ContractCallResult, ChainBlock, ContractCall } from '@countersign/proof/chain-reader'
import { encodeIncomingDelegationsCall, decodeMatchingVaultDelegations } from './delegate-registry-calls.ts'
import type { MatchingVaultDelegation } from './delegate-registry-calls.ts'
import {
  createHoldingConditionBalanceQuery,
  explainUnusableTokenContractAnswers,
  getRequiredHoldingAmount,
} from './token-balance-queries.ts'
import type { TokenBalanceQuery, WalletHoldingCondition, TokenHoldingCondition } from './token-balance-queries.ts'
import type {
  LookUpContractCallAnswer,
  GroupRuleConditionResult,
  GroupRuleEvaluationContext,
} from './group-rule-evaluation.ts'

export function getOrRequestContractCallAnswer(
  chain: string,
  question: ContractCall,
  { getAnswer, requestAnswer }: GroupRuleEvaluationContext,
): Exclude<ReturnType<LookUpContractCallAnswer>, undefined> {
  const seen = getAnswer(chain, question)
  if (seen !== undefined) return seen
  requestAnswer(chain, question)
  return { unavailable: 'the chain was not queried' }
}

type BalanceResult =
  | { count: bigint; answers: ContractCallResult[]; block: ChainBlock | null }
  | { unavailable: string }

export function getOrRequestTokenBalance(
  chain: string,
  { calls, computeBalance }: TokenBalanceQuery,
  context: GroupRuleEvaluationContext,
): BalanceResult {
  const seen = calls.map((question) => getOrRequestContractCallAnswer(chain, question, context))
  const answers: ContractCallResult[] = []
  for (const one of seen) {
    if ('unavailable' in one) return one
    answers.push(one.answer)
  }
  const [first] = seen
  return {
    count: computeBalance(answers),
    answers,
    block: first !== undefined && 'block' in first ? first.block : null,
  }
}

/** @param address wallet address in lower case */
export function checkWalletHolding(
  address: string,
  holding: WalletHoldingCondition,
  context: GroupRuleEvaluationContext,
): GroupRuleConditionResult {
  const own = checkOwnHolding(address, holding, context)
  if (own.outcome === 'met' || holding.type === 'native' || holding.delegated !== true) return own
  const lent = checkVaultHolding(address, holding, context)
  if (lent.outcome === 'met') return lent
  return own.outcome === 'unknown' ? own : { ...lent, block: lent.block ?? own.block ?? null }
}

function checkOwnHolding(
  address: string,
  holding: WalletHoldingCondition,
  context: GroupRuleEvaluationContext,
): GroupRuleConditionResult {
  const seen = getOrRequestTokenBalance(holding.chain, createHoldingConditionBalanceQuery(holding, address), context)
  if ('unavailable' in seen) return { outcome: 'unknown', reason: seen.unavailable }
  const isOwners = holding.type === 'erc721' && ('tokenId' in holding || holding.tokenIds !== undefined)
  return {
    outcome: seen.count >= getRequiredHoldingAmount(holding) ? 'met' : 'not-met',
    reason: explainUnusableTokenContractAnswers(seen.answers, isOwners),
    block: seen.block,
  }
}

/** A single vault must hold enough. This server need not know the vault. */
function checkVaultHolding(
  address: string,
  holding: TokenHoldingCondition,
  context: GroupRuleEvaluationContext,
): GroupRuleConditionResult {
  const registry = context.delegateRegistry(holding.chain)
  if (registry === null) return { outcome: 'not-met', reason: 'no delegate registry is configured for this chain' }
  const seen = getOrRequestContractCallAnswer(holding.chain, encodeIncomingDelegationsCall(registry, address), context)
  if ('unavailable' in seen) return { outcome: 'unknown', reason: seen.unavailable }
  const { answer, block } = seen
  const read = decodeMatchingVaultDelegations(answer, holding, address)
  if ('tooMany' in read) return { outcome: 'unknown', reason: read.tooMany, block }
  if ('silent' in read) return { outcome: 'not-met', reason: read.silent, block }
  const ofVaults = [...Map.groupBy(read.found, ({ vault }) => vault)]
  const met = ofVaults.map(([vault, delegated]) => ({ vault, ...checkVaultBalance(delegated, holding, context) }))
  const good = met.find(({ outcome }) => outcome === 'met')
  if (good !== undefined) return { outcome: 'met', vault: good.vault, block: good.block ?? block }
  const open = met.find(({ outcome }) => outcome === 'unknown')
  return open === undefined ? { outcome: 'not-met', block } : { outcome: 'unknown', reason: open.reason ?? null, block }
}

/** Adds up delegations of single tokens. Of the other delegations, only the largest is used. */
function checkVaultBalance(
  delegated: readonly MatchingVaultDelegation[],
  holding: TokenHoldingCondition,
  context: GroupRuleEvaluationContext,
): GroupRuleConditionResult {
  let whole = 0n
  const single = new Map<bigint, bigint>()
  let block: ChainBlock | null = null
  let unavailable: string | null = null
  for (const { balanceQuery, tokenId, cap } of delegated) {
    const seen = getOrRequestTokenBalance(holding.chain, balanceQuery, context)
    if ('unavailable' in seen) {
      unavailable = seen.unavailable
      continue
    }
    block ??= seen.block
    const count = cap === null || seen.count < cap ? seen.count : cap
    if (tokenId === null) whole = count > whole ? count : whole
    else single.set(tokenId, count)
  }
  const most = [...single.values()].reduce((sum, count) => sum + count, 0n)
  if ((whole > most ? whole : most) >= getRequiredHoldingAmount(holding)) return { outcome: 'met', block }
  return unavailable === null ? { outcome: 'not-met', block } : { outcome: 'unknown', reason: unavailable, block }
}
