// Rate limits for pushed requests (RFC 9126 §2) and device codes (RFC 8628 §3.1), which are stored.
import { errors } from 'oidc-provider'
import type { KoaContext } from 'oidc-provider'
import { ApiError } from '../../platform/api-error.ts'
import type { RateLimitCaller, RateLimiter } from '../../platform/rate-limits/rate-limiter.ts'
import { getOidcRequest } from './oidc-request-context.ts'

const rateLimitedRoutes: ReadonlySet<string> = new Set(['pushed_authorization_request', 'device_authorization'])

/** Not limited by network, because such a client sends the requests of all its users. */
const authenticatedClient: RateLimitCaller = { networks: [], isKnown: null }

export async function rateLimitPushedAuthorizationRequest(
  ctx: KoaContext | undefined,
  rateLimiter: RateLimiter,
  { proved }: { proved: boolean },
): Promise<void> {
  const route = ctx?.oidc.route ?? ''
  if (ctx === undefined || !rateLimitedRoutes.has(route)) return
  const { caller } = getOidcRequest()
  try {
    // Device requests were counted by network already (rate-limit-oidc-requests.ts).
    if (!proved && route === 'pushed_authorization_request') await rateLimiter.consumeNetworkBudget('requests', caller)
    await rateLimiter.consumeSharedBudget('requests', proved ? authenticatedClient : caller)
  } catch (error) {
    if (!(error instanceof ApiError)) throw error
    throw createTooManyRequestsError(ctx, error)
  }
}

/** RFC 9126 §2.3: status 429. */
export function createTooManyRequestsError(ctx: KoaContext, { place, privateDetail }: ApiError): Error {
  ctx.set('retry-after', String(place.retryAfterSeconds))
  return Object.assign(new errors.TemporarilyUnavailable('Too many requests.', privateDetail), {
    status: 429,
    statusCode: 429,
  })
}
