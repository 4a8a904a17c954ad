// `application add --api`: one command for an application and the API that it calls.
import { deriveResourceServerId } from '../platform/derive-resource-server-id.ts'
import { validateResourceServerDefinition } from '../store/resources/resource-server-definition.ts'
import type { ResourceServerDefinition } from '../store/resources/resource-server-definition.ts'
import type { ApplicationDefinitionFieldError } from '../store/definition-errors/create-application-definition-error.ts'
import type { createApplicationDefinitionFromCliOptions } from './application-definition-cli-options.ts'
import { AdminApiError } from './cli-admin-api-client.ts'
import type { AdminApiClient } from './cli-admin-api-client.ts'

export interface PlannedApplicationApi {
  outcome: 'planned'
  resource: string
  scopes: string[]
  /** Null if the resource exists already; it is then left as it is. */
  definition: ResourceServerDefinition | null
}

type PlanResult = PlannedApplicationApi | { outcome: 'invalid'; errors: ApplicationDefinitionFieldError[] }

/** @param address also without the slash that a URL without a path ends with */
export async function planApplicationApi(client: AdminApiClient, address: string): Promise<PlanResult> {
  const resource = URL.parse(address)?.href ?? address
  const known = await client
    .call('readResource', { params: { id: deriveResourceServerId(resource) } })
    .catch((error: unknown) => {
      if (error instanceof AdminApiError && error.code === 'resource.not_found') return null
      throw error
    })
  if (known !== null)
    return { outcome: 'planned', resource, scopes: known.scopes.map(({ scope }) => scope), definition: null }
  const checked = validateResourceServerDefinition({
    resource,
    scopes: [{ scope: 'api', description: 'Use it on your behalf' }],
    openTo: 'listed',
    claims: ['wallet', 'groups'],
    subjects: 'by-resource',
  })
  if (checked.outcome === 'invalid')
    return { outcome: 'invalid', errors: checked.errors.map(({ message }) => ({ path: '--api', message })) }
  return { outcome: 'planned', resource, scopes: ['api'], definition: checked.definition }
}

type DefinitionResult = ReturnType<typeof createApplicationDefinitionFromCliOptions>

export function addApiToDefinition(completed: DefinitionResult, api: PlannedApplicationApi | null): DefinitionResult {
  if (completed.outcome === 'invalid' || api === null) return completed
  const { definition } = completed
  const { resource, scopes } = api
  if (definition.kind === 'site')
    return { outcome: 'invalid', errors: [{ path: '--api', message: 'a site calls no API: it gets no access tokens' }] }
  const others = definition.resources.filter((one) => one.resource !== resource)
  return { ...completed, definition: { ...definition, resources: [...others, { resource, scopes }] } }
}

/** Creating the application has created the resource, so this adds only what an operator decides. */
export async function describeNewApi(
  client: AdminApiClient,
  { resource, definition }: PlannedApplicationApi,
): Promise<void> {
  if (definition === null) return
  const params = { id: deriveResourceServerId(resource) }
  const { changedAt } = await client.call('readResource', { params })
  await client.call('changeResource', { params, body: { ...definition, changedAt } })
}
