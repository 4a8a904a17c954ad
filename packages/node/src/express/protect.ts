import type { Request as ExpressRequest, RequestHandler } from 'express'
import { createOncePerRequest } from '../node-http/authenticate-once.ts'
import { createWebRequest } from '../node-http/create-web-request.ts'
import { protect as protectRequests } from '../protect/protect.ts'
import type { Protection } from '../protect/protect.ts'
import { createMetadataResponse } from '../protect/protected-resource-metadata.ts'
import type { ProtectOptions } from '../protect/protect-options.ts'
import './express-request-user.ts'
import { forwardErrors } from './forward-errors.ts'
import { sendWebResponse } from './send-web-response.ts'

/**
 * A middleware that protects what follows, with `metadata`, a middleware that serves the metadata.
 *
 * @example
 * ```ts
 * import { protect } from '@countersign/node/express'
 * import type { ExpressProtection } from '@countersign/node/express'
 *
 * const api: ExpressProtection = protect({ issuer: 'https://sign-in.example', audience: 'https://api.shop.example' })
 * typeof api.metadata // => 'function'
 * ```
 */
export interface ExpressProtection extends RequestHandler {
  readonly metadata: RequestHandler
}

/**
 * Protects the routes of an API: only requests with a valid access token for it pass. They have
 * `request.user`.
 *
 * @param options the issuer and the audience default to COUNTERSIGN_ISSUER and COUNTERSIGN_AUDIENCE
 * @returns a middleware that answers other requests with 401, 403 or 503
 * @throws ConfigurationError if an option is missing or invalid
 * @example
 * ```ts
 * import express from 'express'
 * import { protect } from '@countersign/node/express'
 *
 * const app = express()
 * app.use('/api', protect({ issuer: 'https://sign-in.example', audience: 'https://api.shop.example', scopes: ['api'] }))
 * app.get('/api/me', (request, response) => void response.json({ sub: request.user?.sub }))
 *
 * const server = app.listen(0)
 * const { port } = server.address() as { port: number }
 * const response = await fetch(`http://localhost:${port}/api/me`)
 * server.close()
 * response.status // => 401
 * ```
 */
export function protect(options: ProtectOptions = {}): ExpressProtection {
  const protection = protectRequests(options)
  const authenticate = createOncePerRequest(async (request: ExpressRequest) =>
    protection.authenticate(createWebRequest(request, locate(request))),
  )
  const middleware: RequestHandler = async (request, response, next) => {
    const result = await authenticate(request)
    // A response can be read once, but the middleware can be mounted twice.
    if (result.outcome === 'refused') return sendWebResponse(response, result.response.clone())
    request.user = result.user
    next()
  }
  return Object.assign(forwardErrors(middleware), { metadata: serveMetadata(protection) })
}

/**
 * Serves the metadata of an API at its well-known path (RFC 9728), so that clients find the sign-in
 * server. Mount it at the root.
 *
 * @example
 * ```ts
 * import express from 'express'
 * import { protectedResourceMetadata } from '@countersign/node/express'
 *
 * const app = express()
 * app.use(protectedResourceMetadata({ issuer: 'https://sign-in.example', audience: 'https://api.shop.example' }))
 *
 * const server = app.listen(0)
 * const { port } = server.address() as { port: number }
 * const response = await fetch(`http://localhost:${port}/.well-known/oauth-protected-resource`)
 * server.close()
 * const { resource } = (await response.json()) as { resource: string }
 * resource // => 'https://api.shop.example/'
 * ```
 */
export function protectedResourceMetadata(options: ProtectOptions = {}): RequestHandler {
  return serveMetadata(protectRequests(options))
}

const serveMetadata = ({ metadata, metadataPath }: Pick<Protection, 'metadata' | 'metadataPath'>): RequestHandler =>
  forwardErrors(async (request, response, next) => {
    if (request.method !== 'GET' || request.path !== metadataPath) return next()
    await sendWebResponse(response, createMetadataResponse(metadata))
  })

/** Only the path of the address counts, because the origins come from the settings. */
const locate = ({ originalUrl }: ExpressRequest) => ({ path: originalUrl, origin: 'https://api.invalid' })
