// A site with `sessions`, and a browser that keeps its cookies.
import { sessions } from '../sessions/sessions.ts'
import type { Sessions } from '../sessions/sessions.ts'
import type { SessionsOptions } from '../sessions/session-options.ts'
import { createFakeIssuer, fakeIssuerOrigin } from './fake-issuer.ts'
import type { FakeIssuer } from './fake-issuer.ts'

export const fakeSiteOrigin = 'https://shop.example'

export interface FakeBrowser {
  readonly cookies: Map<string, string>
  readonly request: (path: string, init?: RequestInit) => Request
  /** Sends a request to the routes of the sign-in. */
  readonly send: (path: string, init?: RequestInit) => Promise<Response>
  /** Follows the sign-in up to the redirect to the server, and returns its address. */
  readonly startSignIn: (returnTo?: string) => Promise<URL>
  /** @param authorization the address from `startSignIn` */
  readonly createCallbackPath: (authorization: URL, parameters?: Record<string, string>) => string
  readonly signIn: (returnTo?: string) => Promise<Response>
  readonly readSession: () => ReturnType<Sessions['authenticate']>
  readonly signOut: () => Promise<Response>
}

export interface FakeSite {
  readonly issuer: FakeIssuer
  readonly auth: Sessions
  readonly openBrowser: () => FakeBrowser
  readonly logged: string[]
  /** The claims of the next ID tokens. */
  idClaims: Record<string, unknown>
}

export async function createFakeSite(options: SessionsOptions = {}, issuer?: FakeIssuer): Promise<FakeSite> {
  const server = issuer ?? (await createFakeIssuer())
  const auth = sessions({
    issuer: fakeIssuerOrigin,
    clientId: 'shop',
    clientSecret: 'client-secret-of-32-characters-or-more',
    secret: 'session-secret-of-32-characters-or-more',
    appUrl: fakeSiteOrigin,
    fetch: server.fetch,
    now: server.now,
    log: (message) => void site.logged.push(message),
    ...options,
  })
  const site: FakeSite = {
    issuer: server,
    auth,
    logged: [],
    idClaims: { sub: 'alice', sid: 'session-1' },
    openBrowser: () => openBrowser(site, options.appUrl ?? fakeSiteOrigin),
  }
  server.userinfo = { sub: 'alice', name: 'Alice' }
  return site
}

function openBrowser(site: FakeSite, origin: string): FakeBrowser {
  const { issuer, auth } = site
  const cookies = new Map<string, string>()
  const request: FakeBrowser['request'] = (path, init = {}) => {
    const headers = new Headers(init.headers)
    if (cookies.size > 0) headers.set('cookie', [...cookies].map((pair) => pair.join('=')).join('; '))
    return new Request(`${origin}${path}`, { ...init, headers })
  }
  const keep = (setCookies: readonly string[]): void => {
    for (const header of setCookies) {
      const [pair = ''] = header.split(';')
      const [name, value] = [pair.slice(0, pair.indexOf('=')), pair.slice(pair.indexOf('=') + 1)]
      if (header.includes('Max-Age=0')) cookies.delete(name)
      else cookies.set(name, value)
    }
  }
  const browser: FakeBrowser = {
    cookies,
    request,
    send: async (path, init) => {
      const response = await auth.handle(request(path, init))
      if (response === null) throw new Error(`There is no route ${path}`)
      keep(response.headers.getSetCookie())
      return response
    },
    startSignIn: async (returnTo = '/') => {
      const response = await browser.send(`/auth/sign-in?returnTo=${encodeURIComponent(returnTo)}`)
      return new URL(response.headers.get('location') ?? '')
    },
    createCallbackPath: (authorization, parameters = {}) => {
      const state = authorization.searchParams.get('state') ?? ''
      const nonce = authorization.searchParams.get('nonce')
      issuer.replyToTokenRequest = () => replyWithTokens(site, { nonce, ...site.idClaims })
      return `/auth/callback?${new URLSearchParams({ code: 'code', state, iss: fakeIssuerOrigin, ...parameters })}`
    },
    signIn: async (returnTo) => browser.send(browser.createCallbackPath(await browser.startSignIn(returnTo))),
    readSession: async () => {
      const result = await auth.authenticate(request('/'))
      keep(result.cookies)
      return result
    },
    signOut: () => browser.send('/auth/sign-out', { method: 'POST', headers: { 'sec-fetch-site': 'same-origin' } }),
  }
  return browser
}

let tokenNumber = 0

export async function replyWithTokens(
  { issuer }: Pick<FakeSite, 'issuer'>,
  idClaims: Record<string, unknown>,
  members: Record<string, unknown> = {},
): Promise<Record<string, unknown>> {
  const iat = Math.floor(issuer.now() / 1000)
  tokenNumber += 1
  return {
    access_token: `access-${tokenNumber}`,
    token_type: 'Bearer',
    expires_in: 300,
    refresh_token: `refresh-${tokenNumber}`,
    scope: 'openid profile offline_access',
    id_token: await issuer.sign({ iss: fakeIssuerOrigin, aud: 'shop', iat, exp: iat + 300, ...idClaims }),
    ...members,
  }
}
