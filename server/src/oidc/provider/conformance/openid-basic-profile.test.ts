// What the modules of the plans "Basic" and "Form Post Basic" of the OpenID Foundation's conformance suite look at, in tests
// of our own; e2e/src/oidc-conformance-modules.ts says which is which.
import { ethereumTestKeys } from '@countersign/testing/ethereum-test-keys'
import { createLocalJWKSet, jwtVerify } from 'jose'
import type { JSONWebKeySet } from 'jose'
import { createHash } from 'node:crypto'
import { describe, expect, test } from 'vitest'
import { ensureSigningKeys } from '../../../store/signing-keys/ensure-signing-keys.ts'
import { createSigningKeyContext } from '../../../testing/test-signing-key-context.ts'
import {
  addTestApplication,
  createAuthorizationUrl,
  createOidcTestApp,
  exchangeCode,
  postForm,
  decodeTokenPayload,
} from '../../../testing/test-oidc-applications.ts'
import type { TestApplication, TokenResponse } from '../../../testing/test-oidc-applications.ts'
import {
  refreshTokens,
  checkTokensWork,
  summarizeOAuthResponse,
  requestUserinfo,
} from '../../../testing/test-tokens.ts'
import type { ApplicationDefinitionInput } from '../../../store/applications/application-definition.ts'
import {
  requestAuthorization,
  followAuthorization,
  responseModes,
} from '../../../testing/test-authorization-requests.ts'

describe.each(responseModes)('with answers by %s', (mode) => {
  async function prepare(input: Partial<ApplicationDefinitionInput> = {}) {
    const app = await createOidcTestApp()
    const application = await addTestApplication(app, input)
    const browser = app.openBrowser()
    const obtain = async (parameters: Record<string, string | undefined> = {}) => {
      const answer = await requestAuthorization(browser, application, mode, parameters)
      const response = await exchangeCode(app, application, answer.parameters.get('code') ?? '')
      if (response.statusCode !== 200) throw new Error(`No tokens: ${answer.parameters} ${response.body}`)
      const tokens = response.json<TokenResponse>()
      return { ...answer, tokens, claims: decodeTokenPayload(tokens.id_token) }
    }
    return { app, application, browser, obtain }
  }

  const verify = async (app: Awaited<ReturnType<typeof createOidcTestApp>>, { id }: TestApplication, token: string) => {
    const jwks = (await app.http.inject('/jwks')).json<JSONWebKeySet>()
    return jwtVerify(token, createLocalJWKSet(jwks), {
      issuer: 'https://sign-in.example',
      audience: id,
      currentDate: new Date(app.clock.now),
    })
  }

  test('a code is exchanged for tokens that can be checked, and open the claims', async () => {
    const { app, application, obtain } = await prepare()
    const answer = await obtain()
    expect([answer.redirectUri, answer.parameters.get('state'), answer.parameters.get('iss')]).toEqual([
      'https://app.example/callback',
      'test-state',
      'https://sign-in.example',
    ])
    expect([...answer.parameters.keys()].toSorted()).toEqual(['code', 'iss', 'state'])
    // RFC 6749 §10.10: 256 random bits.
    expect(answer.parameters.get('code')).toMatch(/^[\w-]{43}$/)
    expect(answer.tokens).toMatchObject({ token_type: 'Bearer', expires_in: 300, scope: 'openid' })
    const { payload, protectedHeader } = await verify(app, application, answer.tokens.id_token)
    expect(payload).toMatchObject({ nonce: 'test-nonce', iat: app.clock.now / 1000, exp: app.clock.now / 1000 + 3600 })
    expect(protectedHeader.alg).toBe('ES256')
    expect(payload['at_hash']).toBe(
      createHash('sha256').update(answer.tokens.access_token).digest().subarray(0, 16).toString('base64url'),
    )
    expect((await requestUserinfo(app, answer.tokens.access_token)).json()).toEqual({ sub: payload.sub })
  })

  test('a request without a response type is refused', async () => {
    const { application, browser } = await prepare()
    const answer = await requestAuthorization(browser, application, mode, { response_type: undefined })
    expect([answer.redirectUri, answer.parameters.get('error')]).toEqual([
      'https://app.example/callback',
      'invalid_request',
    ])
  })

  test('an ID token names the key that signed it, also where it is one for RS256', async () => {
    const { app, application, obtain } = await prepare({ idTokenAlgorithm: 'RS256' })
    await ensureSigningKeys(createSigningKeyContext(app.database, { algorithms: ['RS256'] }), app.clock.now)
    app.pass(2000)
    const { tokens } = await obtain()
    const { protectedHeader } = await verify(app, application, tokens.id_token)
    expect(protectedHeader).toMatchObject({ alg: 'RS256', kid: expect.any(String) as string })
  })

  test('the claims are read by GET, and by POST with the token in the header or in the body', async () => {
    const { app, obtain } = await prepare()
    const { tokens, claims } = await obtain()
    const authorization = `Bearer ${tokens.access_token}`
    const answers = [
      await app.http.inject({ url: '/userinfo', headers: { authorization } }),
      await app.http.inject({ method: 'POST', url: '/userinfo', headers: { authorization } }),
      await postForm(app, '/userinfo', null, { access_token: tokens.access_token }),
    ]
    for (const answer of answers) expect([answer.statusCode, answer.json()]).toEqual([200, { sub: claims['sub'] }])
    // RFC 6750 §2: never in two places, and never in the address.
    expect(
      (await postForm(app, '/userinfo', null, { access_token: tokens.access_token }, { authorization })).statusCode,
    ).toBe(400)
    expect((await app.http.inject({ url: `/userinfo?access_token=${tokens.access_token}` })).statusCode).toBe(400)
  })

  test('a request without a nonce is answered, without one', async () => {
    const { obtain } = await prepare()
    expect((await obtain({ nonce: undefined })).claims).not.toHaveProperty('nonce')
  })

  test('the scope "profile" is answered by userinfo, and not in the ID token', async () => {
    const { app, obtain } = await prepare({ preferredUsername: 'display-name' })
    await app.openBrowser().signIn()
    await app.database.queries.updateTable('people').set({ display_name: 'Alice', locale: 'en' }).execute()
    const { tokens, claims } = await obtain({ scope: 'openid profile' })
    expect((await requestUserinfo(app, tokens.access_token)).json()).toEqual({
      sub: claims['sub'],
      name: 'Alice',
      preferred_username: 'Alice',
      locale: 'en',
    })
    expect(claims).not.toHaveProperty('name')
  })

  test('scopes that are not known here (email, address, phone) are left out, and nothing is invented', async () => {
    const { app, obtain } = await prepare()
    for (const scope of ['openid email', 'openid address', 'openid phone', 'openid profile email address phone']) {
      const { tokens } = await obtain({ scope })
      expect(tokens.scope.split(' ')).toEqual(scope.split(' ').filter((one) => ['openid', 'profile'].includes(one)))
      expect(Object.keys((await requestUserinfo(app, tokens.access_token)).json<object>())).not.toContain('email')
    }
  })

  test('the order of scopes and parameters makes no difference', async () => {
    const { app, application, browser } = await prepare()
    const parameters = [
      ...new URL(
        createAuthorizationUrl(application, { scope: 'wallet profile openid', response_mode: mode }),
        'https://sign-in.example',
      ).searchParams,
    ].toReversed()
    const answer = await followAuthorization(
      browser,
      await browser.send('GET', `/authorize?${new URLSearchParams(parameters)}`),
      mode,
    )
    const tokens = (await exchangeCode(app, application, answer.parameters.get('code') ?? '')).json<TokenResponse>()
    expect(tokens.scope.split(' ').toSorted()).toEqual(['openid', 'profile', 'wallet'])
  })

  test('wishes about the page (display, ui_locales, claims_locales, acr_values, login_hint) do no harm', async () => {
    const { obtain } = await prepare()
    for (const wish of [
      { display: 'page' },
      { display: 'popup' },
      { ui_locales: 'se' },
      { ui_locales: 'de en' },
      { claims_locales: 'se' },
      { acr_values: '1 2' },
      { login_hint: 'bob@example.com' },
    ]) {
      const { claims } = await obtain(wish)
      expect(claims['acr'] ?? 'urn:countersign:wallet').toBe('urn:countersign:wallet')
    }
  })

  test('what is not understood is passed over', async () => {
    const { obtain } = await prepare()
    const { parameters: answer } = await obtain({ extra: 'foobar' })
    expect([...answer.keys()].toSorted()).toEqual(['code', 'iss', 'state'])
  })

  test('a claim that is asked for by itself, essential or not, comes with its scope or not at all, and is no error', async () => {
    const { obtain } = await prepare()
    const { parameters: answer, claims } = await obtain({
      claims: '{"id_token":{"name":null},"userinfo":{"name":{"essential":true}}}',
    })
    expect([...answer.keys()].toSorted()).toEqual(['code', 'iss', 'state'])
    expect(claims).not.toHaveProperty('name')
  })

  test('by prompt=login a person who is signed in proves it anew', async () => {
    const { app, obtain } = await prepare()
    const first = await obtain()
    app.pass(5000)
    const second = await obtain({ prompt: 'login' })
    expect(second.steps).toEqual(['/sign-in'])
    expect(second.claims['auth_time']).toBe(Number(first.claims['auth_time']) + 5)
    expect(second.claims['sub']).toBe(first.claims['sub'])
  })

  test('by prompt=none nobody is asked: answered where the person is signed in, and refused where not', async () => {
    const { app, application, browser, obtain } = await prepare()
    expect(
      (await requestAuthorization(app.openBrowser(), application, mode, { prompt: 'none' })).parameters.get('error'),
    ).toBe('login_required')
    const first = await obtain()
    app.pass(5000)
    const second = await obtain({ prompt: 'none' })
    expect([second.steps, second.claims['auth_time'], second.claims['sub']]).toEqual([
      [],
      first.claims['auth_time'],
      first.claims['sub'],
    ])
    await browser.send('POST', '/api/sign-out')
    expect((await requestAuthorization(browser, application, mode, { prompt: 'none' })).parameters.get('error')).toBe(
      'login_required',
    )
  })

  test('max_age=1 asks again after two seconds, and max_age=10000 does not', async () => {
    const { app, application, browser, obtain } = await prepare()
    const first = await obtain({ max_age: '10000' })
    app.pass(2000)
    expect(
      (await requestAuthorization(browser, application, mode, { max_age: '1', prompt: 'none' })).parameters.get(
        'error',
      ),
    ).toBe('login_required')
    const still = await obtain({ max_age: '10000' })
    expect([still.steps, still.claims['auth_time']]).toEqual([[], first.claims['auth_time']])
    const again = await obtain({ max_age: '1' })
    expect([again.steps, again.claims['auth_time']]).toEqual([['/sign-in'], app.clock.now / 1000])
  })

  test('an ID token as a hint is answered for the person it names, and for nobody else', async () => {
    const { app, application, obtain } = await prepare()
    const first = await obtain()
    const hinted = await obtain({ prompt: 'none', id_token_hint: first.tokens.id_token })
    expect(hinted.claims['sub']).toBe(first.claims['sub'])
    const stranger = app.openBrowser()
    await stranger.signIn(ethereumTestKeys.bob)
    expect(
      (
        await requestAuthorization(stranger, application, mode, {
          prompt: 'none',
          id_token_hint: first.tokens.id_token,
        })
      ).parameters.get('error'),
    ).toBe('login_required')
  })

  test('a code that is used a second time is refused, at once and after thirty seconds, and its token dies', async () => {
    const { app, application, browser } = await prepare()
    for (const pause of [0, 30_000]) {
      const code = (await requestAuthorization(browser, application, mode)).parameters.get('code') ?? ''
      const tokens = (await exchangeCode(app, application, code)).json<TokenResponse>()
      app.pass(pause)
      expect(summarizeOAuthResponse(await exchangeCode(app, application, code))).toBe('400 invalid_grant')
      expect(await checkTokensWork(app, application, tokens)).toEqual([false, false])
    }
  })

  test('an address that is not registered is shown an error on our page', async () => {
    const { application, browser } = await prepare()
    const answer = await requestAuthorization(browser, application, mode, {
      redirect_uri: 'https://app.example/callback/unregistered',
    })
    expect(answer.redirectUri).toMatch(/^\/error\?code=application\.redirect_uri_not_registered&request=/)
  })

  test('a request by a form is answered like one by a link', async () => {
    const { app, application, browser } = await prepare()
    const [path, query = ''] = createAuthorizationUrl(application, { response_mode: mode }).split('?')
    const sent = await app.http.inject({
      method: 'POST',
      url: path ?? '',
      headers: {
        'content-type': 'application/x-www-form-urlencoded',
        origin: 'https://app.example',
        'sec-fetch-site': 'cross-site',
      },
      payload: query,
    })
    expect(sent.statusCode).toBe(303)
    const answer = await followAuthorization(browser, sent, mode)
    expect(summarizeOAuthResponse(await exchangeCode(app, application, answer.parameters.get('code') ?? ''))).toBe(
      '200',
    )
  })

  test('an application may prove itself by its secret in the body', async () => {
    const { app, application, browser } = await prepare({ authentication: 'client_secret_post' })
    const code = async () => (await requestAuthorization(browser, application, mode)).parameters.get('code') ?? ''
    const inBody = { ...application, secret: null }
    const secret = application.secret ?? ''
    expect(summarizeOAuthResponse(await exchangeCode(app, inBody, await code(), { client_secret: secret }))).toBe('200')
    expect(summarizeOAuthResponse(await exchangeCode(app, inBody, await code(), { client_secret: `${secret}x` }))).toBe(
      '401 invalid_client',
    )
    expect(summarizeOAuthResponse(await exchangeCode(app, inBody, await code()))).toBe('401 invalid_client')
  })

  test('request objects are refused as not supported, by value and by address', async () => {
    const { application, browser } = await prepare()
    const object = `${Buffer.from('{"alg":"none"}').toString('base64url')}.${Buffer.from('{"redirect_uri":"https://evil.example/"}').toString('base64url')}.`
    const answer = async (parameters: Record<string, string>) => {
      const { redirectUri, parameters: said } = await requestAuthorization(browser, application, mode, parameters)
      return [redirectUri, said.get('error')]
    }
    expect(await answer({ request: object })).toEqual(['https://app.example/callback', 'request_not_supported'])
    expect(await answer({ request_uri: 'https://app.example/request.jwt' })).toEqual([
      'https://app.example/callback',
      'request_uri_not_supported',
    ])
  })

  test('a refresh token gives new tokens of the same person, for its own application alone', async () => {
    const { app, application, obtain } = await prepare()
    const other = await addTestApplication(app, { id: 'other' })
    const { tokens, claims } = await obtain({ scope: 'openid offline_access', prompt: 'consent' })
    app.pass(60_000)
    expect(summarizeOAuthResponse(await refreshTokens(app, other, tokens.refresh_token))).toBe('400 invalid_grant')
    const again = (await refreshTokens(app, application, tokens.refresh_token)).json<TokenResponse>()
    expect(again.access_token).not.toBe(tokens.access_token)
    // OpenID Connect Core §12.2: the same issuer, subject, audience and time of the sign-in; a new time of issue.
    const { iss, sub, aud, auth_time } = claims
    expect(decodeTokenPayload(again.id_token)).toMatchObject({ iss, sub, aud, auth_time, iat: app.clock.now / 1000 })
    // Clients that compare it with a nonce of theirs have none for a refresh (zitadel/oidc).
    expect(claims).toHaveProperty('nonce')
    expect(decodeTokenPayload(again.id_token)).not.toHaveProperty('nonce')
  })

  test('a request with a proof of who asked (PKCE) is answered to who has it', async () => {
    const { app, application, browser } = await prepare()
    const code = (await requestAuthorization(browser, application, mode)).parameters.get('code') ?? ''
    expect(
      summarizeOAuthResponse(
        await exchangeCode(app, application, code, {
          code_verifier: 'another-verifier-another-verifier-another-verifier',
        }),
      ),
    ).toBe('400 invalid_grant')
    expect(summarizeOAuthResponse(await exchangeCode(app, application, code))).toBe('200')
  })
})
