import type { MiddlewareHandler } from 'hono'
import { protect as protectRequests } from '../protect/protect.ts'
import { createMetadataResponse } from '../protect/protected-resource-metadata.ts'
import type { ProtectOptions } from '../protect/protect-options.ts'
import type { ApiUser } from '../user/user.ts'

/**
 * A middleware that protects what follows, with `metadata`, a middleware that serves the metadata.
 *
 * @example
 * ```ts
 * import { protect } from '@countersign/node/hono'
 * import type { HonoProtection } from '@countersign/node/hono'
 *
 * const api: HonoProtection = protect({ issuer: 'https://sign-in.example', audience: 'https://api.shop.example' })
 * typeof api.metadata // => 'function'
 * ```
 */
export type HonoProtection = MiddlewareHandler<{ Variables: { user: ApiUser } }> & {
  readonly metadata: MiddlewareHandler
}

/**
 * Protects the routes of an API: only requests with a valid access token for it pass. Handlers read
 * the caller with `c.get('user')`.
 *
 * @param options the issuer and the audience default to COUNTERSIGN_ISSUER and COUNTERSIGN_AUDIENCE
 * @returns a middleware that answers other requests with 401, 403 or 503
 * @throws ConfigurationError if an option is missing or invalid
 * @example
 * ```ts
 * import { Hono } from 'hono'
 * import { protect } from '@countersign/node/hono'
 *
 * const api = protect({ issuer: 'https://sign-in.example', audience: 'https://api.shop.example' })
 * const app = new Hono()
 *   .use(api.metadata)
 *   .use('/api/*', api)
 *   .get('/api/me', api, (c) => c.json({ sub: c.get('user').sub }))
 *
 * const response = await app.request('/api/me')
 * response.status // => 401
 * ```
 */
export function protect(options: ProtectOptions = {}): HonoProtection {
  const protection = protectRequests(options)
  const checked = new WeakMap<Request, ApiUser>()
  const middleware: MiddlewareHandler<{ Variables: { user: ApiUser } }> = async (c, next) => {
    // The middleware can be mounted twice, but a DPoP proof is valid once.
    const known = checked.get(c.req.raw)
    const result =
      known === undefined ? await protection.authenticate(c.req.raw) : { outcome: 'allowed' as const, user: known }
    if (result.outcome === 'refused') return result.response
    checked.set(c.req.raw, result.user)
    c.set('user', result.user)
    return next()
  }
  const metadata: MiddlewareHandler = async (c, next) =>
    c.req.method === 'GET' && c.req.path === protection.metadataPath
      ? createMetadataResponse(protection.metadata)
      : next()
  return Object.assign(middleware, { metadata })
}
