import { describe, expect, test } from 'vitest'
import { disableApplication } from '../../../store/applications/disable-application.ts'
import { removeApplication } from '../../../store/applications/remove-application.ts'
import { suspendPerson } from '../../../admin/people/suspend-or-reactivate-person.ts'
import { systemRandomBytes } from '../../../platform/clock.ts'
import { openSteppedUpBrowser, ethereumTestKeys } from '../../../testing/countersign-test-server.ts'
import type { TestServer, TestBrowser } from '../../../testing/countersign-test-server.ts'
import { databaseKinds, testOnBothDatabases } from '../../../testing/database-fixtures.ts'
import {
  linkWalletForTests,
  listWalletsForTests,
  mergeIdentitiesForTests,
} from '../../../testing/identity-merge-test-steps.ts'
import {
  addTestClientApplication,
  runOidcAuthorizationUntilCallback,
  createAuthorizationUrl,
  exchangeCodeAsApplication,
  getRedirectLocation,
  getInteractionIdFromRedirect,
  postFormAsApplication,
  signInToOidcInteraction,
} from '../../../testing/oidc-application-test-steps.ts'
import type { TestClientApplication } from '../../../testing/oidc-application-test-steps.ts'
import {
  getAuthorizationCodeFromRedirect,
  createTwoOidcServerInstances,
  obtainTokenFamilyBySignIn,
  sendRefreshTokenRequest,
  readOAuthTokenActiveStates,
  summarizeOAuthResponse,
  offlineAccessAuthorizationParameters,
} from '../../../testing/oauth-token-test-steps.ts'

const deviceGrant = 'urn:ietf:params:oauth:grant-type:device_code'
const context = ({ database }: TestServer) => ({ queries: database.queries, random: systemRandomBytes })
type Instance = Pick<TestServer, 'http'>

const endings: readonly (readonly [
  string,
  (app: TestServer, browser: TestBrowser, application: TestClientApplication) => Promise<unknown>,
  { known: boolean },
])[] = [
  ['the person signs out', (_app, browser) => browser.send('POST', '/api/sign-out'), { known: true }],
  [
    'the person ends the session from another browser',
    async (app) => {
      const other = app.openBrowser()
      await other.signIn()
      await other.stepUp()
      await other.send('DELETE', '/api/sessions')
    },
    { known: true },
  ],
  [
    'the person is suspended',
    async (app) => {
      const { id } = await app.database.queries.selectFrom('people').select('id').executeTakeFirstOrThrow()
      await suspendPerson(context(app), id, app.clock.now)
    },
    { known: true },
  ],
  [
    'the person is erased',
    async (_app, browser) => {
      await browser.stepUp()
      expect((await browser.send('DELETE', '/api/person')).statusCode).toBe(204)
    },
    { known: true },
  ],
  [
    'the person unlinks the wallet used to sign in',
    async (app) => {
      const other = await openSteppedUpBrowser(app, ethereumTestKeys.alice)
      await linkWalletForTests(other, ethereumTestKeys.bob)
      await other.stepUp(ethereumTestKeys.bob)
      const wallet = (await listWalletsForTests(other)).find(
        ({ address }) => address === ethereumTestKeys.alice.address,
      )
      expect((await other.send('DELETE', `/api/wallets/${wallet?.id}`)).json()).toEqual({ signedOut: false })
    },
    { known: true },
  ],
  [
    'the identity is merged into another',
    async (app) =>
      mergeIdentitiesForTests(await openSteppedUpBrowser(app, ethereumTestKeys.bob), ethereumTestKeys.alice),
    { known: true },
  ],
  [
    'the person revokes the grant',
    async (_app, browser) => {
      const { items } = (await browser.send('GET', '/api/grants')).json<{ items: { id: string }[] }>()
      for (const { id } of items) await browser.send('DELETE', `/api/grants/${id}`)
    },
    { known: true },
  ],
  [
    'the application is disabled',
    (app, _browser, { id }) => disableApplication(context(app), id, app.clock.now),
    { known: false },
  ],
  [
    'the application is removed',
    (app, _browser, { id }) => removeApplication(context(app), id, app.clock.now),
    { known: false },
  ],
]

async function approveDevice(app: Instance, browser: TestBrowser, application: TestClientApplication): Promise<string> {
  const { device_code, user_code } = (
    await postFormAsApplication(app, '/device/authorize', application, { scope: 'openid' })
  ).json<{
    device_code: string
    user_code: string
  }>()
  const approved = await browser.send('POST', '/api/device/approve', { userCode: user_code, withheld: [] })
  if (approved.statusCode !== 204) throw new Error(approved.body)
  return device_code
}

describe('P4: access that applications got from a session', () => {
  describe.each(databaseKinds)('on %s', (kind) => {
    test.each(endings)('P4: ends immediately on every instance when %s', async (_how, end, { known }) => {
      const { one, two } = await createTwoOidcServerInstances(kind)
      const application = await addTestClientApplication(one, {
        grantTypes: ['authorization_code', 'refresh_token', deviceGrant],
        backchannelLogoutUri: 'https://app.example/logout',
      })
      const browser = one.openBrowser()
      const tokens = await obtainTokenFamilyBySignIn(one, browser, application)
      const code = getAuthorizationCodeFromRedirect(
        await runOidcAuthorizationUntilCallback(browser, application, offlineAccessAuthorizationParameters),
      )
      const deviceCode = await approveDevice(two, browser, application)
      expect(await readOAuthTokenActiveStates(two, application, tokens)).toEqual([true, true])

      await end(one, browser, application)

      const refusal = known ? '400 invalid_grant' : '401 invalid_client'
      for (const instance of [two, one]) {
        expect(summarizeOAuthResponse(await exchangeCodeAsApplication(instance, application, code))).toBe(refusal)
        expect(summarizeOAuthResponse(await sendRefreshTokenRequest(instance, application, tokens.refresh_token))).toBe(
          refusal,
        )
        expect(
          summarizeOAuthResponse(
            await postFormAsApplication(instance, '/token', application, {
              grant_type: deviceGrant,
              device_code: deviceCode,
            }),
          ),
        ).toBe(refusal)
        expect(
          summarizeOAuthResponse(
            await instance.http.inject({
              url: '/userinfo',
              headers: { authorization: `Bearer ${tokens.access_token}` },
            }),
          ),
        ).toBe('401 invalid_token')
        if (known) expect(await readOAuthTokenActiveStates(instance, application, tokens)).toEqual([false, false])
      }
      const { queries } = one.database
      expect(
        await queries.selectFrom('provider_records').select('kind').where('authorization_id', 'is not', null).execute(),
      ).toEqual([])
      const deliveries = await queries.selectFrom('logout_deliveries').select(['uri', 'completed_at']).execute()
      expect(deliveries).toEqual([{ uri: 'https://app.example/logout', completed_at: null }])
    })
  })

  testOnBothDatabases('P4: ends when the session expires', async (kind) => {
    const { one, two } = await createTwoOidcServerInstances(kind)
    const application = await addTestClientApplication(one, {
      grantTypes: ['authorization_code', 'refresh_token', deviceGrant],
    })
    const browser = one.openBrowser()
    const tokens = await obtainTokenFamilyBySignIn(one, browser, application)
    one.pass(7 * 86_400_000)
    two.clock.now = one.clock.now
    expect(summarizeOAuthResponse(await sendRefreshTokenRequest(two, application, tokens.refresh_token))).toBe(
      '400 invalid_grant',
    )
    expect(getRedirectLocation(await browser.send('GET', createAuthorizationUrl(application)))).toMatch(/^\/sign-in/)
    await one.pruneExpired()
    expect(
      await one.database.queries
        .selectFrom('provider_records')
        .select('kind')
        .where('authorization_id', 'is not', null)
        .execute(),
    ).toEqual([])
  })

  testOnBothDatabases(
    'P4: continues after a new proof by the same person, and ends with a proof by another',
    async (kind) => {
      const { one, two } = await createTwoOidcServerInstances(kind)
      const application = await addTestClientApplication(one)
      const browser = one.openBrowser()
      const tokens = await obtainTokenFamilyBySignIn(one, browser, application)
      const again = await browser.send('GET', createAuthorizationUrl(application, { prompt: 'login' }))
      await signInToOidcInteraction(browser, getInteractionIdFromRedirect(again))
      expect(await readOAuthTokenActiveStates(two, application, tokens)).toEqual([true, true])
      await browser.signIn(ethereumTestKeys.bob)
      expect(await readOAuthTokenActiveStates(two, application, tokens)).toEqual([false, false])
      expect(summarizeOAuthResponse(await sendRefreshTokenRequest(one, application, tokens.refresh_token))).toBe(
        '400 invalid_grant',
      )
    },
  )

  testOnBothDatabases('P4: ends completely if the session ends during a code exchange', async (kind) => {
    const { one, two } = await createTwoOidcServerInstances(kind)
    const application = await addTestClientApplication(one)
    for (let round = 0; round < 4; round++) {
      const browser = one.openBrowser()
      const tokens = await obtainTokenFamilyBySignIn(one, browser, application)
      const code = getAuthorizationCodeFromRedirect(
        await runOidcAuthorizationUntilCallback(browser, application, offlineAccessAuthorizationParameters),
      )
      const [exchanged, refreshed, out] = await Promise.all([
        exchangeCodeAsApplication(one, application, code),
        sendRefreshTokenRequest(two, application, tokens.refresh_token),
        (round % 2 === 0 ? one : two).http.inject({
          method: 'POST',
          url: '/api/sign-out',
          headers: { origin: 'https://sign-in.example' },
          cookies: Object.fromEntries(browser.cookies),
        }),
      ])
      expect(out.statusCode).toBe(204)
      for (const response of [exchanged, refreshed]) {
        expect(['200', '400 invalid_grant']).toContain(summarizeOAuthResponse(response))
        if (response.statusCode === 200)
          expect(await readOAuthTokenActiveStates(one, application, response.json())).toEqual([false, false])
      }
    }
    expect(
      await one.database.queries
        .selectFrom('provider_records')
        .select('kind')
        .where('authorization_id', 'is not', null)
        .execute(),
    ).toEqual([])
  })

  testOnBothDatabases(
    'P4: ends if the grant is revoked during concurrent authorizations, without blocking',
    async (kind) => {
      const { one, two } = await createTwoOidcServerInstances(kind)
      const application = await addTestClientApplication(one)
      const browser = one.openBrowser()
      for (let round = 0; round < 4; round++) {
        await runOidcAuthorizationUntilCallback(browser, application, offlineAccessAuthorizationParameters)
        const { items } = (await browser.send('GET', '/api/grants')).json<{ items: { id: string }[] }>()
        const elsewhere = two.openBrowser()
        for (const [name, value] of browser.cookies) elsewhere.cookies.set(name, value)
        const [withdrawn, ...visits] = await Promise.all([
          elsewhere.send('DELETE', `/api/grants/${items[0]?.id}`),
          ...Array.from({ length: 4 }, () => browser.send('GET', createAuthorizationUrl(application))),
        ])
        expect(withdrawn.statusCode).toBe(204)
        for (const visit of visits) {
          const location = getRedirectLocation(visit)
          expect(location).toMatch(/^(https:\/\/app\.example\/callback\?code=|\/consent)/)
          if (location.startsWith('https:'))
            expect(
              summarizeOAuthResponse(
                await exchangeCodeAsApplication(two, application, getAuthorizationCodeFromRedirect(new URL(location))),
              ),
            ).toBe('400 invalid_grant')
        }
      }
    },
  )
})
