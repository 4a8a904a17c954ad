import { SignJWT, generateKeyPair } from 'jose'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { describe, expect, onTestFinished, test } from 'vitest'
import { systemRandomBytes } from '../../../platform/clock.ts'
import { readAuditLog } from '../../../testing/read-database-state.ts'
import { databaseKinds } from '../../../testing/test-databases.ts'
import {
  addTestApplication,
  completeAuthorization,
  createAuthorizationUrl,
  createOpenIdAppWithRsaKey,
  exchangeCode,
  redirectLocationOf,
  obtainTokens,
  postForm,
} from '../../../testing/test-openid.ts'
import { authorizationCodeIn, summarizeOAuthResponse } from '../../../testing/test-tokens.ts'
import {
  createRegistrationToken,
  revokeRegistrationToken,
  listRegistrationTokens,
  consumeRegistrationToken,
} from '../registration-tokens.ts'

type App = Awaited<ReturnType<typeof createOpenIdAppWithRsaKey>>

const honest = {
  client_name: 'Theirs',
  redirect_uris: ['https://their.example/callback'],
  grant_types: ['authorization_code'],
}

const register = (app: App, metadata: object, token?: string) =>
  app.http.inject({
    method: 'POST',
    url: '/register',
    headers: { 'content-type': 'application/json', ...(token !== undefined && { authorization: `Bearer ${token}` }) },
    payload: JSON.stringify(metadata),
  })

/** Opens registration for an hour. */
async function open(app: App, uses = 1000): Promise<string> {
  const token = await createRegistrationToken(
    { queries: app.database.queries, random: systemRandomBytes },
    { now: app.clock.now, lifeMs: 3_600_000, uses },
  )
  // Instances notice within seconds.
  app.pass(6000)
  return token
}

/** A server on this machine that must not be asked for anything. */
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

const idsOf = async ({ database }: App): Promise<string[]> =>
  (await database.queries.selectFrom('applications').select('id').execute()).map(({ id }) => id)

describe('applications that register themselves', () => {
  test('O8 cannot, unless an operator has handed out a token, and only with it', async () => {
    const app = await createOpenIdAppWithRsaKey()
    expect(summarizeOAuthResponse(await register(app, honest))).toBe('404 invalid_request')
    expect(summarizeOAuthResponse(await register(app, honest, 'x'.repeat(43)))).toBe('404 invalid_request')
    for (const url of ['/register', '/token', '/par', '/introspect', '/revoke', '/device/authorize'])
      expect((await app.http.inject(url)).json()).toMatchObject({ code: 'request.not_found' })
    expect((await app.http.inject('/.well-known/openid-configuration')).json()).not.toHaveProperty(
      'registration_endpoint',
    )
    const token = await open(app)
    expect((await app.http.inject('/.well-known/openid-configuration')).json()).toMatchObject({
      registration_endpoint: 'https://sign-in.example/register',
    })
    expect(summarizeOAuthResponse(await register(app, honest))).toBe('401 invalid_token')
    for (const wrong of ['x'.repeat(43), `${token}x`, token.toLowerCase()])
      expect(summarizeOAuthResponse(await register(app, honest, wrong))).toBe('401 invalid_token')
    const { access_token } = await obtainTokens(app, app.openBrowser(), await addTestApplication(app))
    expect(summarizeOAuthResponse(await register(app, honest, access_token))).toBe('401 invalid_token')
    expect(await idsOf(app)).toEqual(['test-app'])

    const registered = await register(app, honest, token)
    expect([registered.statusCode, registered.headers['cache-control']]).toEqual([201, 'no-store'])
    const { client_id, client_secret } = registered.json<{ client_id: string; client_secret: string }>()
    expect((await readAuditLog(app.database.queries)).at(-1)).toContain('application.registered success')
    const theirs = { id: client_id, secret: client_secret, redirectUri: 'https://their.example/callback' }
    expect(
      summarizeOAuthResponse(
        await exchangeCode(app, theirs, authorizationCodeIn(await completeAuthorization(app.openBrowser(), theirs))),
      ),
    ).toBe('200')
    const stored = JSON.stringify(await app.database.queries.selectFrom('applications').selectAll().execute())
    for (const secret of [client_secret, token]) expect(stored + app.log.join('')).not.toContain(secret)
    // It cannot be changed or read from outside afterwards.
    for (const method of ['GET', 'PUT', 'DELETE'] as const) {
      const { statusCode } = await app.http.inject({
        method,
        url: `/register/${client_id}`,
        headers: { authorization: `Bearer ${token}`, origin: 'https://sign-in.example' },
      })
      expect(statusCode).toBe(404)
    }

    app.pass(3_600_000)
    expect((await register(app, honest, token)).statusCode).toBe(404)
  })

  test('O8 cannot have what an operator could not write, and nothing is kept of what is refused', async () => {
    const app = await createOpenIdAppWithRsaKey()
    const token = await open(app)
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
      const refused = await register(app, { ...honest, ...members }, token)
      expect([refused.statusCode, JSON.stringify(members)]).toEqual([400, JSON.stringify(members)])
    }
    expect(await idsOf(app)).toEqual([])
  })

  test('O8 are told what is wrong with what they say, whatever it is', async () => {
    const app = await createOpenIdAppWithRsaKey()
    const token = await open(app)
    const names = [
      'application_type',
      'backchannel_logout_session_required',
      'backchannel_logout_uri',
      'client_name',
      'client_uri',
      'contacts',
      'default_acr_values',
      'default_max_age',
      'dpop_bound_access_tokens',
      'grant_types',
      'id_token_signed_response_alg',
      'initiate_login_uri',
      'jwks',
      'jwks_uri',
      'logo_uri',
      'policy_uri',
      'post_logout_redirect_uris',
      'redirect_uris',
      'require_auth_time',
      'require_pushed_authorization_requests',
      'response_types',
      'response_modes',
      'scope',
      'sector_identifier_uri',
      'subject_type',
      'token_endpoint_auth_method',
      'token_endpoint_auth_signing_alg',
      'tos_uri',
    ]
    const values = [5, -1, 'x', 'a\0b', '', null, true, {}, { keys: 5 }, [], [5], [null], [{}], [[]], ['x'], ['a\0b']]
    for (const name of names) {
      for (const value of values) {
        const answer = await register(app, { ...honest, [name]: value }, token)
        expect([name, JSON.stringify(value), answer.statusCode]).toEqual([
          name,
          JSON.stringify(value),
          expect.toSatisfy((status) => status === 201 || status === 400),
        ])
      }
    }
    for (const body of ['null', '[]', '5', '"x"', '{', '']) {
      const answer = await app.http.inject({
        method: 'POST',
        url: '/register',
        headers: { 'content-type': 'application/json', authorization: `Bearer ${token}` },
        payload: body,
      })
      expect([body, answer.statusCode]).toEqual([body, 400])
    }
  })

  test('O8 are told what is kept of what they say, and nothing else', async () => {
    const app = await createOpenIdAppWithRsaKey()
    const token = await open(app)
    const asked = {
      ...honest,
      client_uri: 'https://their.example/',
      dpop_bound_access_tokens: true,
      require_pushed_authorization_requests: true,
      default_max_age: 600,
      contacts: ['somebody@their.example'],
      logo_uri: 'https://their.example/logo',
      initiate_login_uri: 'https://their.example/begin',
      response_modes: ['query'],
    }
    const answer = (await register(app, asked, token)).json<{ client_id: string; client_secret: string }>()
    expect(answer).toEqual({
      application_type: 'web',
      client_id: expect.stringMatching(/^[0-9a-z]{26}$/),
      client_id_issued_at: app.clock.now / 1000,
      client_name: 'Theirs',
      client_secret: expect.any(String),
      client_secret_expires_at: 0,
      client_uri: 'https://their.example/',
      default_max_age: 600,
      dpop_bound_access_tokens: true,
      grant_types: ['authorization_code'],
      id_token_signed_response_alg: 'RS256',
      post_logout_redirect_uris: [],
      redirect_uris: ['https://their.example/callback'],
      require_auth_time: true,
      require_pushed_authorization_requests: true,
      response_types: ['code'],
      scope: expect.stringMatching(/^openid profile wallet /),
      subject_type: 'pairwise',
      token_endpoint_auth_method: 'client_secret_basic',
    })
    const { definition } = await app.database.queries
      .selectFrom('applications')
      .select('definition')
      .executeTakeFirstOrThrow()
    expect(JSON.parse(definition)).toMatchObject({
      uri: 'https://their.example/',
      dpopRequired: true,
      pushedRequestRequired: true,
      maximumAgeSeconds: 600,
    })
    for (const own of ['countersign_pkce', 'countersign_introspection', 'countersign_subject_type']) {
      expect([own, summarizeOAuthResponse(await register(app, { ...honest, [own]: 'all' }, token))]).toEqual([
        own,
        '400 invalid_client_metadata',
      ])
    }
  })

  test('O8 cannot name themselves what another is, nor give themselves what only operators give', async () => {
    const app = await createOpenIdAppWithRsaKey()
    await addTestApplication(app)
    const token = await open(app)
    const { client_id } = (
      await register(
        app,
        {
          ...honest,
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
    const own = await register(app, { ...honest, countersign_requires: ['name'] }, token)
    expect(own.json()).toMatchObject({ error: 'invalid_client_metadata' })
  })
})

test('O8 O9 nobody makes this server ask inside: for a sector, for keys, or to tell of a logout', async () => {
  const app = await createOpenIdAppWithRsaKey()
  const inside = await listenInside()
  const token = await open(app)
  const sector = await register(
    app,
    { ...honest, subject_type: 'pairwise', sector_identifier_uri: `${inside.address}/sector` },
    token,
  )
  expect(sector.statusCode).toBe(400)
  expect(sector.body).not.toContain('ECONN')

  const machine = (
    await register(
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
  const asks = await addTestApplication(app, {
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
    expect(summarizeOAuthResponse(await postForm(app, '/token', null, form))).toBe('401 invalid_client')
  }

  const leaving = await addTestApplication(app, { id: 'leaving', backchannelLogoutUri: `${inside.address}/logout` })
  const browser = app.openBrowser()
  await obtainTokens(app, browser, leaving)
  await browser.send('POST', '/api/sign-out')
  await app.deliverLogouts()
  expect((await readAuditLog(app.database.queries)).at(-1)).toMatch(
    /^logout\.failed refused .*"applicationId":"leaving"/,
  )
  expect(inside.requests()).toBe(0)
})

test('N2 other origins read what a single-page application of theirs needs, and nothing of anybody else', async () => {
  const app = await createOpenIdAppWithRsaKey()
  const page = await addTestApplication(app, {
    id: 'page',
    kind: 'single-page',
    redirectUris: ['https://page.example/callback'],
  })
  const web = await addTestApplication(app, { id: 'web', redirectUris: ['https://page.example/web'] })
  const browser = app.openBrowser()
  const [own, foreign] = ['https://page.example', 'https://evil.example']
  const allowed = (response: Awaited<ReturnType<typeof postForm>>) => {
    // No cookie ever decides such a request.
    expect(response.headers).not.toHaveProperty('access-control-allow-credentials')
    expect(response.headers).not.toHaveProperty('set-cookie')
    return response.headers['access-control-allow-origin']
  }
  const code = async (of: typeof page) => authorizationCodeIn(await completeAuthorization(browser, of))
  const redeem = async (of: typeof page, origin: string) =>
    postForm(
      app,
      '/token',
      of,
      {
        grant_type: 'authorization_code',
        code: await code(of),
        redirect_uri: of.redirectUri,
        code_verifier: 'test-verifier-test-verifier-test-verifier-test',
      },
      { origin },
    )
  expect(allowed(await redeem(page, foreign))).toBe(undefined)
  expect(allowed(await redeem(web, own))).toBe(undefined)
  const mine = await redeem(page, own)
  expect([summarizeOAuthResponse(mine), allowed(mine)]).toEqual(['200', own])
  const { access_token } = mine.json<{ access_token: string }>()
  const ask = (origin: string) =>
    app.http.inject({ url: '/userinfo', headers: { origin, authorization: `Bearer ${access_token}` } })
  const [mineAgain, theirs] = [await ask(own), await ask(foreign)]
  expect([summarizeOAuthResponse(mineAgain), allowed(mineAgain)]).toEqual(['200', own])
  expect([summarizeOAuthResponse(theirs), allowed(theirs)]).toEqual(['400 invalid_request', undefined])

  // Where people are asked, there is nothing to read for others at all.
  for (const url of [
    '/api/session',
    '/api/grants',
    '/api/interactions/x',
    createAuthorizationUrl(page),
    createAuthorizationUrl(page, { prompt: 'none' }),
    '/end-session',
  ]) {
    for (const method of ['GET', 'OPTIONS'] as const) {
      const response = await app.http.inject({
        method,
        url,
        headers: { origin: own, 'access-control-request-method': 'GET' },
        cookies: Object.fromEntries(browser.cookies),
      })
      expect(
        Object.keys(response.headers).filter((name) => name.startsWith('access-control')),
        `${method} ${url}`,
      ).toEqual([])
    }
  }
})

test('an application that is not known ends on our page, with nothing of the request in it', async () => {
  const app = await createOpenIdAppWithRsaKey()
  const unknown = { id: '"><script>alert(1)</script>', secret: null, redirectUri: 'https://evil.example/' }
  for (const parameters of [{}, { prompt: 'none' }, { response_mode: 'form_post' }]) {
    const response = await app.openBrowser().send('GET', createAuthorizationUrl(unknown, parameters))
    expect([response.statusCode, response.body, redirectLocationOf(response)]).toEqual([
      303,
      '',
      expect.stringMatching(/^\/error\?code=application\.unknown&request=[0-9a-z]{26}$/),
    ])
  }
  expect(
    summarizeOAuthResponse(
      await postForm(app, '/token', { id: 'unknown', secret: 'x' }, { grant_type: 'authorization_code', code: 'x' }),
    ),
  ).toBe('401 invalid_client')
})

describe.each(databaseKinds)('a registration token on %s', (kind) => {
  test('O17 works as often as was said, also where more come at once than it has uses left', async () => {
    const app = await createOpenIdAppWithRsaKey({ database: kind })
    const token = await open(app, 3)
    expect((await register(app, honest, token)).statusCode).toBe(201)
    // What is refused uses up nothing.
    for (let round = 0; round < 4; round++)
      expect((await register(app, { ...honest, redirect_uris: [] }, token)).statusCode).toBe(400)
    const rush = await Promise.all(Array.from({ length: 8 }, () => register(app, honest, token)))
    const made = rush.filter(({ statusCode }) => statusCode === 201)
    expect([made.length, ...new Set(rush.map(summarizeOAuthResponse))].toSorted()).toEqual(
      [2, '201', '401 invalid_token'].toSorted(),
    )
    expect(await idsOf(app)).toHaveLength(3)
    expect(summarizeOAuthResponse(await register(app, honest, token))).toBe('401 invalid_token')
    const [shown] = await listRegistrationTokens(app.database.queries)
    expect(shown).toMatchObject({ uses: 3, used: 3, applications: expect.toSatisfy((ids) => ids.length === 3) })
    app.pass(6000)
    expect(summarizeOAuthResponse(await register(app, honest, token))).toBe('404 invalid_request')
  })

  test('O17 is taken back, is forgotten when its time is long over, and of before they were counted it works on', async () => {
    const app = await createOpenIdAppWithRsaKey({ database: kind })
    const { queries } = app.database
    const token = await open(app)
    const [shown] = await listRegistrationTokens(queries)
    const end = () => revokeRegistrationToken({ queries, random: systemRandomBytes }, shown?.id ?? '', app.clock.now)
    expect([await end(), await end()]).toEqual([true, false])
    // A registration that was let in before, and waits for the sector that it named, comes too late.
    const late = queries
      .transaction()
      .execute((transaction) => consumeRegistrationToken(transaction, token, app.clock.now))
    await expect(late).rejects.toThrow('invalid_token')
    app.pass(6000)
    expect(summarizeOAuthResponse(await register(app, honest, token))).toBe('404 invalid_request')
    app.pass(91 * 24 * 3_600_000)
    await app.pruneExpired()
    expect(await listRegistrationTokens(queries)).toEqual([])
    const old = await open(app)
    await queries.deleteFrom('registration_tokens').execute()
    for (let round = 0; round < 12; round++) expect((await register(app, honest, old)).statusCode).toBe(201)
  })
})

test('what registers itself is judged as what an operator writes: by the names that were sent, and by nothing that was not', async () => {
  const app = await createOpenIdAppWithRsaKey()
  const token = await open(app, 100)
  const device = 'urn:ietf:params:oauth:grant-type:device_code'
  const accepted: [object, object][] = [
    [
      { redirect_uris: ['https://one.example/callback', 'https://two.example/callback'] },
      { kind: 'web', subjectType: 'pairwise' },
    ],
    [
      { redirect_uris: ['https://one.example/callback', 'https://one.example:8443/callback'] },
      { kind: 'web', subjectType: 'pairwise' },
    ],
    [
      {
        redirect_uris: ['https://one.example/callback', 'http://127.0.0.1:33418/'],
        token_endpoint_auth_method: 'none',
      },
      { kind: 'single-page', subjectType: 'pairwise' },
    ],
    [
      {
        redirect_uris: ['https://one.example/callback', 'http://127.0.0.1:33418/'],
        grant_types: ['authorization_code', 'refresh_token', device],
        token_endpoint_auth_method: 'none',
      },
      { kind: 'native', subjectType: 'pairwise' },
    ],
    [
      { redirect_uris: undefined, grant_types: [device], token_endpoint_auth_method: 'none' },
      { kind: 'device', redirectUris: [] },
    ],
    [
      { redirect_uris: ['example.app:/callback'], token_endpoint_auth_method: 'none' },
      { kind: 'native', redirectUris: ['example.app:/callback'] },
    ],
    [{ grant_types: ['authorization_code', device] }, { kind: 'web' }],
  ]
  for (const [members, expected] of accepted) {
    const answer = await register(app, { ...honest, ...members }, token)
    const { client_id } = answer.json<{ client_id: string }>()
    expect([members, answer.statusCode, answer.body]).toEqual([members, 201, expect.anything()])
    const { definition, sector } = await app.database.queries
      .selectFrom('applications')
      .select(['definition', 'sector'])
      .where('id', '=', client_id)
      .executeTakeFirstOrThrow()
    expect(JSON.parse(definition)).toMatchObject(expected)
    // Of several hosts, a device or this machine none is whose people it may compare: it is alone.
    expect(sector).toBe(JSON.stringify(members).includes('8443') ? 'one.example' : `application:${client_id}`)
  }
  const refused: [object, string][] = [
    [
      { redirect_uris: ['myapp:/callback'] },
      'redirect_uris[0]: must have a scheme with a dot, as a domain name in reverse, such as "example.app:/callback" (RFC 8252 §7.1)',
    ],
    [
      { redirect_uris: ['myapp:/callback'], application_type: 'native' },
      'redirect_uris[0]: must have a scheme with a dot, as a domain name in reverse, such as "example.app:/callback" (RFC 8252 §7.1)',
    ],
    [
      { redirect_uris: ['example.app:/callback'], application_type: 'web' },
      'redirect_uris[0]: must begin with "https://"; only a native application may have a scheme of its own',
    ],
    [{ client_name: '' }, 'client_name: must have 1 to 80 characters'],
    [
      { token_endpoint_auth_method: 'private_key_jwt' },
      'jwks: must be there for "private_key_jwt", or else jwks_uri, and not both',
    ],
  ]
  for (const [members, expected] of refused)
    expect((await register(app, { ...honest, ...members }, token)).json()).toEqual({
      error: expect.stringMatching(/^invalid_(client_metadata|redirect_uri)$/),
      error_description: expected,
    })
})
