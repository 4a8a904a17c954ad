// How often requests may be pushed (RFC 9126 §2) and devices may ask for codes (RFC 8628 §3.1): each is stored. They are counted where all are once the
// application is known; one that proves itself, once it has, so that nobody else can use up its share. It sends the requests of all its
// people from one network, and is held up by none; one that does not can be played by anybody.
import { errors } from 'oidc-provider'
import type { KoaContext } from 'oidc-provider'
import { ApiError } from '../../platform/api-error.ts'
import type { RateLimitCaller, RateLimiter } from '../../platform/rate-limits/rate-limiter.ts'
import { getOidcRequest } from './oidc-request-context.ts'

const rateLimitedRoutes: ReadonlySet<string> = new Set(['pushed_authorization_request', 'device_authorization'])

/** An application that has proved itself: from nowhere in particular, and no stranger. */
const authenticatedClient: RateLimitCaller = { networks: [], isKnown: null }

/** Counts what an application has stored here. */
export async function rateLimitPushedAuthorizationRequest(
  ctx: KoaContext | undefined,
  rateLimiter: RateLimiter,
  { proved }: { proved: boolean },
): Promise<void> {
  const route = ctx?.oidc.route ?? ''
  if (ctx === undefined || !rateLimitedRoutes.has(route)) return
  const { caller } = getOidcRequest()
  try {
    // A device's has paid from its networks before it came here (rate-limit-oidc-requests.ts).
    if (!proved && route === 'pushed_authorization_request') await rateLimiter.consumeNetworkBudget('requests', caller)
    await rateLimiter.consumeSharedBudget('requests', proved ? authenticatedClient : caller)
  } catch (error) {
    if (!(error instanceof ApiError)) throw error
    throw createTooManyRequestsError(ctx, error)
  }
}

/** RFC 9126 §2.3: too many are told by their own status. */
export function createTooManyRequestsError(ctx: KoaContext, { place, privateDetail }: ApiError): Error {
  ctx.set('retry-after', String(place.retryAfterSeconds))
  return Object.assign(new errors.TemporarilyUnavailable('Too many requests are made.', privateDetail), {
    status: 429,
    statusCode: 429,
  })
}
