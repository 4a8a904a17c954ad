// People as rules look at them: what they have now, and, where a rule asks for that, what they ever had.
import type { DatabaseQueries } from '../../platform/database/open-database.ts'
import { listAllTimeWallets } from './all-time-wallets.ts'
import { areSameWallets, listCurrentWallets } from './current-wallets.ts'
import { hasNoneCondition } from '../../store/groups/group-rule.ts'
import type { GroupRule } from '../../store/groups/group-rule.ts'
import type { RuleSubject } from './rule-evaluation.ts'

/** @param rules that are looked at: few of them need more than the wallets of now */
export async function listRuleSubjects(
  queries: DatabaseQueries,
  personIds: readonly string[],
  rules: readonly GroupRule[],
): Promise<Map<string, RuleSubject>> {
  const held = await listCurrentWallets(queries, personIds)
  const had = rules.some(hasNoneCondition) ? await listAllTimeWallets(queries, personIds) : null
  return new Map(
    personIds.map((id) => [
      id,
      { wallets: held.get(id) ?? [], ...(had !== null && { allTimeWallets: had.get(id) ?? [] }) },
    ]),
  )
}

export const getRuleSubject = (holders: ReadonlyMap<string, RuleSubject>, personId: string): RuleSubject =>
  holders.get(personId) ?? { wallets: [] }

/** Whether what was read of the one is true of the other. Nobody has fewer wallets behind them than before. */
export const areSameRuleSubjects = (one: RuleSubject, other: RuleSubject): boolean =>
  areSameWallets(one.wallets, other.wallets) && one.allTimeWallets?.length === other.allTimeWallets?.length
