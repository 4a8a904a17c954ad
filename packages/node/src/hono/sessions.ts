import { Hono } from 'hono'
import type { Context, MiddlewareHandler } from 'hono'
import { sessions as createSessions } from '../sessions/sessions.ts'
import type { SessionResult } from '../sessions/sessions.ts'
import type { SessionsOptions } from '../sessions/session-options.ts'
import type { User } from '../user/user.ts'

/**
 * The sessions of a Hono site.
 *
 * @example
 * ```ts
 * import { sessions } from '@countersign/node/hono'
 * import type { HonoSessions } from '@countersign/node/hono'
 *
 * const auth: HonoSessions = sessions({
 *   issuer: 'https://sign-in.example',
 *   clientId: 'shop',
 *   clientSecret: 'a-secret-of-at-least-32-characters',
 *   secret: 'another-secret-of-at-least-32-chars',
 *   appUrl: 'https://shop.example',
 * })
 * auth.signInPath // => '/auth/sign-in'
 * ```
 */
export interface HonoSessions {
  /** Serves sign-in, callback, sign-out and back-channel logout. Mount it at the root. */
  readonly routes: Hono
  /** Only signed-in people pass: pages redirect to the sign-in, other requests get 401. */
  readonly required: MiddlewareHandler<{ Variables: { user: User } }>
  /** Sets `user` to the signed-in person, or to null. */
  readonly optional: MiddlewareHandler<{ Variables: { user: User | null } }>
  /** The current access token of the signed-in person, for the API of the option `api`; or null. */
  readonly accessToken: (c: Context) => Promise<string | null>
  readonly signInPath: string
  readonly signOutPath: string
}

/**
 * Signs people in to a Hono site and keeps their sessions.
 *
 * @param options the first five default to environment variables
 * @throws ConfigurationError if an option is missing or invalid
 * @example
 * ```ts
 * import { Hono } from 'hono'
 * import { sessions } from '@countersign/node/hono'
 *
 * const auth = sessions({
 *   issuer: 'https://sign-in.example',
 *   clientId: 'shop',
 *   clientSecret: 'a-secret-of-at-least-32-characters',
 *   secret: 'another-secret-of-at-least-32-chars',
 *   appUrl: 'https://shop.example',
 * })
 * const app = new Hono().route('/', auth.routes).get('/', auth.required, (c) => c.text(`Hello ${c.get('user').name}`))
 *
 * const response = await app.request('/', { headers: { accept: 'text/html' } })
 * response.headers.get('location') // => '/auth/sign-in?returnTo=%2F'
 * ```
 */
export function sessions(options: SessionsOptions = {}): HonoSessions {
  const core = createSessions(options)
  const results = new WeakMap<Request, Promise<SessionResult>>()
  const authenticate = (request: Request): Promise<SessionResult> => {
    const result = results.get(request) ?? core.authenticate(request)
    results.set(request, result)
    return result
  }
  const routes = new Hono()
  routes.all(`${core.basePath}/*`, async (c, next) => (await core.handle(c.req.raw)) ?? next())
  const required: HonoSessions['required'] = async (c, next) => {
    const { user, cookies } = await authenticate(c.req.raw)
    if (user === null) return core.createSignInResponse(c.req.raw, cookies)
    c.set('user', user)
    await next()
    finish(c, cookies)
  }
  const optional: HonoSessions['optional'] = async (c, next) => {
    const { user, cookies } = await authenticate(c.req.raw)
    c.set('user', user)
    await next()
    finish(c, cookies)
  }
  return {
    routes,
    required,
    optional,
    accessToken: async (c) => (await authenticate(c.req.raw)).accessToken,
    signInPath: core.signInPath,
    signOutPath: core.signOutPath,
  }
}

/** Shared caches must not store pages of a person. */
function finish(c: Context, cookies: readonly string[]): void {
  for (const cookie of cookies) c.header('set-cookie', cookie, { append: true })
  if (!c.res.headers.has('cache-control')) c.header('cache-control', 'private, no-cache')
}
