// Hands a request to the provider as this server means it: its own origin, and only the cookies that are set here.
import type { FastifyReply, FastifyRequest } from 'fastify'
import type { Provider } from 'oidc-provider'
import type { ServerAppContext } from '../../platform/register-api-endpoint.ts'
import { toIpNetworkPrefix } from '../../platform/ip-network-prefix.ts'
import { readUserAgent } from '../../platform/read-user-agent.ts'
import { identifyRateLimitCaller } from '../../auth/session-guard/identify-rate-limit-caller.ts'
import { runOidcRequest } from './oidc-request-context.ts'

/** The provider to answer a request with; it changes with the signing keys. */
export interface OidcProviderForCurrentKeys {
  /** @throws what the database says when the keys cannot be read */
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
  // Taking over the answer loses what was set on it so far.
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
  // An origin is a scheme and a host, and nothing else.
  const [scheme, host] = origin.split('://')
  for (const name of Object.keys(headers))
    if (name.startsWith('x-forwarded-') || name === 'forwarded') delete headers[name]
  headers.host = host
  headers['x-forwarded-proto'] = scheme
  if (cookies.length === 0) delete headers.cookie
  else headers.cookie = cookies.join('; ')
}
