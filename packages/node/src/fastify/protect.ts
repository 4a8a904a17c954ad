import type { FastifyPluginAsync, FastifyRequest, onRequestAsyncHookHandler } from 'fastify'
import { createOncePerRequest } from '../node-http/authenticate-once.ts'
import { createWebRequest } from '../node-http/create-web-request.ts'
import { protect as protectRequests } from '../protect/protect.ts'
import { createMetadataResponse } from '../protect/protected-resource-metadata.ts'
import type { ProtectOptions } from '../protect/protect-options.ts'
import './fastify-request-user.ts'
import { sendWebResponse } from './send-web-response.ts'

/**
 * An `onRequest` hook that protects routes, with `metadata`, a plugin that serves the metadata.
 *
 * @example
 * ```ts
 * import { protect } from '@countersign/node/fastify'
 * import type { FastifyProtection } from '@countersign/node/fastify'
 *
 * const api: FastifyProtection = protect({ issuer: 'https://sign-in.example', audience: 'https://api.shop.example' })
 * typeof api.metadata // => 'function'
 * ```
 */
export type FastifyProtection = onRequestAsyncHookHandler & { readonly metadata: FastifyPluginAsync }

/**
 * Protects the routes of an API: only requests with a valid access token for it pass. They have
 * `request.user`.
 *
 * @param options the issuer and the audience default to COUNTERSIGN_ISSUER and COUNTERSIGN_AUDIENCE
 * @returns an `onRequest` hook that answers other requests with 401, 403 or 503
 * @throws ConfigurationError if an option is missing or invalid
 * @example
 * ```ts
 * import fastify from 'fastify'
 * import { protect } from '@countersign/node/fastify'
 *
 * const api = protect({ issuer: 'https://sign-in.example', audience: 'https://api.shop.example', scopes: ['api'] })
 * const app = fastify()
 * await app.register(api.metadata)
 * app.get('/api/me', { onRequest: api }, async (request) => ({ sub: request.user?.sub }))
 *
 * const response = await app.inject('/api/me')
 * response.statusCode // => 401
 * ```
 */
export function protect(options: ProtectOptions = {}): FastifyProtection {
  const protection = protectRequests(options)
  const authenticate = createOncePerRequest(async (request: FastifyRequest) =>
    // Only the path of the address counts, because the origins come from the settings.
    protection.authenticate(
      createWebRequest(request.raw, { path: request.originalUrl, origin: 'https://api.invalid' }),
    ),
  )
  const hook: onRequestAsyncHookHandler = async (request, reply) => {
    const result = await authenticate(request)
    if (result.outcome === 'refused') return sendWebResponse(reply, result.response)
    request.user = result.user
    return undefined
  }
  const metadata: FastifyPluginAsync = async (instance) => {
    instance.get(protection.metadataPath, (_request, reply) =>
      sendWebResponse(reply, createMetadataResponse(protection.metadata)),
    )
  }
  return Object.assign(hook, { metadata })
}
