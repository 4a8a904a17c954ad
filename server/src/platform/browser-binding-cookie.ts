// Pre-session cookie that binds a flow to the browser that started it (login CSRF, THREATS M4).
import type { SerializeOptions } from '@fastify/cookie'
import type { FastifyReply, FastifyRequest } from 'fastify'
import type { ServerAppContext } from './register-api-endpoint.ts'
import { ApiError } from './api-error.ts'
import { createBearerSecret, hashBearerSecret, isBearerSecret } from './random-bearer-secret.ts'

export function readBrowserBindingHash(
  { cookies }: Pick<ServerAppContext, 'cookies'>,
  request: FastifyRequest,
): string | null {
  const secret = request.cookies[cookies.browserBinding.name]
  return isBearerSecret(secret) ? hashBearerSecret(secret) : null
}

/** @throws ApiError `browser.no_cookie`, usually because the browser refuses cookies */
export function requireBrowserBindingHash(app: Pick<ServerAppContext, 'cookies'>, request: FastifyRequest): string {
  const held = readBrowserBindingHash(app, request)
  if (held === null) throw new ApiError('browser.no_cookie')
  return held
}

export function ensureBrowserBindingHash(
  { cookies, http, random }: Pick<ServerAppContext, 'cookies' | 'http' | 'random'>,
  request: FastifyRequest,
  reply: FastifyReply,
): string {
  const held = readBrowserBindingHash({ cookies }, request)
  if (held !== null) return held
  const { name, options } = cookies.browserBinding
  const secret = createBearerSecret(random)
  // The header is set directly, because the OpenID provider drops cookies set in another way.
  reply.header(
    'set-cookie',
    http.serializeCookie(name, secret, { ...options, secure: options.secure === true } as SerializeOptions),
  )
  return hashBearerSecret(secret)
}

/** The longest lifetime that browsers allow (RFC 6265bis §5.5). */
const maxCookieAgeSeconds = 400 * 24 * 60 * 60

export function persistBrowserBindingCookie(
  { cookies }: Pick<ServerAppContext, 'cookies'>,
  request: FastifyRequest,
  reply: FastifyReply,
): void {
  const { name, options } = cookies.browserBinding
  const secret = request.cookies[name]
  if (isBearerSecret(secret)) reply.setCookie(name, secret, { ...options, maxAge: maxCookieAgeSeconds })
}
