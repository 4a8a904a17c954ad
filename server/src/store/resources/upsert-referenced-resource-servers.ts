import type {
  DatabaseQueryBuilder,
  DatabaseTransaction,
} from '../../platform/database/open-sqlite-or-postgres-database.ts'
import {
  createApplicationDefinitionFieldError,
  createApplicationDefinitionErrorDetail,
} from '../definition-errors/create-application-definition-error.ts'
import type { CodedApplicationDefinitionFieldError } from '../definition-errors/create-application-definition-error.ts'
import {
  findResourceServer,
  insertResourceServer,
  lockResourceServerRow,
  updateResourceServer,
} from './resource-server-store.ts'
import { createDefaultResourceServerDefinition } from './resource-servers-accessible-to-client.ts'

interface ResourceReferences {
  resources: readonly { resource: string; scopes: readonly string[] }[]
}

/** The scope list is definitive only if an operator has described the resource. */
export async function findUnknownResourceScopes(
  queries: DatabaseQueryBuilder,
  { resources }: ResourceReferences,
): Promise<CodedApplicationDefinitionFieldError[]> {
  const errors: CodedApplicationDefinitionFieldError[] = []
  for (const [index, { resource, scopes }] of resources.entries()) {
    const known = await findResourceServer(queries, resource)
    if (known === undefined || known.origin !== 'operator') continue
    const names = known.definition.scopes.map(({ scope }) => scope)
    for (const [place, scope] of scopes.entries()) {
      if (!names.includes(scope))
        errors.push(
          createApplicationDefinitionFieldError(
            `resources[${index}].scopes[${place}]`,
            createApplicationDefinitionErrorDetail('resource_scope_unknown', {
              scope,
              resource,
              scopes: names.join(' '),
            }),
          ),
        )
    }
  }
  return errors
}

/** Creates missing resources, and adds scopes to resources that no operator has described. */
export async function upsertReferencedResourceServers(
  transaction: DatabaseTransaction,
  { resources }: ResourceReferences,
  now: number,
): Promise<void> {
  // Sorted, so that concurrent changes do not deadlock.
  for (const { resource, scopes } of resources.toSorted((one, other) => (one.resource < other.resource ? -1 : 1))) {
    const isNew = await insertResourceServer(transaction, {
      definition: createDefaultResourceServerDefinition(resource, scopes),
      origin: 'applications',
      createdAt: now,
      changedAt: now,
    })
    const known = isNew ? undefined : await lockResourceServerRow(transaction, resource)
    if (known === undefined || known.origin === 'operator') continue
    const more = scopes.filter((scope) => !known.definition.scopes.some((one) => one.scope === scope))
    if (more.length === 0) continue
    await updateResourceServer(transaction, {
      ...known,
      definition: {
        ...known.definition,
        scopes: [...known.definition.scopes, ...more.map((scope) => ({ scope, description: null }))],
      },
      changedAt: Math.max(now, known.changedAt + 1),
    })
  }
}
