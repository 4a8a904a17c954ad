import type { DatabaseQueryBuilder } from '../../platform/database/open-sqlite-or-postgres-database.ts'
import { listEverLinkedWallets } from './list-ever-linked-wallets.ts'
import { areSameGroupRuleWallets, listGroupRuleWalletsOfPeople } from './list-group-rule-wallets-of-people.ts'
import { hasNoneOfRuleCondition } from '../../store/groups/group-rule-types.ts'
import type { GroupRule } from '../../store/groups/group-rule-types.ts'
import type { GroupRuleSubject } from './group-rule-evaluation.ts'

export async function listGroupRuleSubjectsOfPeople(
  queries: DatabaseQueryBuilder,
  personIds: readonly string[],
  rules: readonly GroupRule[],
): Promise<Map<string, GroupRuleSubject>> {
  const held = await listGroupRuleWalletsOfPeople(queries, personIds)
  const had = rules.some(hasNoneOfRuleCondition) ? await listEverLinkedWallets(queries, personIds) : null
  return new Map(
    personIds.map((id) => [
      id,
      { wallets: held.get(id) ?? [], ...(had !== null && { allTimeWallets: had.get(id) ?? [] }) },
    ]),
  )
}

export const getGroupRuleSubjectOfPerson = (
  holders: ReadonlyMap<string, GroupRuleSubject>,
  personId: string,
): GroupRuleSubject => holders.get(personId) ?? { wallets: [] }

/** The wallet history only grows, so comparing its length is enough. */
export const areSameGroupRuleSubjects = (one: GroupRuleSubject, other: GroupRuleSubject): boolean =>
  areSameGroupRuleWallets(one.wallets, other.wallets) && one.allTimeWallets?.length === other.allTimeWallets?.length
