import { protect as protectRequests } from '../protect/protect.ts'
import type { Protection } from '../protect/protect.ts'
import { createMetadataResponse } from '../protect/protected-resource-metadata.ts'
import type { ProtectOptions } from '../protect/protect-options.ts'
import { isShareable, shareInProcess } from './share-in-process.ts'

/**
 * The protection of route handlers.
 *
 * @example
 * ```ts
 * import { protect } from '@countersign/node/next'
 * import type { NextProtection } from '@countersign/node/next'
 *
 * const api: NextProtection = protect({ issuer: 'https://sign-in.example', audience: 'https://api.shop.example' })
 * typeof api.handler // => 'function'
 * ```
 */
export interface NextProtection {
  /** Wraps a route handler: only requests with a valid access token reach it. */
  readonly handler: Protection['handler']
  readonly authenticate: Protection['authenticate']
  /** Export it as `GET` from `app/.well-known/oauth-protected-resource/route.ts` (RFC 9728). */
  readonly metadata: () => Response
}

/**
 * Protects route handlers of the Next.js App Router with access tokens. The settings are read at the
 * first request, because a build runs without them.
 *
 * @param options the issuer and the audience default to COUNTERSIGN_ISSUER and COUNTERSIGN_AUDIENCE
 * @throws ConfigurationError at the first request, if an option is missing or invalid
 * @example
 * ```ts
 * // app/api/me/route.ts
 * import { protect } from '@countersign/node/next'
 *
 * const api = protect({ issuer: 'https://sign-in.example', audience: 'https://api.shop.example' })
 * export const GET = api.handler((request) => Response.json({ sub: request.user.sub }))
 *
 * const response = await GET(new Request('https://api.shop.example/api/me'))
 * response.status // => 401
 * ```
 */
export function protect(options: ProtectOptions = {}): NextProtection {
  let created: Protection | undefined
  const create = (): Protection => protectRequests(options)
  const open = (): Protection =>
    (created ??= isShareable(options) ? shareInProcess('protect', options, create) : create())
  return {
    handler:
      (handle) =>
      async (request, ...rest) =>
        open().handler(handle)(request, ...rest),
    authenticate: (request) => open().authenticate(request),
    metadata: () => createMetadataResponse(open().metadata),
  }
}
