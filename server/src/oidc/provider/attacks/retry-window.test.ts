// The retry window of rotated refresh tokens and device codes (decision 0064): who gets a response a second time, and what ends instead.
import type { LightMyRequestResponse } from 'fastify'
import { SignJWT, exportJWK, generateKeyPair } from 'jose'
import { describe, expect, test } from 'vitest'
import { suspendPerson } from '../../../admin/people/suspend.ts'
import { disableApplication } from '../../../store/applications/disable.ts'
import { systemRandom } from '../../../platform/clock.ts'
import { readEvents } from '../../../testing/read-all.ts'
import type { TestApp, TestBrowser } from '../../../testing/test-app.ts'
import { databaseKinds, testOnBoth } from '../../../testing/test-databases.ts'
import { addTestApplication, authorize, createOpenIdApp, exchange, post } from '../../../testing/test-openid.ts'
import type { TestApplication, Tokens } from '../../../testing/test-openid.ts'
import {
  codeIn,
  createInstances,
  obtainFamily,
  refresh,
  stillWork,
  tally,
  told,
  userinfo,
} from '../../../testing/test-tokens.ts'

type Callable = Pick<TestApp, 'http'>

const world = ({ database }: Pick<TestApp, 'database'>) => ({ queries: database.queries, random: systemRandom })
const lastEvent = async ({ database }: Pick<TestApp, 'database'>) => (await readEvents(database.queries)).at(-1)
const reused = 'token.reused refused {"applicationId":"test-app"}'
const replayed = 'token.replayed success {"applicationId":"test-app"}'
const keptAnswers = ({ database }: Pick<TestApp, 'database'>) =>
  database.queries.selectFrom('token_answers').selectAll().execute()
const bodies = (responses: readonly LightMyRequestResponse[]) => new Set(responses.map(({ body }) => body))
const endFamily = async (app: Callable, application: TestApplication, families: readonly Tokens[]) => {
  for (const tokens of families) expect(await stillWork(app, application, tokens)).toEqual([false, false])
}

/** A client without a secret, whose refresh tokens rotate. */
const addPublic = (app: Pick<TestApp, 'database' | 'clock'>, input: object = {}) =>
  addTestApplication(app, { kind: 'single-page', ...input })

const deviceGrant = 'urn:ietf:params:oauth:grant-type:device_code'
const poll = (app: Callable, application: TestApplication, device_code: string, headers: Record<string, string> = {}) =>
  post(app, '/token', application, { grant_type: deviceGrant, device_code }, headers)

async function approvedDevice(
  app: Callable,
  browser: TestBrowser,
  application: TestApplication,
  scope = 'openid offline_access',
): Promise<string> {
  const started = await post(app, '/device/authorize', application, { scope })
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
    const first = await obtainFamily(app, app.openBrowser(), application)
    const answered = await refresh(app, application, first.refresh_token)
    expect(told(answered)).toBe('200')
    app.pass(later)
    const again = await refresh(app, application, first.refresh_token)
    expect([told(again), again.body]).toEqual(['200', answered.body])
    for (const header of ['content-type', 'cache-control']) expect(again.headers[header]).toBe(answered.headers[header])
    expect(await lastEvent(app)).toBe(replayed)
    const { refresh_token } = again.json<Tokens>()
    expect(refresh_token).not.toBe(first.refresh_token)
    expect(told(await refresh(app, application, refresh_token))).toBe('200')
  })

  testOnBoth('O2 a refresh token presented again after the window ends its family', async (kind) => {
    const app = await createOpenIdApp({ database: kind })
    const application = await addPublic(app)
    const first = await obtainFamily(app, app.openBrowser(), application)
    const second = (await refresh(app, application, first.refresh_token)).json<Tokens>()
    app.pass(31_000)
    expect(told(await refresh(app, application, first.refresh_token))).toBe('400 invalid_grant')
    expect(await lastEvent(app)).toBe(reused)
    await endFamily(app, application, [first, second])
  })

  testOnBoth('O2 of four uses at the same time over two instances all get one response', async (kind) => {
    const { one, two } = await createInstances(kind)
    const application = await addPublic(one)
    const { refresh_token } = await obtainFamily(one, one.openBrowser(), application)
    const responses = await Promise.all([one, two, one, two].map((app) => refresh(app, application, refresh_token)))
    expect(tally(responses)).toEqual({ '200': 4 })
    expect(bodies(responses).size).toBe(1)
    const [winner] = responses.map((response) => response.json<Tokens>())
    expect(await stillWork(two, application, winner as Tokens)).toEqual([true, true])
  })

  describe.each(databaseKinds)('on %s', (kind) => {
    test.each([8, 64])(
      'O2 of %i uses at the same time no more than four succeed, and the family ends',
      async (uses) => {
        const { one, two } = await createInstances(kind)
        const application = await addPublic(one)
        const { refresh_token } = await obtainFamily(one, one.openBrowser(), application)
        const responses = await Promise.all(
          Array.from({ length: uses }, (_, index) => refresh(index % 2 === 0 ? one : two, application, refresh_token)),
        )
        expect(tally(responses)).toEqual({ '200': 4, '400 invalid_grant': uses - 4 })
        const given = responses.filter(({ statusCode }) => statusCode === 200)
        expect(bodies(given).size).toBe(1)
        await endFamily(two, application, [given[0]?.json<Tokens>() as Tokens])
      },
    )
  })

  test('O2 a second tab gets the same response after the first tab used its access token', async () => {
    const app = await createOpenIdApp()
    const application = await addPublic(app)
    const { refresh_token } = await obtainFamily(app, app.openBrowser(), application)
    const answered = await refresh(app, application, refresh_token)
    expect((await userinfo(app, answered.json<Tokens>().access_token)).statusCode).toBe(200)
    app.pass(50)
    expect((await refresh(app, application, refresh_token)).body).toBe(answered.body)
  })

  testOnBoth('O2 the first use of the new refresh token closes the window', async (kind) => {
    const app = await createOpenIdApp({ database: kind })
    const application = await addPublic(app)
    const first = await obtainFamily(app, app.openBrowser(), application)
    const second = (await refresh(app, application, first.refresh_token)).json<Tokens>()
    const third = (await refresh(app, application, second.refresh_token)).json<Tokens>()
    expect(await keptAnswers(app)).toHaveLength(1)
    expect(told(await refresh(app, application, first.refresh_token))).toBe('400 invalid_grant')
    expect(await lastEvent(app)).toBe(reused)
    await endFamily(app, application, [first, second, third])
    expect(await keptAnswers(app)).toEqual([])
  })

  testOnBoth('O2 the release before closes the window too when it rotates the new refresh token', async (kind) => {
    const app = await createOpenIdApp({ database: kind })
    const application = await addPublic(app)
    const first = await obtainFamily(app, app.openBrowser(), application)
    const second = (await refresh(app, application, first.refresh_token)).json<Tokens>()
    const [kept] = await keptAnswers(app)
    // It marks what was used, and does not know the table of responses.
    await app.database.queries
      .updateTable('provider_records')
      .set({ consumed_at: app.clock.now })
      .where('id_hash', '=', kept?.successor_hash ?? '')
      .execute()
    expect(told(await refresh(app, application, first.refresh_token))).toBe('400 invalid_grant')
    await endFamily(app, application, [first, second])
  })

  test('O2 a fifth presentation within the window ends the family', async () => {
    const app = await createOpenIdApp()
    const application = await addPublic(app)
    const { refresh_token } = await obtainFamily(app, app.openBrowser(), application)
    const responses: LightMyRequestResponse[] = []
    for (let use = 0; use < 4; use++) responses.push(await refresh(app, application, refresh_token))
    expect(tally(responses)).toEqual({ '200': 4 })
    expect(bodies(responses).size).toBe(1)
    expect(await keptAnswers(app)).toEqual([])
    expect(told(await refresh(app, application, refresh_token))).toBe('400 invalid_grant')
    await endFamily(app, application, [responses[0]?.json<Tokens>() as Tokens])
  })

  test('O2 a thief who polls with a stolen refresh token loses it no later than the next refresh of its owner', async () => {
    const app = await createOpenIdApp()
    const application = await addPublic(app)
    let owner = await obtainFamily(app, app.openBrowser(), application)
    let thief = owner.refresh_token
    owner = (await refresh(app, application, owner.refresh_token)).json<Tokens>()
    for (let seconds = 0; seconds < 240; seconds += 2) {
      app.pass(2000)
      const polled = await refresh(app, application, thief)
      if (polled.statusCode === 200) thief = polled.json<Tokens>().refresh_token
    }
    expect(told(await refresh(app, application, owner.refresh_token))).toBe('400 invalid_grant')
    expect(told(await refresh(app, application, thief))).toBe('400 invalid_grant')
    expect(await readEvents(app.database.queries)).toContain(reused)
  })

  testOnBoth('O2 a response that was lost after its commit is given by another instance', async (kind) => {
    const { one, two } = await createInstances(kind)
    const application = await addPublic(one)
    const { refresh_token } = await obtainFamily(one, one.openBrowser(), application)
    const lost = await refresh(one, application, refresh_token)
    await one.http.close()
    expect((await refresh(two, application, refresh_token)).body).toBe(lost.body)
    expect(told(await refresh(two, application, lost.json<Tokens>().refresh_token))).toBe('200')
  })

  test('O2 nothing is repeated with another DPoP key', async () => {
    const app = await createOpenIdApp()
    const application = await addPublic(app, { id: 'test-app', dpopRequired: true })
    const [own, other] = [await createDpopKey(), await createDpopKey()]
    const code = codeIn(
      await authorize(app.openBrowser(), application, { scope: 'openid offline_access', prompt: 'consent' }),
    )
    const redeem = {
      grant_type: 'authorization_code',
      code,
      redirect_uri: application.redirectUri,
      code_verifier: 'test-verifier-test-verifier-test-verifier-test',
    }
    const { refresh_token = '' } = (await post(app, '/token', application, redeem, await own())).json<Tokens>()
    const form = { grant_type: 'refresh_token', refresh_token }
    const answered = await post(app, '/token', application, form, await own())
    expect(told(answered)).toBe('200')
    expect((await post(app, '/token', application, form, await own())).body).toBe(answered.body)
    expect(told(await post(app, '/token', application, form, await other()))).toBe('400 invalid_grant')
    expect(told(await post(app, '/token', application, form))).toBe('400 invalid_grant')
    // One proof of the key is one request (RFC 9449 §11.1).
    const proof = await own()
    expect(told(await post(app, '/token', application, form, proof))).toBe('200')
    expect(told(await post(app, '/token', application, form, proof))).toBe('400 invalid_grant')
  })

  test('O2 a refresh token that is bound to no key is not repeated to another key than the first', async () => {
    const app = await createOpenIdApp()
    const application = await addPublic(app)
    const [own, other] = [await createDpopKey(), await createDpopKey()]
    const first = await obtainFamily(app, app.openBrowser(), application)
    const form = { grant_type: 'refresh_token', refresh_token: first.refresh_token ?? '' }
    const answered = await post(app, '/token', application, form, await own())
    expect((await post(app, '/token', application, form, await own())).body).toBe(answered.body)
    expect(told(await post(app, '/token', application, form, await other()))).toBe('400 invalid_grant')
    expect(await lastEvent(app)).toBe(reused)
  })

  test('O2 another scope than the first time is no retry; it is refused, and nothing ends', async () => {
    const app = await createOpenIdApp()
    const application = await addPublic(app)
    const { refresh_token } = await obtainFamily(app, app.openBrowser(), application)
    const answered = await refresh(app, application, refresh_token)
    expect(told(await refresh(app, application, refresh_token, { scope: 'openid' }))).toBe('400 invalid_request')
    expect((await refresh(app, application, refresh_token)).body).toBe(answered.body)
  })

  testOnBoth(
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
      expect(told(await refresh(app, application, answered.json<Tokens>().refresh_token))).toBe('200')
      expect(told(await poll(app, application, code))).toBe('400 invalid_grant')
      expect(await lastEvent(app)).toBe(reused)

      const [own, other] = [await createDpopKey(), await createDpopKey()]
      const bound = await approvedDevice(app, browser, application)
      const proof = await own()
      const boundAnswer = await poll(app, application, bound, proof)
      expect((await poll(app, application, bound, await own())).body).toBe(boundAnswer.body)
      expect(told(await poll(app, application, bound, proof))).toBe('400 invalid_grant')
      expect(told(await poll(app, application, bound, await other()))).toBe('400 invalid_grant')
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
    expect(told(answered)).toBe('200')
    app.pass(9000)
    expect((await poll(app, application, code)).body).toBe(answered.body)
    app.pass(1000)
    expect(told(await poll(app, application, code))).toMatch(/^400 (invalid_grant|expired_token)$/)
  })

  test('O2 a confidential device closes its window by the first use of its refresh token', async () => {
    const app = await createOpenIdApp()
    const application = await addTestApplication(app, { kind: 'device', authentication: 'client_secret_basic' })
    const browser = app.openBrowser()
    await browser.signIn()
    const code = await approvedDevice(app, browser, application)
    const { refresh_token } = (await poll(app, application, code)).json<Tokens>()
    expect(told(await poll(app, application, code))).toBe('200')
    expect(told(await refresh(app, application, refresh_token))).toBe('200')
    expect(await keptAnswers(app)).toEqual([])
    expect(told(await poll(app, application, code))).toBe('400 invalid_grant')
  })

  testOnBoth(
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
          await suspendPerson(world(app), id, app.clock.now)
          await app.database.queries.updateTable('people').set({ status: 'active' }).execute()
        },
        () => disableApplication(world(app), application.id, app.clock.now),
      ]
      for (const end of ends) {
        const browser = app.openBrowser()
        const { refresh_token } = await obtainFamily(app, browser, application)
        expect(told(await refresh(app, application, refresh_token))).toBe('200')
        await end(browser)
        expect(told(await refresh(app, application, refresh_token))).toMatch(/^40[01] invalid_(grant|client)$/)
        expect(await keptAnswers(app)).toEqual([])
      }
      expect(await readEvents(app.database.queries)).not.toContain(replayed)
    },
  )

  test('O2 nothing is repeated where the setting is 0', async () => {
    const app = await createOpenIdApp({ environment: { COUNTERSIGN_TOKEN_RETRY_SECONDS: '0' } })
    const application = await addPublic(app)
    const first = await obtainFamily(app, app.openBrowser(), application)
    const second = (await refresh(app, application, first.refresh_token)).json<Tokens>()
    expect(await keptAnswers(app)).toEqual([])
    expect(told(await refresh(app, application, first.refresh_token))).toBe('400 invalid_grant')
    await endFamily(app, application, [first, second])
  })

  testOnBoth(
    'P9 a kept response is of no use to who has the database, and is gone when its window is over',
    async (kind) => {
      const app = await createOpenIdApp({ database: kind })
      const application = await addPublic(app)
      const first = await obtainFamily(app, app.openBrowser(), application)
      const second = (await refresh(app, application, first.refresh_token)).json<Tokens>()
      const [kept] = await keptAnswers(app)
      expect(kept).toMatchObject({ kind: 'RefreshToken', repeats_left: 3, expires_at: app.clock.now + 10_000 })
      for (const value of [...Object.values(first), ...Object.values(second)])
        if (typeof value === 'string' && value.length > 20) expect(JSON.stringify(kept)).not.toContain(value)
      // Moved to another token, it does not open.
      const other = await obtainFamily(app, app.openBrowser(), application)
      expect(told(await refresh(app, application, other.refresh_token))).toBe('200')
      await app.database.queries
        .updateTable('token_answers')
        .set({ sealed: kept?.sealed ?? '' })
        .execute()
      expect(told(await refresh(app, application, other.refresh_token))).toBe('400 invalid_grant')
      app.pass(9999)
      await app.sweep()
      expect(await keptAnswers(app)).toHaveLength(1)
      app.pass(1)
      await app.sweep()
      expect(await keptAnswers(app)).toEqual([])
    },
  )
})

describe('the refresh token of a client that authenticates', () => {
  testOnBoth('O2 is kept, also where 64 workers use it at the same time', async (kind) => {
    const { one, two } = await createInstances(kind)
    const application = await addTestApplication(one)
    const { refresh_token } = await obtainFamily(one, one.openBrowser(), application)
    const responses = await Promise.all(
      Array.from({ length: 64 }, (_, index) => refresh(index % 2 === 0 ? one : two, application, refresh_token)),
    )
    expect(tally(responses)).toEqual({ '200': 64 })
    const given = responses.map((response) => response.json<Tokens>())
    expect(new Set(given.map((tokens) => tokens.refresh_token))).toEqual(new Set([refresh_token]))
    expect(new Set(given.map((tokens) => tokens.access_token)).size).toBe(64)
    for (const tokens of [given[0], given[63]])
      expect(await stillWork(two, application, tokens as Tokens)).toEqual([true, true])
    one.pass(31_000)
    two.clock.now = one.clock.now
    expect(told(await refresh(two, application, refresh_token))).toBe('200')
    expect(await readEvents(one.database.queries)).not.toContain(reused)
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
      await obtainFamily(app, app.openBrowser(), application),
      await obtainFamily(app, app.openBrowser(), application),
    ]
    for (let use = 0; use < 9; use++) {
      app.pass(hours(1))
      expect(told(await refresh(app, application, used.refresh_token)), `hour ${use + 1}`).toBe('200')
      if (use === 2) expect(told(await refresh(app, application, idle.refresh_token))).toBe('400 invalid_grant')
    }
    const { exp } = (await post(app, '/introspect', application, { token: used.refresh_token ?? '' })).json<{
      exp: number
    }>()
    expect(exp * 1000 - app.clock.now).toBe(hours(1))
    app.pass(hours(1))
    expect(told(await refresh(app, application, used.refresh_token))).toBe('400 invalid_grant')
    expect(await readEvents(app.database.queries)).not.toContain(reused)
  })

  test('O2 no longer works than the maximum age that an operator has shortened since', async () => {
    const { one, startAnother } = await createInstances('sqlite')
    const application = await addTestApplication(one)
    const { refresh_token } = await obtainFamily(one, one.openBrowser(), application)
    one.pass(3_600_000)
    const shorter = await startAnother({ environment: { COUNTERSIGN_REFRESH_TOKEN_MAXIMUM_AGE_SECONDS: '3600' } })
    expect(told(await refresh(shorter, application, refresh_token))).toBe('400 invalid_grant')
    expect(told(await refresh(one, application, refresh_token))).toBe('200')
  })

  test('O2 is refused at once after it was revoked, on every instance', async () => {
    const { one, two } = await createInstances('sqlite')
    const application = await addTestApplication(one)
    const { refresh_token } = await obtainFamily(one, one.openBrowser(), application)
    expect(told(await refresh(two, application, refresh_token))).toBe('200')
    expect(told(await post(one, '/revoke', application, { token: refresh_token ?? '' }))).toBe('200')
    const responses = await Promise.all([one, two].map((app) => refresh(app, application, refresh_token)))
    expect(tally(responses)).toEqual({ '400 invalid_grant': 2 })
  })

  test('O2 rotates where its application is set to, with the retry window and reuse detection', async () => {
    const app = await createOpenIdApp()
    const application = await addTestApplication(app, { rotateRefreshTokens: true })
    const first = await obtainFamily(app, app.openBrowser(), application)
    const answered = await refresh(app, application, first.refresh_token)
    expect(answered.json<Tokens>().refresh_token).not.toBe(first.refresh_token)
    expect((await refresh(app, application, first.refresh_token)).body).toBe(answered.body)
    app.pass(10_000)
    expect(told(await refresh(app, application, first.refresh_token))).toBe('400 invalid_grant')
    await endFamily(app, application, [first, answered.json<Tokens>()])
  })

  testOnBoth('O2 that the release before has rotated ends the family when it comes again', async (kind) => {
    const app = await createOpenIdApp({ database: kind })
    const application = await addTestApplication(app)
    const first = await obtainFamily(app, app.openBrowser(), application)
    await app.database.queries
      .updateTable('provider_records')
      .set({ consumed_at: app.clock.now })
      .where('kind', '=', 'RefreshToken')
      .execute()
    expect(told(await refresh(app, application, first.refresh_token))).toBe('400 invalid_grant')
    await endFamily(app, application, [first])
    expect(await lastEvent(app)).toBe(reused)
  })

  testOnBoth('O1 is ended by a code that is presented again, however soon', async (kind) => {
    const app = await createOpenIdApp({ database: kind })
    for (const application of [await addTestApplication(app), await addPublic(app, { id: 'public' })]) {
      const parameters = { scope: 'openid offline_access', prompt: 'consent' }
      const code = codeIn(await authorize(app.openBrowser(), application, parameters))
      const tokens = (await exchange(app, application, code)).json<Tokens>()
      expect(told(await exchange(app, application, code))).toBe('400 invalid_grant')
      await endFamily(app, application, [tokens])
    }
  })
})
