// Whether a rule holds for the wallets of somebody, part by part, by what was read so far. What the known parts decide is decided.
import { checkHolding } from './check-holding.ts'
import { checkBalanceSum } from './check-balance-sum.ts'
import type { RuleCondition, GroupRule, WalletListCondition } from '../../store/groups/group-rule.ts'
import { checkContractProof } from './check-contract-proof.ts'
import { hasOutcome, createVerdict } from './rule-evaluation.ts'
import type { RuleSubject, ConditionResult, RuleEvaluationContext, RuleVerdict } from './rule-evaluation.ts'
import { isCountedOnChain, listWalletNotations } from './wallet-list.ts'
import type { WalletReference, CurrentWallet } from './wallet-list.ts'

/** @returns the verdict on a rule and on each of its parts */
export function evaluateRulePartially(
  rule: GroupRule,
  holder: RuleSubject,
  context: RuleEvaluationContext,
): RuleVerdict {
  if ('all' in rule) {
    const parts = rule.all.map((part) => evaluateRulePartially(part, holder, context))
    return createVerdict(
      rule,
      parts.some(hasOutcome('not-met')) ? 'not-met' : parts.some(hasOutcome('unknown')) ? 'unknown' : 'met',
      {},
      parts,
    )
  }
  if ('any' in rule) {
    const parts = rule.any.map((part) => evaluateRulePartially(part, holder, context))
    return createVerdict(
      rule,
      parts.some(hasOutcome('met')) ? 'met' : parts.some(hasOutcome('unknown')) ? 'unknown' : 'not-met',
      {},
      parts,
    )
  }
  if ('none' in rule) return evaluateNone(rule, holder.allTimeWallets ?? holder.wallets)
  return evaluateCondition(rule, holder.wallets, context)
}

/** By every wallet that was ever theirs here: nobody gets in by leaving one at home (decision 0044). */
function evaluateNone(rule: { none: WalletListCondition[] }, had: readonly WalletReference[]): RuleVerdict {
  const listed = new Set(rule.none.flatMap(({ wallets }) => wallets))
  const name = had.flatMap(listWalletNotations).find((one) => listed.has(one))
  return name === undefined
    ? createVerdict(rule, 'met')
    : createVerdict(rule, 'not-met', { reason: `${name} is in the list, and is or was theirs here` })
}

function evaluateCondition(
  condition: RuleCondition,
  wallets: readonly CurrentWallet[],
  context: RuleEvaluationContext,
): RuleVerdict {
  if (condition.type === 'wallets') {
    const listed = new Set(condition.wallets)
    const isListed = (wallet: CurrentWallet): ConditionResult => ({
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
  if (condition.type === 'sum') return checkBalanceSum(condition, wallets, context)
  const counting = wallets.filter((wallet) => isCountedOnChain(wallet, condition.chain))
  if (counting.length === 0)
    return createVerdict(condition, 'not-met', { reason: 'none of the wallets is on this chain' })
  return evaluateEachWallet(
    condition,
    counting,
    ({ address }) => checkHolding(address, condition, context),
    context,
    'none of the wallets holds that much',
  )
}

/** One wallet that meets the condition, and stands behind its proof, is enough. */
function evaluateEachWallet(
  condition: RuleCondition,
  wallets: readonly CurrentWallet[],
  meets: (wallet: CurrentWallet) => ConditionResult,
  context: RuleEvaluationContext,
  otherwise: string,
): RuleVerdict {
  const seen = wallets.map((wallet): ConditionResult & { wallet: CurrentWallet } => {
    const met = meets(wallet)
    // Only where that decides: a contract of no use here could make the reading fail, and keep its person in by that (THREATS S3).
    const stands: ConditionResult = met.outcome === 'met' ? checkContractProof(wallet, context) : met
    return { ...met, ...(stands.outcome !== 'met' && stands), wallet }
  })
  const block = seen.find((met) => met.block)?.block ?? null
  const good = seen.find(hasOutcome('met'))
  if (good !== undefined)
    return createVerdict(condition, 'met', {
      wallet: good.wallet,
      vault: good.vault ?? null,
      block: good.block ?? block,
    })
  const open = seen.find(hasOutcome('unknown'))
  if (open !== undefined) return createVerdict(condition, 'unknown', { reason: open.reason ?? null, block })
  return createVerdict(condition, 'not-met', { reason: seen.find((met) => met.reason)?.reason ?? otherwise, block })
}

function checkSubname(
  { name, nameResolvedAt }: CurrentWallet,
  under: string,
  { nameCutoff }: RuleEvaluationContext,
): ConditionResult {
  if (nameResolvedAt === null || nameResolvedAt < nameCutoff)
    return { outcome: 'unknown', reason: 'the names of the wallets were not read yet, or too long ago' }
  return { outcome: name?.endsWith(`.${under}`) === true ? 'met' : 'not-met' }
}
