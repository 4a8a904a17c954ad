import { describe, expect, test } from 'vitest'
import { listSequencedAuditEntryTexts } from '../../../testing/inspect-test-database.ts'
import {
  addTestClientApplication,
  runOidcAuthorizationUntilCallback,
  createOidcTestServer,
  exchangeCodeAsApplication,
  pkceTestCodeVerifier,
} from '../../../testing/oidc-application-test-steps.ts'
import type { TokenResponse } from '../../../testing/oidc-application-test-steps.ts'
import {
  getAuthorizationCodeFromRedirect,
  createTwoOidcServerInstances,
  readOAuthTokenActiveStates,
  tallyResponses,
  summarizeOAuthResponse,
  offlineAccessAuthorizationParameters,
} from '../../../testing/oauth-token-test-steps.ts'
import { databaseKinds, testOnBothDatabases } from '../../../testing/database-fixtures.ts'

describe('authorization code', () => {
  testOnBothDatabases('O1: works once; reuse revokes the tokens issued for it', async (kind) => {
    const app = await createOidcTestServer({ database: kind })
    const application = await addTestClientApplication(app)
    const code = getAuthorizationCodeFromRedirect(
      await runOidcAuthorizationUntilCallback(app.openBrowser(), application, offlineAccessAuthorizationParameters),
    )
    const tokens = (await exchangeCodeAsApplication(app, application, code)).json<TokenResponse>()
    expect(await readOAuthTokenActiveStates(app, application, tokens)).toEqual([true, true])
    expect(summarizeOAuthResponse(await exchangeCodeAsApplication(app, application, code))).toBe('400 invalid_grant')
    expect(await readOAuthTokenActiveStates(app, application, tokens)).toEqual([false, false])
    expect((await listSequencedAuditEntryTexts(app.database.queries)).at(-1)).toBe(
      'token.reuse_detected refused {"applicationId":"test-app"}',
    )
    expect(summarizeOAuthResponse(await exchangeCodeAsApplication(app, application, code))).toBe('400 invalid_grant')
  })

  describe.each(databaseKinds)('on %s', (kind) => {
    test.each([8, 64])(
      'O1: of %i concurrent uses on two instances one succeeds, and its tokens are revoked',
      async (uses) => {
        const { one, two } = await createTwoOidcServerInstances(kind)
        const application = await addTestClientApplication(one)
        const code = getAuthorizationCodeFromRedirect(
          await runOidcAuthorizationUntilCallback(one.openBrowser(), application, offlineAccessAuthorizationParameters),
        )
        const responses = await Promise.all(
          Array.from({ length: uses }, (_, index) =>
            exchangeCodeAsApplication(index % 2 === 0 ? one : two, application, code),
          ),
        )
        expect(tallyResponses(responses)).toEqual({ '200': 1, '400 invalid_grant': uses - 1 })
        const winner = responses.find(({ statusCode }) => statusCode === 200)?.json<TokenResponse>() as TokenResponse
        expect(await readOAuthTokenActiveStates(two, application, winner)).toEqual([false, false])
        const rows = await one.database.queries
          .selectFrom('provider_records')
          .select('kind')
          .where('authorization_id', 'is not', null)
          .execute()
        expect(rows).toEqual([])
      },
    )
  })

  testOnBothDatabases('O1: a used code is refused after a restart and on another instance', async (kind) => {
    const { one, two, startAnother } = await createTwoOidcServerInstances(kind)
    const application = await addTestClientApplication(one)
    const browser = one.openBrowser()
    const code = getAuthorizationCodeFromRedirect(await runOidcAuthorizationUntilCallback(browser, application))
    expect(summarizeOAuthResponse(await exchangeCodeAsApplication(one, application, code))).toBe('200')
    await one.http.close()
    expect(summarizeOAuthResponse(await exchangeCodeAsApplication(two, application, code))).toBe('400 invalid_grant')
    expect(summarizeOAuthResponse(await exchangeCodeAsApplication(await startAnother(), application, code))).toBe(
      '400 invalid_grant',
    )
  })

  testOnBothDatabases('O1: an unused code survives a restart', async (kind) => {
    const { one, startAnother } = await createTwoOidcServerInstances(kind)
    const application = await addTestClientApplication(one)
    const code = getAuthorizationCodeFromRedirect(
      await runOidcAuthorizationUntilCallback(one.openBrowser(), application),
    )
    await one.http.close()
    expect(summarizeOAuthResponse(await exchangeCodeAsApplication(await startAnother(), application, code))).toBe('200')
  })

  test('O1: is refused for another client, redirect URI, or code verifier', async () => {
    const app = await createOidcTestServer()
    const application = await addTestClientApplication(app, {
      redirectUris: ['https://app.example/callback', 'https://app.example/other'],
    })
    const thief = await addTestClientApplication(app, { id: 'thief' })
    const open = await addTestClientApplication(app, { id: 'open-thief', kind: 'single-page' })
    const code = getAuthorizationCodeFromRedirect(
      await runOidcAuthorizationUntilCallback(app.openBrowser(), application),
    )
    expect(summarizeOAuthResponse(await exchangeCodeAsApplication(app, thief, code))).toBe('400 invalid_grant')
    expect(summarizeOAuthResponse(await exchangeCodeAsApplication(app, open, code))).toBe('400 invalid_grant')
    expect(summarizeOAuthResponse(await exchangeCodeAsApplication(app, { ...thief, id: application.id }, code))).toBe(
      '401 invalid_client',
    )
    expect(summarizeOAuthResponse(await exchangeCodeAsApplication(app, { ...application, secret: null }, code))).toBe(
      '401 invalid_client',
    )
    expect(
      summarizeOAuthResponse(
        await exchangeCodeAsApplication(app, application, code, { redirect_uri: 'https://app.example/other' }),
      ),
    ).toBe('400 invalid_grant')
    expect(
      summarizeOAuthResponse(
        await exchangeCodeAsApplication(app, application, code, { code_verifier: `${pkceTestCodeVerifier}x` }),
      ),
    ).toBe('400 invalid_grant')
    expect(summarizeOAuthResponse(await exchangeCodeAsApplication(app, application, code))).toBe('200')
  })

  test('O1: is refused after it expires', async () => {
    const app = await createOidcTestServer()
    const application = await addTestClientApplication(app)
    const [late, later] = [
      await runOidcAuthorizationUntilCallback(app.openBrowser(), application),
      await runOidcAuthorizationUntilCallback(app.openBrowser(), application),
    ].map(getAuthorizationCodeFromRedirect)
    app.pass(59_000)
    expect(summarizeOAuthResponse(await exchangeCodeAsApplication(app, application, late ?? ''))).toBe('200')
    app.pass(1000)
    expect(summarizeOAuthResponse(await exchangeCodeAsApplication(app, application, later ?? ''))).toBe(
      '400 invalid_grant',
    )
    app.pass(120_000)
    await app.pruneExpired()
    expect(summarizeOAuthResponse(await exchangeCodeAsApplication(app, application, later ?? ''))).toBe(
      '400 invalid_grant',
    )
  })

  testOnBothDatabases('O1: neither the code nor its tokens appear in the database or log', async (kind) => {
    const app = await createOidcTestServer({ database: kind })
    const application = await addTestClientApplication(app)
    const code = getAuthorizationCodeFromRedirect(
      await runOidcAuthorizationUntilCallback(app.openBrowser(), application, offlineAccessAuthorizationParameters),
    )
    const tokens = (await exchangeCodeAsApplication(app, application, code)).json<TokenResponse>()
    const records = JSON.stringify(await app.database.queries.selectFrom('provider_records').selectAll().execute())
    for (const value of [code, tokens.access_token, tokens.refresh_token, tokens.id_token]) {
      expect(records).not.toContain(value)
      expect(app.log.join('\n')).not.toContain(value)
    }
  })
})
