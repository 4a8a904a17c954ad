// Reads anew who belongs to which groups, and writes it down: first the chains, with no transaction open, then the result, in one
// transaction for each person. What changed meanwhile (a wallet that left, another rule) makes the reading void, and it is done again.
import { appendEvents } from '../../audit-log/append.ts'
import type { NewEvent } from '../../audit-log/append.ts'
import { holdUnlessErased } from '../../store/people/ways-in.ts'
import type { Chains } from '../../platform/chain-settings.ts'
import type { Random } from '../../platform/clock.ts'
import type { Database, Transaction } from '../../platform/database/open-database.ts'
import { endWhatNeeded } from './end-what-needed.ts'
import { evaluate } from './evaluate.ts'
import { clockSkewMs, learn, namesSince } from './freshness.ts'
import type { Known, ReadingLimits } from './freshness.ts'
import { areSameHolders, holderOf, listHolders } from './holders.ts'
import type { Rule } from '../../store/groups/rule.ts'
import { lockRules } from '../../store/groups/store.ts'
import type { Holder, Outcome } from './verdict.ts'

export interface GroupsWorld {
  database: Pick<Database, 'kind' | 'queries'>
  chains: Chains
  random: Random
  limits: ReadingLimits
}

/** Somebody, and the groups that are in question. */
export interface Target {
  personId: string
  groupIds: readonly string[]
}

/** One reading, to be written down. */
interface Finding {
  groupId: string
  /** The rule that was read, as it is stored. */
  rule: string
  outcome: Outcome
}

/** A rule of a group, for somebody with these wallets. */
export interface Pair extends Holder {
  target: Target
  groupId: string
  text: string
  rule: Rule
}

export type Judged = Pair & { outcome: Outcome }

/** Whoever changes wallets more often than this in one breath is looked at later. */
const tries = 3

/**
 * For somebody who waits: no longer than one reading may take. What is not known by then is not known.
 * @param now milliseconds since 1970
 */
export async function lookAnew(world: GroupsWorld, target: Target, now: number): Promise<void> {
  const end = AbortSignal.timeout(world.limits.chainReadSeconds * 1000)
  const judgeAll = async (pairs: readonly Pair[]): Promise<Judged[]> => {
    const verdicts = await evaluate(world.chains, pairs, { namesSince: namesSince(world.limits, now), end })
    return pairs.map((pair, index) => ({ ...pair, outcome: verdicts[index]?.outcome ?? 'unknown' }))
  }
  for (let attempt = 1, open = [target]; open.length > 0 && attempt <= tries; attempt++)
    open = await lookOnce(world, open, judgeAll, now)
}

/** @returns those whose reading was void */
export async function lookOnce(
  world: GroupsWorld,
  targets: readonly Target[],
  judgeAll: (pairs: readonly Pair[]) => Promise<Judged[]>,
  now: number,
): Promise<Target[]> {
  const { queries } = world.database
  if (targets.every(({ groupIds }) => groupIds.length === 0)) return []
  const rows = await queries
    .selectFrom('groups')
    .select(['id', 'rule'])
    .where('id', 'in', [...new Set(targets.flatMap(({ groupIds }) => groupIds))])
    .execute()
  const rules = new Map(rows.map(({ id, rule }) => [id, { text: rule, rule: JSON.parse(rule) as Rule }]))
  const looked = [...rules.values()].map(({ rule }) => rule)
  const ids = targets.map(({ personId }) => personId)
  const holders = await listHolders(queries, ids, looked)
  const pairs = targets.flatMap((target) =>
    target.groupIds.flatMap((groupId) => {
      const rule = rules.get(groupId)
      return rule === undefined ? [] : [{ target, groupId, ...rule, ...holderOf(holders, target.personId) }]
    }),
  )
  const found = Map.groupBy(await judgeAll(pairs), ({ target }) => target)
  const open: Target[] = []
  for (const [target, ofPerson] of found) {
    const findings = ofPerson.map(({ groupId, text, outcome }): Finding => ({ groupId, rule: text, outcome }))
    const read = { holder: holderOf(holders, target.personId), rules: looked }
    if (!(await writeDown(world, target, read, findings, now))) open.push(target)
  }
  return open
}

/** @returns false where what was read is not what is there any more */
async function writeDown(
  world: GroupsWorld,
  { personId }: Target,
  read: { holder: Holder; rules: readonly Rule[] },
  findings: readonly Finding[],
  now: number,
): Promise<boolean> {
  return world.database.queries.transaction().execute(async (transaction) => {
    const person = await holdUnlessErased(transaction, personId)
    // Whoever was merged goes on as somebody else.
    if (person === undefined || person.status === 'merged') return true
    const holder = holderOf(await listHolders(transaction, [personId], read.rules), personId)
    if (!areSameHolders(read.holder, holder)) return false
    const rules = await lockRules(
      transaction,
      findings.map(({ groupId }) => groupId),
    )
    if (findings.some(({ groupId, rule }) => (rules.get(groupId) ?? rule) !== rule)) return false
    const events = await writeFindings(
      world,
      transaction,
      personId,
      findings.filter(({ groupId }) => rules.has(groupId)),
      now,
    )
    if (events.length > 0) await appendEvents(transaction, world.random, now, events)
    return true
  })
}

/** @returns the log lines */
async function writeFindings(
  { random, limits }: GroupsWorld,
  transaction: Transaction,
  personId: string,
  findings: readonly Finding[],
  now: number,
): Promise<NewEvent[]> {
  const rows = await transaction.selectFrom('group_members').selectAll().where('person_id', '=', personId).execute()
  const before = new Map<string, Known>(rows.map((row) => [row.group_id, row]))
  const joined: string[] = []
  const left: { group: string; reason: string }[] = []
  for (const { groupId, outcome } of findings) {
    const known = before.get(groupId)
    // Another instance has looked later; what is further ahead was written before a clock was set back (THREATS N14).
    if (known !== undefined && known.checked_at > now && known.checked_at <= now + clockSkewMs) continue
    const learned = learn(known, outcome, limits, now)
    await transaction
      .insertInto('group_members')
      .values({ group_id: groupId, person_id: personId, ...learned })
      .onConflict((conflict) => conflict.columns(['group_id', 'person_id']).doUpdateSet(learned))
      .execute()
    if (learned.is_member === (known?.is_member ?? 0)) continue
    if (learned.is_member === 1) joined.push(groupId)
    // Whether they gave it away, or nobody could read for too long whether they did.
    else left.push({ group: groupId, reason: outcome === 'unknown' ? 'unreachable' : 'read' })
  }
  await endWhatNeeded(transaction, random, { personId, left: left.map(({ group }) => group) }, now)
  return [
    ...joined.map((group) => memberEvent('group.joined', personId, { group })),
    ...left.map((details) => memberEvent('group.left', personId, details)),
  ]
}

const memberEvent = (
  type: 'group.joined' | 'group.left',
  personId: string,
  details: NewEvent['details'],
): NewEvent => ({
  type,
  outcome: 'success',
  details,
  evidence: { personId, content: {} },
})
