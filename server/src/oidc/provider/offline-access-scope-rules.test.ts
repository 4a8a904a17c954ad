// Refresh tokens without `prompt=consent`, as rmcp, Trino, Spring and @axa-fr/react-oidc need them.
import { describe, expect, test } from 'vitest'
import {
  runOidcAuthorizationUntilCallback,
  createAuthorizationUrl,
  createOidcTestServer,
  addTestClientApplication,
  exchangeCodeAsApplication,
  getRedirectLocation,
  postFormAsApplication,
} from '../../testing/oidc-application-test-steps.ts'
import type { TestClientApplication } from '../../testing/oidc-application-test-steps.ts'
import type { TestServer } from '../../testing/countersign-test-server.ts'
import { getAuthorizationCodeFromRedirect } from '../../testing/oauth-token-test-steps.ts'

const lasting = { scope: 'openid offline_access' }

const tokensFor = async (app: TestServer, application: TestClientApplication, back: URL) =>
  (await exchangeCodeAsApplication(app, application, getAuthorizationCodeFromRedirect(back))).json<{
    refresh_token?: string
    scope?: string
  }>()

const reasonsIn = (app: TestServer) =>
  app.log
    .map((line) => JSON.parse(line) as Record<string, unknown>)
    .filter(({ msg }) => msg === 'authorization.no_refresh_token')
    .map(({ application, reason, help }) => [application, reason, help])

const help = 'docs/guides/troubleshooting.md#no-refresh-token'

describe('offline_access without prompt=consent', () => {
  test('gives a refresh token if the person allows it, and again with the stored consent', async () => {
    const app = await createOidcTestServer()
    const application = await addTestClientApplication(app)
    const browser = app.openBrowser()
    const first = await tokensFor(
      app,
      application,
      await runOidcAuthorizationUntilCallback(browser, application, lasting),
    )
    expect(first).toMatchObject({ refresh_token: expect.any(String), scope: 'openid offline_access' })
    const silently = await browser.send('GET', createAuthorizationUrl(application, { ...lasting, prompt: 'none' }))
    expect(await tokensFor(app, application, new URL(getRedirectLocation(silently)))).toHaveProperty('refresh_token')
    expect(reasonsIn(app)).toEqual([])
  })

  test('also gives a refresh token for a pushed request', async () => {
    const app = await createOidcTestServer()
    const application = await addTestClientApplication(app)
    const query = Object.fromEntries(new URLSearchParams(createAuthorizationUrl(application, lasting).split('?')[1]))
    const { request_uri } = (await postFormAsApplication(app, '/par', application, query)).json<{
      request_uri: string
    }>()
    const back = await runOidcAuthorizationUntilCallback(app.openBrowser(), application, {
      request_uri,
      scope: undefined,
    })
    expect(await tokensFor(app, application, back)).toHaveProperty('refresh_token')
  })

  test('shows the consent page again for a single-page application on a loopback address', async () => {
    const app = await createOidcTestServer()
    const application = await addTestClientApplication(app, {
      kind: 'single-page',
      redirectUris: ['http://localhost/callback'],
    })
    const browser = app.openBrowser()
    await runOidcAuthorizationUntilCallback(browser, application, lasting)
    expect(getRedirectLocation(await browser.send('GET', createAuthorizationUrl(application, lasting)))).toMatch(
      /^\/consent/,
    )
    expect(getRedirectLocation(await browser.send('GET', createAuthorizationUrl(application)))).toContain('code=')
    const silently = await browser.send('GET', createAuthorizationUrl(application, { ...lasting, prompt: 'none' }))
    expect(await tokensFor(app, application, new URL(getRedirectLocation(silently)))).not.toHaveProperty(
      'refresh_token',
    )
    expect(reasonsIn(app)).toEqual([['test-app', expect.stringContaining('prompt=none'), help]])
  })

  test('asks again if the stored consent lacks offline_access, and leaves it out with prompt=none', async () => {
    const app = await createOidcTestServer()
    const application = await addTestClientApplication(app)
    const browser = app.openBrowser()
    await runOidcAuthorizationUntilCallback(browser, application)
    const silently = await browser.send('GET', createAuthorizationUrl(application, { ...lasting, prompt: 'none' }))
    const short = await tokensFor(app, application, new URL(getRedirectLocation(silently)))
    expect(short.scope).toBe('openid')
    expect(short).not.toHaveProperty('refresh_token')
    expect(reasonsIn(app)).toEqual([['test-app', expect.stringContaining('prompt=none'), help]])
    expect(getRedirectLocation(await browser.send('GET', createAuthorizationUrl(application, lasting)))).toMatch(
      /^\/consent/,
    )
    expect(
      await tokensFor(app, application, await runOidcAuthorizationUntilCallback(browser, application, lasting)),
    ).toHaveProperty('refresh_token')
  })

  test('gives no refresh token if the person withholds offline_access', async () => {
    const app = await createOidcTestServer()
    const application = await addTestClientApplication(app)
    const browser = app.openBrowser()
    const back = await runOidcAuthorizationUntilCallback(browser, application, lasting, {
      withheld: ['offline_access'],
    })
    expect(await tokensFor(app, application, back)).not.toHaveProperty('refresh_token')
  })

  test('O2: shows consent each time for a public client on the device, and refuses prompt=none', async () => {
    const app = await createOidcTestServer()
    const application = await addTestClientApplication(app, {
      kind: 'native',
      redirectUris: ['http://127.0.0.1/callback', 'com.example.app:/callback'],
    })
    for (const redirectUri of ['http://127.0.0.1:4000/callback', 'com.example.app:/callback']) {
      const here = { ...application, redirectUri }
      const browser = app.openBrowser()
      expect(
        await tokensFor(app, here, await runOidcAuthorizationUntilCallback(browser, here, lasting)),
      ).toHaveProperty('refresh_token')
      expect(getRedirectLocation(await browser.send('GET', createAuthorizationUrl(here, lasting)))).toMatch(
        /^\/consent/,
      )
      expect(
        getRedirectLocation(await browser.send('GET', createAuthorizationUrl(here, { ...lasting, prompt: 'none' }))),
      ).toMatch(/error=(interaction|consent)_required/)
    }
  })

  test('gives a plain OAuth request a refresh token only if it requests the scope', async () => {
    const app = await createOidcTestServer()
    const application = await addTestClientApplication(app, { kind: 'single-page' })
    const plain = { nonce: undefined, scope: 'wallet' }
    const browser = app.openBrowser()
    expect(
      await tokensFor(app, application, await runOidcAuthorizationUntilCallback(browser, application, plain)),
    ).not.toHaveProperty('refresh_token')
    const back = await runOidcAuthorizationUntilCallback(browser, application, {
      ...plain,
      scope: 'wallet offline_access',
    })
    expect(await tokensFor(app, application, back)).toHaveProperty('refresh_token')
  })

  test('logs why a client without the refresh_token grant gets none', async () => {
    const app = await createOidcTestServer()
    const application = await addTestClientApplication(app, { grantTypes: ['authorization_code'], scopes: ['openid'] })
    const tokens = await tokensFor(
      app,
      application,
      await runOidcAuthorizationUntilCallback(app.openBrowser(), application, lasting),
    )
    expect(tokens).not.toHaveProperty('refresh_token')
    expect(reasonsIn(app)).toEqual([['test-app', expect.stringContaining('grant type refresh_token'), help]])
  })
})
