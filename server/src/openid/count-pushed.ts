// How often requests may be pushed (RFC 9126 §2): each is stored, and an application that does not prove itself can be
// played by anybody. One that does sends the requests of all its people from one network, and is counted in all only.
import { errors } from 'oidc-provider'
import type { KoaContext } from 'oidc-provider'
import { Refusal } from '../platform/refusal.ts'
import type { RateLimits } from '../platform/rate-limits.ts'
import { currentScope } from './request-scope.ts'

/** Counts a request that is pushed; of an application that proves itself once it has, so that nobody else can use up its share. */
export async function countPushed(ctx: KoaContext | undefined, rateLimits: RateLimits, { proved }: { proved: boolean }): Promise<void> {
  if (ctx?.oidc.route !== 'pushed_authorization_request') return
  try {
    if (!proved) await rateLimits.requestsOfNetwork(currentScope().networkPrefix)
    await rateLimits.requestsInAll()
  } catch (error) {
    if (!(error instanceof Refusal)) throw error
    ctx.set('retry-after', String(error.place.retryAfterSeconds))
    // RFC 9126 §2.3: too many are told by their own status.
    throw Object.assign(new errors.TemporarilyUnavailable('Too many requests were pushed.', error.privateDetail), { status: 429, statusCode: 429 })
  }
}
