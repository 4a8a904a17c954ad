import type { FastifyInstance, FastifyRequest } from 'fastify'
import type { ApplicationRecord } from '../../store/applications/application-store.ts'
import type { ServerAppContext } from '../../platform/register-api-endpoint.ts'
import {
  identifyRateLimitCaller,
  identifySignedInRateLimitCaller,
} from '../../auth/session-guard/identify-rate-limit-caller.ts'
import type { AuthenticatedSession } from '../../auth/session-guard/require-request-session.ts'
import { createEnabledApplicationCache } from './enabled-application-cache.ts'
import { oidcProtocolPaths } from './oidc-protocol-paths.ts'
import { rateLimitedOidcPaths } from './oidc-route-paths.ts'

/** By network, because the client is unknown (rate-limit-pushed-authorization-requests.ts). */
export function rateLimitOidcRequests(app: ServerAppContext, routes: FastifyInstance): void {
  routes.addHook('onRequest', async (request) => {
    if (!rateLimitedOidcPaths.has(request.routeOptions.url ?? '') || request.method === 'OPTIONS') return
    await app.rateLimiter.consumeNetworkBudget('requests', identifyRateLimitCaller(app, request))
  })
}

/** Only requests of known applications, and sign-outs from a session, use the shared budget. */
export function createOidcBrowserRequestRateLimit(
  app: ServerAppContext,
): (
  request: FastifyRequest,
  signedIn: AuthenticatedSession | null,
  met: ApplicationRecord | undefined,
) => Promise<void> {
  const isKnown = createEnabledApplicationCache(app.database.queries, app.clock)
  return async (request, signedIn, met) => {
    const { url } = request.routeOptions
    const { client_id } = request.query as Record<string, unknown>
    const isWorth =
      url === oidcProtocolPaths.authorization
        ? met?.enabled === true || (await isKnown(client_id))
        : url === oidcProtocolPaths.end_session && signedIn !== null
    if (isWorth)
      await app.rateLimiter.consumeSharedBudget(
        'requests',
        signedIn === null ? identifyRateLimitCaller(app, request) : identifySignedInRateLimitCaller(request),
      )
  }
}
