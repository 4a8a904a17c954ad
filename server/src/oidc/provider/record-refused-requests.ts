// Records refused requests for the application's developers (decision 0086).
import { decodeJwt, decodeProtectedHeader } from 'jose'
import type { KoaContext, Provider } from 'oidc-provider'
import type { RefusedRequestBuffer } from '../../store/refused-requests/refused-request-buffer.ts'
import { isPossibleClientId } from '../../store/applications/validate-application-definition-fields.ts'
import { describeRefusedRequest } from '../troubleshooting/describe-refused-request.ts'
import type { ClientAssertionFacts, RefusedRequestFacts } from '../troubleshooting/refused-request-facts.ts'
import { findApplicationOncePerOidcRequest } from './find-application-once-per-oidc-request.ts'
import { parseBasicAuthClientId } from './log-oidc-provider-errors.ts'
import { getOidcRequest } from './oidc-request-context.ts'
import { isSignedTokenError } from './token-introspection.ts'
import { RepeatedTokenResponseError } from './token-request-retry-window.ts'

/** Events of the endpoints that applications use; discovery, keys and registration name none. */
const recordedEvents = [
  'authorization.error',
  'device_authorization.error',
  'end_session.error',
  'grant.error',
  'introspection.error',
  'pushed_authorization_request.error',
  'revocation.error',
  'userinfo.error',
]

const authenticatedRoutes: ReadonlySet<string> = new Set([
  'token',
  'pushed_authorization_request',
  'device_authorization',
  'introspection',
  'revocation',
])

const laterAttributedRoutes: ReadonlySet<string> = new Set(['end_session', 'userinfo'])

/** Such as two secrets, or two client IDs. Only these come before the provider looks up the client. */
const isMalformedAuthentication = ({ oidc: { route, client } }: KoaContext, error: string): boolean =>
  authenticatedRoutes.has(route) && client === undefined && error === 'invalid_request'

type ProviderError = Error & { error?: string; error_description?: string; error_detail?: string }

export function recordRefusedRequests(provider: Provider, buffer: RefusedRequestBuffer): void {
  for (const event of recordedEvents)
    provider.on(event, (ctx: KoaContext, reported: ProviderError) => {
      const { error, error_description: description } = reported
      if (error === undefined || reported instanceof RepeatedTokenResponseError) return
      if (isSignedTokenError(ctx.oidc.route, error)) return
      const request = getOidcRequest()
      request.refusal = { error, description }
      const id = getNamedClientId(ctx)
      // Reads no database: the provider has already looked up the application.
      const application = id === null ? undefined : request.applications.get(id)
      if (application !== undefined) addRefusedRequest(ctx, buffer, reported, application)
      else if (laterAttributedRoutes.has(ctx.oidc.route) || isMalformedAuthentication(ctx, error))
        request.unattributedError = reported
    })
}

/** The provider makes some checks before it looks up the client, such as those of an `id_token_hint`. */
export async function recordUnattributedError(ctx: KoaContext, buffer: RefusedRequestBuffer): Promise<void> {
  const { unattributedError } = getOidcRequest()
  const id = unattributedError === null ? null : getNamedClientId(ctx)
  if (unattributedError === null || id === null || !isPossibleClientId(id)) return
  const application = await findApplicationOncePerOidcRequest(id)
  if (application !== undefined) addRefusedRequest(ctx, buffer, unattributedError, application)
}

function addRefusedRequest(
  ctx: KoaContext,
  buffer: RefusedRequestBuffer,
  { error = '', error_description: description, error_detail: detail }: ProviderError,
  application: RefusedRequestFacts['application'],
): void {
  const { requestId, now, site } = getOidcRequest()
  const problem = describeRefusedRequest({
    endpoint: ctx.path.startsWith('/authorize/') ? '/authorize' : ctx.path,
    error,
    description,
    detail,
    application,
    ...readFacts(ctx, site.origin),
  })
  if (problem !== null)
    buffer.add({ applicationId: application.id, requestId, at: now, ...identifyCaller(application.id), problem })
}

const getNamedClientId = ({ oidc: { client, params }, req }: KoaContext): string | null =>
  client?.clientId ??
  params?.['client_id'] ??
  getOidcRequest().presentedCredential?.clientId ??
  parseBasicAuthClientId(req.headers.authorization)

/** Own callers are signed in, authenticated, or have a valid code or token (THREATS O33). */
function identifyCaller(applicationId: string): { caller: 'own' | 'unknown'; source: string | null } {
  const { signedIn, isClientAuthenticated, presentedCredential } = getOidcRequest()
  if (isClientAuthenticated) return { caller: 'own', source: null }
  // Anyone can get a device code, but no person has approved it yet.
  if (presentedCredential?.clientId === applicationId && presentedCredential.accountId !== null)
    return { caller: 'own', source: presentedCredential.accountId }
  return signedIn === null ? { caller: 'unknown', source: null } : { caller: 'own', source: signedIn.person.id }
}

function readFacts(
  { oidc, req }: KoaContext,
  origin: string,
): Omit<RefusedRequestFacts, 'endpoint' | 'error' | 'description' | 'detail' | 'application'> {
  const params = Object.fromEntries(Object.entries(oidc.params ?? {}).filter(([, value]) => typeof value === 'string'))
  const { origin: corsOrigin = null } = req.headers
  return {
    origin,
    params,
    authentication: authenticatedRoutes.has(oidc.route)
      ? describeAuthentication(params, req.headers.authorization)
      : null,
    corsOrigin,
    assertion: params['client_assertion'] === undefined ? null : decodeAssertion(params['client_assertion']),
    token: oidc.route === 'userinfo' ? readAccessTokenFacts(oidc.entities['AccessToken']) : null,
    browserCookie: null,
  }
}

function describeAuthentication(
  params: Readonly<Record<string, string | undefined>>,
  authorization: string | undefined,
): string {
  if (params['client_assertion'] !== undefined) return 'private_key_jwt'
  if (params['client_secret'] !== undefined) return 'client_secret_post'
  return authorization !== undefined || getOidcRequest().secretlessClientId !== null ? 'client_secret_basic' : 'none'
}

/** Not verified: the values only help the developer. */
function decodeAssertion(assertion: string): ClientAssertionFacts | null {
  try {
    const { aud = [], iat, exp } = decodeJwt(assertion)
    const { alg }: { alg?: unknown } = decodeProtectedHeader(assertion)
    const seconds = getOidcRequest().now / 1000
    const ago = (time: unknown): number | null => (typeof time === 'number' ? Math.round(seconds - time) : null)
    return {
      audience: [aud]
        .flat()
        .filter((value) => typeof value === 'string')
        .slice(0, 3),
      algorithm: typeof alg === 'string' ? alg : null,
      issuedSecondsAgo: ago(iat),
      expiredSecondsAgo: ago(exp),
    }
  } catch {
    return null
  }
}

function readAccessTokenFacts(entity: unknown): RefusedRequestFacts['token'] {
  const { aud, scope } = (entity ?? {}) as { aud?: unknown; scope?: unknown }
  const audience = [aud].flat()[0]
  return {
    audience: typeof audience === 'string' ? audience : null,
    scope: typeof scope === 'string' ? scope : null,
  }
}
