// Infers the outcomes of a rule's parts from stored memberships in groups with related rules.
import type { GroupRecord } from '../../store/groups/group-store.ts'
import { listGroupRuleConditions } from '../../store/groups/group-rule-types.ts'
import type { GroupRule } from '../../store/groups/group-rule-types.ts'
import type { GroupRuleOutcome } from '../../groups/membership/group-rule-evaluation.ts'
import type { StoredGroupVerdict } from '../../groups/membership/list-stored-group-verdicts.ts'

interface RulePartRelation {
  part: GroupRule
  /** The verdict that says something about `part`; null for both. */
  only: StoredGroupVerdict | null
}

export interface StoredRuleOutcomeInference {
  /** The groups whose memberships say something about the rules. */
  groupIds: readonly string[]
  infer: (
    /** Group ID → outcome, the oldest check first. */
    verdicts: ReadonlyMap<string, StoredGroupVerdict> | undefined,
    evaluatePart: (part: GroupRule) => GroupRuleOutcome,
  ) => Map<GroupRule, StoredGroupVerdict>
}

/** @param rules the rules to evaluate; the returned outcomes are keyed by their parts */
export function createStoredRuleOutcomeInference(
  rules: readonly GroupRule[],
  groups: readonly Pick<GroupRecord, 'id' | 'rule'>[],
): StoredRuleOutcomeInference {
  const targets = rules.flatMap(listParts).filter(dependsOnReading).map(createComparablePart)
  const relations = new Map<GroupRule, RulePartRelation[]>()
  for (const part of groups.flatMap(({ rule }) => listParts(rule)).filter(dependsOnReading)) {
    const known = createComparablePart(part)
    const found = targets.flatMap((target) => relateParts(known, target))
    if (found.length > 0) relations.set(part, found)
  }
  const related = new Map(
    groups.flatMap(({ id, rule }) =>
      listParts(rule).some((part) => relations.has(part)) ? [[id, rule] as const] : [],
    ),
  )
  return {
    groupIds: [...related.keys()],
    infer: (verdicts, evaluatePart) => {
      const outcomes = new Map<GroupRule, StoredGroupVerdict>()
      const record = (part: GroupRule, verdict: StoredGroupVerdict): void => {
        for (const { part: target, only } of relations.get(part) ?? [])
          if (only === null || only === verdict) outcomes.set(target, verdict)
        for (const inner of listDecidedParts(part, verdict, evaluatePart)) record(inner, verdict)
      }
      // If groups with the same condition disagree, the newest check is recorded last.
      for (const [id, verdict] of verdicts ?? []) {
        const rule = related.get(id)
        if (rule !== undefined) record(rule, verdict)
      }
      return outcomes
    },
  }
}

const listParts = (rule: GroupRule): GroupRule[] => [
  rule,
  ...('all' in rule ? rule.all : 'any' in rule ? rule.any : []).flatMap(listParts),
]

/** Wallet lists are evaluated directly, because the stored wallets are current. */
const dependsOnReading = (rule: GroupRule): boolean =>
  listGroupRuleConditions(rule).some(({ type }) => type !== 'wallets')

/** The parts that must have the same outcome as the whole. */
function listDecidedParts(
  rule: GroupRule,
  verdict: StoredGroupVerdict,
  evaluatePart: (part: GroupRule) => GroupRuleOutcome,
): readonly GroupRule[] {
  const joint = 'all' in rule ? 'all' : 'any' in rule ? 'any' : null
  if (joint === null) return []
  const parts = (rule as Record<typeof joint, GroupRule[]>)[joint]
  const everyPartDecides = joint === 'all' ? 'met' : 'not-met'
  if (verdict === everyPartDecides) return parts
  const open = parts.filter((part) => evaluatePart(part) !== everyPartDecides)
  return open.length === 1 ? open : []
}

/** Comparing the rules themselves would be slow, because they can contain long lists. */
interface ComparablePart {
  part: GroupRule
  key: string
  threshold: { key: string; amount: bigint } | null
}

const createComparablePart = (part: GroupRule): ComparablePart => ({
  part,
  key: getRuleKey(part),
  threshold: getThreshold(part),
})

function relateParts(known: ComparablePart, asked: ComparablePart): RulePartRelation[] {
  if (known.key === asked.key) return [{ part: asked.part, only: null }]
  if (known.threshold === null || known.threshold.key !== asked.threshold?.key) return []
  return [{ part: asked.part, only: known.threshold.amount >= asked.threshold.amount ? 'met' : 'not-met' }]
}

/** Ignores token metadata and the order of members. */
const getRuleKey = (rule: GroupRule): string =>
  JSON.stringify(rule, (name, value: unknown) =>
    name === 'token'
      ? undefined
      : typeof value === 'object' && value !== null && !Array.isArray(value)
        ? Object.fromEntries(Object.entries(value).sort(([one], [other]) => (one < other ? -1 : 1)))
        : value,
  )

/** A wallet that holds at least 5 also holds at least 1. */
function getThreshold(rule: GroupRule): { key: string; amount: bigint } | null {
  if (!('type' in rule) || rule.type === 'sum' || !('atLeast' in rule) || !/^\d+$/.test(rule.atLeast)) return null
  const { atLeast, ...rest } = rule
  return { key: getRuleKey(rest as GroupRule), amount: BigInt(atLeast) }
}
