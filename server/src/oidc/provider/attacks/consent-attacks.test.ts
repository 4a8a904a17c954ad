import { describe, expect, test } from 'vitest'
import { ethereumTestKeys } from '../../../testing/countersign-test-server.ts'
import {
  addTestClientApplication,
  submitOidcConsent,
  runOidcAuthorizationUntilCallback,
  createAuthorizationUrl,
  createOidcTestServer,
  exchangeCodeAsApplication,
  getRedirectLocation,
  getInteractionIdFromRedirect,
  obtainTokens,
  decodeTokenPayload,
} from '../../../testing/oidc-application-test-steps.ts'
import type { TestClientApplication, TokenResponse } from '../../../testing/oidc-application-test-steps.ts'
import {
  getAuthorizationCodeFromRedirect,
  sendRefreshTokenRequest,
  requestUserinfo,
} from '../../../testing/oauth-token-test-steps.ts'

const errorOf = (location: string): string | null =>
  new URL(location, 'https://sign-in.example').searchParams.get('error')

describe('consent', () => {
  test('O6: prompt=none fails without consent to the application and all requested scopes', async () => {
    const app = await createOidcTestServer()
    const application = await addTestClientApplication(app)
    const other = await addTestClientApplication(app, { id: 'other' })
    const browser = app.openBrowser()
    const silent = async (parameters = {}, of = application) =>
      errorOf(
        getRedirectLocation(await browser.send('GET', createAuthorizationUrl(of, { prompt: 'none', ...parameters }))),
      )
    expect(await silent()).toBe('login_required')
    await browser.signIn()
    expect(await silent()).toBe('consent_required')
    await runOidcAuthorizationUntilCallback(browser, application)
    expect(await silent()).toBe(null)
    expect(await silent({}, other)).toBe('consent_required')
    for (const scope of ['openid profile', 'openid wallet', 'openid profile wallet'])
      expect([scope, await silent({ scope })]).toEqual([scope, 'consent_required'])
    // OpenID Connect Core §11: access without the person needs the consent page.
    expect(await silent({ scope: 'openid offline_access', prompt: 'none consent' })).toBe('invalid_request')
    const widened = await browser.send('GET', createAuthorizationUrl(application, { scope: 'openid profile wallet' }))
    expect(getRedirectLocation(widened)).toMatch(/^\/consent/)
    await browser.send('POST', '/api/sign-out')
    await browser.signIn(ethereumTestKeys.bob)
    expect(await silent()).toBe('consent_required')
  })

  test('O6: never grants scopes that the application may not request, even if allowed before', async () => {
    const app = await createOidcTestServer()
    const application = await addTestClientApplication(app, { scopes: ['openid', 'wallet', 'offline_access'] })
    const browser = app.openBrowser()
    expect(
      errorOf(getRedirectLocation(await browser.send('GET', createAuthorizationUrl(application, { scope: 'proof' })))),
    ).toBe('invalid_scope')
    const tokens = await obtainTokens(app, browser, application, {
      scope: 'openid wallet proof offline_access',
      prompt: 'consent',
    })
    expect(tokens.scope).toBe('openid wallet offline_access')
    expect(Object.keys((await requestUserinfo(app, tokens.access_token)).json<object>())).toEqual([
      'sub',
      'wallet',
      'wallets',
      'wallet_kind',
    ])
    const { definition } = await app.database.queries
      .selectFrom('applications')
      .select('definition')
      .executeTakeFirstOrThrow()
    const narrowed = JSON.stringify({ ...(JSON.parse(definition) as object), scopes: ['openid', 'offline_access'] })
    await app.database.queries.updateTable('applications').set({ definition: narrowed }).execute()
    expect(Object.keys((await requestUserinfo(app, tokens.access_token)).json<object>())).toEqual(['sub'])
    const again = (await sendRefreshTokenRequest(app, application, tokens.refresh_token)).json<TokenResponse>()
    expect(again.scope).toBe('openid offline_access')
  })

  test('O6: cannot exceed the requested scopes or be given by another person', async () => {
    const app = await createOidcTestServer()
    const application = await addTestClientApplication(app, { scopes: ['openid', 'profile', 'wallet', 'proof'] })
    const browser = app.openBrowser()
    await browser.signIn()
    const id = getInteractionIdFromRedirect(
      await browser.send('GET', createAuthorizationUrl(application, { scope: 'openid profile wallet' })),
    )
    for (const body of [
      {},
      { withheld: [], scopes: ['proof'] },
      { withheld: ['everything'] },
      { withheld: ['wallet', 'wallet'] },
      { withheld: 'wallet' },
    ]) {
      expect((await browser.send('POST', `/api/interactions/${id}/consent`, body)).json()).toMatchObject({
        code: 'request.invalid',
      })
    }
    const stranger = app.openBrowser()
    await stranger.signIn(ethereumTestKeys.bob)
    expect((await stranger.send('POST', `/api/interactions/${id}/consent`, { withheld: [] })).json()).toMatchObject({
      code: 'interaction.invalid',
    })
    expect((await stranger.send('GET', `/api/interactions/${id}`)).json()).toMatchObject({
      code: 'interaction.invalid',
    })
    const back = new URL(getRedirectLocation(await submitOidcConsent(browser, id, ['openid', 'wallet'])))
    const { scope } = (
      await exchangeCodeAsApplication(app, application, getAuthorizationCodeFromRedirect(back))
    ).json<TokenResponse>()
    expect(scope).toBe('openid profile')
  })

  test('O11: each application gets its own subject identifier, shared only on the same host', async () => {
    const app = await createOidcTestServer()
    const definitions = {
      one: 'https://one.example/a',
      same: 'https://one.example/b',
      other: 'https://other.example/a',
      open: 'https://open.example/a',
    }
    const subjects: Record<string, unknown> = {}
    const browser = app.openBrowser()
    let first: TestClientApplication | undefined
    for (const [id, uri] of Object.entries(definitions)) {
      const application = await addTestClientApplication(app, {
        id,
        redirectUris: [uri],
        ...(id === 'open' && { subjectType: 'public' as const }),
      })
      first ??= application
      const tokens = await obtainTokens(app, browser, application)
      subjects[id] = decodeTokenPayload(tokens.id_token)['sub']
      expect((await requestUserinfo(app, tokens.access_token)).json()).toMatchObject({ sub: subjects[id] })
    }
    const { id } = await app.database.queries.selectFrom('people').select('id').executeTakeFirstOrThrow()
    expect(subjects['same']).toBe(subjects['one'])
    expect(subjects['open']).toBe(id)
    expect(new Set(Object.values(subjects)).size).toBe(3)
    expect([subjects['one'], subjects['other']]).not.toContain(id)
    app.pass(86_400_000)
    expect(
      decodeTokenPayload((await obtainTokens(app, app.openBrowser(), first as TestClientApplication)).id_token)['sub'],
    ).toBe(subjects['one'])
  })

  test('O11: a withheld wallet appears in no token, claim, cookie, URL, or log line', async () => {
    const app = await createOidcTestServer()
    const application = await addTestClientApplication(app, {
      scopes: ['openid', 'profile', 'wallet', 'proof', 'groups', 'offline_access'],
      claimsIn: 'id-token',
      resources: [{ resource: 'https://api.example/', scopes: ['read'] }],
    })
    const browser = app.openBrowser()
    const seen: string[] = []
    const send = browser.send.bind(browser)
    browser.send = async (...request) => {
      const response = await send(...request)
      // The person's own pages may show the person's own wallet.
      seen.push(JSON.stringify([response.headers, response.cookies]))
      return response
    }
    const parameters = {
      scope: 'openid profile wallet proof groups offline_access read',
      resource: 'https://api.example/',
      prompt: 'consent',
    }
    const back = await runOidcAuthorizationUntilCallback(browser, application, parameters, { withheld: ['wallet'] })
    const exchanged = await exchangeCodeAsApplication(app, application, getAuthorizationCodeFromRedirect(back), {
      resource: 'https://api.example/',
    })
    expect(exchanged.statusCode).toBe(200)
    const tokens = exchanged.json<TokenResponse>()
    const refreshed = await sendRefreshTokenRequest(app, application, tokens.refresh_token)
    const plain = await obtainTokens(app, browser, application, { scope: 'openid profile groups' })
    seen.push(back.href, exchanged.body, refreshed.body, JSON.stringify(plain))
    for (const token of [
      tokens.access_token,
      tokens.id_token,
      plain.id_token,
      refreshed.json<TokenResponse>().access_token,
    ]) {
      if (token.split('.').length === 3) seen.push(JSON.stringify(decodeTokenPayload(token)))
    }
    expect(decodeTokenPayload(tokens.access_token)).toMatchObject({ aud: 'https://api.example/', scope: 'read' })
    seen.push((await requestUserinfo(app, plain.access_token)).body, ...app.log)
    const address = ethereumTestKeys.alice.address.slice(2).toLowerCase()
    for (const text of seen) expect(text.toLowerCase()).not.toContain(address)
    const { id } = await app.database.queries.selectFrom('people').select('id').executeTakeFirstOrThrow()
    for (const text of seen.slice(0, -app.log.length)) expect(text).not.toContain(id)
  })
})
