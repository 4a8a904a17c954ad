// Holds the groups that applications name against those that there are: a slip in a name would let in nobody.
import { listGroupIds } from '../groups/store.ts'
import type { Queries } from '../../platform/database/open-database.ts'
import { faultAt, tell } from '../definition-errors/definition-fault.ts'
import type { CodedFault } from '../definition-errors/definition-fault.ts'
import type { ApplicationDefinition } from './definition.ts'
import { listAllApplications } from './store.ts'

/** Groups that an application names and that are not there. */
export async function unknownGroupFaults(
  queries: Queries,
  { allowedGroups, claims }: ApplicationDefinition,
): Promise<CodedFault[]> {
  const named = [
    ...allowedGroups.map((id, index) => [`allowedGroups[${index}]`, id] as const),
    ...Object.keys(claims.roles?.map ?? {}).map((id) => [`claims.roles.map.${id}`, id] as const),
  ]
  const known = await listGroupIds(
    queries,
    named.map(([, id]) => id),
  )
  return named.flatMap(([path, id]) => (known.has(id) ? [] : [faultAt(path, tell('group_unknown', { id }))]))
}

/** The applications that let in only members of this group, or also of it: without the group they would let in fewer people, or nobody. */
export async function listApplicationsNaming(queries: Queries, groupId: string): Promise<string[]> {
  return (await listAllApplications(queries))
    .filter(({ definition }) => definition.allowedGroups.includes(groupId))
    .map(({ id }) => id)
}
