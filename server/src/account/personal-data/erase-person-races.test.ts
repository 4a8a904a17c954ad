// Tests erasure that runs concurrently with other operations on another instance.
import { ethereumTestKeys } from '@countersign/testing/ethereum-test-keys'
import type { LightMyRequestResponse } from 'fastify'
import { describe, expect, test } from 'vitest'
import { verifyAuditLogIntegrity } from '../../audit-log/verify-audit-log.ts'
import { systemRandomBytes } from '../../platform/clock.ts'
import { createRandomId } from '../../platform/create-random-id.ts'
import { dumpDatabase } from '../../testing/inspect-test-database.ts'
import { createTestServer, openSteppedUpBrowser } from '../../testing/countersign-test-server.ts'
import type { TestServer, TestBrowser } from '../../testing/countersign-test-server.ts'
import { createTestDatabase, databaseKinds, openDatabaseUntilTestEnds } from '../../testing/database-fixtures.ts'
import {
  addTestClientApplication,
  submitOidcConsent,
  runOidcAuthorizationUntilCallback,
  createAuthorizationUrl,
  exchangeCodeAsApplication,
  getInteractionIdFromRedirect,
} from '../../testing/oidc-application-test-steps.ts'
import type { TokenResponse } from '../../testing/oidc-application-test-steps.ts'
import {
  getAuthorizationCodeFromRedirect,
  createTwoOidcServerInstances,
  obtainTokenFamilyBySignIn,
  sendRefreshTokenRequest,
  summarizeOAuthResponse,
  requestUserinfo,
  offlineAccessAuthorizationParameters,
} from '../../testing/oauth-token-test-steps.ts'
import { readBrowserSession } from '../../testing/browser-session-test-steps.ts'

const erase = (browser: TestBrowser) => browser.send('DELETE', '/api/person')
const many = {
  COUNTERSIGN_SIGN_INS_PER_WALLET_PER_MINUTE: '10000',
  COUNTERSIGN_SIGN_INS_PER_NETWORK_PER_MINUTE: '10000',
  COUNTERSIGN_CHALLENGES_PER_NETWORK_PER_MINUTE: '10000',
}
const minutes = 60_000

describe.each(databaseKinds)('P4: concurrent erasure of a person on %s', (kind) => {
  async function expectNothingLeft(app: TestServer, personId: string): Promise<void> {
    app.clock.now += 11 * minutes
    await app.pruneExpired()
    const left = (await dumpDatabase(app.database.queries)).filter((line) => line.includes(personId))
    expect(left).toEqual([])
    expect(await verifyAuditLogIntegrity(app.database.queries)).toMatchObject({ outcome: 'whole' })
  }

  const others: readonly (readonly [
    string,
    (browser: TestBrowser, app: TestServer) => Promise<() => Promise<LightMyRequestResponse>>,
  ])[] = [
    [
      'the same wallet signs in elsewhere',
      async (_browser, app) => {
        const elsewhere = app.openBrowser()
        const signed = await elsewhere.signChallenge()
        return () => elsewhere.send('POST', '/api/sign-in', signed)
      },
    ],
    [
      'they step up',
      async (browser) => {
        const signed = await browser.signChallengeFor('step-up', ethereumTestKeys.alice)
        return () => browser.send('POST', '/api/step-up', signed)
      },
    ],
    [
      'they link a wallet',
      async (browser) => {
        const signed = await browser.signChallengeFor('link', ethereumTestKeys.carol)
        return () => browser.send('POST', '/api/wallets', signed)
      },
    ],
    ['they change their name', async (browser) => () => browser.send('PATCH', '/api/person', { displayName: 'Ada' })],
    [
      'they rename a passkey',
      async (browser, app) => {
        const personId = (await readBrowserSession(browser)).person?.id ?? ''
        const passkey = {
          id: createRandomId(systemRandomBytes),
          person_id: personId,
          credential_id: personId,
          public_key: 'key',
          user_handle: 'handle',
          counter: 0,
          transports: '[]',
        }
        const times = { created_at: app.clock.now, last_used_at: app.clock.now, removed_at: null }
        await app.database.queries
          .insertInto('passkeys')
          .values({ ...passkey, device_type: 'singleDevice', backed_up: 0, label: null, ...times })
          .execute()
        return () => browser.send('PATCH', `/api/passkeys/${passkey.id}`, { label: 'Key of Ada' })
      },
    ],
    [
      'a sign-in attempt in their name fails',
      async (_browser, app) => {
        const stranger = app.openBrowser()
        const { message } = await stranger.signChallenge(ethereumTestKeys.alice)
        const { signature } = await stranger.signChallenge(ethereumTestKeys.bob)
        return () => stranger.send('POST', '/api/sign-in', { message, signature })
      },
    ],
    ['they sign out everywhere else', async (browser) => () => browser.send('DELETE', '/api/sessions')],
    ['they erase themselves in another tab', async (browser) => () => erase(browser)],
  ]
  test.each(others)('leaves no data of the erased person: %s', async (_what, prepare) => {
    const address = await createTestDatabase(kind)
    const [app, two] = [
      await createTestServer({ database: openDatabaseUntilTestEnds(address), environment: many }),
      await createTestServer({ database: openDatabaseUntilTestEnds(address), environment: many }),
    ]
    for (let round = 0; round < 12; round++) {
      two.clock.now = app.clock.now
      const browser = await openSteppedUpBrowser(app)
      const personId = (await readBrowserSession(browser)).person?.id ?? ''
      // A load balancer can send the same browser to another instance.
      const there = two.openBrowser()
      for (const [name, value] of browser.cookies) there.cookies.set(name, value)
      const act = await prepare(there, two)
      const first = round % 2 === 0
      const [erased, other] = await Promise.all(
        first ? [erase(browser), act()] : ([act(), erase(browser)].toReversed() as never),
      )
      // A step-up replaces the session, so a request with the old one is refused.
      if (erased.statusCode !== 204) {
        expect(erased.json()).toMatchObject({ code: 'session.required' })
        if ((await readBrowserSession(there)).person !== null) expect((await erase(there)).statusCode).toBe(204)
      }
      expect(other.statusCode).toBeLessThan(500)
      await expectNothingLeft(app, personId)
    }
  })
})

describe.each(databaseKinds)('P4: erasure of a person concurrent with an application request on %s', (kind) => {
  type Instances = Awaited<ReturnType<typeof createTwoOidcServerInstances>>
  type Prepared = { browser: TestBrowser; act: () => Promise<LightMyRequestResponse> }
  const acts: readonly (readonly [string, (instances: Instances, round: number) => Promise<Prepared>])[] = [
    [
      'refreshes its token',
      async ({ one, two }, round) => {
        const application = await addTestClientApplication(one, { id: `app${round}` })
        const browser = one.openBrowser()
        const { refresh_token } = await obtainTokenFamilyBySignIn(one, browser, application)
        return { browser, act: () => sendRefreshTokenRequest(two, application, refresh_token) }
      },
    ],
    [
      'exchanges its code',
      async ({ one, two }, round) => {
        const application = await addTestClientApplication(one, { id: `app${round}` })
        const browser = one.openBrowser()
        const code = getAuthorizationCodeFromRedirect(
          await runOidcAuthorizationUntilCallback(browser, application, offlineAccessAuthorizationParameters),
        )
        return { browser, act: () => exchangeCodeAsApplication(two, application, code) }
      },
    ],
    [
      'gets consent for the first time',
      async ({ one, two }, round) => {
        const application = await addTestClientApplication(one, { id: `app${round}` })
        const browser = one.openBrowser()
        await browser.signIn()
        const there = two.openBrowser()
        for (const [name, value] of browser.cookies) there.cookies.set(name, value)
        const waiting = getInteractionIdFromRedirect(await browser.send('GET', createAuthorizationUrl(application)))
        return { browser, act: () => submitOidcConsent(there, waiting) }
      },
    ],
  ]
  test.each(acts)('leaves no data and no usable token: the application %s', async (_what, prepare) => {
    const instances = await createTwoOidcServerInstances(kind)
    const { one, two } = instances
    for (let round = 0; round < 10; round++) {
      const { browser, act } = await prepare(instances, round)
      await browser.stepUp()
      const personId = (await readBrowserSession(browser)).person?.id ?? ''
      const [erased, other] = await Promise.all(
        round % 2 === 0 ? [erase(browser), act()] : ([act(), erase(browser)].toReversed() as never),
      )
      expect([erased.statusCode, erased.body]).toEqual([204, ''])
      expect(other.statusCode).toBeLessThan(500)
      const { access_token, refresh_token } =
        other.headers['content-type']?.toString().includes('json') === true ? other.json<Partial<TokenResponse>>() : {}
      if (access_token !== undefined) expect((await requestUserinfo(two, access_token)).statusCode).toBe(401)
      if (refresh_token !== undefined)
        expect(
          summarizeOAuthResponse(
            await sendRefreshTokenRequest(two, { id: `app${round}`, secret: null, redirectUri: '' }, refresh_token),
          ),
        ).not.toBe('200')
      one.pass(11 * minutes)
      two.clock.now = one.clock.now
      await one.pruneExpired()
      const left = (await dumpDatabase(one.database.queries)).filter(
        (line) => line.includes(personId) && !line.startsWith('logout_deliveries '),
      )
      expect(
        left.filter((line) => !line.startsWith('provider_records ') || !line.includes('"kind":"Interaction"')),
      ).toEqual([])
    }
    expect(await verifyAuditLogIntegrity(one.database.queries)).toMatchObject({ outcome: 'whole' })
  })
})
