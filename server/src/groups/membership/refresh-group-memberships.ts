// Reads chains outside of a transaction, and again if wallets or rules have changed by then.
import { appendAuditEvents } from '../../audit-log/append-audit-events.ts'
import type { NewAuditEvent } from '../../audit-log/append-audit-events.ts'
import { lockPersonRowUnlessErased } from '../../store/people/sign-in-method-removal-guard.ts'
import type { ConfiguredChains } from '../../platform/chain-settings.ts'
import type { RandomBytes } from '../../platform/clock.ts'
import type { Database, DatabaseTransaction } from '../../platform/database/open-sqlite-or-postgres-database.ts'
import { revokeAccessAfterGroupExit } from './revoke-access-after-group-exit.ts'
import { evaluateGroupRules } from './evaluate-group-rules.ts'
import {
  maxClockSkewMs,
  computeUpdatedGroupMembershipRecord,
  getEnsNameExpiryCutoff,
} from './group-membership-freshness.ts'
import type { GroupMembershipRecord, GroupMembershipReadLimits } from './group-membership-freshness.ts'
import {
  areSameGroupRuleSubjects,
  getGroupRuleSubjectOfPerson,
  listGroupRuleSubjectsOfPeople,
} from './list-group-rule-subjects-of-people.ts'
import type { GroupRule } from '../../store/groups/group-rule-types.ts'
import { lockGroupRowsAndReadRules } from '../../store/groups/group-store.ts'
import type { GroupRuleSubject, GroupRuleOutcome } from './group-rule-evaluation.ts'

export interface GroupMembershipRefreshContext {
  database: Pick<Database, 'kind' | 'queries'>
  chains: ConfiguredChains
  random: RandomBytes
  limits: GroupMembershipReadLimits
}

export interface MembershipRefreshTarget {
  personId: string
  groupIds: readonly string[]
}

interface MembershipFinding {
  groupId: string
  rule: string
  outcome: GroupRuleOutcome
}

export interface GroupRuleEvaluationInput extends GroupRuleSubject {
  target: MembershipRefreshTarget
  groupId: string
  ruleText: string
  rule: GroupRule
}

export type EvaluatedGroupMembership = GroupRuleEvaluationInput & { outcome: GroupRuleOutcome }

const maxAttempts = 3

/** The caller waits, so results missing after the timeout of one read count as unknown. */
export async function refreshGroupMemberships(
  context: GroupMembershipRefreshContext,
  target: MembershipRefreshTarget,
  now: number,
): Promise<void> {
  const signal = AbortSignal.timeout(context.limits.chainReadTimeoutSeconds * 1000)
  const judgeAll = async (pairs: readonly GroupRuleEvaluationInput[]): Promise<EvaluatedGroupMembership[]> => {
    const verdicts = await evaluateGroupRules(context.chains, pairs, {
      nameCutoff: getEnsNameExpiryCutoff(context.limits, now),
      signal,
    })
    return pairs.map((pair, index) => ({ ...pair, outcome: verdicts[index]?.outcome ?? 'unknown' }))
  }
  for (let attempt = 1, open = [target]; open.length > 0 && attempt <= maxAttempts; attempt++)
    open = await refreshGroupMembershipsOnce(context, open, judgeAll, now)
}

/** @returns the targets whose results were discarded */
export async function refreshGroupMembershipsOnce(
  context: GroupMembershipRefreshContext,
  targets: readonly MembershipRefreshTarget[],
  judgeAll: (pairs: readonly GroupRuleEvaluationInput[]) => Promise<EvaluatedGroupMembership[]>,
  now: number,
): Promise<MembershipRefreshTarget[]> {
  const { queries } = context.database
  if (targets.every(({ groupIds }) => groupIds.length === 0)) return []
  const rows = await queries
    .selectFrom('groups')
    .select(['id', 'rule'])
    .where('id', 'in', [...new Set(targets.flatMap(({ groupIds }) => groupIds))])
    .execute()
  const rules = new Map(rows.map(({ id, rule }) => [id, { ruleText: rule, rule: JSON.parse(rule) as GroupRule }]))
  const looked = [...rules.values()].map(({ rule }) => rule)
  const ids = targets.map(({ personId }) => personId)
  const holders = await listGroupRuleSubjectsOfPeople(queries, ids, looked)
  const pairs = targets.flatMap((target) =>
    target.groupIds.flatMap((groupId) => {
      const rule = rules.get(groupId)
      return rule === undefined
        ? []
        : [{ target, groupId, ...rule, ...getGroupRuleSubjectOfPerson(holders, target.personId) }]
    }),
  )
  const found = Map.groupBy(await judgeAll(pairs), ({ target }) => target)
  const open: MembershipRefreshTarget[] = []
  for (const [target, ofPerson] of found) {
    const findings = ofPerson.map(({ groupId, ruleText, outcome }): MembershipFinding => ({
      groupId,
      rule: ruleText,
      outcome,
    }))
    const read = { holder: getGroupRuleSubjectOfPerson(holders, target.personId), rules: looked }
    if (!(await storeMemberships(context, target, read, findings, now))) open.push(target)
  }
  return open
}

async function storeMemberships(
  context: GroupMembershipRefreshContext,
  { personId }: MembershipRefreshTarget,
  read: { holder: GroupRuleSubject; rules: readonly GroupRule[] },
  findings: readonly MembershipFinding[],
  now: number,
): Promise<boolean> {
  return context.database.queries.transaction().execute(async (transaction) => {
    const person = await lockPersonRowUnlessErased(transaction, personId)
    // The groups of a merged person are refreshed under the identity that remains.
    if (person === undefined || person.status === 'merged') return true
    const holder = getGroupRuleSubjectOfPerson(
      await listGroupRuleSubjectsOfPeople(transaction, [personId], read.rules),
      personId,
    )
    if (!areSameGroupRuleSubjects(read.holder, holder)) return false
    const rules = await lockGroupRowsAndReadRules(
      transaction,
      findings.map(({ groupId }) => groupId),
    )
    if (findings.some(({ groupId, rule }) => (rules.get(groupId) ?? rule) !== rule)) return false
    const events = await storeFindings(
      context,
      transaction,
      personId,
      findings.filter(({ groupId }) => rules.has(groupId)),
      now,
    )
    if (events.length > 0) await appendAuditEvents(transaction, context.random, now, events)
    return true
  })
}

async function storeFindings(
  { random, limits }: GroupMembershipRefreshContext,
  transaction: DatabaseTransaction,
  personId: string,
  findings: readonly MembershipFinding[],
  now: number,
): Promise<NewAuditEvent[]> {
  const rows = await transaction.selectFrom('group_members').selectAll().where('person_id', '=', personId).execute()
  const before = new Map<string, GroupMembershipRecord>(rows.map((row) => [row.group_id, row]))
  const joined: string[] = []
  const left: { group: string; reason: string }[] = []
  for (const { groupId, outcome } of findings) {
    const known = before.get(groupId)
    // Another instance has stored a later check, unless a clock was set back (THREATS N14).
    if (known !== undefined && known.checked_at > now && known.checked_at <= now + maxClockSkewMs) continue
    const learned = computeUpdatedGroupMembershipRecord(known, outcome, limits, now)
    await transaction
      .insertInto('group_members')
      .values({ group_id: groupId, person_id: personId, ...learned })
      .onConflict((conflict) => conflict.columns(['group_id', 'person_id']).doUpdateSet(learned))
      .execute()
    if (learned.is_member === (known?.is_member ?? 0)) continue
    if (learned.is_member === 1) joined.push(groupId)
    else left.push({ group: groupId, reason: outcome === 'unknown' ? 'unreachable' : 'read' })
  }
  await revokeAccessAfterGroupExit(transaction, random, { personId, left: left.map(({ group }) => group) }, now)
  return [
    ...joined.map((group) => createMemberEvent('group.member_added', personId, { group })),
    ...left.map((details) => createMemberEvent('group.member_removed', personId, details)),
  ]
}

const createMemberEvent = (
  type: 'group.member_added' | 'group.member_removed',
  personId: string,
  details: NewAuditEvent['details'],
): NewAuditEvent => ({
  type,
  outcome: 'success',
  details,
  evidence: { personId, content: {} },
})
