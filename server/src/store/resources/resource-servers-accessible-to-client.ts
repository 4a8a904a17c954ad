// The one answer to "which resources may this application use, and which scopes of them" (RFC 8707 §2): for the provider, the consent, the
// device flow and the administration. It needs nothing of an application but what it lists and who made it, so that a client that is known
// by its metadata document alone is answered like any other.
import type { DatabaseQueryBuilder } from '../../platform/database/open-sqlite-or-postgres-database.ts'
import type { ResourceAccessTokenClaimName, ResourceServerDefinition } from './resource-server-definition.ts'
import { findResourceServer, listResourceServers } from './resource-server-store.ts'
import type { ResourceServerRecord } from './resource-server-store.ts'

/** What it takes to know which resources an application may use; an application of this server has it. */
export interface ResourceRequestingClient {
  definition: { resources: readonly { resource: string; scopes: readonly string[] }[] }
  /** By whom it is known: `operator`, `registration`, or `metadata-document` for what nobody registered. */
  origin: string
}

/** A resource that an application may use, with the scopes that are open to it. */
export interface AccessibleResourceServer {
  definition: ResourceServerDefinition
  scopes: readonly string[]
  /** Whether an operator has described it, or applications have merely named it. */
  isDescribed: boolean
}

/**
 * The scopes of a resource that an application may ask for. What its definition lists is the narrower word of the operator, and counts
 * alone where it is there.
 * @returns null where it may not use the resource
 */
export function getRequestableResourceScopes(
  { resource, openTo, scopes }: Pick<ResourceServerDefinition, 'resource' | 'openTo' | 'scopes'>,
  { definition, origin }: ResourceRequestingClient,
): readonly string[] | null {
  const all = scopes.map(({ scope }) => scope)
  const listed = definition.resources.find((one) => one.resource === resource)
  if (listed !== undefined) return all.filter((scope) => listed.scopes.includes(scope))
  const isOpen = openTo === 'everyone' || (openTo === 'applications' && origin !== 'metadata-document')
  return isOpen ? all : null
}

/** How a resource is that an application lists and that stands nowhere else yet, as the release before this one leaves it. */
export const createDefaultResourceServerDefinition = (
  resource: string,
  scopes: readonly string[],
): ResourceServerDefinition => ({
  resource,
  name: resource,
  scopes: scopes.map((scope) => ({ scope, description: null })),
  openTo: 'listed',
  tokenLifetimeSeconds: null,
  claims: [],
  algorithm: 'ES256',
  tokenType: 'at+jwt',
  subjects: 'by-application',
})

/** What came of the question. `unknown`: there is no such resource. `not-allowed`: it is not open to this application. */
export type AccessibleResourceServerResult =
  | { outcome: 'usable'; resource: AccessibleResourceServer }
  | { outcome: 'unknown' }
  | { outcome: 'not-allowed' }

/** Whether an application may use one resource. */
export async function findAccessibleResourceServer(
  queries: DatabaseQueryBuilder,
  user: ResourceRequestingClient,
  identifier: string,
): Promise<AccessibleResourceServerResult> {
  const record = await findResourceServer(queries, identifier)
  if (record === undefined) {
    const listed = user.definition.resources.find(({ resource }) => resource === identifier)
    if (listed === undefined) return { outcome: 'unknown' }
    const { resource, scopes } = listed
    return {
      outcome: 'usable',
      resource: { definition: createDefaultResourceServerDefinition(resource, scopes), scopes, isDescribed: false },
    }
  }
  const resource = toUsableResource(record, user)
  return resource === null ? { outcome: 'not-allowed' } : { outcome: 'usable', resource }
}

function toUsableResource(
  { definition, origin }: ResourceServerRecord,
  user: ResourceRequestingClient,
): AccessibleResourceServer | null {
  const scopes = getRequestableResourceScopes(definition, user)
  return scopes && { definition, scopes, isDescribed: origin === 'operator' }
}

/** Every resource that an application may use, in the order of their identifiers. */
export async function listAccessibleResourceServers(
  queries: DatabaseQueryBuilder,
  user: ResourceRequestingClient,
): Promise<AccessibleResourceServer[]> {
  const records = await listResourceServers(queries)
  const known = new Set(records.map(({ definition }) => definition.resource))
  const merely = user.definition.resources
    .filter(({ resource }) => !known.has(resource))
    .map(({ resource, scopes }) => ({
      definition: createDefaultResourceServerDefinition(resource, scopes),
      scopes,
      isDescribed: false,
    }))
  const open = records.flatMap((record) => toUsableResource(record, user) ?? [])
  return [...open, ...merely].toSorted((one, other) => (one.definition.resource < other.definition.resource ? -1 : 1))
}

/** The sector under which people have one name at a resource (subject-identifier-store.ts). No host can begin with "resource:". */
export const getResourceSector = (identifier: string): string => `resource:${identifier}`

/** The claims of several resources together, each once. */
export const collectResourceTokenClaims = (
  resources: readonly AccessibleResourceServer[],
): ResourceAccessTokenClaimName[] => [...new Set(resources.flatMap(({ definition }) => definition.claims))]
