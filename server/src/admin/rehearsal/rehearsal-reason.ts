// The first condition that keeps a person out, or whose outcome is not known.
import type { RehearsalReasonCode } from '@countersign/api/rehearsal-reasons'
import type { GroupRuleEvaluationResult } from '../../groups/membership/group-rule-evaluation.ts'
import type { GroupRule } from '../../store/groups/group-rule-types.ts'

export interface RehearsalReason {
  code: RehearsalReasonCode
  value: string | null
}

/** @returns null if the rule is met */
export function findRuleReason({ rule, outcome, parts }: GroupRuleEvaluationResult): RehearsalReason | null {
  if (outcome === 'met') return null
  const part = parts.find((one) => one.outcome === outcome)
  return part === undefined ? describeCondition(rule, outcome === 'unknown') : findRuleReason(part)
}

function describeCondition(rule: GroupRule, isUnknown: boolean): RehearsalReason {
  // The outcome of this part was inferred, so its parts were not evaluated.
  const [first] = 'all' in rule ? rule.all : 'any' in rule ? rule.any : []
  if (first !== undefined) return describeCondition(first, isUnknown)
  if ('none' in rule) return { code: 'excluded_wallet', value: null }
  if (!('type' in rule) || rule.type === 'wallets') return { code: 'no_listed_wallet', value: null }
  if (rule.type === 'name') return { code: isUnknown ? 'name_not_read' : 'no_matching_name', value: rule.under }
  const symbol = rule.type === 'sum' ? rule.of[0]?.token?.symbol : rule.token?.symbol
  return { code: isUnknown ? 'balance_not_read' : 'balance_too_low', value: symbol ?? null }
}
