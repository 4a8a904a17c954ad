// The claim `preferred_username`: consent, and what happens without a user name.
import { describe, expect, test } from 'vitest'
import { ethereumTestKeys } from '../../testing/countersign-test-server.ts'
import type { TestServer, TestBrowser } from '../../testing/countersign-test-server.ts'
import {
  addTestClientApplication,
  submitOidcConsent,
  runOidcAuthorizationUntilCallback,
  createAuthorizationUrl,
  createOidcTestServer,
  exchangeCodeAsApplication,
  getRedirectLocation,
  getInteractionIdFromRedirect,
  postFormAsApplication,
} from '../../testing/oidc-application-test-steps.ts'
import type { TestClientApplication, TokenResponse } from '../../testing/oidc-application-test-steps.ts'
import type { ApiEndpointOutput } from '@countersign/api/api-endpoints'

const scope = 'openid profile'

async function prepare() {
  const app = await createOidcTestServer()
  const browser = app.openBrowser()
  await browser.signIn()
  await browser.send('PATCH', '/api/person', { displayName: 'Alice in Wonderland' })
  return { app, browser, application: await addTestClientApplication(app) }
}

const choose = (browser: TestBrowser, name: string) => browser.send('POST', '/api/person/username', { name })

async function userinfo(app: TestServer, { access_token }: TokenResponse): Promise<Record<string, unknown>> {
  return (await app.http.inject({ url: '/userinfo', headers: { authorization: `Bearer ${access_token}` } })).json<
    Record<string, unknown>
  >()
}

async function authorizeForUserinfo(
  app: TestServer,
  browser: TestBrowser,
  application: TestClientApplication,
  withheld: string[] = [],
): Promise<Record<string, unknown>> {
  const back = await runOidcAuthorizationUntilCallback(browser, application, { scope }, { withheld })
  const tokens = (
    await exchangeCodeAsApplication(app, application, back.searchParams.get('code') ?? '')
  ).json<TokenResponse>()
  return userinfo(app, tokens)
}

describe('preferred_username claim', () => {
  test('is the username, independent of the display name', async () => {
    const { app, browser, application } = await prepare()
    await choose(browser, 'alice')
    expect(await authorizeForUserinfo(app, browser, application)).toMatchObject({
      name: 'Alice in Wonderland',
      preferred_username: 'alice',
    })
    await browser.send('PATCH', '/api/person', { displayName: null })
    const after = await authorizeForUserinfo(app, browser, application)
    expect([after['preferred_username'], 'name' in after]).toEqual(['alice', false])
  })

  test('O11: is never derived from the display name or wallet', async () => {
    const { app, browser, application } = await prepare()
    expect(Object.keys(await authorizeForUserinfo(app, browser, application)).toSorted()).toEqual(['name', 'sub'])
    await choose(browser, 'alice')
    expect(await authorizeForUserinfo(app, browser, application)).toMatchObject({ preferred_username: 'alice' })
  })

  test('O11: is withheld and shared separately from the profile', async () => {
    const { app, browser, application } = await prepare()
    await choose(browser, 'alice')
    const interaction = getInteractionIdFromRedirect(
      await browser.send('GET', createAuthorizationUrl(application, { scope })),
    )
    const { items } = (await browser.send('GET', `/api/interactions/${interaction}`)).json<
      ApiEndpointOutput<'readInteraction'>
    >()
    expect(items.map((item) => item.scope)).toEqual(['openid', 'profile', 'user_name'])
    expect(Object.keys(await authorizeForUserinfo(app, browser, application, ['user_name'])).toSorted()).toEqual([
      'name',
      'sub',
    ])
    const other = await addTestClientApplication(app, { id: 'other-app' })
    const shared = await authorizeForUserinfo(app, browser, other, ['profile'])
    expect([shared['preferred_username'], 'name' in shared]).toEqual(['alice', false])
    const grants = (await browser.send('GET', '/api/grants')).json<ApiEndpointOutput<'listGrants'>>().items
    const grant = grants.find(({ application: { id } }) => id === other.id)
    expect([grant?.disclosures.map((part) => part.scope), grant?.withheld]).toEqual([
      ['openid', 'user_name'],
      ['profile'],
    ])
  })

  test('O6: needs new consent if the application switches from display names to usernames', async () => {
    const { app, browser } = await prepare()
    const application = await addTestClientApplication(app, { id: 'older', preferredUsername: 'display-name' })
    const back = await runOidcAuthorizationUntilCallback(browser, application, { scope })
    const tokens = (
      await exchangeCodeAsApplication(app, application, back.searchParams.get('code') ?? '')
    ).json<TokenResponse>()
    expect(await userinfo(app, tokens)).toMatchObject({ preferred_username: 'Alice in Wonderland' })
    await choose(browser, 'alice')
    const { definition } = await app.database.queries
      .selectFrom('applications')
      .select('definition')
      .where('id', '=', 'older')
      .executeTakeFirstOrThrow()
    await app.database.queries
      .updateTable('applications')
      .set({ definition: definition.replace('display-name', 'user-name') })
      .where('id', '=', 'older')
      .execute()
    expect(await userinfo(app, tokens)).not.toHaveProperty('preferred_username')
    const silent = getRedirectLocation(
      await browser.send('GET', createAuthorizationUrl(application, { scope, prompt: 'none' })),
    )
    expect(new URL(silent).searchParams.get('error')).toBe('consent_required')
    const plain = getRedirectLocation(
      await browser.send('GET', createAuthorizationUrl(application, { scope: 'openid', prompt: 'none' })),
    )
    expect(new URL(plain).searchParams.get('code')).not.toBeNull()
    const asked = await browser.send('GET', createAuthorizationUrl(application, { scope }))
    expect(getRedirectLocation(asked)).toMatch(/^\/consent/)
    await submitOidcConsent(browser, getInteractionIdFromRedirect(asked))
    expect(await userinfo(app, tokens)).toMatchObject({ preferred_username: 'alice' })
  })

  test('a definition stored before usernames existed keeps using display names', async () => {
    const { app, browser, application } = await prepare()
    const { definition } = await app.database.queries
      .selectFrom('applications')
      .select('definition')
      .where('id', '=', application.id)
      .executeTakeFirstOrThrow()
    const { preferredUsername: _new, ...older } = JSON.parse(definition) as Record<string, unknown>
    await app.database.queries
      .updateTable('applications')
      .set({ definition: JSON.stringify(older) })
      .where('id', '=', application.id)
      .execute()
    expect(await authorizeForUserinfo(app, browser, application)).toMatchObject({
      preferred_username: 'Alice in Wonderland',
    })
  })

  test('O10: is given to a device with the same consent, and absent without a username', async () => {
    const { app, browser } = await prepare()
    const device = await addTestClientApplication(app, { id: 'television', kind: 'device' })
    for (const name of [null, 'alice']) {
      if (name !== null) await choose(browser, name)
      const asked = (await postFormAsApplication(app, '/device/authorize', device, { scope })).json<{
        user_code: string
        device_code: string
      }>()
      const read = await browser.send('POST', '/api/device/read', { userCode: asked.user_code })
      expect(read.json<ApiEndpointOutput<'readDeviceRequest'>>().items.map((item) => item.scope)).toContain('user_name')
      await browser.send('POST', '/api/device/approve', { userCode: asked.user_code, withheld: [] })
      const tokens = (
        await postFormAsApplication(app, '/token', device, {
          grant_type: 'urn:ietf:params:oauth:grant-type:device_code',
          device_code: asked.device_code,
        })
      ).json<TokenResponse>()
      expect(tokens.scope).toBe(scope)
      expect((await userinfo(app, tokens))['preferred_username']).toBe(name ?? undefined)
    }
  })

  test('O11: no name claim contains the wallet if the person chose no name', async () => {
    const { app, browser, application } = await prepare()
    await browser.send('PATCH', '/api/person', { displayName: null })
    expect(JSON.stringify(await authorizeForUserinfo(app, browser, application)).toLowerCase()).not.toContain(
      ethereumTestKeys.alice.address.toLowerCase().slice(2),
    )
  })
})
