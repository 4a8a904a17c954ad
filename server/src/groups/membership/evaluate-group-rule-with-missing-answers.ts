// Whether a rule holds for the wallets of somebody, part by part, by what was read so far. What the known parts decide is decided.
import { checkWalletHolding } from './check-wallet-holding.ts'
import { checkTokenBalanceSum } from './check-token-balance-sum.ts'
import type { GroupRuleCondition, GroupRule, GroupWalletListCondition } from '../../store/groups/group-rule-types.ts'
import { recheckContractWalletProofForGroup } from './recheck-contract-wallet-proof-for-group.ts'
import { hasGroupRuleOutcome, createGroupRuleEvaluationResult } from './group-rule-evaluation.ts'
import type {
  GroupRuleSubject,
  GroupRuleConditionResult,
  GroupRuleEvaluationContext,
  GroupRuleEvaluationResult,
} from './group-rule-evaluation.ts'
import { isWalletHoldingCountedOnChain, listWalletNotations } from './group-wallet-list-entry-notation.ts'
import type { GroupRuleWalletIdentity, GroupRuleWallet } from './group-wallet-list-entry-notation.ts'

/** @returns the verdict on a rule and on each of its parts */
export function evaluateGroupRuleWithMissingAnswers(
  rule: GroupRule,
  holder: GroupRuleSubject,
  context: GroupRuleEvaluationContext,
): GroupRuleEvaluationResult {
  if ('all' in rule) {
    const parts = rule.all.map((part) => evaluateGroupRuleWithMissingAnswers(part, holder, context))
    return createGroupRuleEvaluationResult(
      rule,
      parts.some(hasGroupRuleOutcome('not-met'))
        ? 'not-met'
        : parts.some(hasGroupRuleOutcome('unknown'))
          ? 'unknown'
          : 'met',
      {},
      parts,
    )
  }
  if ('any' in rule) {
    const parts = rule.any.map((part) => evaluateGroupRuleWithMissingAnswers(part, holder, context))
    return createGroupRuleEvaluationResult(
      rule,
      parts.some(hasGroupRuleOutcome('met'))
        ? 'met'
        : parts.some(hasGroupRuleOutcome('unknown'))
          ? 'unknown'
          : 'not-met',
      {},
      parts,
    )
  }
  if ('none' in rule) return evaluateNone(rule, holder.allTimeWallets ?? holder.wallets)
  return evaluateCondition(rule, holder.wallets, context)
}

/** By every wallet that was ever theirs here: nobody gets in by leaving one at home (decision 0044). */
function evaluateNone(
  rule: { none: GroupWalletListCondition[] },
  had: readonly GroupRuleWalletIdentity[],
): GroupRuleEvaluationResult {
  const listed = new Set(rule.none.flatMap(({ wallets }) => wallets))
  const name = had.flatMap(listWalletNotations).find((one) => listed.has(one))
  return name === undefined
    ? createGroupRuleEvaluationResult(rule, 'met')
    : createGroupRuleEvaluationResult(rule, 'not-met', { reason: `${name} is in the list, and is or was theirs here` })
}

function evaluateCondition(
  condition: GroupRuleCondition,
  wallets: readonly GroupRuleWallet[],
  context: GroupRuleEvaluationContext,
): GroupRuleEvaluationResult {
  if (condition.type === 'wallets') {
    const listed = new Set(condition.wallets)
    const isListed = (wallet: GroupRuleWallet): GroupRuleConditionResult => ({
      outcome: listWalletNotations(wallet).some((name) => listed.has(name)) ? 'met' : 'not-met',
    })
    return evaluateEachWallet(condition, wallets, isListed, context, 'none of the wallets is in the list')
  }
  if (condition.type === 'name') {
    return evaluateEachWallet(
      condition,
      wallets,
      (wallet) => checkSubname(wallet, condition.under, context),
      context,
      'none of the wallets has such a name',
    )
  }
  if (condition.type === 'sum') return checkTokenBalanceSum(condition, wallets, context)
  const counting = wallets.filter((wallet) => isWalletHoldingCountedOnChain(wallet, condition.chain))
  if (counting.length === 0)
    return createGroupRuleEvaluationResult(condition, 'not-met', { reason: 'none of the wallets is on this chain' })
  return evaluateEachWallet(
    condition,
    counting,
    ({ address }) => checkWalletHolding(address, condition, context),
    context,
    'none of the wallets holds that much',
  )
}

/** One wallet that meets the condition, and stands behind its proof, is enough. */
function evaluateEachWallet(
  condition: GroupRuleCondition,
  wallets: readonly GroupRuleWallet[],
  meets: (wallet: GroupRuleWallet) => GroupRuleConditionResult,
  context: GroupRuleEvaluationContext,
  otherwise: string,
): GroupRuleEvaluationResult {
  const seen = wallets.map((wallet): GroupRuleConditionResult & { wallet: GroupRuleWallet } => {
    const met = meets(wallet)
    // Only where that decides: a contract of no use here could make the reading fail, and keep its person in by that (THREATS S3).
    const stands: GroupRuleConditionResult =
      met.outcome === 'met' ? recheckContractWalletProofForGroup(wallet, context) : met
    return { ...met, ...(stands.outcome !== 'met' && stands), wallet }
  })
  const block = seen.find((met) => met.block)?.block ?? null
  const good = seen.find(hasGroupRuleOutcome('met'))
  if (good !== undefined)
    return createGroupRuleEvaluationResult(condition, 'met', {
      wallet: good.wallet,
      vault: good.vault ?? null,
      block: good.block ?? block,
    })
  const open = seen.find(hasGroupRuleOutcome('unknown'))
  if (open !== undefined)
    return createGroupRuleEvaluationResult(condition, 'unknown', { reason: open.reason ?? null, block })
  return createGroupRuleEvaluationResult(condition, 'not-met', {
    reason: seen.find((met) => met.reason)?.reason ?? otherwise,
    block,
  })
}

function checkSubname(
  { name, nameResolvedAt }: GroupRuleWallet,
  under: string,
  { nameCutoff }: GroupRuleEvaluationContext,
): GroupRuleConditionResult {
  if (nameResolvedAt === null || nameResolvedAt < nameCutoff)
    return { outcome: 'unknown', reason: 'the names of the wallets were not read yet, or too long ago' }
  return { outcome: name?.endsWith(`.${under}`) === true ? 'met' : 'not-met' }
}
