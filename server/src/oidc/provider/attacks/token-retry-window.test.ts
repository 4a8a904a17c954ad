// The retry window of rotated refresh tokens and device codes (decision 0064): who gets a response a second time, and what ends instead.
import type { LightMyRequestResponse } from 'fastify'
import { SignJWT, exportJWK, generateKeyPair } from 'jose'
import { describe, expect, test } from 'vitest'
import { suspendPerson } from '../../../admin/people/suspend-person.ts'
import { disableApplication } from '../../../store/applications/disable-application.ts'
import { systemRandomBytes } from '../../../platform/clock.ts'
import { readAuditLog } from '../../../testing/read-database-state.ts'
import type { TestApp, TestBrowser } from '../../../testing/test-app.ts'
import { databaseKinds, testOnBothDatabases } from '../../../testing/test-databases.ts'
import {
  addTestApplication,
  completeAuthorization,
  createOpenIdApp,
  exchangeCode,
  postForm,
} from '../../../testing/test-openid.ts'
import type { TestApplication, TokenResponse } from '../../../testing/test-openid.ts'
import {
  authorizationCodeIn,
  createAppInstances,
  obtainTokenFamily,
  refreshTokens,
  checkTokensWork,
  tallyResponses,
  summarizeOAuthResponse,
  requestUserinfo,
} from '../../../testing/test-tokens.ts'

type Callable = Pick<TestApp, 'http'>

const context = ({ database }: Pick<TestApp, 'database'>) => ({ queries: database.queries, random: systemRandomBytes })
const lastEvent = async ({ database }: Pick<TestApp, 'database'>) => (await readAuditLog(database.queries)).at(-1)
const reused = 'token.reused refused {"applicationId":"test-app"}'
const replayed = 'token.replayed success {"applicationId":"test-app"}'
const keptAnswers = ({ database }: Pick<TestApp, 'database'>) =>
  database.queries.selectFrom('token_answers').selectAll().execute()
const bodies = (responses: readonly LightMyRequestResponse[]) => new Set(responses.map(({ body }) => body))
const endFamily = async (app: Callable, application: TestApplication, families: readonly TokenResponse[]) => {
  for (const tokens of families) expect(await checkTokensWork(app, application, tokens)).toEqual([false, false])
}

/** A client without a secret, whose refresh tokens rotate. */
const addPublic = (app: Pick<TestApp, 'database' | 'clock'>, input: object = {}) =>
  addTestApplication(app, { kind: 'single-page', ...input })

const deviceGrant = 'urn:ietf:params:oauth:grant-type:device_code'
const poll = (app: Callable, application: TestApplication, device_code: string, headers: Record<string, string> = {}) =>
  postForm(app, '/token', application, { grant_type: deviceGrant, device_code }, headers)

async function approvedDevice(
  app: Callable,
  browser: TestBrowser,
  application: TestApplication,
  scope = 'openid offline_access',
): Promise<string> {
  const started = await postForm(app, '/device/authorize', application, { scope })
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

describe('the retry window', () => {
  test.each([50, 5000])('O2 a refresh token presented again %i ms later gets the same response', async (later) => {
    const app = await createOpenIdApp()
    const application = await addPublic(app)
    const first = await obtainTokenFamily(app, app.openBrowser(), application)
    const answered = await refreshTokens(app, application, first.refresh_token)
    expect(summarizeOAuthResponse(answered)).toBe('200')
    app.pass(later)
    const again = await refreshTokens(app, application, first.refresh_token)
    expect([summarizeOAuthResponse(again), again.body]).toEqual(['200', answered.body])
    for (const header of ['content-type', 'cache-control']) expect(again.headers[header]).toBe(answered.headers[header])
    expect(await lastEvent(app)).toBe(replayed)
    const { refresh_token } = again.json<TokenResponse>()
    expect(refresh_token).not.toBe(first.refresh_token)
    expect(summarizeOAuthResponse(await refreshTokens(app, application, refresh_token))).toBe('200')
  })

  testOnBothDatabases('O2 a refresh token presented again after the window ends its family', async (kind) => {
    const app = await createOpenIdApp({ database: kind })
    const application = await addPublic(app)
    const first = await obtainTokenFamily(app, app.openBrowser(), application)
    const second = (await refreshTokens(app, application, first.refresh_token)).json<TokenResponse>()
    app.pass(31_000)
    expect(summarizeOAuthResponse(await refreshTokens(app, application, first.refresh_token))).toBe('400 invalid_grant')
    expect(await lastEvent(app)).toBe(reused)
    await endFamily(app, application, [first, second])
  })

  testOnBothDatabases('O2 of four uses at the same time over two instances all get one response', async (kind) => {
    const { one, two } = await createAppInstances(kind)
    const application = await addPublic(one)
    const { refresh_token } = await obtainTokenFamily(one, one.openBrowser(), application)
    const responses = await Promise.all(
      [one, two, one, two].map((app) => refreshTokens(app, application, refresh_token)),
    )
    expect(tallyResponses(responses)).toEqual({ '200': 4 })
    expect(bodies(responses).size).toBe(1)
    const [winner] = responses.map((response) => response.json<TokenResponse>())
    expect(await checkTokensWork(two, application, winner as TokenResponse)).toEqual([true, true])
  })

  describe.each(databaseKinds)('on %s', (kind) => {
    test.each([8, 64])(
      'O2 of %i uses at the same time no more than four succeed, and the family ends',
      async (uses) => {
        const { one, two } = await createAppInstances(kind)
        const application = await addPublic(one)
        const { refresh_token } = await obtainTokenFamily(one, one.openBrowser(), application)
        const responses = await Promise.all(
          Array.from({ length: uses }, (_, index) =>
            refreshTokens(index % 2 === 0 ? one : two, application, refresh_token),
          ),
        )
        expect(tallyResponses(responses)).toEqual({ '200': 4, '400 invalid_grant': uses - 4 })
        const given = responses.filter(({ statusCode }) => statusCode === 200)
        expect(bodies(given).size).toBe(1)
        await endFamily(two, application, [given[0]?.json<TokenResponse>() as TokenResponse])
      },
    )
  })

  test('O2 a second tab gets the same response after the first tab used its access token', async () => {
    const app = await createOpenIdApp()
    const application = await addPublic(app)
    const { refresh_token } = await obtainTokenFamily(app, app.openBrowser(), application)
    const answered = await refreshTokens(app, application, refresh_token)
    expect((await requestUserinfo(app, answered.json<TokenResponse>().access_token)).statusCode).toBe(200)
    app.pass(50)
    expect((await refreshTokens(app, application, refresh_token)).body).toBe(answered.body)
  })

  testOnBothDatabases('O2 the first use of the new refresh token closes the window', async (kind) => {
    const app = await createOpenIdApp({ database: kind })
    const application = await addPublic(app)
    const first = await obtainTokenFamily(app, app.openBrowser(), application)
    const second = (await refreshTokens(app, application, first.refresh_token)).json<TokenResponse>()
    const third = (await refreshTokens(app, application, second.refresh_token)).json<TokenResponse>()
    expect(await keptAnswers(app)).toHaveLength(1)
    expect(summarizeOAuthResponse(await refreshTokens(app, application, first.refresh_token))).toBe('400 invalid_grant')
    expect(await lastEvent(app)).toBe(reused)
    await endFamily(app, application, [first, second, third])
    expect(await keptAnswers(app)).toEqual([])
  })

  testOnBothDatabases(
    'O2 the release before closes the window too when it rotates the new refresh token',
    async (kind) => {
      const app = await createOpenIdApp({ database: kind })
      const application = await addPublic(app)
      const first = await obtainTokenFamily(app, app.openBrowser(), application)
      const second = (await refreshTokens(app, application, first.refresh_token)).json<TokenResponse>()
      const [kept] = await keptAnswers(app)
      // It marks what was used, and does not know the table of responses.
      await app.database.queries
        .updateTable('provider_records')
        .set({ consumed_at: app.clock.now })
        .where('id_hash', '=', kept?.successor_hash ?? '')
        .execute()
      expect(summarizeOAuthResponse(await refreshTokens(app, application, first.refresh_token))).toBe(
        '400 invalid_grant',
      )
      await endFamily(app, application, [first, second])
    },
  )

  test('O2 a fifth presentation within the window ends the family', async () => {
    const app = await createOpenIdApp()
    const application = await addPublic(app)
    const { refresh_token } = await obtainTokenFamily(app, app.openBrowser(), application)
    const responses: LightMyRequestResponse[] = []
    for (let use = 0; use < 4; use++) responses.push(await refreshTokens(app, application, refresh_token))
    expect(tallyResponses(responses)).toEqual({ '200': 4 })
    expect(bodies(responses).size).toBe(1)
    expect(await keptAnswers(app)).toEqual([])
    expect(summarizeOAuthResponse(await refreshTokens(app, application, refresh_token))).toBe('400 invalid_grant')
    await endFamily(app, application, [responses[0]?.json<TokenResponse>() as TokenResponse])
  })

  test('O2 a thief who polls with a stolen refresh token loses it no later than the next refresh of its owner', async () => {
    const app = await createOpenIdApp()
    const application = await addPublic(app)
    let owner = await obtainTokenFamily(app, app.openBrowser(), application)
    let thief = owner.refresh_token
    owner = (await refreshTokens(app, application, owner.refresh_token)).json<TokenResponse>()
    for (let seconds = 0; seconds < 240; seconds += 2) {
      app.pass(2000)
      const polled = await refreshTokens(app, application, thief)
      if (polled.statusCode === 200) thief = polled.json<TokenResponse>().refresh_token
    }
    expect(summarizeOAuthResponse(await refreshTokens(app, application, owner.refresh_token))).toBe('400 invalid_grant')
    expect(summarizeOAuthResponse(await refreshTokens(app, application, thief))).toBe('400 invalid_grant')
    expect(await readAuditLog(app.database.queries)).toContain(reused)
  })

  testOnBothDatabases('O2 a response that was lost after its commit is given by another instance', async (kind) => {
    const { one, two } = await createAppInstances(kind)
    const application = await addPublic(one)
    const { refresh_token } = await obtainTokenFamily(one, one.openBrowser(), application)
    const lost = await refreshTokens(one, application, refresh_token)
    await one.http.close()
    expect((await refreshTokens(two, application, refresh_token)).body).toBe(lost.body)
    expect(
      summarizeOAuthResponse(await refreshTokens(two, application, lost.json<TokenResponse>().refresh_token)),
    ).toBe('200')
  })

  test('O2 nothing is repeated with another DPoP key', async () => {
    const app = await createOpenIdApp()
    const application = await addPublic(app, { id: 'test-app', dpopRequired: true })
    const [own, other] = [await createDpopKey(), await createDpopKey()]
    const code = authorizationCodeIn(
      await completeAuthorization(app.openBrowser(), application, {
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
      await postForm(app, '/token', application, redeem, await own())
    ).json<TokenResponse>()
    const form = { grant_type: 'refresh_token', refresh_token }
    const answered = await postForm(app, '/token', application, form, await own())
    expect(summarizeOAuthResponse(answered)).toBe('200')
    expect((await postForm(app, '/token', application, form, await own())).body).toBe(answered.body)
    expect(summarizeOAuthResponse(await postForm(app, '/token', application, form, await other()))).toBe(
      '400 invalid_grant',
    )
    expect(summarizeOAuthResponse(await postForm(app, '/token', application, form))).toBe('400 invalid_grant')
    // One proof of the key is one request (RFC 9449 §11.1).
    const proof = await own()
    expect(summarizeOAuthResponse(await postForm(app, '/token', application, form, proof))).toBe('200')
    expect(summarizeOAuthResponse(await postForm(app, '/token', application, form, proof))).toBe('400 invalid_grant')
  })

  test('O2 a refresh token that is bound to no key is not repeated to another key than the first', async () => {
    const app = await createOpenIdApp()
    const application = await addPublic(app)
    const [own, other] = [await createDpopKey(), await createDpopKey()]
    const first = await obtainTokenFamily(app, app.openBrowser(), application)
    const form = { grant_type: 'refresh_token', refresh_token: first.refresh_token ?? '' }
    const answered = await postForm(app, '/token', application, form, await own())
    expect((await postForm(app, '/token', application, form, await own())).body).toBe(answered.body)
    expect(summarizeOAuthResponse(await postForm(app, '/token', application, form, await other()))).toBe(
      '400 invalid_grant',
    )
    expect(await lastEvent(app)).toBe(reused)
  })

  test('O2 another scope than the first time is no retry; it is refused, and nothing ends', async () => {
    const app = await createOpenIdApp()
    const application = await addPublic(app)
    const { refresh_token } = await obtainTokenFamily(app, app.openBrowser(), application)
    const answered = await refreshTokens(app, application, refresh_token)
    expect(summarizeOAuthResponse(await refreshTokens(app, application, refresh_token, { scope: 'openid' }))).toBe(
      '400 invalid_request',
    )
    expect((await refreshTokens(app, application, refresh_token)).body).toBe(answered.body)
  })

  testOnBothDatabases(
    'O2 O10 a device code polled again after its approval gets the same response, with the same key alone',
    async (kind) => {
      const app = await createOpenIdApp({ database: kind })
      const application = await addTestApplication(app, { kind: 'device' })
      const browser = app.openBrowser()
      await browser.signIn()
      const code = await approvedDevice(app, browser, application)
      const answered = await poll(app, application, code)
      app.pass(5000)
      expect((await poll(app, application, code)).body).toBe(answered.body)
      expect(await lastEvent(app)).toBe(replayed)
      expect(
        summarizeOAuthResponse(await refreshTokens(app, application, answered.json<TokenResponse>().refresh_token)),
      ).toBe('200')
      expect(summarizeOAuthResponse(await poll(app, application, code))).toBe('400 invalid_grant')
      expect(await lastEvent(app)).toBe(reused)

      const [own, other] = [await createDpopKey(), await createDpopKey()]
      const bound = await approvedDevice(app, browser, application)
      const proof = await own()
      const boundAnswer = await poll(app, application, bound, proof)
      expect((await poll(app, application, bound, await own())).body).toBe(boundAnswer.body)
      expect(summarizeOAuthResponse(await poll(app, application, bound, proof))).toBe('400 invalid_grant')
      expect(summarizeOAuthResponse(await poll(app, application, bound, await other()))).toBe('400 invalid_grant')
      expect(await lastEvent(app)).toBe(reused)
    },
  )

  test('O2 O10 a device code that is redeemed in its last second can still be polled again', async () => {
    const app = await createOpenIdApp()
    const application = await addTestApplication(app, { kind: 'device' })
    const browser = app.openBrowser()
    await browser.signIn()
    const code = await approvedDevice(app, browser, application, 'openid')
    app.pass(599_000)
    const answered = await poll(app, application, code)
    expect(summarizeOAuthResponse(answered)).toBe('200')
    app.pass(9000)
    expect((await poll(app, application, code)).body).toBe(answered.body)
    app.pass(1000)
    expect(summarizeOAuthResponse(await poll(app, application, code))).toMatch(/^400 (invalid_grant|expired_token)$/)
  })

  test('O2 a confidential device closes its window by the first use of its refresh token', async () => {
    const app = await createOpenIdApp()
    const application = await addTestApplication(app, { kind: 'device', authentication: 'client_secret_basic' })
    const browser = app.openBrowser()
    await browser.signIn()
    const code = await approvedDevice(app, browser, application)
    const { refresh_token } = (await poll(app, application, code)).json<TokenResponse>()
    expect(summarizeOAuthResponse(await poll(app, application, code))).toBe('200')
    expect(summarizeOAuthResponse(await refreshTokens(app, application, refresh_token))).toBe('200')
    expect(await keptAnswers(app)).toEqual([])
    expect(summarizeOAuthResponse(await poll(app, application, code))).toBe('400 invalid_grant')
  })

  testOnBothDatabases(
    'O2 P4 nothing is repeated once the session, the consent, the person or the application has ended',
    async (kind) => {
      const app = await createOpenIdApp({ database: kind })
      const application = await addPublic(app)
      const ends: ((browser: TestBrowser) => Promise<unknown>)[] = [
        (browser) => browser.send('POST', '/api/sign-out'),
        async (browser) => {
          const { items } = (await browser.send('GET', '/api/grants')).json<{ items: { id: string }[] }>()
          expect((await browser.send('DELETE', `/api/grants/${items[0]?.id}`)).statusCode).toBe(204)
        },
        async () => {
          const { id } = await app.database.queries.selectFrom('people').select('id').executeTakeFirstOrThrow()
          await suspendPerson(context(app), id, app.clock.now)
          await app.database.queries.updateTable('people').set({ status: 'active' }).execute()
        },
        () => disableApplication(context(app), application.id, app.clock.now),
      ]
      for (const end of ends) {
        const browser = app.openBrowser()
        const { refresh_token } = await obtainTokenFamily(app, browser, application)
        expect(summarizeOAuthResponse(await refreshTokens(app, application, refresh_token))).toBe('200')
        await end(browser)
        expect(summarizeOAuthResponse(await refreshTokens(app, application, refresh_token))).toMatch(
          /^40[01] invalid_(grant|client)$/,
        )
        expect(await keptAnswers(app)).toEqual([])
      }
      expect(await readAuditLog(app.database.queries)).not.toContain(replayed)
    },
  )

  test('O2 nothing is repeated where the setting is 0', async () => {
    const app = await createOpenIdApp({ environment: { COUNTERSIGN_TOKEN_RETRY_SECONDS: '0' } })
    const application = await addPublic(app)
    const first = await obtainTokenFamily(app, app.openBrowser(), application)
    const second = (await refreshTokens(app, application, first.refresh_token)).json<TokenResponse>()
    expect(await keptAnswers(app)).toEqual([])
    expect(summarizeOAuthResponse(await refreshTokens(app, application, first.refresh_token))).toBe('400 invalid_grant')
    await endFamily(app, application, [first, second])
  })

  testOnBothDatabases(
    'P9 a kept response is of no use to who has the database, and is gone when its window is over',
    async (kind) => {
      const app = await createOpenIdApp({ database: kind })
      const application = await addPublic(app)
      const first = await obtainTokenFamily(app, app.openBrowser(), application)
      const second = (await refreshTokens(app, application, first.refresh_token)).json<TokenResponse>()
      const [kept] = await keptAnswers(app)
      expect(kept).toMatchObject({ kind: 'RefreshToken', repeats_left: 3, expires_at: app.clock.now + 10_000 })
      for (const value of [...Object.values(first), ...Object.values(second)])
        if (typeof value === 'string' && value.length > 20) expect(JSON.stringify(kept)).not.toContain(value)
      // Moved to another token, it does not open.
      const other = await obtainTokenFamily(app, app.openBrowser(), application)
      expect(summarizeOAuthResponse(await refreshTokens(app, application, other.refresh_token))).toBe('200')
      await app.database.queries
        .updateTable('token_answers')
        .set({ sealed: kept?.sealed ?? '' })
        .execute()
      expect(summarizeOAuthResponse(await refreshTokens(app, application, other.refresh_token))).toBe(
        '400 invalid_grant',
      )
      app.pass(9999)
      await app.pruneExpired()
      expect(await keptAnswers(app)).toHaveLength(1)
      app.pass(1)
      await app.pruneExpired()
      expect(await keptAnswers(app)).toEqual([])
    },
  )
})

describe('the refresh token of a client that authenticates', () => {
  testOnBothDatabases('O2 is kept, also where 64 workers use it at the same time', async (kind) => {
    const { one, two } = await createAppInstances(kind)
    const application = await addTestApplication(one)
    const { refresh_token } = await obtainTokenFamily(one, one.openBrowser(), application)
    const responses = await Promise.all(
      Array.from({ length: 64 }, (_, index) => refreshTokens(index % 2 === 0 ? one : two, application, refresh_token)),
    )
    expect(tallyResponses(responses)).toEqual({ '200': 64 })
    const given = responses.map((response) => response.json<TokenResponse>())
    expect(new Set(given.map((tokens) => tokens.refresh_token))).toEqual(new Set([refresh_token]))
    expect(new Set(given.map((tokens) => tokens.access_token)).size).toBe(64)
    for (const tokens of [given[0], given[63]])
      expect(await checkTokensWork(two, application, tokens as TokenResponse)).toEqual([true, true])
    one.pass(31_000)
    two.clock.now = one.clock.now
    expect(summarizeOAuthResponse(await refreshTokens(two, application, refresh_token))).toBe('200')
    expect(await readAuditLog(one.database.queries)).not.toContain(reused)
  })

  test('O2 works for its idle time after each use, and no longer than its maximum age', async () => {
    const hours = (count: number) => count * 3_600_000
    const app = await createOpenIdApp({
      environment: {
        COUNTERSIGN_REFRESH_TOKEN_LIFE_SECONDS: '7200',
        COUNTERSIGN_REFRESH_TOKEN_MAXIMUM_AGE_SECONDS: '36000',
      },
    })
    const application = await addTestApplication(app)
    const [used, idle] = [
      await obtainTokenFamily(app, app.openBrowser(), application),
      await obtainTokenFamily(app, app.openBrowser(), application),
    ]
    for (let use = 0; use < 9; use++) {
      app.pass(hours(1))
      expect(summarizeOAuthResponse(await refreshTokens(app, application, used.refresh_token)), `hour ${use + 1}`).toBe(
        '200',
      )
      if (use === 2)
        expect(summarizeOAuthResponse(await refreshTokens(app, application, idle.refresh_token))).toBe(
          '400 invalid_grant',
        )
    }
    const { exp } = (await postForm(app, '/introspect', application, { token: used.refresh_token ?? '' })).json<{
      exp: number
    }>()
    expect(exp * 1000 - app.clock.now).toBe(hours(1))
    app.pass(hours(1))
    expect(summarizeOAuthResponse(await refreshTokens(app, application, used.refresh_token))).toBe('400 invalid_grant')
    expect(await readAuditLog(app.database.queries)).not.toContain(reused)
  })

  test('O2 no longer works than the maximum age that an operator has shortened since', async () => {
    const { one, startAnother } = await createAppInstances('sqlite')
    const application = await addTestApplication(one)
    const { refresh_token } = await obtainTokenFamily(one, one.openBrowser(), application)
    one.pass(3_600_000)
    const shorter = await startAnother({ environment: { COUNTERSIGN_REFRESH_TOKEN_MAXIMUM_AGE_SECONDS: '3600' } })
    expect(summarizeOAuthResponse(await refreshTokens(shorter, application, refresh_token))).toBe('400 invalid_grant')
    expect(summarizeOAuthResponse(await refreshTokens(one, application, refresh_token))).toBe('200')
  })

  test('O2 is refused at once after it was revoked, on every instance', async () => {
    const { one, two } = await createAppInstances('sqlite')
    const application = await addTestApplication(one)
    const { refresh_token } = await obtainTokenFamily(one, one.openBrowser(), application)
    expect(summarizeOAuthResponse(await refreshTokens(two, application, refresh_token))).toBe('200')
    expect(summarizeOAuthResponse(await postForm(one, '/revoke', application, { token: refresh_token ?? '' }))).toBe(
      '200',
    )
    const responses = await Promise.all([one, two].map((app) => refreshTokens(app, application, refresh_token)))
    expect(tallyResponses(responses)).toEqual({ '400 invalid_grant': 2 })
  })

  test('O2 rotates where its application is set to, with the retry window and reuse detection', async () => {
    const app = await createOpenIdApp()
    const application = await addTestApplication(app, { rotateRefreshTokens: true })
    const first = await obtainTokenFamily(app, app.openBrowser(), application)
    const answered = await refreshTokens(app, application, first.refresh_token)
    expect(answered.json<TokenResponse>().refresh_token).not.toBe(first.refresh_token)
    expect((await refreshTokens(app, application, first.refresh_token)).body).toBe(answered.body)
    app.pass(10_000)
    expect(summarizeOAuthResponse(await refreshTokens(app, application, first.refresh_token))).toBe('400 invalid_grant')
    await endFamily(app, application, [first, answered.json<TokenResponse>()])
  })

  testOnBothDatabases('O2 that the release before has rotated ends the family when it comes again', async (kind) => {
    const app = await createOpenIdApp({ database: kind })
    const application = await addTestApplication(app)
    const first = await obtainTokenFamily(app, app.openBrowser(), application)
    await app.database.queries
      .updateTable('provider_records')
      .set({ consumed_at: app.clock.now })
      .where('kind', '=', 'RefreshToken')
      .execute()
    expect(summarizeOAuthResponse(await refreshTokens(app, application, first.refresh_token))).toBe('400 invalid_grant')
    await endFamily(app, application, [first])
    expect(await lastEvent(app)).toBe(reused)
  })

  testOnBothDatabases('O1 is ended by a code that is presented again, however soon', async (kind) => {
    const app = await createOpenIdApp({ database: kind })
    for (const application of [await addTestApplication(app), await addPublic(app, { id: 'public' })]) {
      const parameters = { scope: 'openid offline_access', prompt: 'consent' }
      const code = authorizationCodeIn(await completeAuthorization(app.openBrowser(), application, parameters))
      const tokens = (await exchangeCode(app, application, code)).json<TokenResponse>()
      expect(summarizeOAuthResponse(await exchangeCode(app, application, code))).toBe('400 invalid_grant')
      await endFamily(app, application, [tokens])
    }
  })
})
