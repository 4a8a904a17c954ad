// The pre-session cookie, against login CSRF (THREATS M4): the secret that binds what began in a browser to that browser, whoever is signed
// in with it.
import type { SerializeOptions } from '@fastify/cookie'
import type { FastifyReply, FastifyRequest } from 'fastify'
import type { App } from './call.ts'
import { Refusal } from './refusal.ts'
import { createSecret, hashSecret, isSecret } from './secret.ts'

/** Hash of the secret that the asking browser holds; null where it holds none. */
export function readBrowserHash({ cookies }: Pick<App, 'cookies'>, request: FastifyRequest): string | null {
  const secret = request.cookies[cookies.browser.name]
  return isSecret(secret) ? hashSecret(secret) : null
}

/**
 * Hash of the secret that the asking browser holds.
 * @throws Refusal `browser.no_cookie` where it sends none, most often because it refuses cookies
 */
export function requireBrowserHash(app: Pick<App, 'cookies'>, request: FastifyRequest): string {
  const held = readBrowserHash(app, request)
  if (held === null) throw new Refusal('browser.no_cookie')
  return held
}

/** Hash of the secret that the asking browser holds; one that holds none is given one with the answer. */
export function ensureBrowserHash(
  { cookies, http, random }: Pick<App, 'cookies' | 'http' | 'random'>,
  request: FastifyRequest,
  reply: FastifyReply,
): string {
  const held = readBrowserHash({ cookies }, request)
  if (held !== null) return held
  const { name, options } = cookies.browser
  const secret = createSecret(random)
  // As a header, because what is set in another way is not written where the provider takes the answer over.
  reply.header(
    'set-cookie',
    http.serializeCookie(name, secret, { ...options, secure: options.secure === true } as SerializeOptions),
  )
  return hashSecret(secret)
}

/** Browsers keep a cookie for 400 days at most (RFC 6265bis §5.5). */
const longestSeconds = 400 * 24 * 60 * 60

/** Lets a browser that somebody has signed in with keep its secret, so that it is recognised when they come back. */
export function keepBrowserSecret(
  { cookies }: Pick<App, 'cookies'>,
  request: FastifyRequest,
  reply: FastifyReply,
): void {
  const { name, options } = cookies.browser
  const secret = request.cookies[name]
  if (isSecret(secret)) reply.setCookie(name, secret, { ...options, maxAge: longestSeconds })
}
