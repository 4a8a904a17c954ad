// Our tests for the plans "Basic" and "Form Post Basic" of the OpenID Foundation's conformance
// suite; e2e/src/oidc-conformance-module-coverage.ts maps its modules to tests.
import { createLocalJWKSet, jwtVerify } from 'jose'
import type { JSONWebKeySet } from 'jose'
import { createHash } from 'node:crypto'
import { describe, expect, test } from 'vitest'
import { ensureSigningKeys } from '../../../store/signing-keys/ensure-signing-keys.ts'
import { createConformanceTestFixture } from '../../../testing/openid-conformance-fixtures.ts'
import { createTestSigningKeyContext } from '../../../testing/signing-key-context-fixtures.ts'
import {
  addTestClientApplication,
  createOidcTestServer,
  exchangeCodeAsApplication,
  postFormAsApplication,
  decodeTokenPayload,
} from '../../../testing/oidc-application-test-steps.ts'
import type { TestClientApplication, TokenResponse } from '../../../testing/oidc-application-test-steps.ts'
import {
  sendRefreshTokenRequest,
  readOAuthTokenActiveStates,
  summarizeOAuthResponse,
  requestUserinfo,
} from '../../../testing/oauth-token-test-steps.ts'
import type { ApplicationDefinitionInput } from '../../../store/applications/application-definition-types.ts'
import { runOidcAuthorizationFlow, testedResponseModes } from '../../../testing/oidc-authorization-test-steps.ts'

describe.each(testedResponseModes)('OpenID Basic profile with response mode %s', (mode) => {
  const prepare = (input: Partial<ApplicationDefinitionInput> = {}) => createConformanceTestFixture(mode, input)

  const verify = async (
    app: Awaited<ReturnType<typeof createOidcTestServer>>,
    { id }: TestClientApplication,
    token: string,
  ) => {
    const jwks = (await app.http.inject('/jwks')).json<JSONWebKeySet>()
    return jwtVerify(token, createLocalJWKSet(jwks), {
      issuer: 'https://sign-in.example',
      audience: id,
      currentDate: new Date(app.clock.now),
    })
  }

  test('a code is exchanged for a valid ID token and an access token for userinfo', async () => {
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

  test('an RS256 ID token names the key that signed it', async () => {
    const { app, application, obtain } = await prepare({ idTokenAlgorithm: 'RS256' })
    await ensureSigningKeys(createTestSigningKeyContext(app.database, { algorithms: ['RS256'] }), app.clock.now)
    app.pass(2000)
    const { tokens } = await obtain()
    const { protectedHeader } = await verify(app, application, tokens.id_token)
    expect(protectedHeader).toMatchObject({ alg: 'RS256', kid: expect.any(String) as string })
  })

  test('userinfo works by GET, and by POST with the token in the header or body', async () => {
    const { app, obtain } = await prepare()
    const { tokens, claims } = await obtain()
    const authorization = `Bearer ${tokens.access_token}`
    const answers = [
      await app.http.inject({ url: '/userinfo', headers: { authorization } }),
      await app.http.inject({ method: 'POST', url: '/userinfo', headers: { authorization } }),
      await postFormAsApplication(app, '/userinfo', null, { access_token: tokens.access_token }),
    ]
    for (const answer of answers) expect([answer.statusCode, answer.json()]).toEqual([200, { sub: claims['sub'] }])
    // RFC 6750 §2: the token may not be sent in two places, or in the URL.
    expect(
      (await postFormAsApplication(app, '/userinfo', null, { access_token: tokens.access_token }, { authorization }))
        .statusCode,
    ).toBe(400)
    expect((await app.http.inject({ url: `/userinfo?access_token=${tokens.access_token}` })).statusCode).toBe(400)
  })

  test('profile claims are in userinfo and not in the ID token', async () => {
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

  test('unsupported scopes (email, address, phone) are left out and add no claims', async () => {
    const { app, obtain } = await prepare()
    for (const scope of ['openid email', 'openid address', 'openid phone', 'openid profile email address phone']) {
      const { tokens } = await obtain({ scope })
      expect(tokens.scope.split(' ')).toEqual(scope.split(' ').filter((one) => ['openid', 'profile'].includes(one)))
      expect(Object.keys((await requestUserinfo(app, tokens.access_token)).json<object>())).not.toContain('email')
    }
  })

  test('a reused code is refused, immediately and after 30 seconds, and its tokens are revoked', async () => {
    const { app, application, browser } = await prepare()
    for (const pause of [0, 30_000]) {
      const code = (await runOidcAuthorizationFlow(browser, application, mode)).parameters.get('code') ?? ''
      const tokens = (await exchangeCodeAsApplication(app, application, code)).json<TokenResponse>()
      app.pass(pause)
      expect(summarizeOAuthResponse(await exchangeCodeAsApplication(app, application, code))).toBe('400 invalid_grant')
      expect(await readOAuthTokenActiveStates(app, application, tokens)).toEqual([false, false])
    }
  })

  test('client_secret_post authenticates only with the right secret in the body', async () => {
    const { app, application, browser } = await prepare({ authentication: 'client_secret_post' })
    const code = async () => (await runOidcAuthorizationFlow(browser, application, mode)).parameters.get('code') ?? ''
    const inBody = { ...application, secret: null }
    const secret = application.secret ?? ''
    expect(
      summarizeOAuthResponse(await exchangeCodeAsApplication(app, inBody, await code(), { client_secret: secret })),
    ).toBe('200')
    expect(
      summarizeOAuthResponse(
        await exchangeCodeAsApplication(app, inBody, await code(), { client_secret: `${secret}x` }),
      ),
    ).toBe('401 invalid_client')
    expect(summarizeOAuthResponse(await exchangeCodeAsApplication(app, inBody, await code()))).toBe(
      '401 invalid_client',
    )
  })

  test('a refresh token returns new tokens for the same person, only to its own application', async () => {
    const { app, application, obtain } = await prepare()
    const other = await addTestClientApplication(app, { id: 'other' })
    const { tokens, claims } = await obtain({ scope: 'openid offline_access', prompt: 'consent' })
    app.pass(60_000)
    expect(summarizeOAuthResponse(await sendRefreshTokenRequest(app, other, tokens.refresh_token))).toBe(
      '400 invalid_grant',
    )
    const again = (await sendRefreshTokenRequest(app, application, tokens.refresh_token)).json<TokenResponse>()
    expect(again.access_token).not.toBe(tokens.access_token)
    // OpenID Connect Core §12.2: same issuer, subject, audience and sign-in time; new issue time.
    const { iss, sub, aud, auth_time } = claims
    expect(decodeTokenPayload(again.id_token)).toMatchObject({ iss, sub, aud, auth_time, iat: app.clock.now / 1000 })
    // Clients such as zitadel/oidc have no nonce to compare on a refresh.
    expect(claims).toHaveProperty('nonce')
    expect(decodeTokenPayload(again.id_token)).not.toHaveProperty('nonce')
  })

  test('a code requested with PKCE is redeemed only with its verifier', async () => {
    const { app, application, browser } = await prepare()
    const code = (await runOidcAuthorizationFlow(browser, application, mode)).parameters.get('code') ?? ''
    expect(
      summarizeOAuthResponse(
        await exchangeCodeAsApplication(app, application, code, {
          code_verifier: 'another-verifier-another-verifier-another-verifier',
        }),
      ),
    ).toBe('400 invalid_grant')
    expect(summarizeOAuthResponse(await exchangeCodeAsApplication(app, application, code))).toBe('200')
  })
})
