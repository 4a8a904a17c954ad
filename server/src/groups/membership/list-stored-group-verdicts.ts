// The outcomes of the last membership checks, however old they are.
import { prepareSqlListQuery } from '../../platform/database/prepare-sql-list-query.ts'
import type { DatabaseQueryBuilder } from '../../platform/database/open-sqlite-or-postgres-database.ts'
import { groupMembershipNeverCheckedTimestamp } from './group-member-store.ts'

export type StoredGroupVerdict = 'met' | 'not-met'

export const maxPeoplePerVerdictQuery = 500
const maxGroupsPerQuery = 8

/**
 * Without a condition on `checked_at`, for which SQLite would read all members of the groups for
 * each list of people.
 */
const selectChecks = prepareSqlListQuery((queries, isInList, ...groupIds: readonly string[]) =>
  queries
    .selectFrom('group_members')
    .select(['group_id', 'person_id', 'is_member', 'unreachable_since', 'checked_at'])
    .where(isInList('person_id'))
    .where('group_id', 'in', groupIds),
)

/**
 * @param personIds at most `maxPeoplePerVerdictQuery`
 * @returns person ID → group ID → outcome, the oldest check first; without checks that are not
 *   valid for the current rule
 */
export async function listStoredGroupVerdicts(
  queries: DatabaseQueryBuilder,
  personIds: readonly string[],
  groupIds: readonly string[],
): Promise<Map<string, Map<string, StoredGroupVerdict>>> {
  const verdicts = new Map<string, Map<string, StoredGroupVerdict>>()
  const [groupId] = groupIds
  if (groupId === undefined || personIds.length === 0) return verdicts
  const rows = []
  for (let from = 0; from < groupIds.length; from += maxGroupsPerQuery) {
    // The query is prepared once, for a fixed number of groups.
    const chunk = Array.from({ length: maxGroupsPerQuery }, (_, at) => groupIds[from + at] ?? groupId)
    rows.push(...(await selectChecks(queries, personIds, ...chunk)))
  }
  if (groupIds.length > 1) rows.sort((one, other) => one.checked_at - other.checked_at)
  for (const { group_id, person_id, is_member, unreachable_since, checked_at } of rows) {
    if (checked_at <= groupMembershipNeverCheckedTimestamp) continue
    // While a chain is unreachable, a membership can end without a negative answer.
    if (is_member === 0 && unreachable_since !== null) continue
    const ofPerson = verdicts.get(person_id) ?? new Map<string, StoredGroupVerdict>()
    verdicts.set(person_id, ofPerson.set(group_id, is_member === 1 ? 'met' : 'not-met'))
  }
  return verdicts
}
