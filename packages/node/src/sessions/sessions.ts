// Signs people in to a site, for any framework that uses Web requests and responses.
import { createOpenIdClientFactory } from '../issuer/create-openid-client.ts'
import { createIssuerMetadataLoader, IssuerUnavailableError } from '../issuer/load-issuer-metadata.ts'
import { createReplayCache } from '../protect/replay-cache.ts'
import { createUserFromClaims } from '../user/user.ts'
import type { User } from '../user/user.ts'
import { handleBackChannelLogout } from './back-channel-logout.ts'
import { createErrorPage } from './error-page.ts'
import { redirect } from './redirect.ts'
import { createSessionRefresher } from './refresh-sessions.ts'
import { createSessionRepository } from './session-repository.ts'
import { readSessionsConfiguration } from './session-options.ts'
import type { SessionsOptions } from './session-options.ts'
import { createSignInFlow } from './sign-in-flow.ts'
import { handleSignOut } from './sign-out.ts'

/**
 * The session of a request. `cookies` are Set-Cookie headers for the response; they renew or remove
 * the session's cookie.
 *
 * @example
 * ```ts
 * import { sessions } from '@countersign/node'
 * import type { SessionResult } from '@countersign/node'
 *
 * const auth = sessions({
 *   issuer: 'https://sign-in.example',
 *   clientId: 'shop',
 *   clientSecret: 'a-secret-of-at-least-32-characters',
 *   secret: 'another-secret-of-at-least-32-chars',
 *   appUrl: 'https://shop.example',
 * })
 * const result: SessionResult = await auth.authenticate(new Request('https://shop.example/'))
 * result // => { user: null, accessToken: null, cookies: [] }
 * ```
 */
export interface SessionResult {
  /** Null if no one is signed in. */
  readonly user: User | null
  /** For the API of the option `api`, or else for the sign-in server. Null if it expired and cannot be renewed. */
  readonly accessToken: string | null
  readonly cookies: readonly string[]
}

/**
 * The sessions of a site.
 *
 * @example
 * ```ts
 * import { sessions } from '@countersign/node'
 * import type { Sessions } from '@countersign/node'
 *
 * const auth: Sessions = sessions({
 *   issuer: 'https://sign-in.example',
 *   clientId: 'shop',
 *   clientSecret: 'a-secret-of-at-least-32-characters',
 *   secret: 'another-secret-of-at-least-32-chars',
 *   appUrl: 'https://shop.example',
 * })
 * auth.signOutPath // => '/auth/sign-out'
 * ```
 */
export interface Sessions {
  readonly appUrl: string
  readonly basePath: string
  readonly signInPath: string
  /** Send a POST from a form to it. */
  readonly signOutPath: string
  /** The response of the sign-in, callback, sign-out and logout routes; null for other requests. */
  readonly handle: (request: Request) => Promise<Response | null>
  /** The session of a request, with renewed tokens. */
  readonly authenticate: (request: Request) => Promise<SessionResult>
  /** The response for people who are not signed in: a redirect for pages, 401 for other requests. */
  readonly createSignInResponse: (request: Request, cookies?: readonly string[]) => Response
  /** Wraps a handler of Web requests, which only signed-in people reach. */
  readonly handler: <Rest extends readonly unknown[]>(
    handle: (request: Request & { user: User }, ...rest: Rest) => Response | Promise<Response>,
  ) => (request: Request, ...rest: Rest) => Promise<Response>
}

const maxRememberedLogouts = 10_000

/**
 * Signs people in to a site, with the authorization code flow, and keeps their sessions: in an
 * encrypted cookie, or in a store. The routes are `GET /auth/sign-in?returnTo=/path`,
 * `GET /auth/callback`, `POST /auth/sign-out` and `POST /auth/back-channel-logout`.
 *
 * Without a store, one process remembers up to 10,000 sign-outs. A site with several processes needs
 * a store that they share, or else each cookie can outlive a back-channel logout.
 *
 * @param options the first five default to environment variables
 * @throws ConfigurationError if an option is missing or invalid
 * @example
 * ```ts
 * import { sessions } from '@countersign/node'
 *
 * const auth = sessions({
 *   issuer: 'https://sign-in.example',
 *   clientId: 'shop',
 *   clientSecret: 'a-secret-of-at-least-32-characters',
 *   secret: 'another-secret-of-at-least-32-chars',
 *   appUrl: 'https://shop.example',
 * })
 * const orders = auth.handler((request) => new Response(`Orders of ${request.user.sub}`))
 *
 * const page = new Request('https://shop.example/orders', { headers: { accept: 'text/html' } })
 * const response = await orders(page)
 * response.headers.get('location') // => '/auth/sign-in?returnTo=%2Forders'
 * ```
 */
export function sessions(options: SessionsOptions = {}): Sessions {
  const configuration = readSessionsConfiguration(options)
  const { appUrl, basePath, clientId, now } = configuration
  const loadMetadata = createIssuerMetadataLoader(configuration)
  const openClient = createOpenIdClientFactory({ ...configuration, loadMetadata })
  const repository = createSessionRepository(configuration)
  const flow = createSignInFlow(configuration, openClient, repository)
  const refresh = createSessionRefresher(openClient, configuration)
  const replays = createReplayCache(now, maxRememberedLogouts)
  const [signInPath, signOutPath] = [`${basePath}/sign-in`, `${basePath}/sign-out`]
  const routes: Readonly<Record<string, (request: Request) => Promise<Response>>> = {
    [`GET ${signInPath}`]: flow.start,
    [`GET ${basePath}/callback`]: flow.complete,
    [`POST ${signOutPath}`]: (request) => handleSignOut(request, configuration, { openClient, repository }),
    [`POST ${basePath}/back-channel-logout`]: (request) =>
      handleBackChannelLogout(request, { configuration, loadMetadata, repository, replays }),
  }

  async function handle(request: Request): Promise<Response | null> {
    const route = routes[`${request.method} ${new URL(request.url).pathname}`]
    if (route === undefined) return null
    try {
      return await route(request)
    } catch (cause) {
      if (!(cause instanceof IssuerUnavailableError)) throw cause
      return createErrorPage(configuration, { code: 'server_unavailable', status: 503, cause })
    }
  }

  async function authenticate(request: Request): Promise<SessionResult> {
    const loaded = await repository.load(request)
    if (loaded === null) return { user: null, accessToken: null, cookies: [] }
    const result = await refresh(loaded)
    const cookies =
      result.outcome === 'refreshed' ? await repository.update(request, { id: loaded.id, session: result.session }) : []
    if (result.outcome === 'ended' || cookies === undefined)
      return { user: null, accessToken: null, cookies: await repository.end(request, loaded.id) }
    const { claims, scopes, accessToken, accessTokenExpiresAt } = result.session
    return {
      user: createUserFromClaims(claims, { clientId, scopes }),
      accessToken: accessTokenExpiresAt > now() ? accessToken : null,
      cookies,
    }
  }

  function createSignInResponse(request: Request, cookies: readonly string[] = []): Response {
    const { pathname, search } = new URL(request.url)
    const isPage =
      ['GET', 'HEAD'].includes(request.method) && (request.headers.get('accept') ?? '').includes('text/html')
    if (isPage) return redirect(`${signInPath}?returnTo=${encodeURIComponent(pathname + search)}`, cookies)
    const body = { error: 'signed_out', error_description: `Sign in first: send the person to ${signInPath}.` }
    return completeResponse(Response.json(body, { status: 401, headers: { 'cache-control': 'no-store' } }), cookies)
  }

  return {
    appUrl,
    basePath,
    signInPath,
    signOutPath,
    handle,
    authenticate,
    createSignInResponse,
    handler:
      (handleRequest) =>
      async (request, ...rest) => {
        const { user, cookies } = await authenticate(request)
        if (user === null) return createSignInResponse(request, cookies)
        return completeResponse(await handleRequest(Object.assign(request, { user }), ...rest), cookies)
      },
  }
}

/** Copies the response, because the headers of some responses cannot be changed. */
function completeResponse(response: Response, cookies: readonly string[]): Response {
  const headers = new Headers(response.headers)
  // Shared caches must not store pages of a person.
  if (!headers.has('cache-control')) headers.set('cache-control', 'private, no-cache')
  for (const cookie of cookies) headers.append('set-cookie', cookie)
  return new Response(response.body, { status: response.status, statusText: response.statusText, headers })
}
