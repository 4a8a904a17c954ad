// Holds the groups that applications name against those that there are: a slip in a name would let in nobody.
import { findExistingGroupIds } from '../groups/group-store.ts'
import type { DatabaseQueryBuilder } from '../../platform/database/open-sqlite-or-postgres-database.ts'
import {
  createApplicationDefinitionFieldError,
  createApplicationDefinitionErrorDetail,
} from '../definition-errors/create-application-definition-error.ts'
import type { CodedApplicationDefinitionFieldError } from '../definition-errors/create-application-definition-error.ts'
import type { ApplicationDefinition } from './application-definition-types.ts'
import { listAllApplications } from './application-store.ts'

/** Groups that an application names and that are not there. */
export async function validateApplicationGroupReferences(
  queries: DatabaseQueryBuilder,
  { allowedGroups, claims }: ApplicationDefinition,
): Promise<CodedApplicationDefinitionFieldError[]> {
  const named = [
    ...allowedGroups.map((id, index) => [`allowedGroups[${index}]`, id] as const),
    ...Object.keys(claims.roles?.map ?? {}).map((id) => [`claims.roles.map.${id}`, id] as const),
  ]
  const known = await findExistingGroupIds(
    queries,
    named.map(([, id]) => id),
  )
  return named.flatMap(([path, id]) =>
    known.has(id)
      ? []
      : [createApplicationDefinitionFieldError(path, createApplicationDefinitionErrorDetail('group_unknown', { id }))],
  )
}

/** The applications that let in only members of this group, or also of it: without the group they would let in fewer people, or nobody. */
export async function listApplicationsRequiringGroup(
  queries: DatabaseQueryBuilder,
  groupId: string,
): Promise<string[]> {
  return (await listAllApplications(queries))
    .filter(({ definition }) => definition.allowedGroups.includes(groupId))
    .map(({ id }) => id)
}
