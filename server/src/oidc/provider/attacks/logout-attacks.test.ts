import { describe, expect, test } from 'vitest'
import { disableApplication } from '../../../store/applications/disable-application.ts'
import { systemRandomBytes } from '../../../platform/clock.ts'
import { listSequencedAuditEntryTexts } from '../../../testing/inspect-test-database.ts'
import type { TestBrowser } from '../../../testing/countersign-test-server.ts'
import { testOnBothDatabases } from '../../../testing/database-fixtures.ts'
import {
  addTestClientApplication,
  createOidcTestServer,
  getRedirectLocation,
  obtainTokens,
  decodeTokenPayload,
} from '../../../testing/oidc-application-test-steps.ts'
import { readOAuthTokenActiveStates } from '../../../testing/oauth-token-test-steps.ts'

const ask = async (browser: TestBrowser, parameters: Record<string, string> = {}): Promise<string> =>
  new URL(
    getRedirectLocation(await browser.send('GET', `/end-session?${new URLSearchParams(parameters)}`)),
    'https://sign-in.example',
  ).searchParams.get('request') ?? ''
const confirm = (browser: TestBrowser, request: string, headers: Record<string, string> = {}) =>
  browser.send('POST', `/api/sign-out-requests/${request}/confirm`, undefined, headers)
const signedIn = async (browser: TestBrowser): Promise<boolean> =>
  (await browser.send('GET', '/api/session')).json<{ person: object | null }>().person !== null

const out = 'https://app.example/out'

describe('RP-initiated logout', () => {
  test('O13: is only requested by a link; the person must confirm it on a page of this server', async () => {
    const app = await createOidcTestServer()
    const application = await addTestClientApplication(app, { postLogoutUris: [out] })
    const browser = app.openBrowser()
    const tokens = await obtainTokens(app, browser, application)
    const request = await ask(browser, {
      id_token_hint: tokens.id_token,
      post_logout_redirect_uri: out,
      state: 'there',
    })
    expect(await signedIn(browser)).toBe(true)
    expect((await browser.send('GET', `/api/sign-out-requests/${request}`)).json()).toMatchObject({
      application: { id: 'test-app' },
    })
    const form = await app.http.inject({
      method: 'POST',
      url: '/end-session',
      headers: { 'content-type': 'application/x-www-form-urlencoded', origin: 'https://evil.example' },
      payload: new URLSearchParams({ id_token_hint: tokens.id_token, logout: 'yes' }).toString(),
    })
    expect([form.statusCode, getRedirectLocation(form)]).toEqual([
      303,
      `/end-session?${new URLSearchParams({ id_token_hint: tokens.id_token, logout: 'yes' })}`,
    ])
    for (const url of ['/end-session/confirm', '/session/end/confirm', `/api/sign-out-requests/${request}/confirm`])
      expect((await browser.send('GET', url)).statusCode).toBe(404)
    expect(await signedIn(browser)).toBe(true)

    for (const headers of [
      { origin: 'https://evil.example', 'sec-fetch-site': 'cross-site' },
      { origin: 'https://app.sign-in.example', 'sec-fetch-site': 'same-site' },
      { origin: 'null' },
    ] as Record<string, string>[]) {
      expect((await confirm(browser, request, headers)).json()).toMatchObject({ code: 'request.cross_origin' })
    }
    expect(await readOAuthTokenActiveStates(app, application, tokens)).toEqual([true, false])
    expect((await confirm(browser, request)).json()).toEqual({ next: `${out}?state=there` })
    expect(await signedIn(browser)).toBe(false)
    expect(await readOAuthTokenActiveStates(app, application, tokens)).toEqual([false, false])
    expect((await confirm(browser, request)).json()).toMatchObject({ code: 'sign_out.invalid' })
  })

  test('O13: can be confirmed only in time and by the browser that requested it', async () => {
    const app = await createOidcTestServer()
    const application = await addTestClientApplication(app)
    const [victim, stranger] = [app.openBrowser(), app.openBrowser()]
    await obtainTokens(app, victim, application)
    await obtainTokens(app, stranger, application)
    const planted = await ask(stranger, { client_id: application.id })
    expect((await confirm(victim, planted)).json()).toMatchObject({ code: 'sign_out.invalid' })
    expect((await victim.send('GET', `/api/sign-out-requests/${planted}`)).json()).toMatchObject({
      code: 'sign_out.invalid',
    })
    expect((await confirm(app.openBrowser(), planted)).json()).toMatchObject({ code: 'sign_out.invalid' })
    expect(await signedIn(victim)).toBe(true)
    const late = await ask(victim)
    app.pass(600_000)
    expect((await confirm(victim, late)).json()).toMatchObject({ code: 'sign_out.invalid' })
    expect(await signedIn(victim)).toBe(true)
  })

  testOnBothDatabases('O13: notifies each application with its own sid and subject', async (kind) => {
    const app = await createOidcTestServer({ database: kind })
    const [one, two] = [
      await addTestClientApplication(app, { id: 'one', backchannelLogoutUri: 'https://one.example/logout' }),
      await addTestClientApplication(app, {
        id: 'two',
        redirectUris: ['https://two.example/'],
        backchannelLogoutUri: 'https://two.example/logout',
      }),
    ]
    const silent = await addTestClientApplication(app, { id: 'silent' })
    const browser = app.openBrowser()
    const idTokenClaims: Record<string, Record<string, unknown>> = {}
    for (const application of [one, two])
      idTokenClaims[application.id] = decodeTokenPayload((await obtainTokens(app, browser, application)).id_token)
    await obtainTokens(app, browser, silent)
    expect(idTokenClaims['one']?.['sid']).toMatch(/^[0-9a-z]{26}$/)
    expect(idTokenClaims['one']?.['sid']).not.toBe(idTokenClaims['two']?.['sid'])
    await confirm(browser, await ask(browser, { client_id: 'one' }))
    const rows = await app.database.queries
      .selectFrom('logout_deliveries')
      .select(['application_id', 'sid', 'subject', 'uri'])
      .orderBy('application_id')
      .execute()
    expect(rows).toEqual([
      {
        application_id: 'one',
        sid: idTokenClaims['one']?.['sid'],
        subject: idTokenClaims['one']?.['sub'],
        uri: 'https://one.example/logout',
      },
      {
        application_id: 'two',
        sid: idTokenClaims['two']?.['sid'],
        subject: idTokenClaims['two']?.['sub'],
        uri: 'https://two.example/logout',
      },
    ])
    expect((await listSequencedAuditEntryTexts(app.database.queries)).at(-1)).toContain('session.ended success')
  })

  test('O13: is refused for a disabled application, and the person stays signed in', async () => {
    const app = await createOidcTestServer()
    const application = await addTestClientApplication(app, { postLogoutUris: [out] })
    const browser = app.openBrowser()
    const { id_token } = await obtainTokens(app, browser, application)
    await disableApplication(
      { queries: app.database.queries, random: systemRandomBytes },
      application.id,
      app.clock.now,
    )
    expect(
      getRedirectLocation(
        await browser.send(
          'GET',
          `/end-session?${new URLSearchParams({ id_token_hint: id_token, post_logout_redirect_uri: out })}`,
        ),
      ),
    ).toMatch(/^\/error\?code=application\.not_registered/)
    expect(await signedIn(browser)).toBe(true)
  })
})
