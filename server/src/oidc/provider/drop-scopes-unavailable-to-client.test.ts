// Requests for unavailable scopes (decision 0077): the response and the log name those scopes.
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

async function askSilently(
  browser: TestBrowser,
  application: TestClientApplication,
  parameters: Record<string, string | undefined>,
): Promise<string | null> {
  const back = getRedirectLocation(await browser.send('GET', createAuthorizationUrl(application, parameters)))
  expect(back).toMatch(/^https:/)
  return new URL(back).searchParams.get('error')
}

describe('scopes that an application may not have', () => {
  test('are left out, as the response and the log show', async () => {
    const { app, application, browser } = await prepare()
    const back = await runOidcAuthorizationUntilCallback(browser, application, more)
    expect(await scopeOf(app, application, back)).toBe('openid profile')
    expect(linesIn(app)).toEqual([
      {
        application: 'test-app',
        leftOut: ['groups'],
        reason:
          'dropped: not in the scopes of the application; to allow them, run npx countersign application change test-app --scope "openid profile groups"',
        help,
      },
    ])
  })

  test('are left out of pushed and device requests', async () => {
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
    const deviceAuthorizationResponse = await postFormAsApplication(app, '/device/authorize', television, {
      scope: 'openid groups offline_access',
    })
    expect(deviceAuthorizationResponse.statusCode).toBe(200)
    expect(linesIn(app).map((line) => [line.application, line.leftOut])).toEqual([
      ['test-app', ['groups']],
      ['television', ['groups']],
    ])
    expect(app.log.filter((line) => line.includes('authorization.no_refresh_token'))).toHaveLength(1)
  })

  test('O15: are left out for a resource too, and the request is refused if none remain', async () => {
    const { app, application, browser } = await prepare()
    const asks = { scope: 'read write', resource: testResourceUri, nonce: undefined }
    const back = await runOidcAuthorizationUntilCallback(browser, application, asks)
    expect(await scopeOf(app, application, back, { resource: testResourceUri })).toBe('read')
    expect(linesIn(app)).toEqual([
      {
        application: 'test-app',
        leftOut: ['write'],
        reason: `dropped: not open to the application; to allow them, run npx countersign application change test-app --resource "${testResourceUri} read write"`,
        help,
      },
    ])
    expect(await askSilently(browser, application, { ...asks, scope: 'write' })).toBe('invalid_scope')
    expect(await askSilently(browser, application, { scope: 'groups', nonce: undefined })).toBe('invalid_scope')
    expect(await askSilently(browser, application, { scope: 'groups offline_access', nonce: undefined })).toBe(
      'invalid_scope',
    )
  })

  test('O6: are refused at the third request within a minute, which ends a step-up loop', async () => {
    const { app, application, browser } = await prepare()
    const asks = { scope: 'read write', resource: testResourceUri, nonce: undefined }
    await runOidcAuthorizationUntilCallback(browser, application, asks)
    const given = async (parameters: Record<string, string | undefined> = asks, by = browser) =>
      askSilently(by, application, parameters)
    const silent = { ...asks, prompt: 'none' }
    expect([await given(silent), await given(silent)]).toEqual([null, null])
    expect([await given(), await given(), await given()]).toEqual([null, null, 'invalid_scope'])
    expect(await given({ ...asks, scope: 'read' })).toBe(null)
    expect(await given(silent)).toBe(null)
    app.pass(60_001)
    expect([await given(), await given()]).toEqual([null, null])
    await browser.send('POST', '/api/sign-out')
    await runOidcAuthorizationUntilCallback(browser, application, asks)
    expect([await given(), await given(), await given()]).toEqual([null, null, 'invalid_scope'])
  })
})
