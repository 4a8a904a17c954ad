import { sessions as createSessions } from '../sessions/sessions.ts'
import type { Sessions } from '../sessions/sessions.ts'
import type { SessionsOptions } from '../sessions/session-options.ts'
import { isShareable, shareInProcess } from './share-in-process.ts'
import type { User } from '../user/user.ts'

type RouteHandler = (request: Request) => Promise<Response>

/**
 * The sessions of a Next.js site.
 *
 * @example
 * ```ts
 * import { sessions } from '@countersign/node/next'
 * import type { NextSessions } from '@countersign/node/next'
 *
 * const auth: NextSessions = sessions({ issuer: 'https://sign-in.example' })
 * auth.signInPath // => '/auth/sign-in'
 * ```
 */
export interface NextSessions {
  /** Export them from `app/auth/[...countersign]/route.ts`: `export const { GET, POST } = auth.handlers`. */
  readonly handlers: { readonly GET: RouteHandler; readonly POST: RouteHandler }
  /** The signed-in person, or null, in server components, server actions and route handlers. */
  readonly user: () => Promise<User | null>
  /** The current access token of the signed-in person, for the API of the option `api`; or null. */
  readonly accessToken: () => Promise<string | null>
  /** Wraps a route handler, which only signed-in people reach. */
  readonly protect: Sessions['handler']
  readonly signInPath: string
  readonly signOutPath: string
}

/**
 * Options of `sessions` for Next.js.
 *
 * @example
 * ```ts
 * import { sessions } from '@countersign/node/next'
 * import type { NextSessionsOptions } from '@countersign/node/next'
 *
 * const options: NextSessionsOptions = {
 *   issuer: 'https://sign-in.example',
 *   clientId: 'shop',
 *   clientSecret: 'a-secret-of-at-least-32-characters',
 *   secret: 'another-secret-of-at-least-32-chars',
 *   appUrl: 'https://shop.example',
 *   readCookieHeader: async () => null,
 * }
 * await sessions(options).user() // => null
 * ```
 */
export interface NextSessionsOptions extends SessionsOptions {
  /** The header Cookie of the current request. Default: from `next/headers`. */
  readonly readCookieHeader?: () => Promise<string | null>
}

/**
 * Signs people in to a site with the Next.js App Router and keeps their sessions. The settings are
 * read at the first request, because a build runs without them.
 *
 * @param options the first five default to environment variables
 * @throws ConfigurationError at the first request, if an option is missing or invalid
 * @example
 * ```ts
 * // auth.ts; the route handlers and the pages import `auth`.
 * import { sessions } from '@countersign/node/next'
 *
 * const auth = sessions({
 *   issuer: 'https://sign-in.example',
 *   clientId: 'shop',
 *   clientSecret: 'a-secret-of-at-least-32-characters',
 *   secret: 'another-secret-of-at-least-32-chars',
 *   appUrl: 'https://shop.example',
 * })
 * const GET = auth.protect((request) => Response.json({ sub: request.user.sub }))
 *
 * const response = await GET(new Request('https://shop.example/api/me'))
 * response.status // => 401
 * ```
 */
export function sessions({
  readCookieHeader = readNextCookieHeader,
  ...options
}: NextSessionsOptions = {}): NextSessions {
  let created: Sessions | undefined
  const create = (): Sessions => createSessions(options)
  const open = (): Sessions =>
    (created ??= isShareable(options) ? shareInProcess('sessions', { ...options, store: undefined }, create) : create())
  const handle: RouteHandler = async (request) =>
    (await open().handle(request)) ?? new Response('Not found', { status: 404 })
  /** A server component cannot set cookies. Refreshed tokens stay in memory until a route handler does. */
  const authenticate = async () => {
    const cookie = await readCookieHeader()
    const { appUrl, authenticate: authenticateRequest } = open()
    return authenticateRequest(new Request(appUrl, { headers: cookie === null ? {} : { cookie } }))
  }
  const basePath = options.basePath ?? '/auth'
  return {
    handlers: { GET: handle, POST: handle },
    user: async () => (await authenticate()).user,
    accessToken: async () => (await authenticate()).accessToken,
    protect:
      (handleRequest) =>
      async (request, ...rest) =>
        open().handler(handleRequest)(request, ...rest),
    signInPath: `${basePath}/sign-in`,
    signOutPath: `${basePath}/sign-out`,
  }
}

/** Imported when needed: route handlers and tests work without it, and Next.js can bundle it. */
async function readNextCookieHeader(): Promise<string | null> {
  // @ts-expect-error Next.js is not installed here.
  const { headers } = (await import('next/headers.js')) as { headers: () => Promise<Headers> | Headers }
  return (await headers()).get('cookie')
}
