import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { matchesUnprotectedSitePath } from '../../store/applications/match-unprotected-site-path.ts'
import { protectedSiteEndpointPrefix } from '../../store/applications/protected-site-hosts-and-urls.ts'
import type { ServerAppContext } from '../../platform/register-api-endpoint.ts'
import { createTrustedProxyCheck } from '../../platform/trusted-proxy-check.ts'
import { ApiError } from '../../platform/api-error.ts'
import { isBearerSecret } from '../../platform/random-bearer-secret.ts'
import { encodeBase64urlReturnPath, returnPathParameter } from './protected-site-sign-in-state.ts'
import {
  forwardAuthPaths,
  parseEnvoyForwardAuthRequest,
  parseForwardAuthHeaders,
} from './parse-forward-auth-request.ts'
import type { ForwardAuthRequest } from './parse-forward-auth-request.ts'
import { negotiateLanguage, plainPageTranslations } from '../plain-pages/plain-page-translations.ts'
import { getProtectedSiteCookieConfig } from './protected-site-cookie-config.ts'
import { registerProtectedSiteRoutes } from './protected-site-routes.ts'
import { sendProtectedSitePage } from '../plain-pages/render-plain-page.ts'
import { emptyProxyIdentityHeaders, createProxyIdentityHeaders } from './proxy-identity-headers.ts'
import { authorizeProtectedSiteRequest } from './authorize-protected-site-request.ts'
import { findProtectedSiteByHost, createUnservedProtectedSiteHostError } from './protected-site-session-store.ts'

type ForwardedRequestParser = (request: FastifyRequest) => ForwardAuthRequest | { missing: string }

const methods = ['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS'] as const

export async function registerForwardAuthRoutes(app: ServerAppContext): Promise<void> {
  const trust = createTrustedProxyCheck(app.settings.trustedProxies)
  await app.http.register(async (routes) => {
    // Envoy uses the method of the page and sends no body.
    routes.removeAllContentTypeParsers()
    routes.addContentTypeParser('*', (_request, _body, done) => done(null))
    requireTrustedProxy(routes, trust)
    const options = { schema: { hide: true }, exposeHeadRoute: false, config: { openToOtherSites: true } } as const
    const { protectedAddressCharacters: longest } = app.settings.limits
    const read: ForwardedRequestParser = ({ headers }) => parseForwardAuthHeaders(headers, longest)
    routes.get(forwardAuthPaths.passing, options, (request, reply) => answerProxy(app, request, reply, read, 302))
    routes.get(forwardAuthPaths.nginx, options, (request, reply) => answerProxy(app, request, reply, read, 401))
    const readOwn: ForwardedRequestParser = ({ method, url, headers }) =>
      parseEnvoyForwardAuthRequest(method, url, headers, longest)
    routes.route({
      method: [...methods],
      url: `${forwardAuthPaths.envoy}/*`,
      ...options,
      handler: (request, reply) => answerProxy(app, request, reply, readOwn, 302),
    })
    registerProtectedSiteRoutes(app, routes)
  })
}

/** Only proxies that the operator has listed are trusted (THREATS N6, O16). */
function requireTrustedProxy(routes: FastifyInstance, trust: ReturnType<typeof createTrustedProxyCheck>): void {
  routes.addHook('onRequest', async (request, reply) => {
    // These responses can reach a browser on another host, whose proxy decides about HSTS.
    reply.removeHeader('strict-transport-security')
    reply.header('cache-control', 'no-store')
    const peer = request.raw.socket.remoteAddress
    if (trust === false || !trust(peer))
      throw new ApiError('site.not_found', {
        privateDetail: `${peer ?? 'unknown address'} is not listed in COUNTERSIGN_TRUSTED_PROXIES`,
      })
  })
}

async function answerProxy(
  app: ServerAppContext,
  request: FastifyRequest,
  reply: FastifyReply,
  read: ForwardedRequestParser,
  elsewhere: 302 | 401,
): Promise<FastifyReply> {
  const asked = read(request)
  if ('missing' in asked)
    throw new ApiError('site.not_found', { privateDetail: `the proxy does not send ${asked.missing}` })
  const { host, target, isNavigation } = asked
  const signInStartUrl = getSignInStartUrl(asked)
  const secret = request.cookies[getProtectedSiteCookieConfig(host).session.name]
  const verdict = await authorizeProtectedSiteRequest(app, host, isBearerSecret(secret) ? secret : null)
  if (verdict.outcome === 'allowed')
    return reply
      .code(200)
      .headers(await createProxyIdentityHeaders(app, verdict))
      .send()
  reply.headers(emptyProxyIdentityHeaders)
  const site = await findProtectedSiteByHost(app.database.queries, host)
  // Requests for a host that is not configured are never redirected.
  if (site === undefined) throw await createUnservedProtectedSiteHostError(app.database.queries, host)
  if (matchesUnprotectedSitePath(site.definition.openPaths, asked)) return reply.code(200).send()
  if (verdict.outcome === 'sign-in') {
    if (!isNavigation) throw new ApiError('session.required')
    return reply.code(elsewhere).header('location', signInStartUrl).send()
  }
  if (!isNavigation) throw new ApiError('application.not_allowed')
  const language = negotiateLanguage(request.headers['accept-language'])
  return sendProtectedSitePage(reply, {
    status: 403,
    language,
    text: plainPageTranslations[language].notInGroup(verdict.site, verdict.groups),
    continueUrl: target,
    switchPersonUrl: signInStartUrl,
  })
}

const getSignInStartUrl = ({ origin, target, isTooLong }: ForwardAuthRequest): string =>
  `${origin}${protectedSiteEndpointPrefix}/sign-in?${new URLSearchParams(isTooLong ? { too_long: 'yes' } : { [returnPathParameter]: encodeBase64urlReturnPath(target) })}`
