// Mounts the provider at the issuer's root, isolated from proxy headers (THREATS N6) and cookies.
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type { ServerAppContext } from '../../platform/register-api-endpoint.ts'
import type { MetadataDocumentClientResolver } from '../client-metadata/resolve-metadata-document-client.ts'
import type { RefusedRequestBuffer } from '../../store/refused-requests/refused-request-buffer.ts'
import { oidcProtocolPaths } from './oidc-protocol-paths.ts'
import type { OidcProviderForCurrentKeys } from './forward-request-to-oidc-provider.ts'
import { createOidcBrowserRequestRateLimit, rateLimitOidcRequests } from './rate-limit-oidc-requests.ts'
import { oidcBrowserPaths, oidcGetPaths, oidcPostPaths, oidcFormPostPaths } from './oidc-route-paths.ts'
import { createOidcBrowserRequestHandler, createOidcApplicationRequestHandler } from './oidc-provider-route-handlers.ts'
import { handleOidcRouteErrors } from './oidc-error-responses.ts'

export async function mountOidcProvider(
  app: ServerAppContext,
  provider: OidcProviderForCurrentKeys,
  documents: MetadataDocumentClientResolver,
  refusedRequests: RefusedRequestBuffer,
): Promise<void> {
  await app.http.register(async (routes) => {
    routes.removeAllContentTypeParsers()
    routes.addContentTypeParser('*', (_request, _body, done) => done(null))
    const options = { schema: { hide: true }, config: { openToOtherSites: true } } as const
    const count = createOidcBrowserRequestRateLimit(app)
    // HEAD must not start or consume anything that only the person may start or consume.
    for (const url of oidcBrowserPaths)
      routes.route({
        method: 'GET',
        exposeHeadRoute: false,
        url,
        ...options,
        handler: createOidcBrowserRequestHandler(app, provider, { count, documents, refusedRequests }),
      })
    // By explicit method, because the provider has pages of its own at some of these paths.
    for (const url of oidcGetPaths)
      routes.route({ method: 'GET', url, ...options, handler: createOidcApplicationRequestHandler(app, provider) })
    for (const url of oidcPostPaths)
      routes.route({ method: 'POST', url, ...options, handler: createOidcApplicationRequestHandler(app, provider) })
    answerRegistrationPreflight(routes)
    for (const url of new Set([
      ...oidcGetPaths,
      ...oidcPostPaths.filter((path) => path !== oidcProtocolPaths.registration),
    ]))
      routes.route({ method: 'OPTIONS', url, ...options, handler: createOidcApplicationRequestHandler(app, provider) })
    rateLimitOidcRequests(app, routes)
    handleOidcRouteErrors(routes, app.settings.origin)
  })
  await app.http.register(async (routes) => {
    routes.removeAllContentTypeParsers()
    routes.addContentTypeParser('application/x-www-form-urlencoded', { parseAs: 'string' }, (_request, body, done) =>
      done(null, body),
    )
    for (const url of oidcFormPostPaths)
      routes.route({
        method: 'POST',
        url,
        schema: { hide: true },
        config: { openToOtherSites: true },
        handler: redirectPostToGet,
      })
  })
}

/** The provider answers no preflight here. Any origin may register, if it has a token (N2). */
function answerRegistrationPreflight(routes: FastifyInstance): void {
  const url = oidcProtocolPaths.registration
  routes.addHook('onRequest', async (request, reply) => {
    if (request.routeOptions.url === url) reply.header('access-control-allow-origin', '*').header('vary', 'origin')
  })
  routes.route({
    method: 'OPTIONS',
    url,
    schema: { hide: true },
    config: { openToOtherSites: true },
    handler: async (_request, reply) =>
      reply
        .code(204)
        .header('access-control-allow-methods', 'POST')
        .header('access-control-allow-headers', 'authorization, content-type, mcp-protocol-version')
        .header('access-control-max-age', '3600')
        .send(),
  })
}

/** A cross-site form post lacks this site's cookies; a redirect to the same URL has them. */
async function redirectPostToGet(request: FastifyRequest, reply: FastifyReply): Promise<FastifyReply> {
  const parameters = new URLSearchParams(typeof request.body === 'string' ? request.body : '')
  return reply.redirect(`${request.routeOptions.url}?${parameters}`, 303)
}
