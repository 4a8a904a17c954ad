import { describe, expect, test } from 'vitest'
import { disableApplication } from '../../../store/applications/disable-application.ts'
import { enableApplication } from '../../../store/applications/enable-application.ts'
import { reactivatePerson, suspendPerson } from '../../../admin/people/suspend-or-reactivate-person.ts'
import { systemRandomBytes } from '../../../platform/clock.ts'
import { listSequencedAuditEntryTexts } from '../../../testing/inspect-test-database.ts'
import type { TestServer } from '../../../testing/countersign-test-server.ts'
import { databaseKinds, testOnBothDatabases } from '../../../testing/database-fixtures.ts'
import {
  addTestClientApplication,
  createAuthorizationUrl,
  createOidcTestServer,
  getRedirectLocation,
  postFormAsApplication,
} from '../../../testing/oidc-application-test-steps.ts'
import type { TokenResponse } from '../../../testing/oidc-application-test-steps.ts'
import {
  createTwoOidcServerInstances,
  obtainTokenFamilyBySignIn,
  sendRefreshTokenRequest,
  readOAuthTokenActiveStates,
  tallyResponses,
  summarizeOAuthResponse,
} from '../../../testing/oauth-token-test-steps.ts'

const context = ({ database }: TestServer) => ({ queries: database.queries, random: systemRandomBytes })

const rotating = { rotateRefreshTokens: true }

const withoutRetry = { COUNTERSIGN_TOKEN_RETRY_SECONDS: '0' }

describe('refresh token', () => {
  testOnBothDatabases('O2: works once without a retry window, and reuse revokes the whole family', async (kind) => {
    const app = await createOidcTestServer({ database: kind, environment: withoutRetry })
    const application = await addTestClientApplication(app, rotating)
    const first = await obtainTokenFamilyBySignIn(app, app.openBrowser(), application)
    const second = (await sendRefreshTokenRequest(app, application, first.refresh_token)).json<TokenResponse>()
    const third = (await sendRefreshTokenRequest(app, application, second.refresh_token)).json<TokenResponse>()
    expect(await readOAuthTokenActiveStates(app, application, third)).toEqual([true, true])
    expect(summarizeOAuthResponse(await sendRefreshTokenRequest(app, application, first.refresh_token))).toBe(
      '400 invalid_grant',
    )
    for (const tokens of [first, second, third])
      expect(await readOAuthTokenActiveStates(app, application, tokens)).toEqual([false, false])
    expect((await listSequencedAuditEntryTexts(app.database.queries)).at(-1)).toBe(
      'token.reuse_detected refused {"applicationId":"test-app"}',
    )
  })

  describe.each(databaseKinds)('on %s', (kind) => {
    test.each([8, 64])(
      'O2: of %i concurrent uses on two instances one succeeds, and its tokens are revoked',
      async (uses) => {
        const { one, two } = await createTwoOidcServerInstances(kind, withoutRetry)
        const application = await addTestClientApplication(one, rotating)
        const { refresh_token } = await obtainTokenFamilyBySignIn(one, one.openBrowser(), application)
        const responses = await Promise.all(
          Array.from({ length: uses }, (_, index) =>
            sendRefreshTokenRequest(index % 2 === 0 ? one : two, application, refresh_token),
          ),
        )
        expect(tallyResponses(responses)).toEqual({ '200': 1, '400 invalid_grant': uses - 1 })
        const winner = responses.find(({ statusCode }) => statusCode === 200)?.json<TokenResponse>() as TokenResponse
        expect(await readOAuthTokenActiveStates(two, application, winner)).toEqual([false, false])
      },
    )
  })

  testOnBothDatabases('O2: rotated and revoked tokens stay invalid after a restart', async (kind) => {
    const { one, two, startAnother } = await createTwoOidcServerInstances(kind)
    const application = await addTestClientApplication(one, rotating)
    const kept = await obtainTokenFamilyBySignIn(one, one.openBrowser(), application)
    const revoked = await obtainTokenFamilyBySignIn(one, one.openBrowser(), application)
    expect(
      summarizeOAuthResponse(
        await postFormAsApplication(one, '/revoke', application, { token: revoked.refresh_token ?? '' }),
      ),
    ).toBe('200')
    await one.http.close()
    expect(summarizeOAuthResponse(await sendRefreshTokenRequest(two, application, revoked.refresh_token))).toBe(
      '400 invalid_grant',
    )
    const again = (await sendRefreshTokenRequest(two, application, kept.refresh_token)).json<TokenResponse>()
    const another = await startAnother()
    expect(summarizeOAuthResponse(await sendRefreshTokenRequest(another, application, revoked.refresh_token))).toBe(
      '400 invalid_grant',
    )
    expect(summarizeOAuthResponse(await sendRefreshTokenRequest(another, application, again.refresh_token))).toBe('200')
    expect(summarizeOAuthResponse(await sendRefreshTokenRequest(another, application, kept.refresh_token))).toBe(
      '400 invalid_grant',
    )
  })

  test('O2: is refused for another application, and stays valid for its own', async () => {
    const app = await createOidcTestServer()
    const application = await addTestClientApplication(app)
    const thief = await addTestClientApplication(app, { id: 'thief' })
    const { refresh_token } = await obtainTokenFamilyBySignIn(app, app.openBrowser(), application)
    expect(summarizeOAuthResponse(await sendRefreshTokenRequest(app, thief, refresh_token))).toBe('400 invalid_grant')
    expect(
      summarizeOAuthResponse(await sendRefreshTokenRequest(app, { ...thief, id: application.id }, refresh_token)),
    ).toBe('401 invalid_client')
    // RFC 7009 §2.1: another client cannot revoke the token.
    expect(
      summarizeOAuthResponse(await postFormAsApplication(app, '/revoke', thief, { token: refresh_token ?? '' })),
    ).toBe('200')
    expect(
      summarizeOAuthResponse(
        await sendRefreshTokenRequest(app, application, refresh_token, { scope: 'openid profile' }),
      ),
    ).toBe('400 invalid_scope')
    expect(summarizeOAuthResponse(await sendRefreshTokenRequest(app, application, refresh_token))).toBe('200')
  })

  test('O2: is refused for a suspended person or disabled application, even after reactivation', async () => {
    const app = await createOidcTestServer()
    const application = await addTestClientApplication(app)
    const tokens = await obtainTokenFamilyBySignIn(app, app.openBrowser(), application)
    const { id } = await app.database.queries.selectFrom('people').select('id').executeTakeFirstOrThrow()
    await suspendPerson(context(app), id, app.clock.now)
    expect(summarizeOAuthResponse(await sendRefreshTokenRequest(app, application, tokens.refresh_token))).toBe(
      '400 invalid_grant',
    )
    await reactivatePerson(context(app), id, app.clock.now)
    expect(summarizeOAuthResponse(await sendRefreshTokenRequest(app, application, tokens.refresh_token))).toBe(
      '400 invalid_grant',
    )
    await disableApplication(context(app), application.id, app.clock.now)
    expect(summarizeOAuthResponse(await sendRefreshTokenRequest(app, application, tokens.refresh_token))).toBe(
      '401 invalid_client',
    )
    await enableApplication(context(app), application.id, app.clock.now)
    expect(summarizeOAuthResponse(await sendRefreshTokenRequest(app, application, tokens.refresh_token))).toBe(
      '400 invalid_grant',
    )
  })

  test('O2: is refused after the session ends or the grant is revoked', async () => {
    const app = await createOidcTestServer()
    const application = await addTestClientApplication(app)
    const [leaver, withdrawer] = [app.openBrowser(), app.openBrowser()]
    const left = await obtainTokenFamilyBySignIn(app, leaver, application)
    await leaver.send('POST', '/api/sign-out')
    expect(summarizeOAuthResponse(await sendRefreshTokenRequest(app, application, left.refresh_token))).toBe(
      '400 invalid_grant',
    )
    const withdrawn = await obtainTokenFamilyBySignIn(app, withdrawer, application)
    const { items } = (await withdrawer.send('GET', '/api/grants')).json<{ items: { id: string }[] }>()
    expect((await withdrawer.send('DELETE', `/api/grants/${items[0]?.id}`)).statusCode).toBe(204)
    expect(summarizeOAuthResponse(await sendRefreshTokenRequest(app, application, withdrawn.refresh_token))).toBe(
      '400 invalid_grant',
    )
    expect(await readOAuthTokenActiveStates(app, application, withdrawn)).toEqual([false, false])
    expect(getRedirectLocation(await withdrawer.send('GET', createAuthorizationUrl(application)))).toMatch(/^\/consent/)
  })

  testOnBothDatabases('O2: expires with its session, and each use keeps the session active', async (kind) => {
    const app = await createOidcTestServer({ database: kind })
    const application = await addTestClientApplication(app)
    let tokens = await obtainTokenFamilyBySignIn(app, app.openBrowser(), application)
    const idle = await obtainTokenFamilyBySignIn(app, app.openBrowser(), application)
    const sixDays = 6 * 86_400_000
    for (let use = 0; use < 4; use++) {
      app.pass(sixDays)
      tokens = (await sendRefreshTokenRequest(app, application, tokens.refresh_token)).json<TokenResponse>()
    }
    expect(summarizeOAuthResponse(await sendRefreshTokenRequest(app, application, idle.refresh_token))).toBe(
      '400 invalid_grant',
    )
    app.pass(sixDays)
    expect(summarizeOAuthResponse(await sendRefreshTokenRequest(app, application, tokens.refresh_token))).toBe(
      '400 invalid_grant',
    )
  })
})
