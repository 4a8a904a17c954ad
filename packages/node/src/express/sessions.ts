import type { Request as ExpressRequest, RequestHandler } from 'express'
import { createOncePerRequest } from '../node-http/authenticate-once.ts'
import { createWebRequest } from '../node-http/create-web-request.ts'
import { readRequestBody } from '../node-http/read-request-body.ts'
import { sessions as createSessions } from '../sessions/sessions.ts'
import type { SessionsOptions } from '../sessions/session-options.ts'
import './express-request-user.ts'
import { forwardErrors } from './forward-errors.ts'
import { appendCookieHeaders, sendWebResponse } from './send-web-response.ts'

/**
 * The sessions of an Express site.
 *
 * @example
 * ```ts
 * import { sessions } from '@countersign/node/express'
 * import type { ExpressSessions } from '@countersign/node/express'
 *
 * const auth: ExpressSessions = sessions({
 *   issuer: 'https://sign-in.example',
 *   clientId: 'shop',
 *   clientSecret: 'a-secret-of-at-least-32-characters',
 *   secret: 'another-secret-of-at-least-32-chars',
 *   appUrl: 'https://shop.example',
 * })
 * auth.signInPath // => '/auth/sign-in'
 * ```
 */
export interface ExpressSessions {
  /** Serves sign-in, callback, sign-out and back-channel logout. */
  readonly routes: RequestHandler
  /** Only signed-in people pass: pages redirect to the sign-in, other requests get 401. */
  readonly required: RequestHandler
  /** Sets `request.user` if someone is signed in. */
  readonly optional: RequestHandler
  /** The current access token of the signed-in person, for the API of the option `api`; or null. */
  readonly accessToken: (request: ExpressRequest) => Promise<string | null>
  readonly signInPath: string
  readonly signOutPath: string
}

/**
 * Signs people in to an Express site and keeps their sessions.
 *
 * @param options the first five default to environment variables
 * @throws ConfigurationError if an option is missing or invalid
 * @example
 * ```ts
 * import express from 'express'
 * import { sessions } from '@countersign/node/express'
 *
 * const app = express()
 * const auth = sessions({
 *   issuer: 'https://sign-in.example',
 *   clientId: 'shop',
 *   clientSecret: 'a-secret-of-at-least-32-characters',
 *   secret: 'another-secret-of-at-least-32-chars',
 *   appUrl: 'https://shop.example',
 * })
 * app.use(auth.routes)
 * app.get('/', auth.required, (request, response) => void response.send(`Hello ${request.user?.name}`))
 *
 * const server = app.listen(0)
 * const { port } = server.address() as { port: number }
 * const home = `http://localhost:${port}/`
 * const response = await fetch(home, { headers: { accept: 'text/html' }, redirect: 'manual' })
 * server.close()
 * response.headers.get('location') // => '/auth/sign-in?returnTo=%2F'
 * ```
 */
export function sessions(options: SessionsOptions = {}): ExpressSessions {
  const core = createSessions(options)
  const toWebRequest = (request: ExpressRequest, readBody?: () => Promise<string>): Request =>
    createWebRequest(request, { path: request.originalUrl, origin: core.appUrl, readBody })
  const authenticate = createOncePerRequest(async (request: ExpressRequest) => {
    const webRequest = toWebRequest(request)
    return { ...(await core.authenticate(webRequest)), webRequest }
  })
  const routes: RequestHandler = async (request, response, next) => {
    if (!request.originalUrl.startsWith(`${core.basePath}/`)) return next()
    const answer = await core.handle(toWebRequest(request, () => readRequestBody(request)))
    if (answer === null) return next()
    await sendWebResponse(response, answer)
  }
  const identify =
    (isRequired: boolean): RequestHandler =>
    async (request, response, next) => {
      const { user, cookies, webRequest } = await authenticate(request)
      if (user === null && isRequired) return sendWebResponse(response, core.createSignInResponse(webRequest, cookies))
      appendCookieHeaders(response, cookies)
      request.user = user ?? undefined
      // Shared caches must not store pages of a person.
      if ((user !== null || cookies.length > 0) && !response.hasHeader('cache-control'))
        response.setHeader('cache-control', 'private, no-cache')
      next()
    }
  return {
    routes: forwardErrors(routes),
    required: forwardErrors(identify(true)),
    optional: forwardErrors(identify(false)),
    accessToken: async (request) => (await authenticate(request)).accessToken,
    signInPath: core.signInPath,
    signOutPath: core.signOutPath,
  }
}
