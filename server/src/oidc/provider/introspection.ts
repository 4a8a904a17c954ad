// Token introspection (RFC 7662), for opaque and for signed tokens: which of them a service may see, and what it learns. A token that it may not
// see is answered as one that does not exist; never with an error (§2.2), because the service could tell its caller no reason.
import type { Client, KoaContext } from 'oidc-provider'
import type { KeySet } from '../../store/signing-keys/key-set.ts'
import { isSeenBy } from '../../store/applications/introspection.ts'
import { applicationOfRequest } from './application-of-request.ts'
import type { Adapter } from './adapter.ts'
import { describeGrant } from './provider-grant.ts'
import { currentScope, groundOf, reader } from './request-scope.ts'
import { resourceOfRequest } from './resource-of-request.ts'
import { lists } from './resource-server.ts'
import { readSignedToken, signedTokenKind } from './signed-token.ts'
import type { SignedClaims } from './signed-token.ts'
import { readSharedName } from './user-name-claim.ts'

/** An opaque token, as the provider found it. */
interface OpaqueToken {
  kind: string
  clientId: string
  accountId?: string
  grantId?: string
  aud?: unknown
  scopes: ReadonlySet<string>
}

interface IntrospectionWorld {
  keys: KeySet
  issuer: string
  storage: (kind: string) => Pick<Adapter, 'find'>
  /** Told of tokens that exist, and that a service may not see. */
  onHidden: (reason: string) => void
}

const inactive = { active: false }

/** The provider's setting `features.introspection.allowedPolicy`. A refresh token is no access: no service but its own application sees one. */
export const mayIntrospect = (_ctx: KoaContext, client: Client, token: OpaqueToken): boolean =>
  isAllowed(client, {
    clientId: token.clientId,
    resource: typeof token.aud === 'string' ? token.aud : null,
    isRefreshToken: token.kind === 'RefreshToken',
  })

function isAllowed(
  { clientId, clientAuthMethod }: Client,
  token: { clientId: string; resource: string | null; isRefreshToken: boolean },
): boolean {
  if (token.clientId === clientId) return true
  const service = currentScope().applications.get(clientId)
  return (
    service !== undefined &&
    clientAuthMethod !== 'none' &&
    !token.isRefreshToken &&
    isSeenBy(service.definition.introspection, token)
  )
}

/** Whether the provider has refused a token because it is signed, after the service has proved itself. */
export const isOfSignedToken = (route: string | undefined, error: unknown): boolean =>
  route === 'introspection' && error === 'unsupported_token_type'

/** Completes what the provider answers: it knows no signed tokens, and says neither for whom a token is nor who it is about. */
export async function completeIntrospection(ctx: KoaContext, world: IntrospectionWorld): Promise<void> {
  if (ctx.oidc?.route !== 'introspection') return
  const { active, error } = (ctx.body ?? {}) as { active?: boolean; error?: unknown }
  if (isOfSignedToken(ctx.oidc.route, error)) {
    ctx.status = 200
    ctx.body = await describeSigned(ctx, world)
  } else if (active === true) ctx.body = await describeOpaque(ctx)
  else if (active === false) tellHidden(ctx, world)
}

async function describeSigned({ oidc }: KoaContext, world: IntrospectionWorld): Promise<object> {
  const claims = await readSignedToken(oidc.params?.token ?? '', { ...world, now: currentScope().now })
  if (claims === null || oidc.client === undefined) return inactive
  const seen = { clientId: claims.client_id, resource: claims.aud }
  if (!isAllowed(oidc.client, { ...seen, isRefreshToken: false })) {
    world.onHidden(hidden(seen))
    return inactive
  }
  if (!(await stillLives(claims, world))) return inactive
  return { ...claims, active: true, token_type: claims['cnf'] === undefined ? 'Bearer' : 'DPoP' }
}

/** Whether what the token hangs on is still there: its family, session, person and application, and what was allowed at this resource. */
async function stillLives(
  { jti, aud, client_id }: SignedClaims,
  { storage }: Pick<IntrospectionWorld, 'storage'>,
): Promise<boolean> {
  const record = await storage(signedTokenKind).find(jti)
  if (record === undefined || record.clientId !== client_id) return false
  const { grantId } = record
  if (grantId !== undefined) {
    const grant = (await describeGrant(grantId)) as { resources?: object } | undefined
    return grant !== undefined && Object.hasOwn(grant.resources ?? {}, aud)
  }
  const application = await applicationOfRequest(client_id)
  // Without a person only what the operator listed counts.
  return (
    application !== undefined &&
    lists(application, aud) &&
    (await resourceOfRequest(application, aud)).outcome === 'usable'
  )
}

async function describeOpaque({ oidc, body }: KoaContext): Promise<object> {
  const answer = body as { client_id: string; aud?: unknown }
  const { AccessToken: token } = oidc.entities as { AccessToken?: OpaqueToken }
  const username = token === undefined ? null : await readUserName(oidc, token)
  return { ...answer, aud: answer.aud ?? answer.client_id, ...(username !== null && { username }) }
}

/**
 * The user name, for whoever userinfo would tell it by this token. Never a display name: a service takes `username` for an account,
 * and anyone can call themselves what they like (decision 0037).
 */
async function readUserName(
  { grant }: KoaContext['oidc'],
  { accountId, clientId, grantId, scopes }: OpaqueToken,
): Promise<string | null> {
  const application = currentScope().applications.get(clientId)
  if (accountId === undefined || application === undefined || !scopes.has('openid')) return null
  const given = new Set(grant?.getOIDCScopeFiltered(scopes).split(' '))
  return readSharedName(reader(), { personId: accountId, application, ground: groundOf(grantId), given })
}

/** The answer says nothing of why; the log says it to the operator. */
function tellHidden({ oidc }: KoaContext, { onHidden }: IntrospectionWorld): void {
  const { AccessToken, ClientCredentials, RefreshToken } = oidc.entities as Record<string, OpaqueToken | undefined>
  const token = AccessToken ?? ClientCredentials
  if (RefreshToken !== undefined) onHidden('a refresh token is seen by its own application alone')
  else if (token !== undefined) onHidden(hidden({ clientId: token.clientId, resource: null }))
}

const hidden = ({ clientId, resource }: { clientId: string; resource: string | null }): string =>
  `the service may see no token of application ${clientId} for ${resource ?? 'this server'}: countersign application change --introspection ${
    resource ?? `application:${clientId}`
  }`
