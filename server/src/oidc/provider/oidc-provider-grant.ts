// The provider's grants, built from the current consent each time, so that changes apply at once.
import { supportedOAuthScopes as knownScopes } from '@countersign/api/api-endpoints'
import type { ConsentableScope } from '@countersign/api/api-endpoints'
import type { ApplicationRecord } from '../../store/applications/application-store.ts'
import { findConsentGrant } from '../../store/grants/consent-grant-store.ts'
import type { ConsentDecision } from '../../store/grants/consent-grant-store.ts'
import { databaseTableColumns } from '../../platform/database/database-schema.ts'
import { prepareSqlQuery } from '../../platform/database/prepare-and-pipeline-sql-queries.ts'
import type { AuthorizationsTable } from '../../platform/database/database-schema.ts'
import type { OidcProviderRecordPayload } from '../../store/authorizations/oidc-provider-record-store.ts'
import { findApplicationOncePerOidcRequest } from './find-application-once-per-oidc-request.ts'
import { getEmailConsentPart } from './email-claim.ts'
import { getOidcAuthorizationSnapshot, getOidcRequestQueries } from './oidc-request-context.ts'
import { findResourceServerOncePerOidcRequest } from './find-resource-server-once-per-oidc-request.ts'

const selectAuthorization = prepareSqlQuery((queries, id: string) =>
  queries.selectFrom('authorizations').select(databaseTableColumns.authorizations).where('id', '=', id),
)

export async function findOidcProviderGrant(id: string): Promise<OidcProviderRecordPayload | undefined> {
  const queries = getOidcRequestQueries()
  const ground = getOidcAuthorizationSnapshot(id)
  const authorization = ground?.authorization ?? (await selectAuthorization(queries, id))[0]
  if (authorization === undefined) return undefined
  const application = await findApplicationOncePerOidcRequest(authorization.application_id)
  const grant =
    ground === undefined
      ? await findConsentGrant(queries, authorization.person_id, authorization.application_id)
      : ground.grant
  if (grant == null || application === undefined) return undefined
  return toOidcProviderGrant(
    authorization,
    grant,
    application,
    await listResourceScopesOpenToApplication(grant, application),
  )
}

export async function listResourceScopesOpenToApplication(
  { resources }: ConsentDecision,
  application: ApplicationRecord,
): Promise<OpenResourceScopes> {
  const open = new Map<string, readonly string[]>()
  for (const { resource } of resources) {
    const found = await findResourceServerOncePerOidcRequest(application, resource)
    if (found.outcome === 'usable') open.set(resource, found.resource.scopes)
  }
  return open
}

type OpenResourceScopes = ReadonlyMap<string, readonly string[]>

export function toOidcProviderGrant(
  authorization: Pick<AuthorizationsTable, 'id' | 'person_id' | 'application_id' | 'created_at'>,
  grant: ConsentDecision,
  application: ApplicationRecord,
  open: OpenResourceScopes,
): OidcProviderRecordPayload {
  const { definition } = application
  const email = getEmailConsentPart(definition)
  // The provider's scope `email` covers both kinds of email claim.
  const among = (parts: readonly ConsentableScope[]): string[] => [
    ...knownScopes.filter((scope) => parts.includes(scope)),
    ...(email !== null && parts.includes(email) ? ['email'] : []),
  ]
  const permitted = new Set<string>([...definition.scopes, 'email'])
  const withheld = among(grant.withheld)
  const resources = grant.resources.flatMap(({ resource, scopes }) => {
    const now = open.get(resource)
    return now === undefined ? [] : [[resource, scopes.filter((scope) => now.includes(scope)).join(' ')]]
  })
  return {
    kind: 'Grant',
    // No `iat`: the provider refuses grants from the future, and other clocks can be ahead.
    jti: authorization.id,
    accountId: authorization.person_id,
    clientId: authorization.application_id,
    openid: {
      scope: among(grant.scopes)
        .filter((scope) => permitted.has(scope))
        .join(' '),
    },
    ...(withheld.length > 0 && { rejected: { openid: { scope: withheld.join(' ') } } }),
    resources: Object.fromEntries(resources),
  }
}
