import { SignJWT, UnsecuredJWT, exportJWK, generateKeyPair, importJWK } from 'jose'
import type { JWTHeaderParameters } from 'jose'
import { describe, expect, test } from 'vitest'
import { readSigningKeySetForTests } from '../../../testing/read-signing-key-set-for-tests.ts'
import {
  addTestClientApplication,
  createAuthorizationUrl,
  createOidcTestServer,
  exchangeCodeAsApplication,
  runOidcAuthorizationUntilCallback,
  getRedirectLocation,
  obtainTokens,
  postFormAsApplication,
  decodeTokenPayload,
} from '../../../testing/oidc-application-test-steps.ts'
import type { TokenResponse } from '../../../testing/oidc-application-test-steps.ts'
import { getAuthorizationCodeFromRedirect, summarizeOAuthResponse } from '../../../testing/oauth-token-test-steps.ts'
import { testServerKey } from '../../../testing/server-key-fixtures.ts'
import type { ForgedTokenClaims } from '../../../testing/forged-token-fixtures.ts'
import { createForgedJwts, encodeJwtPart } from '../../../testing/forged-token-fixtures.ts'

describe('O7: forged id_token_hint', () => {
  const prepare = async () => {
    const app = await createOidcTestServer()
    const application = await addTestClientApplication(app, { postLogoutUris: ['https://app.example/out'] })
    const browser = app.openBrowser()
    const { id_token } = await obtainTokens(app, browser, application)
    const keys = await readSigningKeySetForTests(app.database.queries, testServerKey, app.clock.now)
    const [jwk = {}] = keys.jwks.keys
    const key = await importJWK(jwk, 'ES256')
    const { d: _private, ...publicKey } = jwk
    const { secret_hash } = await app.database.queries
      .selectFrom('applications')
      .select('secret_hash')
      .executeTakeFirstOrThrow()
    const header = JSON.parse(Buffer.from(id_token.split('.')[0] ?? '', 'base64url').toString()) as JWTHeaderParameters
    const sign = (claims: ForgedTokenClaims, own: JWTHeaderParameters) =>
      new SignJWT(claims).setProtectedHeader(own).sign(key)
    return {
      app,
      application,
      browser,
      id_token,
      forged: await createForgedJwts({
        header,
        claims: decodeTokenPayload(id_token),
        sign,
        publicKey,
        secretHash: secret_hash ?? '',
      }),
    }
  }

  test('O7: is refused at the authorization endpoint', async () => {
    const { application, browser, id_token, forged } = await prepare()
    const ask = async (hint: string) =>
      new URL(
        getRedirectLocation(
          await browser.send('GET', createAuthorizationUrl(application, { prompt: 'none', id_token_hint: hint })),
        ),
      ).searchParams
    expect((await ask(id_token)).get('error')).toBe(null)
    for (const [what, token] of forged)
      expect((await ask(token)).get('error'), `a token ${what}`).toBe('invalid_request')
  })

  test('O7: is not trusted at logout; an expired hint works, but a hint of another client fails', async () => {
    const { app, application, browser, id_token, forged } = await prepare()
    const other = await addTestClientApplication(app, { id: 'other' })
    const ask = async (parameters: Record<string, string>) =>
      getRedirectLocation(await browser.send('GET', `/end-session?${new URLSearchParams(parameters)}`))
    expect(await ask({ id_token_hint: id_token })).toMatch(/^\/sign-out\?request=/)
    for (const [what, token] of forged) {
      // The token "for another" names an unknown application; "from the future" depends on the
      // clock.
      const answer = await ask({ id_token_hint: token, post_logout_redirect_uri: 'https://app.example/out' })
      // An unpublished key's token only names the application (replace-expired-id-token-hint.ts).
      expect(answer, `a token ${what}`).toMatch(
        ['of another key with its own name (kid)', 'with a file for a key', 'with a key of a database'].includes(what)
          ? /^\/sign-out\?request=/
          : /^\/error\?/,
      )
    }
    expect(await ask({ id_token_hint: id_token, client_id: other.id })).toMatch(
      /^\/error\?code=application\.request_invalid/,
    )
    app.pass(7_200_000)
    expect(await ask({ id_token_hint: id_token, client_id: application.id })).toMatch(/^\/sign-out\?request=/)
  })
})

describe('O7: forged or misused tokens', () => {
  test('O7: userinfo refuses ID tokens, refresh tokens, codes, and access tokens for resources', async () => {
    const app = await createOidcTestServer()
    const application = await addTestClientApplication(app, {
      resources: [{ resource: 'https://api.example/', scopes: ['read'] }],
    })
    const browser = app.openBrowser()
    const code = getAuthorizationCodeFromRedirect(await runOidcAuthorizationUntilCallback(browser, application))
    const tokens = await obtainTokens(app, browser, application, { scope: 'openid offline_access', prompt: 'consent' })
    const signed = getAuthorizationCodeFromRedirect(
      await runOidcAuthorizationUntilCallback(browser, application, {
        scope: 'openid read',
        resource: 'https://api.example/',
      }),
    )
    const forApi = (
      await exchangeCodeAsApplication(app, application, signed, { resource: 'https://api.example/' })
    ).json<TokenResponse>()
    expect(decodeTokenPayload(forApi.access_token)).toMatchObject({
      aud: 'https://api.example/',
      iss: 'https://sign-in.example',
      client_id: application.id,
    })
    const ask = async (token: string) =>
      summarizeOAuthResponse(await app.http.inject({ url: '/userinfo', headers: { authorization: `Bearer ${token}` } }))
    expect(await ask(tokens.access_token)).toBe('200')
    const others = [
      tokens.id_token,
      tokens.refresh_token ?? '',
      code,
      forApi.access_token,
      new UnsecuredJWT(decodeTokenPayload(forApi.access_token)).encode(),
      `${tokens.access_token}x`,
      'x'.repeat(8000),
    ]
    for (const token of others) expect(await ask(token)).toBe('401 invalid_token')
    expect(summarizeOAuthResponse(await exchangeCodeAsApplication(app, application, tokens.access_token))).toBe(
      '400 invalid_grant',
    )
    expect(
      summarizeOAuthResponse(
        await postFormAsApplication(app, '/token', application, {
          grant_type: 'refresh_token',
          refresh_token: tokens.access_token,
        }),
      ),
    ).toBe('400 invalid_grant')
    expect(
      summarizeOAuthResponse(
        await postFormAsApplication(app, '/token', application, { grant_type: 'refresh_token', refresh_token: code }),
      ),
    ).toBe('400 invalid_grant')
  })

  test('O7: a DPoP proof is refused after any kind of tampering', async () => {
    const app = await createOidcTestServer()
    const application = await addTestClientApplication(app, { dpopRequired: true })
    const pair = await generateKeyPair('ES256', { extractable: true })
    const [jwk, whole] = [await exportJWK(pair.publicKey), await exportJWK(pair.privateKey)]
    const now = Math.floor(Date.now() / 1000)
    const base = () => ({ htu: 'https://sign-in.example/token', htm: 'POST', jti: crypto.randomUUID(), iat: now })
    const make = (claims: ForgedTokenClaims = {}, header: object = {}) =>
      new SignJWT({ ...base(), ...claims })
        .setProtectedHeader({ alg: 'ES256', typ: 'dpop+jwt', jwk, ...header })
        .sign(pair.privateKey)
    const other = await exportJWK((await generateKeyPair('ES256', { extractable: true })).publicKey)
    const code = getAuthorizationCodeFromRedirect(
      await runOidcAuthorizationUntilCallback(app.openBrowser(), application),
    )
    const form = {
      grant_type: 'authorization_code',
      code,
      redirect_uri: application.redirectUri,
      code_verifier: 'test-verifier-test-verifier-test-verifier-test',
    }
    const ask = async (dpop: string) =>
      summarizeOAuthResponse(await postFormAsApplication(app, '/token', application, form, { dpop }))
    const symmetric = await new SignJWT(base())
      .setProtectedHeader({ alg: 'HS256', typ: 'dpop+jwt', jwk: { kty: 'oct', k: 'c2VjcmV0' } as object })
      .sign(Buffer.from('secret'))
    const forged: [string, string][] = [
      ['without a signature', `${encodeJwtPart({ alg: 'none', typ: 'dpop+jwt', jwk })}.${encodeJwtPart(base())}.`],
      ['by HMAC', symmetric],
      ['with another key in it', await make({}, { jwk: other })],
      ['with no key in it', await make({}, { jwk: undefined })],
      ['with a private key in it', await make({}, { jwk: whole })],
      ['of another type', await make({}, { typ: 'JWT' })],
      ['of no type', await make({}, { typ: undefined })],
      ['for another address', await make({ htu: 'https://evil.example/token' })],
      ['for another path', await make({ htu: 'https://sign-in.example/userinfo' })],
      ['for another method', await make({ htm: 'GET' })],
      ['from an hour ago', await make({ iat: now - 3600 })],
      ['from the future', await make({ iat: now + 3600 })],
      ['without a time', await make({ iat: undefined })],
      ['without an identifier', await make({ jti: undefined })],
      ['with a nonce of nobody', await make({ nonce: 'x' })],
      ['that is none', 'nothing'],
    ]
    for (const [what, proof] of forged) expect(await ask(proof), `a proof ${what}`).toBe('400 invalid_dpop_proof')
    expect(await ask(await make())).toBe('200')
  })
})
