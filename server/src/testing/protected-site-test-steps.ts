// Protected sites for tests: a browser behind a reverse proxy with forward auth.
import type { EthereumTestKey } from '@countersign/testing/ethereum-test-keys'
import { ethereumTestKeys } from '@countersign/testing/ethereum-test-keys'
import type { LightMyRequestResponse } from 'fastify'
import { protectedSiteEndpointPrefix } from '../store/applications/protected-site-hosts-and-urls.ts'
import { encodeBase64urlReturnPath, returnPathParameter } from '../oidc/forward-auth/protected-site-sign-in-state.ts'
import type { ApplicationDefinitionInput } from '../store/applications/application-definition-types.ts'
import type { TestServer, TestServerOptions, TestBrowser } from './countersign-test-server.ts'
import {
  addTestClientApplication,
  runOidcAuthorizationUntilCallback,
  createOidcTestServer,
  getRedirectLocation,
} from './oidc-application-test-steps.ts'

export const createProtectedSiteTestServer = (
  options: TestServerOptions = {},
): ReturnType<typeof createOidcTestServer> =>
  createOidcTestServer({
    ...options,
    environment: { COUNTERSIGN_TRUSTED_PROXIES: '127.0.0.1', ...options.environment },
  })

export const addProtectedTestSite = (
  app: Pick<TestServer, 'database' | 'clock'>,
  input: Partial<ApplicationDefinitionInput> = {},
): ReturnType<typeof addTestClientApplication> =>
  addTestClientApplication(app, {
    id: 'wiki',
    name: 'Wiki',
    kind: 'site',
    redirectUris: [],
    hosts: ['wiki.example'],
    ...input,
  })

export const browserNavigationHeaders = { accept: 'text/html,*/*;q=0.8', 'sec-fetch-mode': 'navigate' }

export class ProtectedSiteBrowser {
  readonly cookies = new Map<string, Map<string, string>>()
  readonly signInBrowser: TestBrowser
  readonly #app: Pick<TestServer, 'http'>

  constructor(app: TestServer) {
    this.#app = app
    this.signInBrowser = app.openBrowser()
  }

  checkRequest(
    host: string,
    uri = '/',
    { path = '/forward-auth', method = 'GET', headers = browserNavigationHeaders as Record<string, string> } = {},
  ): Promise<LightMyRequestResponse> {
    return this.#send(host, path, {
      'x-forwarded-proto': 'https',
      ...headers,
      'x-forwarded-host': host,
      'x-forwarded-uri': uri,
      'x-forwarded-method': method,
    })
  }

  openServerUrl(address: string): Promise<LightMyRequestResponse> {
    const { host, pathname, search, protocol } = new URL(address)
    const forwardedHeaders = { 'x-forwarded-host': host, 'x-forwarded-proto': protocol.slice(0, -1) }
    return this.#send(host, `${pathname}${search}`, { ...browserNavigationHeaders, ...forwardedHeaders })
  }

  async signInAndOpen(
    host: string,
    uri = '/',
    key: EthereumTestKey = ethereumTestKeys.alice,
  ): Promise<LightMyRequestResponse> {
    const back = await this.signInAndReturn(host, uri, key)
    return this.openServerUrl(back.href)
  }

  async signInAndReturn(host: string, uri = '/', key: EthereumTestKey = ethereumTestKeys.alice): Promise<URL> {
    const signInResponse = await this.openServerUrl(getRedirectLocation(await this.checkRequest(host, uri)))
    const {
      client_id: id = '',
      redirect_uri: redirectUri = '',
      ...asked
    } = Object.fromEntries(new URL(getRedirectLocation(signInResponse)).searchParams)
    return runOidcAuthorizationUntilCallback(
      this.signInBrowser,
      { id, secret: null, redirectUri },
      { nonce: undefined, ...asked },
      { key },
    )
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

export const createProtectedSiteSignInUrl = (host: string, target: string): string =>
  `https://${host}${protectedSiteEndpointPrefix}/sign-in?${new URLSearchParams({ [returnPathParameter]: encodeBase64urlReturnPath(target) })}`
