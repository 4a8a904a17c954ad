// Tests of attacks on test logins (THREATS O1, O4, N11).
import { createEthereumTestKey, ethereumTestKeys } from '@countersign/testing/ethereum-test-keys'
import { describe, expect, test } from 'vitest'
import { operatorAuditActor } from '../../audit-log/audit-actor.ts'
import type { ApplicationDefinitionInput } from '../../store/applications/application-definition-types.ts'
import { disableApplication } from '../../store/applications/disable-application.ts'
import { systemRandomBytes } from '../../platform/clock.ts'
import { revokeRole } from '../../store/roles/revoke-role.ts'
import type { TestBrowser } from '../../testing/countersign-test-server.ts'
import { testOnBothDatabases } from '../../testing/database-fixtures.ts'
import {
  addTestClientApplication,
  submitOidcConsent,
  runOidcAuthorizationUntilCallback,
  createAuthorizationUrl,
  exchangeCodeAsApplication,
  getRedirectLocation,
  getInteractionIdFromRedirect,
  postFormAsApplication,
} from '../../testing/oidc-application-test-steps.ts'
import type { TestClientApplication } from '../../testing/oidc-application-test-steps.ts'
import { openBrowserWithRole } from '../../testing/admin-role-test-steps.ts'
import {
  prepareApplicationTestLogin,
  listProviderRecordKindsForTests,
  beginTestLoginInTestBrowser,
  testLoginCallbackUrl,
  readTestLoginInTestBrowser,
  followTestLoginToCallback,
  stripTestServerOrigin,
} from '../../testing/application-test-login-test-steps.ts'
import type { FinishedApplicationTestLogin } from '../../testing/application-test-login-test-steps.ts'

const unregisteredAddressPage = /^\/error\?code=application\.redirect_uri_not_registered/

const unusableInteractionPage = /^\/error\?code=interaction\.invalid/

describe('test login', () => {
  test('N11: cannot be started with an API token or for an unsuitable application', async () => {
    const { app, browser, application } = await prepareApplicationTestLogin('sqlite')
    await addTestClientApplication(app, { id: 'tv', kind: 'device', redirectUris: [] })
    await addTestClientApplication(app, { id: 'off' })
    await disableApplication({ queries: app.database.queries, random: systemRandomBytes }, 'off', app.clock.now)
    const attempt = async (id: string, scopes: string[] = []) =>
      (await browser.send('POST', `/api/admin/applications/${id}/test-login`, { scopes })).json<{ code: string }>().code
    expect([
      await attempt('nothing'),
      await attempt('tv'),
      await attempt('off'),
      await attempt(application.id, ['groups']),
    ]).toEqual([
      'application.not_found',
      'application.test_login_unavailable',
      'application.test_login_unavailable',
      'request.invalid',
    ])
    const { secret } = (
      await browser.send('POST', '/api/admin/api-tokens', {
        name: 'Program',
        permissions: ['applications.read', 'applications.change'],
        days: 1,
      })
    ).json<{ secret: string }>()
    const byToken = await app.http.inject({
      method: 'POST',
      url: '/api/admin/applications/test-app/test-login',
      headers: {
        authorization: `Bearer ${secret}`,
        cookie: [...browser.cookies].map((pair) => pair.join('=')).join('; '),
      },
      payload: { scopes: [] },
    })
    expect(byToken.json()).toMatchObject({ code: 'session.required' })
    expect(await listProviderRecordKindsForTests(app, 'Trial')).toEqual([])
  })

  test('O4: redirects to its callback only for the request, person and browser that started it', async () => {
    const { app, browser, application } = await prepareApplicationTestLogin('sqlite')
    const other = await openBrowserWithRole(app, ethereumTestKeys.bob, 'owner')
    await addTestClientApplication(app, { id: 'another' })
    const { id, url } = await beginTestLoginInTestBrowser(browser, application)
    const request = (changes: Record<string, string>) => {
      const all = new URLSearchParams(url.split('?')[1])
      for (const [name, value] of Object.entries(changes)) all.set(name, value)
      return `/authorize?${all}`
    }
    const sentTo = async (who: TestBrowser, where: string) => getRedirectLocation(await who.send('GET', where))
    // The attackers are another person, another browser of the same person, and a signed-out
    // caller.
    const elsewhere = app.openBrowser()
    await elsewhere.signIn(ethereumTestKeys.alice)
    for (const who of [other.browser, elsewhere, app.openBrowser()])
      expect(await sentTo(who, url)).toMatch(unregisteredAddressPage)
    // This browser has the right session cookie but not the cookie that identifies the browser.
    const stolen = app.openBrowser()
    for (const [name, value] of browser.cookies) if (name.includes('session')) stolen.cookies.set(name, value)
    expect(await sentTo(stolen, url)).toMatch(unregisteredAddressPage)
    for (const changes of [
      { state: 'x'.repeat(26) },
      { state: '' },
      { client_id: 'another' },
      { redirect_uri: `${testLoginCallbackUrl}/` },
      { redirect_uri: `${testLoginCallbackUrl}?next=https://evil.example` },
      { redirect_uri: 'https://evil.example/' },
    ]) {
      expect(await sentTo(browser, request(changes)), JSON.stringify(changes)).toMatch(unregisteredAddressPage)
    }
    expect(
      await sentTo(browser, createAuthorizationUrl({ ...application, redirectUri: testLoginCallbackUrl })),
    ).toMatch(unregisteredAddressPage)
    const pushed = await postFormAsApplication(app, '/par', application, {
      client_id: application.id,
      ...Object.fromEntries(new URLSearchParams(url.split('?')[1])),
    })
    expect(pushed.json()).toMatchObject({ error: 'invalid_request' })
    const consent = getInteractionIdFromRedirect(await browser.send('GET', url))
    app.pass(600_001)
    expect(getRedirectLocation(await submitOidcConsent(browser, consent))).toMatch(unregisteredAddressPage)
    expect((await readTestLoginInTestBrowser(browser, id)).json()).toMatchObject({
      code: 'application.test_login_not_found',
    })
  })

  test('O1: its code cannot be exchanged by anyone, including the application', async () => {
    const { app, browser, application } = await prepareApplicationTestLogin('sqlite')
    const { url } = await beginTestLoginInTestBrowser(browser, application)
    const back = new URL(await followTestLoginToCallback(browser, url))
    const code = back.searchParams.get('code') ?? ''
    expect(code).not.toBe('')
    const attempts: [TestClientApplication, Record<string, string>][] = [
      [application, { redirect_uri: testLoginCallbackUrl }],
      [application, {}],
      [
        application,
        {
          redirect_uri: testLoginCallbackUrl,
          code_verifier: new URLSearchParams(url.split('?')[1]).get('code_challenge') ?? '',
        },
      ],
      [{ ...application, secret: null }, { redirect_uri: testLoginCallbackUrl }],
    ]
    for (const [who, form] of attempts) {
      const answer = await exchangeCodeAsApplication(app, who, code, form)
      expect(answer.statusCode).toBeGreaterThanOrEqual(400)
      expect(answer.body).not.toContain('access_token')
    }
    expect(await listProviderRecordKindsForTests(app, 'AccessToken')).toEqual([])
  })

  test.each<[string, Partial<ApplicationDefinitionInput>]>([
    ['with PKCE', {}],
    ['without PKCE', { pkce: 'optional' }],
  ])('O1: does not redeem a code that was issued to the application (%s)', async (_, input) => {
    const { app, browser, application } = await prepareApplicationTestLogin('sqlite', input)
    const victim = app.openBrowser()
    const without = input.pkce === undefined ? {} : { code_challenge: undefined, code_challenge_method: undefined }
    const code =
      (
        await runOidcAuthorizationUntilCallback(victim, application, without, { key: createEthereumTestKey(44) })
      ).searchParams.get('code') ?? ''
    expect(code).not.toBe('')
    const { id } = await beginTestLoginInTestBrowser(browser, application)
    const landed = await browser.send('GET', `/admin/test-logins/callback?${new URLSearchParams({ state: id, code })}`)
    expect(getRedirectLocation(landed)).toBe(`/admin/test-logins/${id}`)
    const tried = (await readTestLoginInTestBrowser(browser, id)).json<FinishedApplicationTestLogin>()
    expect(tried).toMatchObject({
      state: 'refused',
      error: { error: 'invalid_grant' },
      idToken: null,
      accessToken: null,
      userinfo: null,
    })
    expect(await listProviderRecordKindsForTests(app, 'AccessToken')).toEqual([])
  })

  testOnBothDatabases(
    'O1: accepts its callback once, and only from the person who started it and has the role',
    async (kind) => {
      const { app, browser, application, personId } = await prepareApplicationTestLogin(kind)
      const other = await openBrowserWithRole(app, ethereumTestKeys.bob, 'owner')
      const first = await beginTestLoginInTestBrowser(browser, application)
      const back = stripTestServerOrigin(await followTestLoginToCallback(browser, first.url))
      expect(getRedirectLocation(await other.browser.send('GET', back))).toMatch(unusableInteractionPage)
      expect(
        (await app.http.inject({ method: 'HEAD', url: back, cookies: Object.fromEntries(browser.cookies) })).statusCode,
      ).toBe(404)
      for (const broken of [
        '',
        '?state=',
        `?state=${first.id}&state=${first.id}&code=x`,
        `?state=${'0'.repeat(26)}&code=x`,
      ]) {
        expect(getRedirectLocation(await browser.send('GET', `/admin/test-logins/callback${broken}`))).toMatch(
          unusableInteractionPage,
        )
      }
      const landed = await Promise.all([
        browser.send('GET', back),
        browser.send('GET', back),
        browser.send('GET', back),
      ])
      expect(
        landed.map(getRedirectLocation).filter((where) => where === `/admin/test-logins/${first.id}`),
      ).toHaveLength(1)
      expect(landed.map(getRedirectLocation).filter((where) => unusableInteractionPage.test(where))).toHaveLength(2)
      expect((await readTestLoginInTestBrowser(browser, first.id)).json()).toMatchObject({ state: 'done' })
      expect((await readTestLoginInTestBrowser(other.browser, first.id)).json()).toMatchObject({
        code: 'application.test_login_not_found',
      })
      expect(await followTestLoginToCallback(browser, first.url)).toMatch(unregisteredAddressPage)
      const second = await beginTestLoginInTestBrowser(browser, application)
      const late = stripTestServerOrigin(await followTestLoginToCallback(browser, second.url))
      await revokeRole(
        { queries: app.database.queries, random: systemRandomBytes },
        { personId, role: 'administrator', actor: operatorAuditActor, now: app.clock.now },
      )
      expect(getRedirectLocation(await browser.send('GET', late))).toMatch(unusableInteractionPage)
      expect(await listProviderRecordKindsForTests(app, 'AccessToken')).toEqual([])
    },
  )

  test('O4: reveals no claims after the browser signs in as another person', async () => {
    const { app, browser, application } = await prepareApplicationTestLogin('sqlite')
    const { id, url } = await beginTestLoginInTestBrowser(browser, application)
    const back = stripTestServerOrigin(await followTestLoginToCallback(browser, url))
    await browser.signIn(ethereumTestKeys.bob)
    expect(getRedirectLocation(await browser.send('GET', back))).toMatch(unusableInteractionPage)
    expect(await followTestLoginToCallback(browser, url)).toMatch(unregisteredAddressPage)
    expect((await readTestLoginInTestBrowser(browser, id)).statusCode).toBe(403)
    expect(await listProviderRecordKindsForTests(app, 'AccessToken')).toEqual([])
  })
})
