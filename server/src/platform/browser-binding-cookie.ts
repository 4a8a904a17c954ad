// The pre-session cookie, against login CSRF (THREATS M4): the secret that binds what began in a browser to that browser, whoever is signed
// in with it.
import type { SerializeOptions } from '@fastify/cookie'
import type { FastifyReply, FastifyRequest } from 'fastify'
import type { ServerAppContext } from './register-api-endpoint.ts'
import { ApiError } from './api-error.ts'
import { createBearerSecret, hashBearerSecret, isBearerSecret } from './random-bearer-secret.ts'

/** Hash of the secret that the asking browser holds; null where it holds none. */
export function readBrowserBindingHash(
  { cookies }: Pick<ServerAppContext, 'cookies'>,
  request: FastifyRequest,
): string | null {
  const secret = request.cookies[cookies.browserBinding.name]
  return isBearerSecret(secret) ? hashBearerSecret(secret) : null
}

/**
 * Hash of the secret that the asking browser holds.
 * @throws ApiError `browser.no_cookie` where it sends none, most often because it refuses cookies
 */
export function requireBrowserBindingHash(app: Pick<ServerAppContext, 'cookies'>, request: FastifyRequest): string {
  const held = readBrowserBindingHash(app, request)
  if (held === null) throw new ApiError('browser.no_cookie')
  return held
}

/** Hash of the secret that the asking browser holds; one that holds none is given one with the answer. */
export function ensureBrowserBindingHash(
  { cookies, http, random }: Pick<ServerAppContext, 'cookies' | 'http' | 'random'>,
  request: FastifyRequest,
  reply: FastifyReply,
): string {
  const held = readBrowserBindingHash({ cookies }, request)
  if (held !== null) return held
  const { name, options } = cookies.browserBinding
  const secret = createBearerSecret(random)
  // As a header, because what is set in another way is not written where the provider takes the answer over.
  reply.header(
    'set-cookie',
    http.serializeCookie(name, secret, { ...options, secure: options.secure === true } as SerializeOptions),
  )
  return hashBearerSecret(secret)
}

/** Browsers keep a cookie for 400 days at most (RFC 6265bis §5.5). */
const maxCookieAgeSeconds = 400 * 24 * 60 * 60

/** Lets a browser that somebody has signed in with keep its secret, so that it is recognised when they come back. */
export function persistBrowserBindingCookie(
  { cookies }: Pick<ServerAppContext, 'cookies'>,
  request: FastifyRequest,
  reply: FastifyReply,
): void {
  const { name, options } = cookies.browserBinding
  const secret = request.cookies[name]
  if (isBearerSecret(secret)) reply.setCookie(name, secret, { ...options, maxAge: maxCookieAgeSeconds })
}
