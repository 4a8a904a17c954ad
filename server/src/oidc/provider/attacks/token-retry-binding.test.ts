// What a retry is bound to: DPoP key, scope, and the device code with its client (THREATS O2, O10).
import { SignJWT, exportJWK, generateKeyPair } from 'jose'
import { describe, expect, test } from 'vitest'
import type { TestBrowser } from '../../../testing/countersign-test-server.ts'
import { testOnBothDatabases } from '../../../testing/database-fixtures.ts'
import {
  addTestClientApplication,
  runOidcAuthorizationUntilCallback,
  createOidcTestServer,
  postFormAsApplication,
} from '../../../testing/oidc-application-test-steps.ts'
import type { TestClientApplication, TokenResponse } from '../../../testing/oidc-application-test-steps.ts'
import {
  getAuthorizationCodeFromRedirect,
  obtainTokenFamilyBySignIn,
  sendRefreshTokenRequest,
  summarizeOAuthResponse,
} from '../../../testing/oauth-token-test-steps.ts'
import type { TestServerWithHttp } from '../../../testing/token-reuse-test-steps.ts'
import {
  addPublicClient,
  readLastAuditEntry,
  expectedTokenReusedAuditEntry,
  expectedTokenRetriedAuditEntry,
  listStoredTokenResponses,
} from '../../../testing/token-reuse-test-steps.ts'

const deviceGrant = 'urn:ietf:params:oauth:grant-type:device_code'

const pollDeviceCode = (
  app: TestServerWithHttp,
  application: TestClientApplication,
  device_code: string,
  headers: Record<string, string> = {},
) => postFormAsApplication(app, '/token', application, { grant_type: deviceGrant, device_code }, headers)

async function approveDevice(
  app: TestServerWithHttp,
  browser: TestBrowser,
  application: TestClientApplication,
  scope = 'openid offline_access',
): Promise<string> {
  const started = await postFormAsApplication(app, '/device/authorize', application, { scope })
  const { device_code, user_code } = started.json<{ device_code: string; user_code: string }>()
  const approved = await browser.send('POST', '/api/device/approve', { userCode: user_code, withheld: [] })
  expect(approved.statusCode).toBe(204)
  return device_code
}

async function createDpopKey(): Promise<() => Promise<Record<string, string>>> {
  const { publicKey, privateKey } = await generateKeyPair('ES256')
  const jwk = await exportJWK(publicKey)
  return async () => ({
    dpop: await new SignJWT({ htu: 'https://sign-in.example/token', htm: 'POST', jti: crypto.randomUUID() })
      .setProtectedHeader({ alg: 'ES256', typ: 'dpop+jwt', jwk })
      .setIssuedAt()
      .sign(privateKey),
  })
}

describe('token retry window', () => {
  test('O2: a retry with another DPoP key is refused', async () => {
    const app = await createOidcTestServer()
    const application = await addPublicClient(app, { id: 'test-app', dpopRequired: true })
    const [own, other] = [await createDpopKey(), await createDpopKey()]
    const code = getAuthorizationCodeFromRedirect(
      await runOidcAuthorizationUntilCallback(app.openBrowser(), application, {
        scope: 'openid offline_access',
        prompt: 'consent',
      }),
    )
    const redeem = {
      grant_type: 'authorization_code',
      code,
      redirect_uri: application.redirectUri,
      code_verifier: 'test-verifier-test-verifier-test-verifier-test',
    }
    const { refresh_token = '' } = (
      await postFormAsApplication(app, '/token', application, redeem, await own())
    ).json<TokenResponse>()
    const form = { grant_type: 'refresh_token', refresh_token }
    const answered = await postFormAsApplication(app, '/token', application, form, await own())
    expect(summarizeOAuthResponse(answered)).toBe('200')
    expect((await postFormAsApplication(app, '/token', application, form, await own())).body).toBe(answered.body)
    expect(summarizeOAuthResponse(await postFormAsApplication(app, '/token', application, form, await other()))).toBe(
      '400 invalid_grant',
    )
    expect(summarizeOAuthResponse(await postFormAsApplication(app, '/token', application, form))).toBe(
      '400 invalid_grant',
    )
    // RFC 9449 §11.1: a proof is valid for one request.
    const proof = await own()
    expect(summarizeOAuthResponse(await postFormAsApplication(app, '/token', application, form, proof))).toBe('200')
    expect(summarizeOAuthResponse(await postFormAsApplication(app, '/token', application, form, proof))).toBe(
      '400 invalid_grant',
    )
  })

  test('O2: a retry for an unbound refresh token must use the DPoP key of the first request', async () => {
    const app = await createOidcTestServer()
    const application = await addPublicClient(app)
    const [own, other] = [await createDpopKey(), await createDpopKey()]
    const first = await obtainTokenFamilyBySignIn(app, app.openBrowser(), application)
    const form = { grant_type: 'refresh_token', refresh_token: first.refresh_token ?? '' }
    const answered = await postFormAsApplication(app, '/token', application, form, await own())
    expect((await postFormAsApplication(app, '/token', application, form, await own())).body).toBe(answered.body)
    expect(summarizeOAuthResponse(await postFormAsApplication(app, '/token', application, form, await other()))).toBe(
      '400 invalid_grant',
    )
    expect(await readLastAuditEntry(app)).toBe(expectedTokenReusedAuditEntry)
  })

  test('O2: a different scope is refused as a retry, and revokes nothing', async () => {
    const app = await createOidcTestServer()
    const application = await addPublicClient(app)
    const { refresh_token } = await obtainTokenFamilyBySignIn(app, app.openBrowser(), application)
    const answered = await sendRefreshTokenRequest(app, application, refresh_token)
    expect(
      summarizeOAuthResponse(await sendRefreshTokenRequest(app, application, refresh_token, { scope: 'openid' })),
    ).toBe('400 invalid_request')
    expect((await sendRefreshTokenRequest(app, application, refresh_token)).body).toBe(answered.body)
  })

  testOnBothDatabases(
    'O2 O10: polling an approved device code again repeats the response, only for the same key',
    async (kind) => {
      const app = await createOidcTestServer({ database: kind })
      const application = await addTestClientApplication(app, { kind: 'device' })
      const browser = app.openBrowser()
      await browser.signIn()
      const code = await approveDevice(app, browser, application)
      const answered = await pollDeviceCode(app, application, code)
      app.pass(5000)
      expect((await pollDeviceCode(app, application, code)).body).toBe(answered.body)
      expect(await readLastAuditEntry(app)).toBe(expectedTokenRetriedAuditEntry)
      expect(
        summarizeOAuthResponse(
          await sendRefreshTokenRequest(app, application, answered.json<TokenResponse>().refresh_token),
        ),
      ).toBe('200')
      expect(summarizeOAuthResponse(await pollDeviceCode(app, application, code))).toBe('400 invalid_grant')
      expect(await readLastAuditEntry(app)).toBe(expectedTokenReusedAuditEntry)

      const [own, other] = [await createDpopKey(), await createDpopKey()]
      const bound = await approveDevice(app, browser, application)
      const proof = await own()
      const boundAnswer = await pollDeviceCode(app, application, bound, proof)
      expect((await pollDeviceCode(app, application, bound, await own())).body).toBe(boundAnswer.body)
      expect(summarizeOAuthResponse(await pollDeviceCode(app, application, bound, proof))).toBe('400 invalid_grant')
      expect(summarizeOAuthResponse(await pollDeviceCode(app, application, bound, await other()))).toBe(
        '400 invalid_grant',
      )
      expect(await readLastAuditEntry(app)).toBe(expectedTokenReusedAuditEntry)
    },
  )

  test('O2 O10: a device code redeemed in its last second can still be retried', async () => {
    const app = await createOidcTestServer()
    const application = await addTestClientApplication(app, { kind: 'device' })
    const browser = app.openBrowser()
    await browser.signIn()
    const code = await approveDevice(app, browser, application, 'openid')
    app.pass(599_000)
    const answered = await pollDeviceCode(app, application, code)
    expect(summarizeOAuthResponse(answered)).toBe('200')
    app.pass(9000)
    expect((await pollDeviceCode(app, application, code)).body).toBe(answered.body)
    app.pass(1000)
    expect(summarizeOAuthResponse(await pollDeviceCode(app, application, code))).toMatch(
      /^400 (invalid_grant|expired_token)$/,
    )
  })

  test('O2: the first use of the refresh token closes the window for a confidential device client', async () => {
    const app = await createOidcTestServer()
    const application = await addTestClientApplication(app, { kind: 'device', authentication: 'client_secret_basic' })
    const browser = app.openBrowser()
    await browser.signIn()
    const code = await approveDevice(app, browser, application)
    const { refresh_token } = (await pollDeviceCode(app, application, code)).json<TokenResponse>()
    expect(summarizeOAuthResponse(await pollDeviceCode(app, application, code))).toBe('200')
    expect(summarizeOAuthResponse(await sendRefreshTokenRequest(app, application, refresh_token))).toBe('200')
    expect(await listStoredTokenResponses(app)).toEqual([])
    expect(summarizeOAuthResponse(await pollDeviceCode(app, application, code))).toBe('400 invalid_grant')
  })
})
