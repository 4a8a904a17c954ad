// Forwards requests to the provider with this server's origin and only the provider's own cookies.
import type { FastifyReply, FastifyRequest } from 'fastify'
import type { Provider } from 'oidc-provider'
import type { ServerAppContext } from '../../platform/register-api-endpoint.ts'
import { toIpNetworkPrefix } from '../../platform/ip-network-prefix.ts'
import { readUserAgent } from '../../platform/read-user-agent.ts'
import { identifyRateLimitCaller } from '../../auth/session-guard/identify-rate-limit-caller.ts'
import { runOidcRequest } from './oidc-request-context.ts'

export interface OidcProviderForCurrentKeys {
  handler: () => Promise<ReturnType<Provider['callback']>>
}

export type OidcRequestCaller = Pick<
  Parameters<typeof runOidcRequest>[1],
  'signedIn' | 'browserHash' | 'testLogin' | 'secretlessClientId' | 'interaction' | 'applications' | 'memberships'
> & { cookies: readonly string[] }

export async function forwardRequestToOidcProvider(
  app: ServerAppContext,
  provider: OidcProviderForCurrentKeys,
  request: FastifyRequest,
  reply: FastifyReply,
  { cookies, ...caller }: OidcRequestCaller,
): Promise<void> {
  const { database, clock, settings } = app
  const handler = await provider.handler()
  const { raw } = request
  normalizeProxyHeaders(raw.headers, settings.origin, cookies)
  reply.hijack()
  // Hijacking the reply drops its headers.
  for (const [name, value] of Object.entries(reply.getHeaders()))
    if (value !== undefined) reply.raw.setHeader(name, value)
  const scope = {
    site: settings,
    requestId: request.id,
    database: database.kind,
    now: clock(),
    networkPrefix: toIpNetworkPrefix(request.ip),
    caller: identifyRateLimitCaller(app, request),
    userAgent: readUserAgent(request),
    ...caller,
  }
  await runOidcRequest(database.queries, scope, () => handler(raw, reply.raw))
}

function normalizeProxyHeaders(
  headers: FastifyRequest['raw']['headers'],
  origin: string,
  cookies: readonly string[],
): void {
  const [scheme, host] = origin.split('://')
  for (const name of Object.keys(headers))
    if (name.startsWith('x-forwarded-') || name === 'forwarded') delete headers[name]
  headers.host = host
  headers['x-forwarded-proto'] = scheme
  if (cookies.length === 0) delete headers.cookie
  else headers.cookie = cookies.join('; ')
}
