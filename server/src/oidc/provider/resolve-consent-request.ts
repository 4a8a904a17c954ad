import { createHash } from 'node:crypto'
import type {
  RequestedResourceServerAccess,
  ApiConsentItem,
  ConsentableScope,
  ConsentResource,
} from '@countersign/api/api-endpoints'
import { consentableScopes } from '@countersign/api/api-endpoints'
import type { ApplicationRecord } from '../../store/applications/application-store.ts'
import { describeLegalLinks } from '../../store/applications/validate-and-describe-legal-links.ts'
import type { ConsentDecision, StoredConsentGrant } from '../../store/grants/consent-grant-store.ts'
import type { DatabaseQueryBuilder } from '../../platform/database/open-sqlite-or-postgres-database.ts'
import {
  collectResourceTokenClaims,
  findAccessibleResourceServer,
} from '../../store/resources/resource-servers-accessible-to-client.ts'
import type { AccessibleResourceServer } from '../../store/resources/resource-servers-accessible-to-client.ts'
import { isEmailRequested } from './email-claim.ts'
import { isUsernameRequested } from './preferred-username-claim.ts'

/** A sign-in needs at least the subject identifier; everything else can be withheld. */
const alwaysRequiredParts: ReadonlySet<ConsentableScope> = new Set(['openid'])

export interface ConsentRequest {
  scopes: readonly ConsentableScope[]
  resources: readonly RequestedResourceServerAccess[]
}

export const listRequestedConsentItems = (
  application: ApplicationRecord,
  scopes: ReadonlySet<string>,
): ConsentableScope[] =>
  consentableScopes.filter((known) =>
    known === 'user_name'
      ? isUsernameRequested(application, scopes)
      : known === 'email' || known === 'email_alias'
        ? isEmailRequested(application, known, scopes)
        : scopes.has(known) && application.definition.scopes.includes(known),
  )

/** Includes claims in resource tokens (RFC 8707), because the application can read those tokens. */
export async function resolveConsentRequest(
  queries: DatabaseQueryBuilder,
  application: ApplicationRecord,
  scope: string | undefined,
  resource: string | readonly string[] | undefined,
): Promise<ConsentRequest> {
  const asked = new Set(scope?.split(' '))
  const found: AccessibleResourceServer[] = []
  for (const identifier of new Set(resource === undefined ? [] : [resource].flat())) {
    const usable = await findAccessibleResourceServer(queries, application, identifier)
    if (usable.outcome !== 'usable') continue
    if (usable.resource.isDescribed || usable.resource.scopes.some((one) => asked.has(one))) found.push(usable.resource)
  }
  const tokenClaims: readonly ConsentableScope[] = collectResourceTokenClaims(found)
  const requested = listRequestedConsentItems(application, asked)
  return {
    scopes: consentableScopes.filter((known) => requested.includes(known) || tokenClaims.includes(known)),
    resources: found.map((one) => describeRequestedResource(one, asked)),
  }
}

function describeRequestedResource(
  { definition, scopes }: AccessibleResourceServer,
  asked: ReadonlySet<string>,
): RequestedResourceServerAccess {
  const { resource, name, claims } = definition
  const wanted = definition.scopes.filter(({ scope }) => scopes.includes(scope) && asked.has(scope))
  return {
    resource,
    scopes: wanted.map(({ scope }) => scope),
    name,
    descriptions: wanted.flatMap(({ scope, description }) => (description === null ? [] : [{ scope, description }])),
    claims: [...claims],
  }
}

const toConsentResources = (resources: readonly RequestedResourceServerAccess[]): ConsentResource[] =>
  resources.map(({ resource, scopes }) => ({ resource, scopes }))

/** Detects a metadata document that changes between consent page and answer (THREATS O14). */
export const fingerprintConsentRequest = (
  { claimedName, definition }: Pick<ApplicationRecord, 'claimedName' | 'definition'>,
  asked: ConsentRequest,
): string =>
  createHash('sha256')
    .update(
      JSON.stringify([
        claimedName,
        asked.scopes,
        asked.resources,
        ...Object.values(describeLegalLinks(definition)),
        ...definition.requires,
      ]),
    )
    .digest('base64url')

export const listConsentItems = (
  { definition }: ApplicationRecord,
  { scopes }: ConsentRequest,
  before: StoredConsentGrant | undefined,
  required: ReadonlyMap<ConsentableScope, string | null>,
  missing: ReadonlySet<ConsentableScope>,
): ApiConsentItem[] =>
  scopes.map((scope) => ({
    scope,
    required: alwaysRequiredParts.has(scope) || required.has(scope),
    withheld: !required.has(scope) && (before?.withheld.includes(scope) ?? false),
    sameElsewhere: scope === 'openid' && definition.subjectType === 'public',
    ...(required.has(scope) && { reason: required.get(scope) ?? null, missing: missing.has(scope) }),
  }))

/** The signed message names the wallet, so there is no proof without the wallet. */
export function toConsentDecision(
  { scopes, resources }: ConsentRequest,
  left: readonly ConsentableScope[],
): ConsentDecision {
  const leftOut = new Set<ConsentableScope>(left.filter((scope) => !alwaysRequiredParts.has(scope)))
  if (leftOut.has('wallet')) leftOut.add('proof')
  return {
    scopes: scopes.filter((scope) => !leftOut.has(scope)),
    withheld: scopes.filter((scope) => leftOut.has(scope)),
    resources: toConsentResources(resources),
  }
}
