// `application add --api`: one command for an application and the API that it calls.
import { deriveResourceServerId } from '../platform/derive-resource-server-id.ts'
import { validateResourceServerDefinition } from '../store/resources/resource-server-definition.ts'
import type { ResourceServerDefinition } from '../store/resources/resource-server-definition.ts'
import type { ApplicationDefinitionFieldError } from '../store/definition-errors/create-application-definition-error.ts'
import type { ApplicationDefinition } from '../store/applications/application-definition-types.ts'
import type { ApplicationDefinitionCliOptions } from './application-definition-cli-options.ts'
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

interface ApplicationApiOptions {
  /** Also without the slash that a URL without a path ends with. */
  api: string
  /** Of the application, as is `product`. */
  kind?: string | undefined
  product?: string | undefined
}

export async function planApplicationApi(
  client: AdminApiClient,
  { api: address, kind, product: named = '' }: ApplicationApiOptions,
): Promise<PlanResult> {
  if (kind === 'site')
    return { outcome: 'invalid', errors: [{ path: '--api', message: 'a site calls no API: it gets no access tokens' }] }
  const product = named === '' ? null : named
  const resource = URL.parse(address)?.href ?? address
  const known = await client
    .call('readResource', { params: { id: deriveResourceServerId(resource) } })
    .catch((error: unknown) => {
      if (error instanceof AdminApiError && error.code === 'resource.not_found') return null
      throw error
    })
  if (known !== null) {
    // With subjects "by-application", the tokens contain the identifier that the application knows.
    if (product !== null && known.subjects === 'by-resource' && known.product !== product)
      return { outcome: 'invalid', errors: [{ path: '--api', message: describeOtherProduct(known, product) }] }
    return { outcome: 'planned', resource, scopes: known.scopes.map(({ scope }) => scope), definition: null }
  }
  const checked = validateResourceServerDefinition({
    resource,
    scopes: [{ scope: 'api', description: 'Use it on your behalf' }],
    openTo: 'listed',
    claims: ['wallet', 'groups'],
    subjects: 'by-resource',
    product,
  })
  if (checked.outcome === 'invalid')
    return {
      outcome: 'invalid',
      errors: checked.errors.map(({ path, message }) => ({
        path: path === 'product' ? '--product' : '--api',
        message,
      })),
    }
  return { outcome: 'planned', resource, scopes: ['api'], definition: checked.definition }
}

const describeOtherProduct = (
  { resource, product }: Pick<ResourceServerDefinition, 'resource' | 'product'>,
  wanted: string,
): string =>
  `"${resource}" is in ${product === null ? 'no product' : `the product "${product}"`}, so it would know people by other identifiers than the application; run "countersign resource change ${resource} --product ${wanted}" first, or omit --product`

/** Before the definition is validated, because a machine needs at least one resource. */
export function addApiToOptions(
  preset: Partial<Pick<ApplicationDefinition, 'resources'>>,
  given: ApplicationDefinitionCliOptions,
  { resource, scopes }: PlannedApplicationApi,
): ApplicationDefinitionCliOptions {
  const listed =
    (given['resource'] as string[] | undefined) ??
    (preset.resources ?? []).map((one) => [one.resource, ...one.scopes].join(' '))
  const others = listed.filter((text) => text.trim().split(/[\s,]+/)[0] !== resource)
  return { ...given, resource: [...others, [resource, ...scopes].join(' ')] }
}

/**
 * Creating the application has created the resource, so this adds only what an operator decides.
 *
 * @returns what failed, because the new application's secret must be printed in any case
 */
export async function describeNewApi(
  client: AdminApiClient,
  { resource, definition }: PlannedApplicationApi,
): Promise<string | null> {
  if (definition === null) return null
  const params = { id: deriveResourceServerId(resource) }
  try {
    const { changedAt } = await client.call('readResource', { params })
    await client.call('changeResource', { params, body: { ...definition, changedAt } })
    return null
  } catch (error) {
    if (!(error instanceof AdminApiError)) throw error
    return `The application was added, but its API was not set up: ${error.message} Run "countersign resource show ${resource}", then "countersign resource change".`
  }
}
