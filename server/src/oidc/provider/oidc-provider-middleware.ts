import type { SerializeOptions } from '@fastify/cookie'
import type { KoaContext, Provider } from 'oidc-provider'
import type { TokenSigningKeySet } from '../../store/signing-keys/token-signing-key-set.ts'
import { jwksMaxAgeSeconds } from '../../store/signing-keys/token-signing-key-set.ts'
import type { ServerAppContext } from '../../platform/register-api-endpoint.ts'
import type { OidcProviderAdapter } from './oidc-provider-adapter.ts'
import { rewriteTokenIntrospectionResponse } from './token-introspection.ts'
import { toOidcErrorCode, getOidcErrorPageUrl } from './redirect-to-oidc-error-page.ts'
import { oidcProtocolPaths } from './oidc-protocol-paths.ts'
import { explainInvalidResourceTarget } from './resource-server-info.ts'
import {
  rollbackOidcRequestTransaction,
  getOidcRequest,
  getOidcRequestQueries,
  commitOrRollbackOidcRequestTransaction,
} from './oidc-request-context.ts'
import { storeOrRepeatTokenResponse } from './token-request-retry-window.ts'
import { getPostLogoutRedirect, findApplicationHomePage, getSignedOutPageUrl } from './rp-initiated-logout.ts'
import { introspectionHelpUrl } from '../troubleshooting/oidc-error-troubleshooting-entries.ts'
import { allowFormPostScript } from './parse-provider-form-post-page.ts'
import { canProvideEmailClaim, removeEmailFromOidcDiscovery } from './email-claim.ts'
import type { RefusedRequestBuffer } from '../../store/refused-requests/refused-request-buffer.ts'
import { explainResourceTokenAtUserinfo } from './explain-resource-token-at-userinfo.ts'
import { recordUnattributedError } from './record-refused-requests.ts'
import { addErrorUri, withErrorUri } from './add-error-uri.ts'
import { interceptUntrustedRedirect } from './intercept-untrusted-redirect.ts'
import { isSignedOutByRequest } from './sign-out-of-first-party-application.ts'
import { replaceExpiredIdTokenHint } from './replace-expired-id-token-hint.ts'
import { oidcPublishedPaths } from './oidc-route-paths.ts'
import { describeOidcServerError } from './oidc-error-responses.ts'

/** Commits before the response is sent, and keeps the provider's cookies from the browser. */
export function installOidcProviderMiddleware(
  provider: Provider,
  {
    app,
    keys,
    storage,
    refusedRequests,
  }: {
    app: ServerAppContext
    keys: TokenSigningKeySet
    storage: (kind: string) => OidcProviderAdapter
    refusedRequests: RefusedRequestBuffer
  },
): void {
  const introspecting = { keys, issuer: provider.issuer, storage }
  const kids = new Set(keys.jwks.keys.map(({ kid }) => kid ?? ''))
  provider.use(async (ctx, next) => {
    const own = ctx.res.getHeader('set-cookie')
    if (ctx.path === oidcProtocolPaths.end_session) ctx.query = replaceExpiredIdTokenHint(ctx.query, kids)
    try {
      await next()
      // Unknown path or method, such as the registration path while registration is closed.
      if (ctx.oidc === undefined) respondNotFound(ctx)
      else await redirectAfterLogout(ctx)
      await explainResourceTokenAtUserinfo(ctx, { ...introspecting, refusedRequests })
      await recordUnattributedError(ctx, refusedRequests)
      addErrorUri(ctx)
      if (!(await interceptUntrustedRedirect(ctx))) allowFormPostScript(ctx)
      explainInvalidResourceTarget(ctx)
      await storeOrRepeatTokenResponse(ctx, app.random, app.settings.limits)
      if (!canProvideEmailClaim(app.settings)) removeEmailFromOidcDiscovery(ctx)
      if (ctx.status === 200 && oidcPublishedPaths.includes(ctx.path))
        ctx.set(
          'cache-control',
          `public, max-age=${Math.min(jwksMaxAgeSeconds, app.settings.limits.signingKeyLeadSeconds)}`,
        )
      await rewriteTokenIntrospectionResponse(ctx, {
        ...introspecting,
        onTokenHidden: (reason) => logHiddenToken(app, ctx, reason),
      })
      await commitOrRollbackOidcRequestTransaction(app.random)
    } catch (error) {
      await rollbackOidcRequestTransaction()
      getOidcRequest().failure ??= error
      app.http.log.error({ err: error, request: getOidcRequest().requestId }, 'oidc-provider failed')
    }
    ctx.res.removeHeader('set-cookie')
    const cookies = [own ?? [], getOidcRequest().failure === undefined ? clearSessionCookie(app, ctx) : []].flat()
    if (cookies.length > 0) ctx.res.setHeader('set-cookie', cookies.map(String))
    // http-server.ts sets this on all other responses.
    if (app.http.isStopping()) ctx.res.setHeader('connection', 'close')
    respondServerError(ctx)
  })
}

function clearSessionCookie({ http, cookies }: ServerAppContext, ctx: KoaContext): string[] {
  const { name, options } = cookies.session
  return isSignedOutByRequest(ctx)
    ? [http.serializeCookie(name, '', { ...options, secure: options.secure === true, maxAge: 0 } as SerializeOptions)]
    : []
}

/** To the service, the token does not exist; only the log has the reason. */
function logHiddenToken({ http }: ServerAppContext, { oidc }: KoaContext, reason: string): void {
  const { requestId } = getOidcRequest()
  http.log.info(
    { reqId: requestId, application: oidc.client?.clientId, reason, help: introspectionHelpUrl },
    'introspection.hidden',
  )
}

function respondNotFound(ctx: KoaContext): void {
  ctx.status = 404
  ctx.body = { error: 'invalid_request', error_description: 'No endpoint for this method at this URL.' }
}

/** No one is signed in, so there is nothing to confirm (RP-Initiated Logout §2). */
async function redirectAfterLogout(ctx: KoaContext): Promise<void> {
  if (ctx.oidc.route !== 'end_session' || ctx.status !== 200) return
  const { client } = ctx.oidc
  ctx.redirect(
    (await getPostLogoutRedirect(ctx.oidc)) ??
      getSignedOutPageUrl(
        client === undefined ? null : await findApplicationHomePage(getOidcRequestQueries(), client.clientId),
      ),
  )
  ctx.status = 303
  ctx.body = ''
}

/** Without a commit, only the error may be sent, not even a redirect. */
function respondServerError(ctx: KoaContext): void {
  const { failure, signedIn, browserHash, requestId, site } = getOidcRequest()
  if (failure === undefined) return
  ctx.remove('location')
  if (browserHash !== null || signedIn !== null) {
    ctx.redirect(getOidcErrorPageUrl(toOidcErrorCode(failure, undefined), requestId))
    ctx.status = 303
    ctx.body = ''
    return
  }
  const { status, headers, body } = describeOidcServerError(failure, requestId)
  ctx.status = status
  for (const [name, value] of Object.entries(headers)) ctx.set(name, value)
  ctx.body = withErrorUri(body, site.origin)
}
