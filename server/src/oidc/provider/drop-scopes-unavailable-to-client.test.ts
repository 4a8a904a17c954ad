// Requests for more than an application may have (decision 0077): less is granted, and the answer and the log say what is missing.
import { describe, expect, test } from 'vitest'
import {
  addTestClientApplication,
  runOidcAuthorizationUntilCallback,
  createAuthorizationUrl,
  createOidcTestServer,
  exchangeCodeAsApplication,
  getRedirectLocation,
  postFormAsApplication,
} from '../../testing/oidc-application-test-steps.ts'
import type { TestClientApplication, TokenResponse } from '../../testing/oidc-application-test-steps.ts'
import type { TestServer, TestBrowser } from '../../testing/countersign-test-server.ts'
import { addTestResource, testResourceUri } from '../../testing/oauth-resource-fixtures.ts'
import { getAuthorizationCodeFromRedirect } from '../../testing/oauth-token-test-steps.ts'

const more = { scope: 'openid profile groups' }

const scopeOf = async (
  app: TestServer,
  application: TestClientApplication,
  back: URL,
  form: Record<string, string> = {},
) =>
  (
    await exchangeCodeAsApplication(app, application, getAuthorizationCodeFromRedirect(back), form)
  ).json<TokenResponse>().scope

const linesIn = (app: TestServer) =>
  app.log
    .map((line) => JSON.parse(line) as Record<string, unknown>)
    .filter(({ msg }) => msg === 'authorization.scopes_left_out')
    .map(({ application, leftOut, reason, help }) => ({ application, leftOut, reason, help }))

const help = 'docs/guides/troubleshooting.md#scopes-left-out'

async function prepare() {
  const app = await createOidcTestServer()
  await addTestResource(app)
  const application = await addTestClientApplication(app, {
    scopes: ['openid', 'profile'],
    resources: [{ resource: testResourceUri, scopes: ['read'] }],
  })
  return { app, application, browser: app.openBrowser() }
}

/** What came of a request that needs no page: the error, or none. */
async function askSilently(
  browser: TestBrowser,
  application: TestClientApplication,
  parameters: Record<string, string | undefined>,
): Promise<string | null> {
  const back = getRedirectLocation(await browser.send('GET', createAuthorizationUrl(application, parameters)))
  expect(back).toMatch(/^https:/)
  return new URL(back).searchParams.get('error')
}

describe('scopes beyond what an application may have', () => {
  test('are left out, and the answer and the log say so', async () => {
    const { app, application, browser } = await prepare()
    const back = await runOidcAuthorizationUntilCallback(browser, application, more)
    expect(await scopeOf(app, application, back)).toBe('openid profile')
    expect(linesIn(app)).toEqual([
      {
        application: 'test-app',
        leftOut: ['groups'],
        reason:
          'left out: the application does not have them; countersign application change test-app --scope "openid profile groups" allows them',
        help,
      },
    ])
  })

  test('are left out of a pushed request, and of that of a device', async () => {
    const { app, application, browser } = await prepare()
    const query = Object.fromEntries(new URLSearchParams(createAuthorizationUrl(application, more).split('?')[1]))
    const { request_uri } = (await postFormAsApplication(app, '/par', application, query)).json<{
      request_uri: string
    }>()
    const back = await runOidcAuthorizationUntilCallback(browser, application, { request_uri, scope: undefined })
    expect(await scopeOf(app, application, back)).toBe('openid profile')
    const television = await addTestClientApplication(app, {
      id: 'television',
      kind: 'device',
      redirectUris: [],
      scopes: ['openid'],
      grantTypes: ['urn:ietf:params:oauth:grant-type:device_code'],
    })
    const begun = await postFormAsApplication(app, '/device/authorize', television, {
      scope: 'openid groups offline_access',
    })
    expect(begun.statusCode).toBe(200)
    expect(linesIn(app).map((line) => [line.application, line.leftOut])).toEqual([
      ['test-app', ['groups']],
      ['television', ['groups']],
    ])
    expect(app.log.filter((line) => line.includes('authorization.no_refresh_token'))).toHaveLength(1)
  })

  test('O15 of a resource are left out, and refused where nothing would be left', async () => {
    const { app, application, browser } = await prepare()
    const asks = { scope: 'read write', resource: testResourceUri, nonce: undefined }
    const back = await runOidcAuthorizationUntilCallback(browser, application, asks)
    expect(await scopeOf(app, application, back, { resource: testResourceUri })).toBe('read')
    expect(linesIn(app)).toEqual([
      {
        application: 'test-app',
        leftOut: ['write'],
        reason: `left out: they are not open to the application; countersign application change test-app --resource "${testResourceUri} read write" allows them`,
        help,
      },
    ])
    expect(await askSilently(browser, application, { ...asks, scope: 'write' })).toBe('invalid_scope')
    expect(await askSilently(browser, application, { scope: 'groups', nonce: undefined })).toBe('invalid_scope')
    expect(await askSilently(browser, application, { scope: 'groups offline_access', nonce: undefined })).toBe(
      'invalid_scope',
    )
  })

  test('O6 end a step-up loop at the third request within a minute, and no second sign-in', async () => {
    const { app, application, browser } = await prepare()
    const asks = { scope: 'read write', resource: testResourceUri, nonce: undefined }
    // The person answers a page.
    await runOidcAuthorizationUntilCallback(browser, application, asks)
    const given = async (parameters: Record<string, string | undefined> = asks, by = browser) =>
      askSilently(by, application, parameters)
    const silent = { ...asks, prompt: 'none' }
    expect([await given(silent), await given(silent)]).toEqual([null, null])
    expect([await given(), await given(), await given()]).toEqual([null, null, 'invalid_scope'])
    // What is not missing, or not the same, is given.
    expect(await given({ ...asks, scope: 'read' })).toBe(null)
    expect(await given(silent)).toBe(null)
    app.pass(60_001)
    expect([await given(), await given()]).toEqual([null, null])
    // Who signs in again begins anew.
    await browser.send('POST', '/api/sign-out')
    await runOidcAuthorizationUntilCallback(browser, application, asks)
    expect([await given(), await given(), await given()]).toEqual([null, null, 'invalid_scope'])
  })
})
