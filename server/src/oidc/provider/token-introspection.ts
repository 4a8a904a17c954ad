// Token introspection (RFC 7662), for opaque and for signed tokens: which of them a service may see, and what it learns. A token that it may not
// see is answered as one that does not exist; never with an error (§2.2), because the service could tell its caller no reason.
import type { Client, KoaContext } from 'oidc-provider'
import type { TokenSigningKeySet } from '../../store/signing-keys/token-signing-key-set.ts'
import { isTokenIntrospectable } from '../../store/applications/token-introspection-access-rules.ts'
import { findApplicationOncePerOidcRequest } from './find-application-once-per-oidc-request.ts'
import type { OidcProviderAdapter } from './oidc-provider-adapter.ts'
import { findOidcProviderGrant } from './oidc-provider-grant.ts'
import { getOidcRequest, getOidcAuthorizationSnapshot, getOidcRequestQueries } from './oidc-request-context.ts'
import { findResourceServerOncePerOidcRequest } from './find-resource-server-once-per-oidc-request.ts'
import { isResourceListedByApplication } from './resource-server-info.ts'
import { verifySignedAccessToken, signedAccessTokenKind } from './verify-and-record-signed-access-token.ts'
import type { SignedAccessTokenClaims } from './verify-and-record-signed-access-token.ts'
import { readDisclosedUsername } from './preferred-username-claim.ts'

/** An opaque token, as the provider found it. */
interface OpaqueToken {
  kind: string
  clientId: string
  accountId?: string
  grantId?: string
  aud?: unknown
  scopes: ReadonlySet<string>
}

interface IntrospectionContext {
  keys: TokenSigningKeySet
  issuer: string
  storage: (kind: string) => Pick<OidcProviderAdapter, 'find'>
  /** Told of tokens that exist, and that a service may not see. */
  onTokenHidden: (reason: string) => void
}

const inactiveResponse = { active: false }

/** The provider's setting `features.introspection.allowedPolicy`. A refresh token is no access: no service but its own application sees one. */
export const canIntrospectToken = (_ctx: KoaContext, client: Client, token: OpaqueToken): boolean =>
  canClientIntrospect(client, {
    clientId: token.clientId,
    resource: typeof token.aud === 'string' ? token.aud : null,
    isRefreshToken: token.kind === 'RefreshToken',
  })

function canClientIntrospect(
  { clientId, clientAuthMethod }: Client,
  token: { clientId: string; resource: string | null; isRefreshToken: boolean },
): boolean {
  if (token.clientId === clientId) return true
  const service = getOidcRequest().applications.get(clientId)
  return (
    service !== undefined &&
    clientAuthMethod !== 'none' &&
    !token.isRefreshToken &&
    isTokenIntrospectable(service.definition.introspection, token)
  )
}

/** Whether the provider has refused a token because it is signed, after the service has proved itself. */
export const isSignedTokenError = (route: string | undefined, error: unknown): boolean =>
  route === 'introspection' && error === 'unsupported_token_type'

/** Completes what the provider answers: it knows no signed tokens, and says neither for whom a token is nor who it is about. */
export async function rewriteTokenIntrospectionResponse(ctx: KoaContext, world: IntrospectionContext): Promise<void> {
  if (ctx.oidc?.route !== 'introspection') return
  const { active, error } = (ctx.body ?? {}) as { active?: boolean; error?: unknown }
  if (isSignedTokenError(ctx.oidc.route, error)) {
    ctx.status = 200
    ctx.body = await introspectSignedToken(ctx, world)
  } else if (active === true) ctx.body = await introspectOpaqueToken(ctx)
  else if (active === false) reportHiddenToken(ctx, world)
}

async function introspectSignedToken({ oidc }: KoaContext, world: IntrospectionContext): Promise<object> {
  const claims = await verifySignedAccessToken(oidc.params?.token ?? '', { ...world, now: getOidcRequest().now })
  if (claims === null || oidc.client === undefined) return inactiveResponse
  const seen = { clientId: claims.client_id, resource: claims.aud }
  if (!canClientIntrospect(oidc.client, { ...seen, isRefreshToken: false })) {
    world.onTokenHidden(formatHiddenReason(seen))
    return inactiveResponse
  }
  if (!(await isSignedTokenActive(claims, world))) return inactiveResponse
  return { ...claims, active: true, token_type: claims['cnf'] === undefined ? 'Bearer' : 'DPoP' }
}

/** Whether what the token hangs on is still there: its family, session, person and application, and what was allowed at this resource. */
async function isSignedTokenActive(
  { jti, aud, client_id }: SignedAccessTokenClaims,
  { storage }: Pick<IntrospectionContext, 'storage'>,
): Promise<boolean> {
  const record = await storage(signedAccessTokenKind).find(jti)
  if (record === undefined || record.clientId !== client_id) return false
  const { grantId } = record
  if (grantId !== undefined) {
    const grant = (await findOidcProviderGrant(grantId)) as { resources?: object } | undefined
    return grant !== undefined && Object.hasOwn(grant.resources ?? {}, aud)
  }
  const application = await findApplicationOncePerOidcRequest(client_id)
  // Without a person only what the operator listed counts.
  return (
    application !== undefined &&
    isResourceListedByApplication(application, aud) &&
    (await findResourceServerOncePerOidcRequest(application, aud)).outcome === 'usable'
  )
}

async function introspectOpaqueToken({ oidc, body }: KoaContext): Promise<object> {
  const answer = body as { client_id: string; aud?: unknown }
  const { AccessToken: token } = oidc.entities as { AccessToken?: OpaqueToken }
  const username = token === undefined ? null : await readUsername(oidc, token)
  return { ...answer, aud: answer.aud ?? answer.client_id, ...(username !== null && { username }) }
}

/**
 * The user name, for whoever userinfo would tell it by this token. Never a display name: a service takes `username` for an account,
 * and anyone can call themselves what they like (decision 0037).
 */
async function readUsername(
  { grant }: KoaContext['oidc'],
  { accountId, clientId, grantId, scopes }: OpaqueToken,
): Promise<string | null> {
  const application = getOidcRequest().applications.get(clientId)
  if (accountId === undefined || application === undefined || !scopes.has('openid')) return null
  const given = new Set(grant?.getOIDCScopeFiltered(scopes).split(' '))
  return readDisclosedUsername(getOidcRequestQueries(), {
    personId: accountId,
    application,
    ground: getOidcAuthorizationSnapshot(grantId),
    given,
  })
}

/** The answer says nothing of why; the log says it to the operator. */
function reportHiddenToken({ oidc }: KoaContext, { onTokenHidden }: IntrospectionContext): void {
  const { AccessToken, ClientCredentials, RefreshToken } = oidc.entities as Record<string, OpaqueToken | undefined>
  const token = AccessToken ?? ClientCredentials
  if (RefreshToken !== undefined) onTokenHidden('a refresh token is seen by its own application alone')
  else if (token !== undefined) onTokenHidden(formatHiddenReason({ clientId: token.clientId, resource: null }))
}

const formatHiddenReason = ({ clientId, resource }: { clientId: string; resource: string | null }): string =>
  `the service may see no token of application ${clientId} for ${resource ?? 'this server'}: countersign application change --introspection ${
    resource ?? `application:${clientId}`
  }`
