// Checks that the groups an application names exist, because a typo would exclude everyone.
import { findExistingGroupIds } from '../groups/group-store.ts'
import type { DatabaseQueryBuilder } from '../../platform/database/open-sqlite-or-postgres-database.ts'
import {
  createApplicationDefinitionFieldError,
  createApplicationDefinitionErrorDetail,
} from '../definition-errors/create-application-definition-error.ts'
import type { CodedApplicationDefinitionFieldError } from '../definition-errors/create-application-definition-error.ts'
import type { ApplicationDefinition } from './application-definition-types.ts'
import { listAllApplications } from './application-store.ts'

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

export async function listApplicationsRequiringGroup(
  queries: DatabaseQueryBuilder,
  groupId: string,
): Promise<string[]> {
  return (await listAllApplications(queries))
    .filter(({ definition }) => definition.allowedGroups.includes(groupId))
    .map(({ id }) => id)
}
