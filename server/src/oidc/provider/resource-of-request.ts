// The resources (RFC 8707) that one request has to do with, each read once in it: what is asked of the person, what the token may do and
// what it tells are of one moment.
import type { ApplicationRecord } from '../../store/applications/store.ts'
import { claimsOf, findUsable } from '../../store/resources/usable.ts'
import type { Usable, UsableResource } from '../../store/resources/usable.ts'
import type { ResourceClaim } from '../../store/resources/definition.ts'
import { currentScope, reader } from './request-scope.ts'

const looked = new WeakMap<object, Map<string, Promise<Usable>>>()

/** Whether an application may use a resource, as it was when this request first asked. */
export function resourceOfRequest(application: ApplicationRecord, identifier: string): Promise<Usable> {
  const scope = currentScope()
  const known = looked.get(scope) ?? new Map<string, Promise<Usable>>()
  looked.set(scope, known)
  const key = `${application.id} ${identifier}`
  const looking = known.get(key) ?? findUsable(reader(), application, identifier)
  known.set(key, looking)
  return looking
}

/**
 * What the tokens of these resources say of a person, where the person allows it.
 * @param resource the parameter of a request, or the member of a code or token: one or several
 */
export async function claimsOfResources(application: ApplicationRecord, resource: unknown): Promise<ResourceClaim[]> {
  const identifiers = (resource === undefined ? [] : [resource].flat()).filter((one) => typeof one === 'string')
  const found: UsableResource[] = []
  for (const identifier of identifiers) {
    const one = await resourceOfRequest(application, identifier)
    if (one.outcome === 'usable') found.push(one.resource)
  }
  return claimsOf(found)
}
