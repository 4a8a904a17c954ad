// Consent: what an application asks a person for, item by item, and what the person's answer allows.
import type { ConsentItem, ConsentPart, ConsentResource } from '@countersign/api/calls'
import { consentParts } from '@countersign/api/calls'
import type { ApplicationRecord } from '../applications/store.ts'
import type { Allowance, RememberedGrant } from '../grants/store.ts'
import { asksForUserName } from './user-name-claim.ts'

/** The name that only this application knows is what a sign-in is; everything else can be withheld. */
const requiredScopes: ReadonlySet<ConsentPart> = new Set(['openid'])

/** What is asked for, in the words of the request. */
export interface Asked {
  scopes: readonly ConsentPart[]
  resources: readonly ConsentResource[]
}

/**
 * What a request asks for, as far as its application may ask for it.
 * @param scope the parameter of the request
 * @param resource the parameter of the request (RFC 8707), one or several
 */
export function readAsked(
  application: ApplicationRecord,
  scope: string | undefined,
  resource: string | readonly string[] | undefined,
): Asked {
  const { definition } = application
  const asked = new Set(scope?.split(' '))
  const isAsked = (part: ConsentPart): boolean =>
    part === 'user_name' ? asksForUserName(application, asked) : asked.has(part) && definition.scopes.includes(part)
  const indicators = resource === undefined ? [] : [resource].flat()
  return {
    scopes: consentParts.filter(isAsked),
    resources: definition.resources
      .filter((known) => indicators.includes(known.resource))
      .map(({ resource: name, scopes }) => ({ resource: name, scopes: scopes.filter((known) => asked.has(known)) }))
      // The provider refuses those without any (provider.ts).
      .filter(({ scopes }) => scopes.length > 0),
  }
}

/** The items of the consent screen. */
export const describeItems = (
  { definition }: ApplicationRecord,
  { scopes }: Asked,
  before: RememberedGrant | undefined,
): ConsentItem[] =>
  scopes.map((scope) => ({
    scope,
    required: requiredScopes.has(scope),
    withheld: before?.withheld.includes(scope) ?? false,
    sameElsewhere: scope === 'openid' && definition.subjectType === 'public',
  }))

/**
 * What the person allows by leaving some of it out. The signed message names the wallet, so that without the wallet there is
 * no proof either.
 */
export function allowanceOf({ scopes, resources }: Asked, left: readonly ConsentPart[]): Allowance {
  const leftOut = new Set<ConsentPart>(left.filter((scope) => !requiredScopes.has(scope)))
  if (leftOut.has('wallet')) leftOut.add('proof')
  return {
    scopes: scopes.filter((scope) => !leftOut.has(scope)),
    withheld: scopes.filter((scope) => leftOut.has(scope)),
    resources,
  }
}
