// Works without an application row, so that it covers metadata document clients (RFC 8707 §2).
import type { DatabaseQueryBuilder } from '../../platform/database/open-sqlite-or-postgres-database.ts'
import { getProductSector } from '../products/product-definition.ts'
import type { ResourceAccessTokenClaimName, ResourceServerDefinition } from './resource-server-definition.ts'
import { findResourceServer, listResourceServers } from './resource-server-store.ts'
import type { ResourceServerRecord } from './resource-server-store.ts'

export interface ResourceRequestingClient {
  definition: { resources: readonly { resource: string; scopes: readonly string[] }[] }
  /** `operator`, `registration` or `metadata-document`. */
  origin: string
}

export interface AccessibleResourceServer {
  definition: ResourceServerDefinition
  scopes: readonly string[]
  /** False if no operator has described the resource and applications only refer to it. */
  isDescribed: boolean
}

/** A resource listed in the definition limits the scopes. @returns null if access is denied */
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

/** The previous release treats resources without a row in the same way. */
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
  product: null,
})

export type AccessibleResourceServerResult =
  | { outcome: 'usable'; resource: AccessibleResourceServer }
  | { outcome: 'unknown' }
  | { outcome: 'not-allowed' }

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

/** Cannot collide with a host, because no host starts with "resource:". */
export const getResourceSector = ({
  resource,
  product,
}: Pick<ResourceServerDefinition, 'resource' | 'product'>): string =>
  product === null ? `resource:${resource}` : getProductSector(product)

export const collectResourceTokenClaims = (
  resources: readonly AccessibleResourceServer[],
): ResourceAccessTokenClaimName[] => [...new Set(resources.flatMap(({ definition }) => definition.claims))]
