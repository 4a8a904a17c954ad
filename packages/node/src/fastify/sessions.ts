import type { FastifyPluginAsync, FastifyRequest, onRequestAsyncHookHandler } from 'fastify'
import { createOncePerRequest } from '../node-http/authenticate-once.ts'
import { createWebRequest } from '../node-http/create-web-request.ts'
import { sessions as createSessions } from '../sessions/sessions.ts'
import type { SessionsOptions } from '../sessions/session-options.ts'
import './fastify-request-user.ts'
import { sendWebResponse } from './send-web-response.ts'

/**
 * The sessions of a Fastify site.
 *
 * @example
 * ```ts
 * import { sessions } from '@countersign/node/fastify'
 * import type { FastifySessions } from '@countersign/node/fastify'
 *
 * const auth: FastifySessions = sessions({
 *   issuer: 'https://sign-in.example',
 *   clientId: 'shop',
 *   clientSecret: 'a-secret-of-at-least-32-characters',
 *   secret: 'another-secret-of-at-least-32-chars',
 *   appUrl: 'https://shop.example',
 * })
 * auth.signInPath // => '/auth/sign-in'
 * ```
 */
export interface FastifySessions {
  /** A plugin that serves sign-in, callback, sign-out and back-channel logout. Register it without a prefix. */
  readonly routes: FastifyPluginAsync
  /** An `onRequest` hook. Only signed-in people pass: pages redirect to the sign-in, other requests get 401. */
  readonly required: onRequestAsyncHookHandler
  /** An `onRequest` hook that sets `request.user` if someone is signed in. */
  readonly optional: onRequestAsyncHookHandler
  /** The current access token of the signed-in person, for the API of the option `api`; or null. */
  readonly accessToken: (request: FastifyRequest) => Promise<string | null>
  readonly signInPath: string
  readonly signOutPath: string
}

/**
 * Signs people in to a Fastify site and keeps their sessions.
 *
 * @param options the first five default to environment variables
 * @throws ConfigurationError if an option is missing or invalid
 * @example
 * ```ts
 * import fastify from 'fastify'
 * import { sessions } from '@countersign/node/fastify'
 *
 * const auth = sessions({
 *   issuer: 'https://sign-in.example',
 *   clientId: 'shop',
 *   clientSecret: 'a-secret-of-at-least-32-characters',
 *   secret: 'another-secret-of-at-least-32-chars',
 *   appUrl: 'https://shop.example',
 * })
 * const app = fastify()
 * await app.register(auth.routes)
 * app.get('/', { onRequest: auth.required }, async (request) => `Hello ${request.user?.name}`)
 *
 * const response = await app.inject({ url: '/', headers: { accept: 'text/html' } })
 * response.headers.location // => '/auth/sign-in?returnTo=%2F'
 * ```
 */
export function sessions(options: SessionsOptions = {}): FastifySessions {
  const core = createSessions(options)
  const toWebRequest = ({ raw, originalUrl }: FastifyRequest, readBody?: () => Promise<string>): Request =>
    createWebRequest(raw, { path: originalUrl, origin: core.appUrl, readBody })
  const authenticate = createOncePerRequest(async (request: FastifyRequest) => {
    const webRequest = toWebRequest(request)
    return { ...(await core.authenticate(webRequest)), webRequest }
  })
  const routes: FastifyPluginAsync = async (instance) => {
    // Only for these routes: the plugin has its own scope.
    instance.removeAllContentTypeParsers()
    instance.addContentTypeParser('*', { parseAs: 'string', bodyLimit: 65_536 }, (_request, body, done) =>
      done(null, body),
    )
    for (const method of ['GET', 'POST'] as const)
      instance.route({
        method,
        url: `${core.basePath}/*`,
        handler: async (request, reply) => {
          const readBody = async () => (typeof request.body === 'string' ? request.body : '')
          const answer = await core.handle(toWebRequest(request, readBody))
          return answer === null ? reply.callNotFound() : sendWebResponse(reply, answer)
        },
      })
  }
  const identify =
    (isRequired: boolean): onRequestAsyncHookHandler =>
    async (request, reply) => {
      const { user, cookies, webRequest } = await authenticate(request)
      if (user === null && isRequired) return sendWebResponse(reply, core.createSignInResponse(webRequest, cookies))
      for (const cookie of cookies) reply.header('set-cookie', cookie)
      // Shared caches must not store pages of a person.
      if ((user !== null || cookies.length > 0) && !reply.hasHeader('cache-control'))
        reply.header('cache-control', 'private, no-cache')
      request.user = user ?? undefined
      return undefined
    }
  return {
    routes,
    required: identify(true),
    optional: identify(false),
    accessToken: async (request) => (await authenticate(request)).accessToken,
    signInPath: core.signInPath,
    signOutPath: core.signOutPath,
  }
}
