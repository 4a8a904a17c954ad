import { describe, expect, test } from 'vitest'
import { ethereumTestKeys } from '../../testing/countersign-test-server.ts'
import { testOnBothDatabases } from '../../testing/database-fixtures.ts'
import {
  addTestClientApplication,
  runOidcAuthorizationUntilCallback,
  createAuthorizationUrl,
  createOidcTestServer,
  exchangeCodeAsApplication,
  getRedirectLocation,
  getInteractionIdFromRedirect,
  obtainTokens,
  postFormAsApplication,
  decodeTokenPayload,
  signInToOidcInteraction,
  submitOidcConsent,
} from '../../testing/oidc-application-test-steps.ts'
import type { TestClientApplication, TokenResponse } from '../../testing/oidc-application-test-steps.ts'

describe('authorization code flow', () => {
  testOnBothDatabases('signs a person in, from the first request to the userinfo claims', async (kind) => {
    const app = await createOidcTestServer({ database: kind })
    const application = await addTestClientApplication(app, {
      scopes: ['openid', 'profile', 'wallet', 'groups', 'proof', 'offline_access'],
      preferredUsername: 'display-name',
    })
    const browser = app.openBrowser()

    const first = await browser.send(
      'GET',
      createAuthorizationUrl(application, {
        scope: 'openid profile wallet groups proof',
        ui_locales: 'fr-CA de-AT en',
      }),
    )
    expect(getRedirectLocation(first)).toMatch(/^\/sign-in\?interaction=[\w-]{43}&lang=de$/)
    const interaction = getInteractionIdFromRedirect(first)
    expect((await browser.send('GET', `/api/interactions/${interaction}`)).json()).toMatchObject({
      prompt: 'sign-in',
      application: { id: 'test-app', name: 'Test Application', logo: null },
      destination: 'app.example',
    })

    const proved = await signInToOidcInteraction(browser, interaction)
    expect(getRedirectLocation(proved)).toMatch(/^\/consent\?interaction=/)
    const consent = getInteractionIdFromRedirect(proved)
    expect((await browser.send('GET', `/api/interactions/${consent}`)).json()).toMatchObject({
      prompt: 'consent',
      items: [
        { scope: 'openid', required: true, withheld: false },
        { scope: 'profile', required: false, withheld: false },
        { scope: 'wallet', required: false, withheld: false },
        { scope: 'groups', required: false, withheld: false },
        { scope: 'proof', required: false, withheld: false },
      ],
    })

    const back = new URL(getRedirectLocation(await submitOidcConsent(browser, consent)))
    expect([...back.searchParams.keys()].toSorted()).toEqual(['code', 'iss', 'state'])
    expect(back.searchParams.get('iss')).toBe('https://sign-in.example')
    const response = await exchangeCodeAsApplication(app, application, back.searchParams.get('code') ?? '')
    expect(response.statusCode).toBe(200)
    const tokens = response.json<TokenResponse>()
    const { sub, at_hash, ...claims } = decodeTokenPayload(tokens.id_token)
    expect(at_hash).toMatch(/^[\w-]{22}$/)
    expect(sub).toMatch(/^[0-9a-z]{26}$/)
    expect(claims).toMatchInlineSnapshot(`
      {
        "acr": "urn:countersign:wallet",
        "amr": [
          "pop",
        ],
        "aud": "test-app",
        "auth_time": 1768478400,
        "exp": 1768482000,
        "iat": 1768478400,
        "iss": "https://sign-in.example",
        "nonce": "test-nonce",
      }
    `)

    const userinfo = (
      await browser.send('GET', '/userinfo', undefined, { authorization: `Bearer ${tokens.access_token}` })
    ).json<Record<string, unknown>>()
    expect(userinfo.sub).toBe(sub)
    expect({ ...userinfo, sub: '', proof: Object.keys(userinfo.proof as object) }).toMatchInlineSnapshot(`
      {
        "groups": [],
        "preferred_username": "0x7E5F4552091A69125d5DfCb7b8C2659029395Bdf",
        "proof": [
          "message",
          "signature",
        ],
        "sub": "",
        "wallet": "eip155:1:0x7E5F4552091A69125d5DfCb7b8C2659029395Bdf",
        "wallet_kind": "key",
        "wallets": [
          "eip155:1:0x7E5F4552091A69125d5DfCb7b8C2659029395Bdf",
        ],
      }
    `)
  })

  testOnBothDatabases('needs no further consent until the application requests new scopes', async (kind) => {
    const app = await createOidcTestServer({ database: kind })
    const application = await addTestClientApplication(app)
    const browser = app.openBrowser()
    const once = await obtainTokens(app, browser, application, { scope: 'openid wallet' })
    const again = await browser.send(
      'GET',
      createAuthorizationUrl(application, { scope: 'openid wallet', prompt: 'none' }),
    )
    expect(new URL(getRedirectLocation(again)).searchParams.has('code')).toBe(true)
    const wider = await browser.send('GET', createAuthorizationUrl(application, { scope: 'openid wallet profile' }))
    expect(getRedirectLocation(wider)).toMatch(/^\/consent/)
    const silent = await browser.send(
      'GET',
      createAuthorizationUrl(application, { scope: 'openid wallet profile', prompt: 'none' }),
    )
    expect(new URL(getRedirectLocation(silent)).searchParams.get('error')).toBe('consent_required')
    expect(decodeTokenPayload(once.id_token).sid).toBe(undefined)
  })

  test('remembers that the person withheld the wallet', async () => {
    const app = await createOidcTestServer()
    const application = await addTestClientApplication(app, { scopes: ['openid', 'wallet', 'proof'] })
    const browser = app.openBrowser()
    const back = await runOidcAuthorizationUntilCallback(
      browser,
      application,
      { scope: 'openid wallet proof' },
      { withheld: ['wallet'] },
    )
    const tokens = (
      await exchangeCodeAsApplication(app, application, back.searchParams.get('code') ?? '')
    ).json<TokenResponse>()
    expect(tokens.scope).toBe('openid')
    const userinfo = await browser.send('GET', '/userinfo', undefined, {
      authorization: `Bearer ${tokens.access_token}`,
    })
    expect(Object.keys(userinfo.json<object>())).toEqual(['sub'])
    expect(userinfo.body + tokens.id_token).not.toContain(ethereumTestKeys.alice.address.slice(2).toLowerCase())
    // Within five minutes, the wallet would be offered once more (required-consent-items.test.ts).
    app.pass(300_000)
    const again = await browser.send('GET', createAuthorizationUrl(application, { scope: 'openid wallet proof' }))
    expect(new URL(getRedirectLocation(again)).searchParams.has('code')).toBe(true)
    const asked = await browser.send(
      'GET',
      createAuthorizationUrl(application, { scope: 'openid wallet proof', prompt: 'consent' }),
    )
    const { items } = (await browser.send('GET', `/api/interactions/${getInteractionIdFromRedirect(asked)}`)).json<{
      items: { scope: string; withheld: boolean }[]
    }>()
    expect(items.filter((item) => item.withheld).map((item) => item.scope)).toEqual(['wallet', 'proof'])
  })

  testOnBothDatabases(
    'with public subjects, gives all applications the same sub, and the consent page says so',
    async (kind) => {
      const app = await createOidcTestServer({ database: kind })
      const browser = app.openBrowser()
      const applications = [
        await addTestClientApplication(app, { id: 'one', subjectType: 'public' }),
        await addTestClientApplication(app, {
          id: 'two',
          subjectType: 'public',
          redirectUris: ['https://two.example/'],
        }),
      ]
      const asked = await signInToOidcInteraction(
        browser,
        getInteractionIdFromRedirect(
          await browser.send('GET', createAuthorizationUrl(applications[0] as TestClientApplication)),
        ),
      )
      const { items } = (await browser.send('GET', `/api/interactions/${getInteractionIdFromRedirect(asked)}`)).json<{
        items: object[]
      }>()
      expect(items).toEqual([{ scope: 'openid', required: true, withheld: false, sameElsewhere: true }])
      const subjects = []
      for (const application of applications)
        subjects.push(decodeTokenPayload((await obtainTokens(app, browser, application)).id_token).sub)
      expect(new Set(subjects).size).toBe(1)
    },
  )

  testOnBothDatabases('refreshes, introspects, and revokes tokens', async (kind) => {
    const app = await createOidcTestServer({ database: kind })
    const application = await addTestClientApplication(app)
    const tokens = await obtainTokens(app, app.openBrowser(), application, {
      scope: 'openid offline_access',
      prompt: 'consent',
    })
    const refreshed = await postFormAsApplication(app, '/token', application, {
      grant_type: 'refresh_token',
      refresh_token: tokens.refresh_token ?? '',
    })
    expect(refreshed.statusCode).toBe(200)
    const { refresh_token, access_token } = refreshed.json<TokenResponse>()
    expect(refresh_token).toBe(tokens.refresh_token)
    const introspect = async (token: string) =>
      (await postFormAsApplication(app, '/introspect', application, { token })).json<{ active: boolean }>().active
    expect([await introspect(access_token), await introspect(refresh_token ?? '')]).toEqual([true, true])
    expect((await postFormAsApplication(app, '/revoke', application, { token: refresh_token ?? '' })).statusCode).toBe(
      200,
    )
    expect([await introspect(access_token), await introspect(refresh_token ?? '')]).toEqual([false, false])
  })

  test('continues on an instance whose clock is 30 seconds behind', async () => {
    const app = await createOidcTestServer()
    const application = await addTestClientApplication(app)
    const asked = { scope: 'openid offline_access', prompt: 'consent' }
    const back = await runOidcAuthorizationUntilCallback(app.openBrowser(), application, asked)
    // At most `clockToleranceSeconds`.
    app.pass(-30_000)
    const redeemed = await exchangeCodeAsApplication(app, application, back.searchParams.get('code') ?? '')
    expect(redeemed.statusCode).toBe(200)
    const { access_token: token, refresh_token } = redeemed.json<TokenResponse>()
    expect(
      (await postFormAsApplication(app, '/introspect', application, { token })).json<{ active: boolean }>().active,
    ).toBe(true)
    const form = { grant_type: 'refresh_token', refresh_token: refresh_token ?? '' }
    expect((await postFormAsApplication(app, '/token', application, form)).statusCode).toBe(200)
  })
})
