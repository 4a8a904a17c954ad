// Holds the groups that applications name against those that there are: a slip in a name would let in nobody.
import { findExistingGroupIds } from '../groups/group-store.ts'
import type { DatabaseQueries } from '../../platform/database/open-database.ts'
import { createDefinitionError, createDefinitionErrorDetail } from '../definition-errors/definition-error.ts'
import type { CodedDefinitionError } from '../definition-errors/definition-error.ts'
import type { ApplicationDefinition } from './application-definition.ts'
import { listAllApplications } from './application-store.ts'

/** Groups that an application names and that are not there. */
export async function validateApplicationGroupReferences(
  queries: DatabaseQueries,
  { allowedGroups, claims }: ApplicationDefinition,
): Promise<CodedDefinitionError[]> {
  const named = [
    ...allowedGroups.map((id, index) => [`allowedGroups[${index}]`, id] as const),
    ...Object.keys(claims.roles?.map ?? {}).map((id) => [`claims.roles.map.${id}`, id] as const),
  ]
  const known = await findExistingGroupIds(
    queries,
    named.map(([, id]) => id),
  )
  return named.flatMap(([path, id]) =>
    known.has(id) ? [] : [createDefinitionError(path, createDefinitionErrorDetail('group_unknown', { id }))],
  )
}

/** The applications that let in only members of this group, or also of it: without the group they would let in fewer people, or nobody. */
export async function listApplicationsRequiringGroup(queries: DatabaseQueries, groupId: string): Promise<string[]> {
  return (await listAllApplications(queries))
    .filter(({ definition }) => definition.allowedGroups.includes(groupId))
    .map(({ id }) => id)
}
