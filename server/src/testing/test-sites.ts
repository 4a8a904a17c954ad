// Protected sites for tests: a browser before a reverse proxy, which asks the server about each of its requests as Caddy does.
import type { TestKey } from '@countersign/testing/test-keys'
import { testKeys } from '@countersign/testing/test-keys'
import type { LightMyRequestResponse } from 'fastify'
import { sitePath } from '../store/applications/site.ts'
import { encodeTarget, targetParameter } from '../oidc/forward-auth/begun.ts'
import type { DefinitionInput } from '../store/applications/definition.ts'
import type { TestApp, TestAppOptions, TestBrowser } from './test-app.ts'
import { addTestApplication, authorize, createOpenIdApp, goesTo } from './test-openid.ts'

/** A server that believes a proxy on this machine. */
export const createSiteApp = (options: TestAppOptions = {}): ReturnType<typeof createOpenIdApp> =>
  createOpenIdApp({ ...options, environment: { COUNTERSIGN_TRUSTED_PROXIES: '127.0.0.1', ...options.environment } })

/** Adds a site; at wiki.example where nothing else is said. */
export const addTestSite = (
  app: Pick<TestApp, 'database' | 'clock'>,
  input: Partial<DefinitionInput> = {},
): ReturnType<typeof addTestApplication> =>
  addTestApplication(app, {
    id: 'wiki',
    name: 'Wiki',
    kind: 'site',
    redirectUris: [],
    hosts: ['wiki.example'],
    ...input,
  })

/** What a browser sends that opens a page. */
export const opening = { accept: 'text/html,*/*;q=0.8', 'sec-fetch-mode': 'navigate' }

/** A browser that opens pages of protected hosts. */
export class SiteBrowser {
  /** By host. */
  readonly cookies = new Map<string, Map<string, string>>()
  /** The same browser on the sign-in server. */
  readonly atHome: TestBrowser
  readonly #app: Pick<TestApp, 'http'>

  constructor(app: TestApp) {
    this.#app = app
    this.atHome = app.openBrowser()
  }

  /** What the server answers to the proxy about a page. */
  ask(
    host: string,
    uri = '/',
    { path = '/forward-auth', method = 'GET', headers = opening as Record<string, string> } = {},
  ): Promise<LightMyRequestResponse> {
    return this.#send(host, path, {
      'x-forwarded-proto': 'https',
      ...headers,
      'x-forwarded-host': host,
      'x-forwarded-uri': uri,
      'x-forwarded-method': method,
    })
  }

  /** An address of the server's own on a protected host. */
  open(address: string): Promise<LightMyRequestResponse> {
    const { host, pathname, search, protocol } = new URL(address)
    const told = { 'x-forwarded-host': host, 'x-forwarded-proto': protocol.slice(0, -1) }
    return this.#send(host, `${pathname}${search}`, { ...opening, ...told })
  }

  /** Opens a page, signs in, and comes back. @returns the answer that brings them there */
  async enter(host: string, uri = '/', key: TestKey = testKeys.alice): Promise<LightMyRequestResponse> {
    const back = await this.comeBack(host, uri, key)
    return this.open(back.href)
  }

  /** The same, until the sign-in sends the browser back. */
  async comeBack(host: string, uri = '/', key: TestKey = testKeys.alice): Promise<URL> {
    const begun = await this.open(goesTo(await this.ask(host, uri)))
    const {
      client_id: id = '',
      redirect_uri: redirectUri = '',
      ...asked
    } = Object.fromEntries(new URL(goesTo(begun)).searchParams)
    return authorize(this.atHome, { id, secret: null, redirectUri }, { nonce: undefined, ...asked }, { key })
  }

  async #send(host: string, url: string, headers: Record<string, string>): Promise<LightMyRequestResponse> {
    const jar = this.cookies.get(host) ?? new Map<string, string>()
    this.cookies.set(host, jar)
    const response = await this.#app.http.inject({
      method: 'GET',
      url,
      headers: { host, ...headers },
      cookies: Object.fromEntries(jar),
    })
    for (const { name, value } of response.cookies) jar.set(name, value)
    return response
  }
}

/** Where a sign-in to a page begins. */
export const beginAt = (host: string, target: string): string =>
  `https://${host}${sitePath}/sign-in?${new URLSearchParams({ [targetParameter]: encodeTarget(target) })}`
