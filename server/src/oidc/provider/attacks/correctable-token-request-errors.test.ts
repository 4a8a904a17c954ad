// Token requests that fail with a correctable error (RFC 6749 §5.2, RFC 8707 §2) have no effect.
import { SignJWT, exportJWK, generateKeyPair } from 'jose'
import { describe, expect, test } from 'vitest'
import { listSequencedAuditEntryTexts } from '../../../testing/inspect-test-database.ts'
import { testOnBothDatabases } from '../../../testing/database-fixtures.ts'
import {
  addTestClientApplication,
  runOidcAuthorizationUntilCallback,
  createOidcTestServer,
  exchangeCodeAsApplication,
  postFormAsApplication,
  decodeTokenPayload,
} from '../../../testing/oidc-application-test-steps.ts'
import type { TokenResponse } from '../../../testing/oidc-application-test-steps.ts'
import {
  getAuthorizationCodeFromRedirect,
  createTwoOidcServerInstances,
  obtainTokenFamilyBySignIn,
  sendRefreshTokenRequest,
  readOAuthTokenActiveStates,
  tallyResponses,
  summarizeOAuthResponse,
} from '../../../testing/oauth-token-test-steps.ts'

const service = 'https://service.example/'
const other = 'https://other.example/'
const resources = [{ resource: service, scopes: ['read'] }]
const deviceGrant = 'urn:ietf:params:oauth:grant-type:device_code'
const asked = { scope: 'openid offline_access read', resource: service }
const kinds = ['web', 'single-page'] as const

describe('correctable token request error', () => {
  test.each(kinds)('O2: leaves the refresh token of a %s application valid', async (applicationKind) => {
    const app = await createOidcTestServer()
    const application = await addTestClientApplication(app, { kind: applicationKind, resources })
    const tokens = await obtainTokenFamilyBySignIn(app, app.openBrowser(), application, asked)
    for (const resource of [other, 'no address', 'https://service.example/#part'])
      expect(
        summarizeOAuthResponse(await sendRefreshTokenRequest(app, application, tokens.refresh_token, { resource })),
      ).toBe('400 invalid_target')
    expect(
      summarizeOAuthResponse(
        await sendRefreshTokenRequest(app, application, tokens.refresh_token, { scope: 'openid wallet' }),
      ),
    ).toBe('400 invalid_scope')
    expect(
      summarizeOAuthResponse(await postFormAsApplication(app, '/token', application, { grant_type: 'refresh_token' })),
    ).toBe('400 invalid_request')
    expect(await readOAuthTokenActiveStates(app, application, tokens)).toEqual([true, true])
    const corrected = await sendRefreshTokenRequest(app, application, tokens.refresh_token, { resource: service })
    expect(summarizeOAuthResponse(corrected)).toBe('200')
    expect(decodeTokenPayload(corrected.json<TokenResponse>().access_token)).toMatchObject({ aud: service })
    expect(
      (await listSequencedAuditEntryTexts(app.database.queries)).filter((line) => line.startsWith('token.')),
    ).toEqual([])
  })

  test('O1: leaves the code valid; reuse of a redeemed code still revokes its tokens', async () => {
    const app = await createOidcTestServer()
    const application = await addTestClientApplication(app, { resources })
    const code = getAuthorizationCodeFromRedirect(
      await runOidcAuthorizationUntilCallback(app.openBrowser(), application, { ...asked, prompt: 'consent' }),
    )
    expect(summarizeOAuthResponse(await exchangeCodeAsApplication(app, application, code, { resource: other }))).toBe(
      '400 invalid_target',
    )
    const redeemed = await exchangeCodeAsApplication(app, application, code)
    expect(summarizeOAuthResponse(redeemed)).toBe('200')
    expect(summarizeOAuthResponse(await exchangeCodeAsApplication(app, application, code, { resource: other }))).toBe(
      '400 invalid_grant',
    )
    expect(await readOAuthTokenActiveStates(app, application, redeemed.json<TokenResponse>())).toEqual([false, false])
  })

  testOnBothDatabases('O10: leaves an approved device code valid', async (kind) => {
    const app = await createOidcTestServer({ database: kind })
    const application = await addTestClientApplication(app, { kind: 'device', resources })
    const browser = app.openBrowser()
    await browser.signIn()
    const started = await postFormAsApplication(app, '/device/authorize', application, asked)
    const { device_code, user_code } = started.json<{ device_code: string; user_code: string }>()
    const approved = await browser.send('POST', '/api/device/approve', { userCode: user_code, withheld: [] })
    expect(approved.statusCode).toBe(204)
    const poll = (form: Record<string, string> = {}) =>
      postFormAsApplication(app, '/token', application, { grant_type: deviceGrant, device_code, ...form })
    expect(summarizeOAuthResponse(await poll({ resource: other }))).toBe('400 invalid_target')
    expect(summarizeOAuthResponse(await poll())).toBe('200')
  })

  test('O2: does not make a used client assertion valid again', async () => {
    const { one, two } = await createTwoOidcServerInstances('sqlite')
    const { publicKey, privateKey } = await generateKeyPair('ES256')
    const jwks = { keys: [{ ...(await exportJWK(publicKey)), kid: 'own', alg: 'ES256', use: 'sig' }] }
    const application = await addTestClientApplication(one, { authentication: 'private_key_jwt', jwks, resources })
    const sign = (jti: string) =>
      new SignJWT({ iss: application.id, sub: application.id, aud: 'https://sign-in.example', jti })
        .setProtectedHeader({ alg: 'ES256', kid: 'own' })
        .setIssuedAt()
        .setExpirationTime('1m')
        .sign(privateKey)
    const code = getAuthorizationCodeFromRedirect(
      await runOidcAuthorizationUntilCallback(one.openBrowser(), application, { ...asked, prompt: 'consent' }),
    )
    const redeem = (app: typeof two, assertion: string, form: Record<string, string> = {}) =>
      exchangeCodeAsApplication(app, { ...application, secret: null }, code, {
        client_assertion: assertion,
        client_assertion_type: 'urn:ietf:params:oauth:client-assertion-type:jwt-bearer',
        ...form,
      })
    const first = await sign('one')
    expect(summarizeOAuthResponse(await redeem(one, first, { resource: other }))).toBe('400 invalid_target')
    expect(summarizeOAuthResponse(await redeem(two, first))).toBe('401 invalid_client')
    expect(summarizeOAuthResponse(await redeem(two, await sign('two')))).toBe('200')
  })

  testOnBothDatabases('O1 O2: a correct request succeeds among 32 concurrent refused ones', async (kind) => {
    const { one, two } = await createTwoOidcServerInstances(kind)
    const application = await addTestClientApplication(one, { kind: 'single-page', resources })
    const { refresh_token } = await obtainTokenFamilyBySignIn(one, one.openBrowser(), application, asked)
    const responses = await Promise.all(
      Array.from({ length: 33 }, (_, index) =>
        sendRefreshTokenRequest(
          index % 2 === 0 ? one : two,
          application,
          refresh_token,
          index === 16 ? {} : { resource: other },
        ),
      ),
    )
    const { '200': succeeded, ...refused } = tallyResponses(responses)
    expect(succeeded).toBe(1)
    expect(Object.keys(refused).every((code) => /invalid_(target|request)$/.test(code))).toBe(true)
  })
})
