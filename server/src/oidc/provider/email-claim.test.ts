// The email claim of an application: none, a verified address, or an alias for this application.
import { describe, expect, test } from 'vitest'
import { systemRandomBytes } from '../../platform/clock.ts'
import { erasePerson } from '../../account/personal-data/erase-person.ts'
import type { DatabaseKind } from '../../platform/database/open-sqlite-or-postgres-database.ts'
import { ethereumTestKeys } from '../../testing/countersign-test-server.ts'
import type { TestServer, TestBrowser } from '../../testing/countersign-test-server.ts'
import { deviceCodeGrantType } from '../../store/applications/application-definition-types.ts'
import { testOnBothDatabases } from '../../testing/database-fixtures.ts'
import { readBrowserPersonIdOrNone } from '../../testing/identity-merge-test-steps.ts'
import {
  addTestClientApplication,
  runOidcAuthorizationUntilCallback,
  createAuthorizationUrl,
  createOidcTestServer,
  exchangeCodeAsApplication,
  getRedirectLocation,
  getInteractionIdFromRedirect,
  postFormAsApplication,
} from '../../testing/oidc-application-test-steps.ts'
import type { TestClientApplication, TokenResponse } from '../../testing/oidc-application-test-steps.ts'

const scope = 'openid email'
const scopes: 'openid'[] = ['openid']

async function prepare(environment: Record<string, string> = {}, database: DatabaseKind = 'sqlite') {
  const app = await createOidcTestServer({
    database,
    environment: { COUNTERSIGN_EMAIL_ALIAS_DOMAIN: 'users.example', ...environment },
  })
  const browser = app.openBrowser()
  await browser.signIn()
  return { app, browser }
}

const itemsOf = ({ items }: { items?: { scope: string }[] }): string[] | undefined => items?.map((item) => item.scope)

const verify = async ({ database, clock }: TestServer, browser: TestBrowser, address: string) =>
  database.queries
    .insertInto('email_addresses')
    .values({ person_id: await readBrowserPersonIdOrNone(browser), address, verified_at: clock.now })
    .execute()

async function authorizeForClaims(
  app: TestServer,
  browser: TestBrowser,
  application: TestClientApplication,
  { withheld = [], key = ethereumTestKeys.alice }: { withheld?: string[]; key?: typeof ethereumTestKeys.alice } = {},
): Promise<Record<string, unknown>> {
  const back = await runOidcAuthorizationUntilCallback(browser, application, { scope }, { withheld, key })
  const tokens = (
    await exchangeCodeAsApplication(app, application, back.searchParams.get('code') ?? '')
  ).json<TokenResponse>()
  const { sub: _sub, ...claims } = (
    await app.http.inject({ url: '/userinfo', headers: { authorization: `Bearer ${tokens.access_token}` } })
  ).json<Record<string, unknown>>()
  return claims
}

const change = async ({ database }: TestServer, id: string, from: string, to: string): Promise<void> => {
  const { definition } = await database.queries
    .selectFrom('applications')
    .select('definition')
    .where('id', '=', id)
    .executeTakeFirstOrThrow()
  await database.queries
    .updateTable('applications')
    .set({ definition: definition.replace(`"email":"${from}"`, `"email":"${to}"`) })
    .where('id', '=', id)
    .execute()
}

describe('email claim', () => {
  test('is absent if the application has no email setting, and the scope is ignored', async () => {
    const { app, browser } = await prepare()
    await verify(app, browser, 'alice@mail.example')
    expect(await authorizeForClaims(app, browser, await addTestClientApplication(app, { scopes }))).toEqual({})
  })

  testOnBothDatabases(
    'O11: a verified address needs its own consent, and disappears when it is deleted',
    async (kind) => {
      const { app, browser } = await prepare({}, kind)
      const application = await addTestClientApplication(app, { scopes, email: 'verified' })
      expect(await authorizeForClaims(app, browser, application)).toEqual({})
      await verify(app, browser, 'alice@mail.example')
      expect(await authorizeForClaims(app, browser, application)).toEqual({
        email: 'alice@mail.example',
        email_verified: true,
      })
      const shy = await addTestClientApplication(app, { id: 'shy', scopes, email: 'verified' })
      expect(await authorizeForClaims(app, browser, shy, { withheld: ['email'] })).toEqual({})
      await app.database.queries.deleteFrom('email_addresses').execute()
      expect(await authorizeForClaims(app, browser, application)).toEqual({})
    },
  )

  test('O11: an alias is stable, unique per application and person, and never the sub', async () => {
    const { app, browser } = await prepare()
    await verify(app, browser, 'alice@mail.example')
    const [one, two] = [
      await addTestClientApplication(app, { scopes, email: 'alias' }),
      await addTestClientApplication(app, {
        id: 'other',
        scopes,
        email: 'alias',
        redirectUris: ['https://other.example/callback'],
      }),
    ]
    const first = await authorizeForClaims(app, browser, one)
    expect(first).toEqual({
      email: expect.stringMatching(/^[0-9a-z]{26}@users\.example$/) as string,
      email_verified: false,
    })
    expect(await authorizeForClaims(app, browser, one)).toEqual(first)
    expect((await authorizeForClaims(app, browser, two))['email']).not.toBe(first['email'])
    const bob = app.openBrowser()
    await bob.signIn(ethereumTestKeys.bob)
    expect((await authorizeForClaims(app, bob, one, { key: ethereumTestKeys.bob }))['email']).not.toBe(first['email'])
    const subjects = await app.database.queries.selectFrom('subjects').select(['sector', 'subject']).execute()
    const subs = subjects.filter(({ sector }) => !sector.startsWith('email ')).map(({ subject }) => subject)
    expect(subs).not.toContain(String(first['email']).split('@')[0])
    await erasePerson(
      { queries: app.database.queries, random: systemRandomBytes },
      { personId: await readBrowserPersonIdOrNone(browser), session: null, now: app.clock.now },
    )
    const again = app.openBrowser()
    await again.signIn()
    expect((await authorizeForClaims(app, again, one))['email']).not.toBe(first['email'])
  })

  test('O6: consent to an alias does not cover the verified address', async () => {
    const { app, browser } = await prepare()
    await verify(app, browser, 'alice@mail.example')
    const application = await addTestClientApplication(app, { scopes, email: 'alias' })
    const back = await runOidcAuthorizationUntilCallback(browser, application, { scope })
    const tokens = (
      await exchangeCodeAsApplication(app, application, back.searchParams.get('code') ?? '')
    ).json<TokenResponse>()
    await change(app, application.id, 'alias', 'verified')
    const { body } = await app.http.inject({
      url: '/userinfo',
      headers: { authorization: `Bearer ${tokens.access_token}` },
    })
    expect(body).not.toContain('mail.example')
    const silent = getRedirectLocation(
      await browser.send('GET', createAuthorizationUrl(application, { scope, prompt: 'none' })),
    )
    expect(new URL(silent).searchParams.get('error')).toBe('consent_required')
  })

  test('an alias needs a configured alias domain', async () => {
    const { app, browser } = await prepare({ COUNTERSIGN_EMAIL_ALIAS_DOMAIN: '' })
    expect(
      await authorizeForClaims(app, browser, await addTestClientApplication(app, { scopes, email: 'alias' })),
    ).toEqual({})
  })

  test('without an alias domain, consent offers no alias in the browser or on a device', async () => {
    const { app, browser } = await prepare({ COUNTERSIGN_EMAIL_ALIAS_DOMAIN: '' })
    const application = await addTestClientApplication(app, { scopes, email: 'alias' })
    const authorizationResponse = await browser.send('GET', createAuthorizationUrl(application, { scope }))
    const shown = await browser.send('GET', `/api/interactions/${getInteractionIdFromRedirect(authorizationResponse)}`)
    expect(itemsOf(shown.json())).toEqual(['openid'])
    await runOidcAuthorizationUntilCallback(browser, application, { scope })
    expect(
      getRedirectLocation(await browser.send('GET', createAuthorizationUrl(application, { scope, prompt: 'none' }))),
    ).toContain('code=')
    const device = await addTestClientApplication(app, {
      id: 'tv',
      kind: 'device',
      scopes,
      email: 'alias',
      grantTypes: [deviceCodeGrantType],
    })
    const { user_code } = (await postFormAsApplication(app, '/device/authorize', device, { scope })).json<{
      user_code: string
    }>()
    const read = await browser.send('POST', '/api/device/read', { userCode: user_code })
    expect(itemsOf(read.json())).toEqual(['openid'])
  })
})
