import { SignJWT, generateKeyPair } from 'jose'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { describe, expect, onTestFinished, test } from 'vitest'
import { listSequencedAuditEntryTexts } from '../../../testing/inspect-test-database.ts'
import {
  addTestClientApplication,
  runOidcAuthorizationUntilCallback,
  createAuthorizationUrl,
  createOidcTestServerWithRsaKey,
  exchangeCodeAsApplication,
  getRedirectLocation,
  obtainTokens,
  postFormAsApplication,
} from '../../../testing/oidc-application-test-steps.ts'
import { getAuthorizationCodeFromRedirect, summarizeOAuthResponse } from '../../../testing/oauth-token-test-steps.ts'
import {
  sendClientRegistration,
  validClientMetadata,
  createTestClientRegistrationToken,
  listApplicationIdsForTests,
} from '../../../testing/client-registration-test-steps.ts'

/** A local server that must receive no request. */
async function listenInside(): Promise<{ address: string; requests: () => number }> {
  let requests = 0
  const server = createServer((_request, response) => {
    requests += 1
    response.end('{"keys":[]}')
  })
  await new Promise<void>((listening) => server.listen(0, '127.0.0.1', listening))
  onTestFinished(() => void server.close())
  return { address: `http://127.0.0.1:${(server.address() as AddressInfo).port}`, requests: () => requests }
}

describe('dynamic client registration', () => {
  test('O8: is possible only with a valid registration token from an operator', async () => {
    const app = await createOidcTestServerWithRsaKey()
    expect(summarizeOAuthResponse(await sendClientRegistration(app, validClientMetadata))).toBe('404 invalid_request')
    expect(summarizeOAuthResponse(await sendClientRegistration(app, validClientMetadata, 'x'.repeat(43)))).toBe(
      '404 invalid_request',
    )
    for (const url of ['/register', '/token', '/par', '/introspect', '/revoke', '/device/authorize'])
      expect((await app.http.inject(url)).json()).toMatchObject({ code: 'request.not_found' })
    expect((await app.http.inject('/.well-known/openid-configuration')).json()).not.toHaveProperty(
      'registration_endpoint',
    )
    const token = await createTestClientRegistrationToken(app)
    expect((await app.http.inject('/.well-known/openid-configuration')).json()).toMatchObject({
      registration_endpoint: 'https://sign-in.example/register',
    })
    expect(summarizeOAuthResponse(await sendClientRegistration(app, validClientMetadata))).toBe('401 invalid_token')
    for (const wrong of ['x'.repeat(43), `${token}x`, token.toLowerCase()])
      expect(summarizeOAuthResponse(await sendClientRegistration(app, validClientMetadata, wrong))).toBe(
        '401 invalid_token',
      )
    const { access_token } = await obtainTokens(app, app.openBrowser(), await addTestClientApplication(app))
    expect(summarizeOAuthResponse(await sendClientRegistration(app, validClientMetadata, access_token))).toBe(
      '401 invalid_token',
    )
    expect(await listApplicationIdsForTests(app)).toEqual(['test-app'])

    const registered = await sendClientRegistration(app, validClientMetadata, token)
    expect([registered.statusCode, registered.headers['cache-control']]).toEqual([201, 'no-store'])
    const { client_id, client_secret } = registered.json<{ client_id: string; client_secret: string }>()
    expect((await listSequencedAuditEntryTexts(app.database.queries)).at(-1)).toContain(
      'application.registered success',
    )
    const theirs = { id: client_id, secret: client_secret, redirectUri: 'https://their.example/callback' }
    expect(
      summarizeOAuthResponse(
        await exchangeCodeAsApplication(
          app,
          theirs,
          getAuthorizationCodeFromRedirect(await runOidcAuthorizationUntilCallback(app.openBrowser(), theirs)),
        ),
      ),
    ).toBe('200')
    const stored = JSON.stringify(await app.database.queries.selectFrom('applications').selectAll().execute())
    for (const secret of [client_secret, token]) expect(stored + app.log.join('')).not.toContain(secret)
    for (const method of ['GET', 'PUT', 'DELETE'] as const) {
      const { statusCode } = await app.http.inject({
        method,
        url: `/register/${client_id}`,
        headers: { authorization: `Bearer ${token}`, origin: 'https://sign-in.example' },
      })
      expect(statusCode).toBe(404)
    }

    app.pass(3_600_000)
    expect((await sendClientRegistration(app, validClientMetadata, token)).statusCode).toBe(404)
  })

  test('O8: refuses metadata that an operator could not set, and stores none of it', async () => {
    const app = await createOidcTestServerWithRsaKey()
    const token = await createTestClientRegistrationToken(app)
    const faulty: object[] = [
      { redirect_uris: ['http://their.example/callback'] },
      { redirect_uris: ['https://their.example/callback#part'] },
      { redirect_uris: ['https://user@their.example/callback'] },
      { redirect_uris: ['https://*.their.example/callback'] },
      { redirect_uris: ['javascript:alert(1)'] },
      { redirect_uris: [] },
      { redirect_uris: Array.from({ length: 100 }, (_, index) => `https://their.example/${index}`) },
      { client_name: 'x'.repeat(500) },
      { client_name: 'Bank\u202e' },
      { client_uri: 'javascript:alert(1)' },
      { grant_types: ['implicit'] },
      { grant_types: ['password'] },
      { response_types: ['token'] },
      { id_token_signed_response_alg: 'none' },
      { id_token_signed_response_alg: 'HS256' },
      { token_endpoint_auth_method: 'client_secret_jwt' },
      { token_endpoint_auth_method: 'private_key_jwt', jwks: { keys: [{ kty: 'oct', k: 'c2VjcmV0' }] } },
      { backchannel_logout_uri: 'http://their.example/logout' },
      { backchannel_logout_uri: 'file:///etc/passwd' },
      { subject_type: 'unheard-of' },
    ]
    for (const members of faulty) {
      const refused = await sendClientRegistration(app, { ...validClientMetadata, ...members }, token)
      expect([refused.statusCode, JSON.stringify(members)]).toEqual([400, JSON.stringify(members)])
    }
    expect(await listApplicationIdsForTests(app)).toEqual([])
  })

  test('O8: cannot take an existing client ID or set operator-only members', async () => {
    const app = await createOidcTestServerWithRsaKey()
    await addTestClientApplication(app)
    const token = await createTestClientRegistrationToken(app)
    const { client_id } = (
      await sendClientRegistration(
        app,
        {
          ...validClientMetadata,
          client_id: 'test-app',
          client_secret: 'chosen',
          pkce: 'optional',
          introspection: 'all',
          resources: [{ resource: 'https://api.example/', scopes: ['read'] }],
          id: 'test-app',
          kind: 'machine',
          sector: 'app.example',
          requires: [{ claim: 'name' }],
        },
        token,
      )
    ).json<{ client_id?: string }>()
    const others = await app.database.queries
      .selectFrom('applications')
      .select(['id', 'definition', 'sector', 'origin'])
      .where('id', '!=', 'test-app')
      .execute()
    expect(others.map(({ id }) => id)).toEqual(client_id === undefined ? [] : [client_id])
    for (const { definition, sector, origin } of others) {
      expect([sector, origin]).toEqual(['their.example', 'registration'])
      expect(JSON.parse(definition)).toMatchObject({
        kind: 'web',
        pkce: 'required',
        introspection: 'own',
        subjectType: 'pairwise',
        resources: [],
        requires: [],
      })
    }
    const own = await sendClientRegistration(app, { ...validClientMetadata, countersign_requires: ['name'] }, token)
    expect(own.json()).toMatchObject({ error: 'invalid_client_metadata' })
  })
})

test('O8 O9: client metadata cannot make the server send requests to internal addresses', async () => {
  const app = await createOidcTestServerWithRsaKey()
  const inside = await listenInside()
  const token = await createTestClientRegistrationToken(app)
  const sector = await sendClientRegistration(
    app,
    { ...validClientMetadata, subject_type: 'pairwise', sector_identifier_uri: `${inside.address}/sector` },
    token,
  )
  expect(sector.statusCode).toBe(400)
  expect(sector.body).not.toContain('ECONN')

  const machine = (
    await sendClientRegistration(
      app,
      {
        client_name: 'Machine',
        grant_types: ['client_credentials'],
        redirect_uris: [],
        response_types: [],
        token_endpoint_auth_method: 'private_key_jwt',
        jwks_uri: `${inside.address}/jwks`,
        scope: '',
      },
      token,
    )
  ).json<{ client_id?: string }>()
  const asks = await addTestClientApplication(app, {
    id: 'asks',
    authentication: 'private_key_jwt',
    jwksUri: `${inside.address}/jwks`,
  })
  const { privateKey } = await generateKeyPair('ES256')
  for (const id of [asks.id, machine.client_id].filter((one) => one !== undefined)) {
    const assertion = await new SignJWT({ iss: id, sub: id, aud: 'https://sign-in.example', jti: crypto.randomUUID() })
      .setProtectedHeader({ alg: 'ES256' })
      .setIssuedAt()
      .setExpirationTime('1m')
      .sign(privateKey)
    const form = {
      grant_type: 'authorization_code',
      code: 'x',
      redirect_uri: asks.redirectUri,
      client_assertion: assertion,
      client_assertion_type: 'urn:ietf:params:oauth:client-assertion-type:jwt-bearer',
    }
    expect(summarizeOAuthResponse(await postFormAsApplication(app, '/token', null, form))).toBe('401 invalid_client')
  }

  const leaving = await addTestClientApplication(app, {
    id: 'leaving',
    backchannelLogoutUri: `${inside.address}/logout`,
  })
  const browser = app.openBrowser()
  await obtainTokens(app, browser, leaving)
  await browser.send('POST', '/api/sign-out')
  await app.deliverLogouts()
  expect((await listSequencedAuditEntryTexts(app.database.queries)).at(-1)).toMatch(
    /^logout\.failed refused .*"applicationId":"leaving"/,
  )
  expect(inside.requests()).toBe(0)
})

test('a request by an unknown client ends on the error page, which shows nothing of the request', async () => {
  const app = await createOidcTestServerWithRsaKey()
  const unknown = { id: '"><script>alert(1)</script>', secret: null, redirectUri: 'https://evil.example/' }
  for (const parameters of [{}, { prompt: 'none' }, { response_mode: 'form_post' }]) {
    const response = await app.openBrowser().send('GET', createAuthorizationUrl(unknown, parameters))
    expect([response.statusCode, response.body, getRedirectLocation(response)]).toEqual([
      303,
      '',
      expect.stringMatching(/^\/error\?code=application\.not_registered&request=[0-9a-z]{26}$/),
    ])
  }
  expect(
    summarizeOAuthResponse(
      await postFormAsApplication(
        app,
        '/token',
        { id: 'unknown', secret: 'x' },
        { grant_type: 'authorization_code', code: 'x' },
      ),
    ),
  ).toBe('401 invalid_client')
})
