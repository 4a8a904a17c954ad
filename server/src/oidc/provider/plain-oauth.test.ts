// Plain OAuth: requests without `openid`, and clients that send a Basic header without a secret.
import type { ApiEndpointOutput } from '@countersign/api/api-endpoints'
import { describe, expect, test } from 'vitest'
import { openSteppedUpBrowser } from '../../testing/countersign-test-server.ts'
import {
  addTestClientApplication,
  submitOidcConsent,
  runOidcAuthorizationUntilCallback,
  createAuthorizationUrl,
  createOidcTestServer,
  exchangeCodeAsApplication,
  getRedirectLocation,
  getInteractionIdFromRedirect,
  postFormAsApplication,
  signInToOidcInteraction,
  pkceTestCodeVerifier,
} from '../../testing/oidc-application-test-steps.ts'
import { getAuthorizationCodeFromRedirect, summarizeOAuthResponse } from '../../testing/oauth-token-test-steps.ts'

const deviceGrant = 'urn:ietf:params:oauth:grant-type:device_code'
const withoutNonce = { nonce: undefined }

describe('plain OAuth', () => {
  test('scopes without openid give an access token and no ID token, and a maximum age applies', async () => {
    const app = await createOidcTestServer()
    const application = await addTestClientApplication(app, { maxAgeSeconds: 600 })
    for (const scope of ['profile', 'profile wallet', 'wallet offline_access']) {
      const browser = app.openBrowser()
      const prompt = scope.includes('offline') ? 'consent' : undefined
      const back = await runOidcAuthorizationUntilCallback(browser, application, { ...withoutNonce, scope, prompt })
      const answer = await exchangeCodeAsApplication(app, application, getAuthorizationCodeFromRedirect(back))
      expect([summarizeOAuthResponse(answer), answer.json()]).toEqual([
        '200',
        expect.objectContaining({ scope, access_token: expect.any(String), token_type: 'Bearer' }),
      ])
      expect(answer.json()).not.toHaveProperty('id_token')
      expect('refresh_token' in answer.json<object>()).toBe(scope.includes('offline'))
      app.pass(601_000)
      expect(
        getRedirectLocation(await browser.send('GET', createAuthorizationUrl(application, { ...withoutNonce, scope }))),
      ).toMatch(/^\/sign-in/)
      expect(
        getRedirectLocation(
          await browser.send('GET', createAuthorizationUrl(application, { ...withoutNonce, scope, prompt: 'none' })),
        ),
      ).toContain('error=login_required')
    }
  })

  test('O6 O11: a request without scopes needs consent once and discloses nothing', async () => {
    const app = await createOidcTestServer()
    const application = await addTestClientApplication(app)
    const browser = app.openBrowser()
    const bare = { ...withoutNonce, scope: undefined }
    const first = await browser.send('GET', createAuthorizationUrl(application, bare))
    const asked = await signInToOidcInteraction(browser, getInteractionIdFromRedirect(first))
    expect(getRedirectLocation(asked)).toMatch(/^\/consent/)
    const shown = await browser.send('GET', `/api/interactions/${getInteractionIdFromRedirect(asked)}`)
    expect(shown.json<ApiEndpointOutput<'readInteraction'>>()).toMatchObject({
      prompt: 'consent',
      items: [],
      resources: [],
      wallet: null,
    })
    expect(
      getRedirectLocation(await browser.send('GET', createAuthorizationUrl(application, { ...bare, prompt: 'none' }))),
    ).toContain('error=consent_required')
    const answer = await exchangeCodeAsApplication(
      app,
      application,
      getAuthorizationCodeFromRedirect(
        new URL(getRedirectLocation(await submitOidcConsent(browser, getInteractionIdFromRedirect(asked)))),
      ),
    )
    const token = answer.json<{ access_token: string }>()
    expect(Object.keys(token).sort()).toEqual(['access_token', 'expires_in', 'token_type'])
    // RFC 6750 §3.1: the response names the missing scope.
    const userinfo = await app.http.inject({
      url: '/userinfo',
      headers: { authorization: `Bearer ${token.access_token}` },
    })
    expect(summarizeOAuthResponse(userinfo)).toBe('403 insufficient_scope')
    expect(userinfo.headers['www-authenticate']).toMatch(/error="insufficient_scope".*scope="openid"/)
    const looked = (
      await postFormAsApplication(app, '/introspect', application, { token: token.access_token })
    ).json<object>()
    expect(looked).toMatchObject({ active: true, client_id: application.id })
    expect(looked).not.toHaveProperty('scope')
    expect(getRedirectLocation(await browser.send('GET', createAuthorizationUrl(application, bare)))).toMatch(
      /^https:\/\/app\.example/,
    )
    expect(
      getRedirectLocation(
        await browser.send('GET', createAuthorizationUrl(application, { ...bare, scope: 'profile' })),
      ),
    ).toMatch(/^\/consent/)
    expect(
      getRedirectLocation(
        await browser.send('GET', createAuthorizationUrl(application, { ...bare, scope: 'unheard' })),
      ),
    ).toContain('error=invalid_scope')
  })

  test('withholding everything refuses the request, and the person is asked again next time', async () => {
    const app = await createOidcTestServer()
    const application = await addTestClientApplication(app)
    const browser = app.openBrowser()
    const asked = { ...withoutNonce, scope: 'profile wallet' }
    const back = await runOidcAuthorizationUntilCallback(browser, application, asked, {
      withheld: ['profile', 'wallet'],
    })
    expect(back.searchParams.get('error')).toBe('access_denied')
    const again = await browser.send('GET', createAuthorizationUrl(application, asked))
    expect(getRedirectLocation(again)).toMatch(/^\/consent/)
    const code = getAuthorizationCodeFromRedirect(
      new URL(getRedirectLocation(await submitOidcConsent(browser, getInteractionIdFromRedirect(again), ['wallet']))),
    )
    expect((await exchangeCodeAsApplication(app, application, code)).json()).toMatchObject({ scope: 'profile' })
  })

  test('a device needs no openid scope, gets a polling interval, and obeys the maximum age', async () => {
    const app = await createOidcTestServer()
    const application = await addTestClientApplication(app, { kind: 'device', maxAgeSeconds: 600 })
    for (const [scope, withheld, expected] of [
      ['profile', [], { scope: 'profile' }],
      [undefined, [], {}],
      ['profile', ['profile'], { error: 'access_denied' }],
    ] as const) {
      const deviceAuthorizationResponse = await postFormAsApplication(
        app,
        '/device/authorize',
        application,
        scope === undefined ? {} : { scope },
      )
      const { device_code, user_code: userCode } = deviceAuthorizationResponse.json<{
        device_code: string
        user_code: string
      }>()
      expect(deviceAuthorizationResponse.json()).toMatchObject({ interval: 5 })
      const browser = await openSteppedUpBrowser(app)
      expect((await browser.send('POST', '/api/device/read', { userCode })).json()).toMatchObject({
        items: scope === undefined ? [] : [{ scope }],
      })
      expect((await browser.send('POST', '/api/device/approve', { userCode, withheld })).statusCode).toBe(204)
      const answer = await postFormAsApplication(app, '/token', application, { grant_type: deviceGrant, device_code })
      expect(answer.json()).toMatchObject(expected)
      expect(answer.json()).not.toHaveProperty('id_token')
    }
    const { user_code: userCode } = (await postFormAsApplication(app, '/device/authorize', application, {})).json<{
      user_code: string
    }>()
    const browser = await openSteppedUpBrowser(app)
    app.pass(601_000)
    const late = (await postFormAsApplication(app, '/device/authorize', application, {})).json<{ user_code: string }>()
    for (const code of [userCode, late.user_code])
      expect(
        (await browser.send('POST', '/api/device/approve', { userCode: code, withheld: [] })).json(),
      ).toMatchObject({ code: expect.stringMatching(/^(device\.invalid|application\.sign_in_too_old)$/) })
    expect(
      (await browser.send('POST', '/api/device/approve', { userCode: late.user_code, withheld: [] })).json(),
    ).toMatchObject({ code: 'application.sign_in_too_old' })
  })
})

test('a public client can use a Basic header without a secret, and no other client can', async () => {
  const app = await createOidcTestServer()
  const page = await addTestClientApplication(app, {
    id: 'page',
    kind: 'native',
    redirectUris: ['http://127.0.0.1/callback'],
  })
  const secret = await addTestClientApplication(app, { id: 'secret' })
  const browser = app.openBrowser()
  const redeem = async (of: typeof page, name: string, form: Record<string, string> = {}) =>
    postFormAsApplication(
      app,
      '/token',
      null,
      {
        grant_type: 'authorization_code',
        code: getAuthorizationCodeFromRedirect(await runOidcAuthorizationUntilCallback(browser, of)),
        redirect_uri: of.redirectUri,
        code_verifier: pkceTestCodeVerifier,
        ...form,
      },
      { authorization: `Basic ${Buffer.from(name).toString('base64')}` },
    )
  for (const name of ['page:', 'page']) {
    expect([name, summarizeOAuthResponse(await redeem(page, name))]).toEqual([name, '200'])
    expect([name, summarizeOAuthResponse(await redeem(page, name, { client_id: 'page' }))]).toEqual([name, '200'])
  }
  for (const [of, name, form, expected] of [
    [page, 'page:guessed', {}, '401 invalid_client'],
    [page, 'page::', {}, '401 invalid_client'],
    [secret, 'secret:', {}, '400 invalid_request'],
    [secret, 'secret:', { client_id: 'secret' }, '400 invalid_request'],
    [secret, 'secret', {}, '400 invalid_request'],
    [secret, 'page:', { client_id: 'secret' }, '400 invalid_request'],
    [secret, 'page:', {}, '400 invalid_grant'],
    [page, 'nobody:', {}, '400 invalid_request'],
    [page, 'page:', { client_secret: 'guessed' }, '401 invalid_client'],
  ] as const)
    expect([name, form, summarizeOAuthResponse(await redeem(of, name, form))]).toEqual([name, form, expected])
  const pushedRequestResponse = await postFormAsApplication(
    app,
    '/par',
    null,
    {},
    { authorization: `Basic ${Buffer.from('page:').toString('base64')}` },
  )
  expect(summarizeOAuthResponse(pushedRequestResponse)).toBe('400 invalid_request')
})

test('N2: the registration endpoint answers CORS requests, even while registration is off', async () => {
  const app = await createOidcTestServer()
  const asked = await app.http.inject({
    method: 'OPTIONS',
    url: '/register',
    headers: {
      origin: 'https://page.example',
      'access-control-request-method': 'POST',
      'access-control-request-headers': 'authorization, content-type',
    },
  })
  expect([asked.statusCode, asked.headers]).toEqual([
    204,
    expect.objectContaining({
      'access-control-allow-origin': '*',
      'access-control-allow-methods': 'POST',
      'access-control-allow-headers': expect.stringContaining('authorization'),
    }),
  ])
  expect(asked.headers).not.toHaveProperty('access-control-allow-credentials')
  const refused = await app.http.inject({
    method: 'POST',
    url: '/register',
    headers: { origin: 'https://page.example', 'content-type': 'application/json' },
    payload: '{}',
  })
  expect([summarizeOAuthResponse(refused), refused.headers['access-control-allow-origin']]).toEqual([
    '404 invalid_request',
    '*',
  ])
})
