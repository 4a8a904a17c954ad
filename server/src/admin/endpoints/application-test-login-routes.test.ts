// Tests that the redirect URI of a test login cannot be used for anything else (THREATS O1, O4,
// N11).
import { describe, expect, test, vi } from 'vitest'
import type { ApplicationDefinitionInput } from '../../store/applications/application-definition-types.ts'
import {
  getRedirectLocation,
  getInteractionIdFromRedirect,
  obtainTokens,
} from '../../testing/oidc-application-test-steps.ts'
import { sequenceAllAuditEntries } from '../../testing/inspect-test-database.ts'
import {
  prepareApplicationTestLogin,
  beginTestLoginInTestBrowser,
  stripTestServerOrigin,
  followTestLoginToCallback,
  readTestLoginInTestBrowser,
  testLoginCallbackUrl,
  listProviderRecordKindsForTests,
} from '../../testing/application-test-login-test-steps.ts'
import type { FinishedApplicationTestLogin } from '../../testing/application-test-login-test-steps.ts'

describe('test login', () => {
  test('shows the claims that the pages of a site would receive', async () => {
    const { application, browser } = await prepareApplicationTestLogin('sqlite', {
      kind: 'site',
      redirectUris: [],
      hosts: ['wiki.example'],
    })
    const { id, url } = await beginTestLoginInTestBrowser(browser, application, ['profile'])
    await browser.send('GET', stripTestServerOrigin(await followTestLoginToCallback(browser, url)))
    expect((await readTestLoginInTestBrowser(browser, id)).json()).toMatchObject({
      state: 'done',
      scopes: ['openid', 'profile'],
    })
  })

  test('shows what the application would receive, and keeps no tokens or authorizations', async () => {
    const { app, application, browser, personId } = await prepareApplicationTestLogin('sqlite')
    const { id, url } = await beginTestLoginInTestBrowser(browser, application)
    expect((await readTestLoginInTestBrowser(browser, id)).json()).toMatchObject({
      state: 'waiting',
      application: 'test-app',
      requestedScopes: ['openid', 'profile', 'wallet'],
      idToken: null,
    })
    const back = await followTestLoginToCallback(browser, url)
    expect(back.startsWith(`${testLoginCallbackUrl}?`)).toBe(true)
    const landed = await browser.send('GET', stripTestServerOrigin(back))
    expect([landed.statusCode, getRedirectLocation(landed)]).toEqual([303, `/admin/test-logins/${id}`])
    const answer = await readTestLoginInTestBrowser(browser, id)
    const tried = answer.json<FinishedApplicationTestLogin>()
    expect(tried).toMatchObject({
      state: 'done',
      application: 'test-app',
      error: null,
      idToken: {
        header: { alg: 'ES256' },
        claims: { iss: 'https://sign-in.example', aud: 'test-app', acr: 'urn:countersign:wallet' },
      },
      accessToken: { kind: 'opaque', expiresIn: 300, claims: null },
      scopes: ['openid', 'profile', 'wallet'],
    })
    expect(tried.userinfo).toMatchObject({
      sub: tried.idToken?.claims['sub'],
      wallet: expect.stringContaining('eip155:1:'),
    })
    expect(answer.body).not.toMatch(/eyJ|access_token|id_token|code_verifier/)
    expect(await listProviderRecordKindsForTests(app, 'AccessToken', 'RefreshToken', 'AuthorizationCode')).toEqual([])
    const { queries } = app.database
    expect(await queries.selectFrom('authorizations').selectAll().execute()).toEqual([])
    await sequenceAllAuditEntries(queries)
    const lines = await queries
      .selectFrom('audit_events')
      .innerJoin('audit_event_evidence', 'audit_event_evidence.sequence', 'audit_events.sequence')
      .select(['type', 'details', 'content'])
      .where('type', 'like', 'application.%')
      .execute()
    expect(lines.map(({ type }) => type)).toEqual(['application.added', 'application.test_login_started'])
    expect(lines[1]).toMatchObject({
      details: JSON.stringify({ applicationId: 'test-app' }),
      content: JSON.stringify({ actorId: personId }),
    })
    expect(
      (
        await queries
          .selectFrom('provider_records')
          .select('payload')
          .where('kind', '=', 'Trial')
          .executeTakeFirstOrThrow()
      ).payload,
    ).toContain('"verifier":""')
    app.pass(600_001)
    expect((await readTestLoginInTestBrowser(browser, id)).json()).toMatchObject({
      code: 'application.test_login_not_found',
    })
  })

  test.each<[string, Partial<ApplicationDefinitionInput>]>([
    ['without a secret', { kind: 'single-page' }],
    ['of kind native', { kind: 'native', redirectUris: ['example.app:/callback'] }],
    ['with private_key_jwt', { authentication: 'private_key_jwt', jwksUri: 'https://app.example/keys' }],
    ['with required DPoP', { dpopRequired: true }],
    ['with pushed authorization requests', { pushedRequestRequired: true }],
    ['with optional PKCE', { pkce: 'optional' }],
  ])('works for an application %s', async (_, input) => {
    const { app, application, browser } = await prepareApplicationTestLogin('sqlite', input)
    const { id, url } = await beginTestLoginInTestBrowser(browser, application, [])
    await browser.send('GET', stripTestServerOrigin(await followTestLoginToCallback(browser, url)))
    expect((await readTestLoginInTestBrowser(browser, id)).json()).toMatchObject({ state: 'done', scopes: ['openid'] })
    expect(await listProviderRecordKindsForTests(app, 'AccessToken', 'AuthorizationCode')).toEqual([])
  })

  test('reports that the person denied consent', async () => {
    const { browser, application } = await prepareApplicationTestLogin('sqlite')
    const { id, url } = await beginTestLoginInTestBrowser(browser, application)
    const consent = getInteractionIdFromRedirect(await browser.send('GET', url))
    const denied = (await browser.send('POST', `/api/interactions/${consent}/deny`)).json<{ next: string }>()
    await browser.send('GET', stripTestServerOrigin(getRedirectLocation(await browser.send('GET', denied.next))))
    expect((await readTestLoginInTestBrowser(browser, id)).json()).toMatchObject({
      state: 'refused',
      error: { error: 'access_denied' },
      idToken: null,
      userinfo: null,
    })
  })

  test('reports an internal error instead of waiting forever', async () => {
    const { app, browser, application } = await prepareApplicationTestLogin('sqlite')
    const { id, url } = await beginTestLoginInTestBrowser(browser, application)
    const back = stripTestServerOrigin(await followTestLoginToCallback(browser, url))
    const { inject } = app.http
    const failing = vi.spyOn(app.http, 'inject').mockImplementation(((request: { url: string }): unknown => {
      if (request.url === '/token') throw new Error('out of order')
      return Reflect.apply(inject, app.http, [request])
    }) as never)
    expect(getRedirectLocation(await browser.send('GET', back))).toBe(`/admin/test-logins/${id}`)
    failing.mockRestore()
    expect((await readTestLoginInTestBrowser(browser, id)).json()).toMatchObject({
      state: 'refused',
      error: { error: 'server_error' },
    })
  })

  test('accepts only the sign-in methods of the application', async () => {
    const { browser, application } = await prepareApplicationTestLogin('sqlite', { signInMethods: ['passkey'] })
    expect(
      await followTestLoginToCallback(browser, (await beginTestLoginInTestBrowser(browser, application)).url),
    ).toMatch(/^\/sign-in\?interaction=/)
  })

  test('leaves existing tokens and authorizations of the person unchanged', async () => {
    const { app, browser, application } = await prepareApplicationTestLogin('sqlite')
    const tokens = await obtainTokens(app, browser, application)
    const { url } = await beginTestLoginInTestBrowser(browser, application)
    await browser.send('GET', stripTestServerOrigin(await followTestLoginToCallback(browser, url)))
    const userinfo = await app.http.inject({
      method: 'GET',
      url: '/userinfo',
      headers: { authorization: `Bearer ${tokens.access_token}` },
    })
    expect(userinfo.statusCode).toBe(200)
    expect(await app.database.queries.selectFrom('authorizations').select('application_id').execute()).toEqual([
      { application_id: 'test-app' },
    ])
  })
})
