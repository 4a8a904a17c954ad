// Caches resources (RFC 8707) per request, so that consent and tokens use the same state.
import type { ApplicationRecord } from '../../store/applications/application-store.ts'
import {
  collectResourceTokenClaims,
  findAccessibleResourceServer,
} from '../../store/resources/resource-servers-accessible-to-client.ts'
import type {
  AccessibleResourceServerResult,
  AccessibleResourceServer,
} from '../../store/resources/resource-servers-accessible-to-client.ts'
import type { ResourceAccessTokenClaimName } from '../../store/resources/resource-server-definition.ts'
import { getOidcRequest, getOidcRequestQueries } from './oidc-request-context.ts'

const requestResources = new WeakMap<object, Map<string, Promise<AccessibleResourceServerResult>>>()

export function findResourceServerOncePerOidcRequest(
  application: ApplicationRecord,
  identifier: string,
): Promise<AccessibleResourceServerResult> {
  const scope = getOidcRequest()
  const known = requestResources.get(scope) ?? new Map<string, Promise<AccessibleResourceServerResult>>()
  requestResources.set(scope, known)
  const key = `${application.id} ${identifier}`
  const looking = known.get(key) ?? findAccessibleResourceServer(getOidcRequestQueries(), application, identifier)
  known.set(key, looking)
  return looking
}

export async function listResourceServerTokenClaims(
  application: ApplicationRecord,
  resource: unknown,
): Promise<ResourceAccessTokenClaimName[]> {
  const identifiers = (resource === undefined ? [] : [resource].flat()).filter((one) => typeof one === 'string')
  const found: AccessibleResourceServer[] = []
  for (const identifier of identifiers) {
    const one = await findResourceServerOncePerOidcRequest(application, identifier)
    if (one.outcome === 'usable') found.push(one.resource)
  }
  return collectResourceTokenClaims(found)
}
