// Whether a rule holds for the wallets of somebody, part by part, by what was read so far. What the known parts decide is decided.
import { holdsEnough } from './judge-holding.ts'
import { judgeSum } from './judge-sum.ts'
import type { Condition, Rule, WalletsCondition } from '../../store/groups/rule.ts'
import { standsBehindProof } from './stands-behind.ts'
import { is, verdict } from './verdict.ts'
import type { Holder, Met, RuleContext, Verdict } from './verdict.ts'
import { countsOn, namesInLists } from './wallet-list.ts'
import type { HadWallet, HeldWallet } from './wallet-list.ts'

/** @returns the verdict on a rule and on each of its parts */
export function judgeRule(rule: Rule, holder: Holder, context: RuleContext): Verdict {
  if ('all' in rule) {
    const parts = rule.all.map((part) => judgeRule(part, holder, context))
    return verdict(rule, parts.some(is('not')) ? 'not' : parts.some(is('unknown')) ? 'unknown' : 'holds', {}, parts)
  }
  if ('any' in rule) {
    const parts = rule.any.map((part) => judgeRule(part, holder, context))
    return verdict(rule, parts.some(is('holds')) ? 'holds' : parts.some(is('unknown')) ? 'unknown' : 'not', {}, parts)
  }
  if ('none' in rule) return judgeNone(rule, holder.had ?? holder.wallets)
  return judgeCondition(rule, holder.wallets, context)
}

/** By every wallet that was ever theirs here: nobody gets in by leaving one at home (decision 0044). */
function judgeNone(rule: { none: WalletsCondition[] }, had: readonly HadWallet[]): Verdict {
  const listed = new Set(rule.none.flatMap(({ wallets }) => wallets))
  const name = had.flatMap(namesInLists).find((one) => listed.has(one))
  return name === undefined
    ? verdict(rule, 'holds')
    : verdict(rule, 'not', { reason: `${name} is in the list, and is or was theirs here` })
}

function judgeCondition(condition: Condition, wallets: readonly HeldWallet[], context: RuleContext): Verdict {
  if (condition.type === 'wallets') {
    const listed = new Set(condition.wallets)
    const isListed = (wallet: HeldWallet): Met => ({
      outcome: namesInLists(wallet).some((name) => listed.has(name)) ? 'holds' : 'not',
    })
    return judgeEach(condition, wallets, isListed, context, 'none of the wallets is in the list')
  }
  if (condition.type === 'name') {
    return judgeEach(
      condition,
      wallets,
      (wallet) => isNamed(wallet, condition.under, context),
      context,
      'none of the wallets has such a name',
    )
  }
  if (condition.type === 'sum') return judgeSum(condition, wallets, context)
  const counting = wallets.filter((wallet) => countsOn(wallet, condition.chain))
  if (counting.length === 0) return verdict(condition, 'not', { reason: 'none of the wallets is on this chain' })
  return judgeEach(
    condition,
    counting,
    ({ address }) => holdsEnough(address, condition, context),
    context,
    'none of the wallets holds that much',
  )
}

/** One wallet that meets the condition, and stands behind its proof, is enough. */
function judgeEach(
  condition: Condition,
  wallets: readonly HeldWallet[],
  meets: (wallet: HeldWallet) => Met,
  context: RuleContext,
  otherwise: string,
): Verdict {
  const seen = wallets.map((wallet): Met & { wallet: HeldWallet } => {
    const met = meets(wallet)
    // Only where that decides: a contract of no use here could make the reading fail, and keep its person in by that (THREATS S3).
    const stands: Met = met.outcome === 'holds' ? standsBehindProof(wallet, context) : met
    return { ...met, ...(stands.outcome !== 'holds' && stands), wallet }
  })
  const block = seen.find((met) => met.block)?.block ?? null
  const good = seen.find(is('holds'))
  if (good !== undefined)
    return verdict(condition, 'holds', { wallet: good.wallet, vault: good.vault ?? null, block: good.block ?? block })
  const open = seen.find(is('unknown'))
  if (open !== undefined) return verdict(condition, 'unknown', { reason: open.reason ?? null, block })
  return verdict(condition, 'not', { reason: seen.find((met) => met.reason)?.reason ?? otherwise, block })
}

function isNamed({ name, nameReadAt }: HeldWallet, under: string, { namesSince }: RuleContext): Met {
  if (nameReadAt === null || nameReadAt < namesSince)
    return { outcome: 'unknown', reason: 'the names of the wallets were not read yet, or too long ago' }
  return { outcome: name?.endsWith(`.${under}`) === true ? 'holds' : 'not' }
}
