// A hidden token gets the response for an unknown one, never an error (RFC 7662 §2.2).
import { findCliCommandPrefix } from '../../platform/cli-command-prefix.ts'
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
  onTokenHidden: (reason: string) => void
}

const inactiveResponse = { active: false }

/** Only the application that a refresh token was issued to may see it. */
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

/** The provider refuses signed tokens, after authenticating the service. */
export const isSignedTokenError = (route: string | undefined, error: unknown): boolean =>
  route === 'introspection' && error === 'unsupported_token_type'

/** Adds signed tokens, which the provider does not support, and `aud` and `username`. */
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
  // Without a person, only resources that the operator has listed are allowed.
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

/** Not the display name: anyone can choose it, and services map it to accounts (decision 0037). */
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

function reportHiddenToken({ oidc }: KoaContext, { onTokenHidden }: IntrospectionContext): void {
  const { AccessToken, ClientCredentials, RefreshToken } = oidc.entities as Record<string, OpaqueToken | undefined>
  const token = AccessToken ?? ClientCredentials
  if (RefreshToken !== undefined)
    onTokenHidden('only the application that the refresh token was issued to may introspect it')
  else if (token !== undefined) onTokenHidden(formatHiddenReason({ clientId: token.clientId, resource: null }))
}

const formatHiddenReason = ({ clientId, resource }: { clientId: string; resource: string | null }): string =>
  `the service is not allowed to introspect tokens of application ${clientId} for ${resource ?? 'this server'}; to allow it, run ${findCliCommandPrefix()} application change --introspection ${
    resource ?? `application:${clientId}`
  }`
