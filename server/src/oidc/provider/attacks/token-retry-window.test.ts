// Retry window of refresh tokens and device codes (decision 0064): repeated responses and reuse.
import type { LightMyRequestResponse } from 'fastify'
import { describe, expect, test } from 'vitest'
import { suspendPerson } from '../../../admin/people/suspend-or-reactivate-person.ts'
import { disableApplication } from '../../../store/applications/disable-application.ts'
import { systemRandomBytes } from '../../../platform/clock.ts'
import { listSequencedAuditEntryTexts } from '../../../testing/inspect-test-database.ts'
import type { TestServer, TestBrowser } from '../../../testing/countersign-test-server.ts'
import { databaseKinds, testOnBothDatabases } from '../../../testing/database-fixtures.ts'
import { createOidcTestServer } from '../../../testing/oidc-application-test-steps.ts'
import type { TokenResponse } from '../../../testing/oidc-application-test-steps.ts'
import {
  createTwoOidcServerInstances,
  obtainTokenFamilyBySignIn,
  sendRefreshTokenRequest,
  readOAuthTokenActiveStates,
  tallyResponses,
  summarizeOAuthResponse,
  requestUserinfo,
} from '../../../testing/oauth-token-test-steps.ts'
import {
  addPublicClient,
  readLastAuditEntry,
  expectedTokenRetriedAuditEntry,
  expectedTokenReusedAuditEntry,
  expectTokenFamiliesRevoked,
  listStoredTokenResponses,
} from '../../../testing/token-reuse-test-steps.ts'

const createStoreContext = ({ database }: Pick<TestServer, 'database'>) => ({
  queries: database.queries,
  random: systemRandomBytes,
})

const collectBodies = (responses: readonly LightMyRequestResponse[]) => new Set(responses.map(({ body }) => body))

describe('token retry window', () => {
  test.each([50, 5000])('O2: a refresh token presented again %i ms later gets the same response', async (later) => {
    const app = await createOidcTestServer()
    const application = await addPublicClient(app)
    const first = await obtainTokenFamilyBySignIn(app, app.openBrowser(), application)
    const answered = await sendRefreshTokenRequest(app, application, first.refresh_token)
    expect(summarizeOAuthResponse(answered)).toBe('200')
    app.pass(later)
    const again = await sendRefreshTokenRequest(app, application, first.refresh_token)
    expect([summarizeOAuthResponse(again), again.body]).toEqual(['200', answered.body])
    for (const header of ['content-type', 'cache-control']) expect(again.headers[header]).toBe(answered.headers[header])
    expect(await readLastAuditEntry(app)).toBe(expectedTokenRetriedAuditEntry)
    const { refresh_token } = again.json<TokenResponse>()
    expect(refresh_token).not.toBe(first.refresh_token)
    expect(summarizeOAuthResponse(await sendRefreshTokenRequest(app, application, refresh_token))).toBe('200')
  })

  testOnBothDatabases('O2: a refresh token presented again after the window revokes its family', async (kind) => {
    const app = await createOidcTestServer({ database: kind })
    const application = await addPublicClient(app)
    const first = await obtainTokenFamilyBySignIn(app, app.openBrowser(), application)
    const second = (await sendRefreshTokenRequest(app, application, first.refresh_token)).json<TokenResponse>()
    app.pass(31_000)
    expect(summarizeOAuthResponse(await sendRefreshTokenRequest(app, application, first.refresh_token))).toBe(
      '400 invalid_grant',
    )
    expect(await readLastAuditEntry(app)).toBe(expectedTokenReusedAuditEntry)
    await expectTokenFamiliesRevoked(app, application, [first, second])
  })

  testOnBothDatabases('O2: four concurrent uses on two instances all get the same response', async (kind) => {
    const { one, two } = await createTwoOidcServerInstances(kind)
    const application = await addPublicClient(one)
    const { refresh_token } = await obtainTokenFamilyBySignIn(one, one.openBrowser(), application)
    const responses = await Promise.all(
      [one, two, one, two].map((app) => sendRefreshTokenRequest(app, application, refresh_token)),
    )
    expect(tallyResponses(responses)).toEqual({ '200': 4 })
    expect(collectBodies(responses).size).toBe(1)
    const [winner] = responses.map((response) => response.json<TokenResponse>())
    expect(await readOAuthTokenActiveStates(two, application, winner as TokenResponse)).toEqual([true, true])
  })

  describe.each(databaseKinds)('on %s', (kind) => {
    test.each([8, 64])('O2: of %i concurrent uses at most four succeed, and the family is revoked', async (uses) => {
      const { one, two } = await createTwoOidcServerInstances(kind)
      const application = await addPublicClient(one)
      const { refresh_token } = await obtainTokenFamilyBySignIn(one, one.openBrowser(), application)
      const responses = await Promise.all(
        Array.from({ length: uses }, (_, index) =>
          sendRefreshTokenRequest(index % 2 === 0 ? one : two, application, refresh_token),
        ),
      )
      expect(tallyResponses(responses)).toEqual({ '200': 4, '400 invalid_grant': uses - 4 })
      const given = responses.filter(({ statusCode }) => statusCode === 200)
      expect(collectBodies(given).size).toBe(1)
      await expectTokenFamiliesRevoked(two, application, [given[0]?.json<TokenResponse>() as TokenResponse])
    })
  })

  test('O2: a second tab gets the same response after the first tab used its access token', async () => {
    const app = await createOidcTestServer()
    const application = await addPublicClient(app)
    const { refresh_token } = await obtainTokenFamilyBySignIn(app, app.openBrowser(), application)
    const answered = await sendRefreshTokenRequest(app, application, refresh_token)
    expect((await requestUserinfo(app, answered.json<TokenResponse>().access_token)).statusCode).toBe(200)
    app.pass(50)
    expect((await sendRefreshTokenRequest(app, application, refresh_token)).body).toBe(answered.body)
  })

  testOnBothDatabases('O2: the first use of the new refresh token closes the window', async (kind) => {
    const app = await createOidcTestServer({ database: kind })
    const application = await addPublicClient(app)
    const first = await obtainTokenFamilyBySignIn(app, app.openBrowser(), application)
    const second = (await sendRefreshTokenRequest(app, application, first.refresh_token)).json<TokenResponse>()
    const third = (await sendRefreshTokenRequest(app, application, second.refresh_token)).json<TokenResponse>()
    expect(await listStoredTokenResponses(app)).toHaveLength(1)
    expect(summarizeOAuthResponse(await sendRefreshTokenRequest(app, application, first.refresh_token))).toBe(
      '400 invalid_grant',
    )
    expect(await readLastAuditEntry(app)).toBe(expectedTokenReusedAuditEntry)
    await expectTokenFamiliesRevoked(app, application, [first, second, third])
    expect(await listStoredTokenResponses(app)).toEqual([])
  })

  testOnBothDatabases(
    'O2: the window also closes when the previous release rotates the new refresh token',
    async (kind) => {
      const app = await createOidcTestServer({ database: kind })
      const application = await addPublicClient(app)
      const first = await obtainTokenFamilyBySignIn(app, app.openBrowser(), application)
      const second = (await sendRefreshTokenRequest(app, application, first.refresh_token)).json<TokenResponse>()
      const [kept] = await listStoredTokenResponses(app)
      // As if a release without the table of responses had rotated the token.
      await app.database.queries
        .updateTable('provider_records')
        .set({ consumed_at: app.clock.now })
        .where('id_hash', '=', kept?.successor_hash ?? '')
        .execute()
      expect(summarizeOAuthResponse(await sendRefreshTokenRequest(app, application, first.refresh_token))).toBe(
        '400 invalid_grant',
      )
      await expectTokenFamiliesRevoked(app, application, [first, second])
    },
  )

  test('O2: a fifth use within the window revokes the family', async () => {
    const app = await createOidcTestServer()
    const application = await addPublicClient(app)
    const { refresh_token } = await obtainTokenFamilyBySignIn(app, app.openBrowser(), application)
    const responses: LightMyRequestResponse[] = []
    for (let use = 0; use < 4; use++) responses.push(await sendRefreshTokenRequest(app, application, refresh_token))
    expect(tallyResponses(responses)).toEqual({ '200': 4 })
    expect(collectBodies(responses).size).toBe(1)
    expect(await listStoredTokenResponses(app)).toEqual([])
    expect(summarizeOAuthResponse(await sendRefreshTokenRequest(app, application, refresh_token))).toBe(
      '400 invalid_grant',
    )
    await expectTokenFamiliesRevoked(app, application, [responses[0]?.json<TokenResponse>() as TokenResponse])
  })

  test('O2: a thief who polls with a stolen refresh token loses it at the next refresh by its owner', async () => {
    const app = await createOidcTestServer()
    const application = await addPublicClient(app)
    let owner = await obtainTokenFamilyBySignIn(app, app.openBrowser(), application)
    let thief = owner.refresh_token
    owner = (await sendRefreshTokenRequest(app, application, owner.refresh_token)).json<TokenResponse>()
    for (let seconds = 0; seconds < 240; seconds += 2) {
      app.pass(2000)
      const polled = await sendRefreshTokenRequest(app, application, thief)
      if (polled.statusCode === 200) thief = polled.json<TokenResponse>().refresh_token
    }
    expect(summarizeOAuthResponse(await sendRefreshTokenRequest(app, application, owner.refresh_token))).toBe(
      '400 invalid_grant',
    )
    expect(summarizeOAuthResponse(await sendRefreshTokenRequest(app, application, thief))).toBe('400 invalid_grant')
    expect(await listSequencedAuditEntryTexts(app.database.queries)).toContain(expectedTokenReusedAuditEntry)
  })

  testOnBothDatabases('O2: another instance repeats a response that was lost after its commit', async (kind) => {
    const { one, two } = await createTwoOidcServerInstances(kind)
    const application = await addPublicClient(one)
    const { refresh_token } = await obtainTokenFamilyBySignIn(one, one.openBrowser(), application)
    const lost = await sendRefreshTokenRequest(one, application, refresh_token)
    await one.http.close()
    expect((await sendRefreshTokenRequest(two, application, refresh_token)).body).toBe(lost.body)
    expect(
      summarizeOAuthResponse(await sendRefreshTokenRequest(two, application, lost.json<TokenResponse>().refresh_token)),
    ).toBe('200')
  })

  testOnBothDatabases(
    'O2 P4: nothing is repeated after the session, grant, person, or application has ended',
    async (kind) => {
      const app = await createOidcTestServer({ database: kind })
      const application = await addPublicClient(app)
      const ends: ((browser: TestBrowser) => Promise<unknown>)[] = [
        (browser) => browser.send('POST', '/api/sign-out'),
        async (browser) => {
          const { items } = (await browser.send('GET', '/api/grants')).json<{ items: { id: string }[] }>()
          expect((await browser.send('DELETE', `/api/grants/${items[0]?.id}`)).statusCode).toBe(204)
        },
        async () => {
          const { id } = await app.database.queries.selectFrom('people').select('id').executeTakeFirstOrThrow()
          await suspendPerson(createStoreContext(app), id, app.clock.now)
          await app.database.queries.updateTable('people').set({ status: 'active' }).execute()
        },
        () => disableApplication(createStoreContext(app), application.id, app.clock.now),
      ]
      for (const end of ends) {
        const browser = app.openBrowser()
        const { refresh_token } = await obtainTokenFamilyBySignIn(app, browser, application)
        expect(summarizeOAuthResponse(await sendRefreshTokenRequest(app, application, refresh_token))).toBe('200')
        await end(browser)
        expect(summarizeOAuthResponse(await sendRefreshTokenRequest(app, application, refresh_token))).toMatch(
          /^40[01] invalid_(grant|client)$/,
        )
        expect(await listStoredTokenResponses(app)).toEqual([])
      }
      expect(await listSequencedAuditEntryTexts(app.database.queries)).not.toContain(expectedTokenRetriedAuditEntry)
    },
  )

  test('O2: nothing is repeated if the retry window is 0', async () => {
    const app = await createOidcTestServer({ environment: { COUNTERSIGN_TOKEN_RETRY_SECONDS: '0' } })
    const application = await addPublicClient(app)
    const first = await obtainTokenFamilyBySignIn(app, app.openBrowser(), application)
    const second = (await sendRefreshTokenRequest(app, application, first.refresh_token)).json<TokenResponse>()
    expect(await listStoredTokenResponses(app)).toEqual([])
    expect(summarizeOAuthResponse(await sendRefreshTokenRequest(app, application, first.refresh_token))).toBe(
      '400 invalid_grant',
    )
    await expectTokenFamiliesRevoked(app, application, [first, second])
  })

  testOnBothDatabases(
    'P9: a stored response is useless to a database reader, and is deleted after the window',
    async (kind) => {
      const app = await createOidcTestServer({ database: kind })
      const application = await addPublicClient(app)
      const first = await obtainTokenFamilyBySignIn(app, app.openBrowser(), application)
      const second = (await sendRefreshTokenRequest(app, application, first.refresh_token)).json<TokenResponse>()
      const [kept] = await listStoredTokenResponses(app)
      expect(kept).toMatchObject({ kind: 'RefreshToken', retries_left: 3, expires_at: app.clock.now + 10_000 })
      for (const value of [...Object.values(first), ...Object.values(second)])
        if (typeof value === 'string' && value.length > 20) expect(JSON.stringify(kept)).not.toContain(value)
      const other = await obtainTokenFamilyBySignIn(app, app.openBrowser(), application)
      expect(summarizeOAuthResponse(await sendRefreshTokenRequest(app, application, other.refresh_token))).toBe('200')
      await app.database.queries
        .updateTable('token_responses')
        .set({ encrypted_response: kept?.encrypted_response ?? '' })
        .execute()
      expect(summarizeOAuthResponse(await sendRefreshTokenRequest(app, application, other.refresh_token))).toBe(
        '400 invalid_grant',
      )
      app.pass(9999)
      await app.pruneExpired()
      expect(await listStoredTokenResponses(app)).toHaveLength(1)
      app.pass(1)
      await app.pruneExpired()
      expect(await listStoredTokenResponses(app)).toEqual([])
    },
  )
})
