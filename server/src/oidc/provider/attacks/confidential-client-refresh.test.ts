// Refresh tokens of authenticated clients, which are not rotated by default (THREATS O2).
import { describe, expect, test } from 'vitest'
import { listSequencedAuditEntryTexts } from '../../../testing/inspect-test-database.ts'
import { testOnBothDatabases } from '../../../testing/database-fixtures.ts'
import {
  addTestClientApplication,
  runOidcAuthorizationUntilCallback,
  createOidcTestServer,
  exchangeCodeAsApplication,
  postFormAsApplication,
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
import {
  expectedTokenReusedAuditEntry,
  expectTokenFamiliesRevoked,
  readLastAuditEntry,
  addPublicClient,
} from '../../../testing/token-reuse-test-steps.ts'

describe('refresh token of a confidential client', () => {
  testOnBothDatabases('O2: is not rotated, even when 64 requests use it concurrently', async (kind) => {
    const { one, two } = await createTwoOidcServerInstances(kind)
    const application = await addTestClientApplication(one)
    const { refresh_token } = await obtainTokenFamilyBySignIn(one, one.openBrowser(), application)
    const responses = await Promise.all(
      Array.from({ length: 64 }, (_, index) =>
        sendRefreshTokenRequest(index % 2 === 0 ? one : two, application, refresh_token),
      ),
    )
    expect(tallyResponses(responses)).toEqual({ '200': 64 })
    const given = responses.map((response) => response.json<TokenResponse>())
    expect(new Set(given.map((tokens) => tokens.refresh_token))).toEqual(new Set([refresh_token]))
    expect(new Set(given.map((tokens) => tokens.access_token)).size).toBe(64)
    for (const tokens of [given[0], given[63]])
      expect(await readOAuthTokenActiveStates(two, application, tokens as TokenResponse)).toEqual([true, true])
    one.pass(31_000)
    two.clock.now = one.clock.now
    expect(summarizeOAuthResponse(await sendRefreshTokenRequest(two, application, refresh_token))).toBe('200')
    expect(await listSequencedAuditEntryTexts(one.database.queries)).not.toContain(expectedTokenReusedAuditEntry)
  })

  test('O2: expires after its idle lifetime, and at its maximum age at the latest', async () => {
    const hours = (count: number) => count * 3_600_000
    const app = await createOidcTestServer({
      environment: {
        COUNTERSIGN_REFRESH_TOKEN_LIFETIME_SECONDS: '7200',
        COUNTERSIGN_REFRESH_TOKEN_MAX_AGE_SECONDS: '36000',
      },
    })
    const application = await addTestClientApplication(app)
    const [used, idle] = [
      await obtainTokenFamilyBySignIn(app, app.openBrowser(), application),
      await obtainTokenFamilyBySignIn(app, app.openBrowser(), application),
    ]
    for (let use = 0; use < 9; use++) {
      app.pass(hours(1))
      expect(
        summarizeOAuthResponse(await sendRefreshTokenRequest(app, application, used.refresh_token)),
        `hour ${use + 1}`,
      ).toBe('200')
      if (use === 2)
        expect(summarizeOAuthResponse(await sendRefreshTokenRequest(app, application, idle.refresh_token))).toBe(
          '400 invalid_grant',
        )
    }
    const { exp } = (
      await postFormAsApplication(app, '/introspect', application, { token: used.refresh_token ?? '' })
    ).json<{
      exp: number
    }>()
    expect(exp * 1000 - app.clock.now).toBe(hours(1))
    app.pass(hours(1))
    expect(summarizeOAuthResponse(await sendRefreshTokenRequest(app, application, used.refresh_token))).toBe(
      '400 invalid_grant',
    )
    expect(await listSequencedAuditEntryTexts(app.database.queries)).not.toContain(expectedTokenReusedAuditEntry)
  })

  test('O2: a shortened maximum age applies to tokens already issued', async () => {
    const { one, startAnother } = await createTwoOidcServerInstances('sqlite')
    const application = await addTestClientApplication(one)
    const { refresh_token } = await obtainTokenFamilyBySignIn(one, one.openBrowser(), application)
    one.pass(3_600_000)
    const shorter = await startAnother({ environment: { COUNTERSIGN_REFRESH_TOKEN_MAX_AGE_SECONDS: '3600' } })
    expect(summarizeOAuthResponse(await sendRefreshTokenRequest(shorter, application, refresh_token))).toBe(
      '400 invalid_grant',
    )
    expect(summarizeOAuthResponse(await sendRefreshTokenRequest(one, application, refresh_token))).toBe('200')
  })

  test('O2: is refused on every instance immediately after revocation', async () => {
    const { one, two } = await createTwoOidcServerInstances('sqlite')
    const application = await addTestClientApplication(one)
    const { refresh_token } = await obtainTokenFamilyBySignIn(one, one.openBrowser(), application)
    expect(summarizeOAuthResponse(await sendRefreshTokenRequest(two, application, refresh_token))).toBe('200')
    expect(
      summarizeOAuthResponse(await postFormAsApplication(one, '/revoke', application, { token: refresh_token ?? '' })),
    ).toBe('200')
    const responses = await Promise.all(
      [one, two].map((app) => sendRefreshTokenRequest(app, application, refresh_token)),
    )
    expect(tallyResponses(responses)).toEqual({ '400 invalid_grant': 2 })
  })

  test('O2: rotates with retry window and reuse detection if the application is set to rotate', async () => {
    const app = await createOidcTestServer()
    const application = await addTestClientApplication(app, { rotateRefreshTokens: true })
    const first = await obtainTokenFamilyBySignIn(app, app.openBrowser(), application)
    const answered = await sendRefreshTokenRequest(app, application, first.refresh_token)
    expect(answered.json<TokenResponse>().refresh_token).not.toBe(first.refresh_token)
    expect((await sendRefreshTokenRequest(app, application, first.refresh_token)).body).toBe(answered.body)
    app.pass(10_000)
    expect(summarizeOAuthResponse(await sendRefreshTokenRequest(app, application, first.refresh_token))).toBe(
      '400 invalid_grant',
    )
    await expectTokenFamiliesRevoked(app, application, [first, answered.json<TokenResponse>()])
  })

  testOnBothDatabases('O2: reuse of a token rotated by the previous release revokes the family', async (kind) => {
    const app = await createOidcTestServer({ database: kind })
    const application = await addTestClientApplication(app)
    const first = await obtainTokenFamilyBySignIn(app, app.openBrowser(), application)
    await app.database.queries
      .updateTable('provider_records')
      .set({ consumed_at: app.clock.now })
      .where('kind', '=', 'RefreshToken')
      .execute()
    expect(summarizeOAuthResponse(await sendRefreshTokenRequest(app, application, first.refresh_token))).toBe(
      '400 invalid_grant',
    )
    await expectTokenFamiliesRevoked(app, application, [first])
    expect(await readLastAuditEntry(app)).toBe(expectedTokenReusedAuditEntry)
  })

  testOnBothDatabases('O1: is revoked immediately when its authorization code is reused', async (kind) => {
    const app = await createOidcTestServer({ database: kind })
    for (const application of [await addTestClientApplication(app), await addPublicClient(app, { id: 'public' })]) {
      const parameters = { scope: 'openid offline_access', prompt: 'consent' }
      const code = getAuthorizationCodeFromRedirect(
        await runOidcAuthorizationUntilCallback(app.openBrowser(), application, parameters),
      )
      const tokens = (await exchangeCodeAsApplication(app, application, code)).json<TokenResponse>()
      expect(summarizeOAuthResponse(await exchangeCodeAsApplication(app, application, code))).toBe('400 invalid_grant')
      await expectTokenFamiliesRevoked(app, application, [tokens])
    }
  })
})
