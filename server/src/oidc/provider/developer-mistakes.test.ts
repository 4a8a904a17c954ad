// Ten typical mistakes of developers: what the application receives, and what its developers see.
import { SignJWT, exportJWK, generateKeyPair } from 'jose'
import { describe, expect, test } from 'vitest'
import { systemRandomBytes } from '../../platform/clock.ts'
import { disableApplication } from '../../store/applications/disable-application.ts'
import {
  addTestClientApplication,
  createAuthorizationUrl,
  createOidcTestServer,
  exchangeCodeAsApplication,
  getInteractionIdFromRedirect,
  getRedirectLocation,
  postFormAsApplication,
  runOidcAuthorizationUntilCallback,
} from '../../testing/oidc-application-test-steps.ts'
import { readApplicationProblems, readOnlyApplicationProblem } from '../../testing/refused-request-test-steps.ts'
import type { TokenResponse } from '../../testing/oidc-application-test-steps.ts'

const help = (entry: string): string => `https://sign-in.example/troubleshooting#${entry}`

const getErrorParameters = (location: string): Record<string, string> =>
  Object.fromEntries(new URL(location).searchParams)

describe('typical mistakes of developers', () => {
  test('1. wrong redirect URI: an error page, and the registered URI that is most similar', async () => {
    const app = await createOidcTestServer()
    const application = await addTestClientApplication(app, {
      redirectUris: ['https://other.example/cb', 'https://app.example/callback'],
    })
    const response = await app
      .openBrowser()
      .send(
        'GET',
        createAuthorizationUrl({ ...application, redirectUri: 'https://app.example/callback/?code=a-secret-code' }),
      )
    expect(getRedirectLocation(response)).toMatch(
      /^\/error\?code=application\.redirect_uri_not_registered&request=[0-9a-z]{26}$/,
    )
    expect(await readOnlyApplicationProblem(app)).toEqual({
      caller: 'unknown',
      endpoint: '/authorize',
      error: 'invalid_redirect_uri',
      description: "redirect_uri did not match any of the client's registered redirect_uris",
      entry: 'redirect-unregistered',
      help: help('redirect-unregistered'),
      sent: {
        redirect_uri: 'https://app.example/callback/?code=...',
        scope: 'openid',
        response_type: 'code',
        code_challenge_method: 'S256',
        code_challenge: '(present)',
      },
      expected: { redirect_uri: ['https://other.example/cb', 'https://app.example/callback'] },
      nearest: 'https://app.example/callback',
      change:
        'Compared with the most similar registered URI, the path has an additional slash at the end, and the query differs. Correct the URI in the application. Register the URI that was sent only if you know that it is yours: put it in place of URI in the command, which lists all URIs of the application.',
      command:
        'npx countersign application change test-app --redirect https://other.example/cb --redirect https://app.example/callback --redirect URI',
    })
  })

  test('2. missing PKCE: the application gets error_uri, and the console says what to turn on', async () => {
    const app = await createOidcTestServer()
    const application = await addTestClientApplication(app, { pkce: 'required' })
    const response = await app
      .openBrowser()
      .send('GET', createAuthorizationUrl(application, { code_challenge: undefined, code_challenge_method: undefined }))
    expect(getErrorParameters(getRedirectLocation(response))).toEqual({
      error: 'invalid_request',
      error_description: 'Authorization Server policy requires PKCE to be used for this request',
      error_uri: help('pkce-missing'),
      state: 'test-state',
      iss: 'https://sign-in.example',
    })
    expect(await readOnlyApplicationProblem(app)).toMatchObject({
      entry: 'pkce-missing',
      sent: { code_challenge: '(missing)' },
      expected: { code_challenge: ['(present)'], code_challenge_method: ['S256'] },
      command: 'npx countersign application change test-app --pkce nonce',
    })
  })

  test('3. wrong secret: a generic error for the caller, the reason for the developer', async () => {
    const app = await createOidcTestServer()
    const application = await addTestClientApplication(app)
    const answers = []
    for (const caller of [
      { ...application, secret: 'top-secret' },
      { id: 'unknown-app', secret: 'x' },
    ]) {
      const answer = await postFormAsApplication(app, '/token', caller, { grant_type: 'authorization_code', code: 'c' })
      answers.push([answer.statusCode, answer.json()])
    }
    expect(answers[0]).toEqual([
      401,
      {
        error: 'invalid_client',
        error_description: 'client authentication failed',
        error_uri: help('client-refused'),
      },
    ])
    expect(answers[1]).toEqual(answers[0])
    const problem = await readOnlyApplicationProblem(app)
    expect(problem).toMatchObject({
      caller: 'unknown',
      endpoint: '/token',
      error: 'invalid_client',
      description: 'client authentication failed: invalid secret provided',
      entry: 'secret-wrong',
      sent: { grant_type: 'authorization_code', authentication: 'client_secret_basic' },
      expected: { client_secret: ['(the current secret of this application)'] },
      command: 'npx countersign application rotate-secret test-app',
    })
    expect(JSON.stringify(problem)).not.toContain('top-secret')
  })

  test('4. http redirect URI behind a proxy: the console names the scheme and the header', async () => {
    const app = await createOidcTestServer()
    const application = await addTestClientApplication(app)
    await app
      .openBrowser()
      .send('GET', createAuthorizationUrl({ ...application, redirectUri: 'http://app.example/callback' }))
    expect(await readOnlyApplicationProblem(app)).toMatchObject({
      entry: 'redirect-unregistered',
      sent: { redirect_uri: 'http://app.example/callback' },
      nearest: 'https://app.example/callback',
      change: expect.stringMatching(/the scheme is http instead of https\. .*X-Forwarded-Proto/),
    })
  })

  test('5. skewed clock: the console says by how many seconds', async () => {
    const app = await createOidcTestServer()
    const { publicKey, privateKey } = await generateKeyPair('ES256')
    const machine = await addTestClientApplication(app, {
      kind: 'machine',
      authentication: 'private_key_jwt',
      jwks: { keys: [{ ...(await exportJWK(publicKey)) }] },
      resources: [{ resource: 'https://api.example/', scopes: ['read'] }],
    })
    const now = app.clock.now / 1000 + 600
    const assertion = await new SignJWT({
      iss: machine.id,
      sub: machine.id,
      jti: 'one',
      iat: now,
      nbf: now,
      exp: now + 60,
    })
      .setAudience('https://sign-in.example')
      .setProtectedHeader({ alg: 'ES256' })
      .sign(privateKey)
    const answer = await postFormAsApplication(app, '/token', null, {
      grant_type: 'client_credentials',
      client_assertion: assertion,
      client_assertion_type: 'urn:ietf:params:oauth:client-assertion-type:jwt-bearer',
    })
    expect(answer.json()).toMatchObject({ error: 'invalid_client', error_uri: help('client-refused') })
    const problem = await readOnlyApplicationProblem(app)
    expect(problem).toMatchObject({
      entry: 'client-assertion',
      sent: {
        authentication: 'private_key_jwt',
        assertion_audience: 'https://sign-in.example',
        assertion_issued: '600 seconds in the future',
      },
      expected: { assertion_audience: ['https://sign-in.example', 'https://sign-in.example/token'] },
      change:
        'The application’s clock is about 600 seconds ahead of this server’s clock. Synchronize both clocks (NTP).',
    })
    expect(JSON.stringify(problem)).not.toContain(assertion.slice(0, 20))
  })

  test('6. scope not allowed: the console lists the allowed scopes', async () => {
    const app = await createOidcTestServer()
    const application = await addTestClientApplication(app, { scopes: ['openid', 'profile'] })
    const response = await app.openBrowser().send('GET', createAuthorizationUrl(application, { scope: 'groups' }))
    expect(getErrorParameters(getRedirectLocation(response))).toMatchObject({
      error: 'invalid_scope',
      error_uri: help('scope-not-allowed'),
    })
    expect(await readOnlyApplicationProblem(app)).toMatchObject({
      entry: 'scope-not-allowed',
      sent: { scope: 'groups' },
      expected: { scope: ['openid', 'profile'] },
      command: 'npx countersign application change test-app --scope "SCOPE SCOPE"',
    })
  })

  test('7. wrong audience: a token for an API is sent to userinfo, or a resource is not allowed', async () => {
    const app = await createOidcTestServer()
    const application = await addTestClientApplication(app, {
      scopes: ['openid'],
      resources: [{ resource: 'https://api.example/', scopes: ['read'] }],
    })
    const browser = app.openBrowser()
    const request = { scope: 'openid read', resource: 'https://api.example/' }
    const callback = await runOidcAuthorizationUntilCallback(browser, application, request)
    const exchanged = await exchangeCodeAsApplication(app, application, callback.searchParams.get('code') ?? '', {
      resource: request.resource,
    })
    const { access_token } = exchanged.json<TokenResponse>()
    const userinfo = await app.http.inject({ url: '/userinfo', headers: { authorization: `Bearer ${access_token}` } })
    expect(userinfo.json()).toMatchObject({ error: 'invalid_token', error_uri: help('token-for-another') })
    await browser.send('GET', createAuthorizationUrl(application, { resource: 'https://other.example/' }))
    const problems = await readApplicationProblems(app)
    expect(problems.map(({ entry, caller }) => ({ entry, caller }))).toEqual(
      expect.arrayContaining([
        { entry: 'token-for-another', caller: 'own' },
        { entry: 'target', caller: 'own' },
      ]),
    )
    expect(problems.find(({ entry }) => entry === 'target')).toMatchObject({
      sent: { resource: 'https://other.example/' },
      expected: { resource: ['https://api.example/'] },
      nearest: 'https://api.example/',
      change: expect.stringMatching(
        /to one of its APIs, .*: https:\/\/api\.example\/\. .*register it with the command/,
      ),
      command: 'npx countersign resource add ADDRESS',
    })
    expect(problems.find(({ entry }) => entry === 'token-for-another')).toMatchObject({
      endpoint: '/userinfo',
      sent: { token_audience: 'https://api.example/' },
    })
    expect(JSON.stringify(problems)).not.toContain(access_token)
  })

  test('8. CORS origin: the console lists the origins that may send requests', async () => {
    const app = await createOidcTestServer()
    const application = await addTestClientApplication(app, { kind: 'single-page' })
    const callback = await runOidcAuthorizationUntilCallback(app.openBrowser(), application)
    const answer = await exchangeCodeAsApplication(app, application, callback.searchParams.get('code') ?? '')
    expect(answer.statusCode).toBe(200)
    const refused = await postFormAsApplication(
      app,
      '/token',
      application,
      { grant_type: 'authorization_code', code: 'c', redirect_uri: application.redirectUri },
      { origin: 'http://localhost:5173' },
    )
    expect(refused.headers['access-control-allow-origin']).toBeUndefined()
    expect(refused.json()).toMatchObject({ error: 'invalid_request', error_uri: help('other-origin') })
    expect(await readOnlyApplicationProblem(app)).toMatchObject({
      entry: 'other-origin',
      sent: { origin: 'http://localhost:5173', authentication: 'none' },
      expected: { origin: ['https://app.example'] },
    })
  })

  test('9. cookies refused: the sign-in page reports it, and so does the console', async () => {
    const app = await createOidcTestServer()
    const application = await addTestClientApplication(app)
    const started = await app.openBrowser().send('GET', createAuthorizationUrl(application))
    const interaction = getInteractionIdFromRedirect(started)
    const withoutCookies = app.openBrowser()
    const page = await withoutCookies.send('GET', `/api/interactions/${interaction}`)
    expect(page.json()).toMatchObject({ code: 'browser.no_cookie' })
    expect(await readOnlyApplicationProblem(app)).toMatchObject({
      caller: 'unknown',
      endpoint: '/authorize',
      entry: 'interaction-over',
      sent: { cookie: '(missing)' },
      expected: { cookie: ['(the cookie that this server set at /authorize)'] },
      change: expect.stringMatching(/not in an iframe/),
    })
    expect((await readApplicationProblems(app))[0]?.sent).toEqual({ cookie: '(missing)' })
    const resumed = await withoutCookies.send('GET', `/authorize/${interaction}`)
    expect(getRedirectLocation(resumed)).toMatch(/^\/error\?code=interaction\.invalid&/)
    expect(await readApplicationProblems(app)).toHaveLength(1)
  })

  test('10. disabled application: an error page, and the command that enables it', async () => {
    const app = await createOidcTestServer()
    const application = await addTestClientApplication(app)
    await disableApplication(
      { queries: app.database.queries, random: systemRandomBytes },
      application.id,
      app.clock.now,
    )
    const response = await app.openBrowser().send('GET', createAuthorizationUrl(application))
    expect(getRedirectLocation(response)).toMatch(/^\/error\?code=application\.disabled&request=/)
    const exchanged = await exchangeCodeAsApplication(app, application, 'c')
    expect(exchanged.json()).toEqual({
      error: 'invalid_client',
      error_description: 'client authentication failed',
      error_uri: help('client-refused'),
    })
    const problems = await readApplicationProblems(app)
    expect(problems.map(({ endpoint, entry, command }) => ({ endpoint, entry, command }))).toEqual(
      expect.arrayContaining(
        ['/authorize', '/token'].map((endpoint) => ({
          endpoint,
          entry: 'client-disabled',
          command: 'npx countersign application enable test-app',
        })),
      ),
    )
  })
})
