// Evaluates a rule with the answers so far, because the missing ones may not matter.
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

export function evaluateGroupRuleWithMissingAnswers(
  rule: GroupRule,
  holder: GroupRuleSubject,
  context: GroupRuleEvaluationContext,
): GroupRuleEvaluationResult {
  const stored = context.findStoredOutcome?.(rule)
  if (stored !== undefined) return createGroupRuleEvaluationResult(rule, stored)
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

/** Includes past wallets, so that a person cannot pass by unlinking a wallet (decision 0044). */
function evaluateNone(
  rule: { none: GroupWalletListCondition[] },
  had: readonly GroupRuleWalletIdentity[],
): GroupRuleEvaluationResult {
  const listed = new Set(rule.none.flatMap(({ wallets }) => wallets))
  const name = had.flatMap(listWalletNotations).find((one) => listed.has(one))
  return name === undefined
    ? createGroupRuleEvaluationResult(rule, 'met')
    : createGroupRuleEvaluationResult(rule, 'not-met', {
        reason: `${name} is in the list, and is or was linked to this person`,
      })
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
      'none of the wallets has a matching name',
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

function evaluateEachWallet(
  condition: GroupRuleCondition,
  wallets: readonly GroupRuleWallet[],
  meets: (wallet: GroupRuleWallet) => GroupRuleConditionResult,
  context: GroupRuleEvaluationContext,
  otherwise: string,
): GroupRuleEvaluationResult {
  const seen = wallets.map((wallet): GroupRuleConditionResult & { wallet: GroupRuleWallet } => {
    const met = meets(wallet)
    // Checked only if the condition is met, because a check could fail the whole read (THREATS S3).
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
    return { outcome: 'unknown', reason: 'the wallet names have not been read yet, or not recently enough' }
  return { outcome: name?.endsWith(`.${under}`) === true ? 'met' : 'not-met' }
}
