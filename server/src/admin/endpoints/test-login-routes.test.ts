// Test logins: what they tell, and that nobody gets anything else by them. The address that they come back to belongs to no application, so
// that every way to be sent there, or to bring something there, has to fail but one (THREATS O1, O4, N11).
import type { AdminEndpointOutput } from '@countersign/api/admin-endpoints'
import { createTestKey, testKeys } from '@countersign/testing/test-keys'
import { describe, expect, test, vi } from 'vitest'
import { operatorActor } from '../../audit-log/audit-actor.ts'
import type { DefinitionInput } from '../../store/applications/application-definition.ts'
import { disableApplication } from '../../store/applications/disable-application.ts'
import { systemRandomBytes } from '../../platform/clock.ts'
import { revokeRole } from '../../store/roles/revoke-role.ts'
import type { TestApp, TestBrowser } from '../../testing/test-app.ts'
import { databaseKinds, testOnBothDatabases } from '../../testing/test-databases.ts'
import {
  addTestApplication,
  allowConsent,
  completeAuthorization,
  createAuthorizationUrl,
  createOpenIdApp,
  exchangeCode,
  redirectLocationOf,
  interactionIdOf,
  obtainTokens,
  postForm,
} from '../../testing/test-openid.ts'
import type { TestApplication } from '../../testing/test-openid.ts'
import { openBrowserWithRole } from '../../testing/test-roles.ts'
import { sequenceAllEntries } from '../../testing/read-database-state.ts'

const address = 'https://sign-in.example/admin/tries/callback'
type Begun = AdminEndpointOutput<'tryApplication'>
type Tried = AdminEndpointOutput<'readTry'>

async function setUp(kind: (typeof databaseKinds)[number], input: Partial<DefinitionInput> = {}) {
  const app = await createOpenIdApp({ database: kind })
  const application = await addTestApplication(app, input)
  const { browser, personId } = await openBrowserWithRole(app, testKeys.alice, 'administrator')
  app.pass(0)
  return { app, application, browser, personId }
}

async function begin(
  browser: TestBrowser,
  application: Pick<TestApplication, 'id'>,
  scopes: string[] = ['profile', 'wallet'],
): Promise<Begun> {
  const answer = await browser.send('POST', `/api/admin/applications/${application.id}/try`, { scopes })
  if (answer.statusCode !== 200) throw new Error(answer.body)
  return answer.json<Begun>()
}

/** Follows a request of a test login to where it comes back to this server. */
async function follow(browser: TestBrowser, url: string): Promise<string> {
  let answer = await browser.send('GET', url)
  if (redirectLocationOf(answer).startsWith('/consent')) answer = await allowConsent(browser, interactionIdOf(answer))
  return redirectLocationOf(answer)
}

const local = (url: string): string => url.replace('https://sign-in.example', '')
const read = (browser: TestBrowser, id: string) => browser.send('GET', `/api/admin/tries/${id}`)
const unregistered = /^\/error\?code=application\.address_unregistered/
const unusable = /^\/error\?code=interaction\.unusable/
const kept = async ({ database }: TestApp, ...kinds: string[]) =>
  (await database.queries.selectFrom('provider_records').select('kind').where('kind', 'in', kinds).execute()).map(
    (row) => row.kind,
  )

describe('a test login', () => {
  test('tells what the pages of a site would be told, though no program is its client', async () => {
    const { application, browser } = await setUp('sqlite', { kind: 'site', redirectUris: [], hosts: ['wiki.example'] })
    const { id, url } = await begin(browser, application, ['profile'])
    await browser.send('GET', local(await follow(browser, url)))
    expect((await read(browser, id)).json()).toMatchObject({ state: 'done', scopes: ['openid', 'profile'] })
  })

  test('tells what the application would be told, and leaves nothing behind', async () => {
    const { app, application, browser, personId } = await setUp('sqlite')
    const { id, url } = await begin(browser, application)
    expect((await read(browser, id)).json()).toMatchObject({
      state: 'waiting',
      application: 'test-app',
      asked: ['openid', 'profile', 'wallet'],
      idToken: null,
    })
    const back = await follow(browser, url)
    expect(back.startsWith(`${address}?`)).toBe(true)
    const landed = await browser.send('GET', local(back))
    expect([landed.statusCode, redirectLocationOf(landed)]).toEqual([303, `/admin/tries/${id}`])
    const answer = await read(browser, id)
    const tried = answer.json<Tried>()
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
    // Neither a token nor a code, in whatever member.
    expect(answer.body).not.toMatch(/eyJ|access_token|id_token|code_verifier/)
    expect(await kept(app, 'AccessToken', 'RefreshToken', 'AuthorizationCode')).toEqual([])
    const { queries } = app.database
    expect(await queries.selectFrom('authorizations').selectAll().execute()).toEqual([])
    await sequenceAllEntries(queries)
    const lines = await queries
      .selectFrom('events')
      .innerJoin('event_evidence', 'event_evidence.sequence', 'events.sequence')
      .select(['type', 'details', 'content'])
      .where('type', 'like', 'application.%')
      .execute()
    expect(lines.map(({ type }) => type)).toEqual(['application.added', 'application.tried'])
    expect(lines[1]).toMatchObject({
      details: JSON.stringify({ applicationId: 'test-app' }),
      content: JSON.stringify({ actorId: personId }),
    })
    // The verifier is gone as well, and after a while all of it.
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
    expect((await read(browser, id)).json()).toMatchObject({ code: 'application.try_unknown' })
  })

  test.each<[string, Partial<DefinitionInput>]>([
    ['without a secret', { kind: 'single-page' }],
    ['on a device', { kind: 'native', redirectUris: ['example.app:/callback'] }],
    ['that proves itself by a key', { authentication: 'private_key_jwt', jwksUri: 'https://app.example/keys' }],
    ['that binds its tokens to a key', { dpopRequired: true }],
    ['that announces its requests', { pushedRequestRequired: true }],
    ['that knows no PKCE', { pkce: 'optional' }],
  ])('is possible with an application %s', async (_, input) => {
    const { app, application, browser } = await setUp('sqlite', input)
    const { id, url } = await begin(browser, application, [])
    await browser.send('GET', local(await follow(browser, url)))
    expect((await read(browser, id)).json()).toMatchObject({ state: 'done', scopes: ['openid'] })
    expect(await kept(app, 'AccessToken', 'AuthorizationCode')).toEqual([])
  })

  test('tells that it was refused, by the person or by what the application accepts', async () => {
    const { browser, application } = await setUp('sqlite')
    const { id, url } = await begin(browser, application)
    const consent = interactionIdOf(await browser.send('GET', url))
    const denied = (await browser.send('POST', `/api/interactions/${consent}/deny`)).json<{ next: string }>()
    await browser.send('GET', local(redirectLocationOf(await browser.send('GET', denied.next))))
    expect((await read(browser, id)).json()).toMatchObject({
      state: 'refused',
      error: { error: 'access_denied' },
      idToken: null,
      userinfo: null,
    })
  })

  test('that fails on the side of this server says so, instead of waiting for ever', async () => {
    const { app, browser, application } = await setUp('sqlite')
    const { id, url } = await begin(browser, application)
    const back = local(await follow(browser, url))
    const { inject } = app.http
    const failing = vi.spyOn(app.http, 'inject').mockImplementation(((request: { url: string }): unknown => {
      if (request.url === '/token') throw new Error('out of order')
      return Reflect.apply(inject, app.http, [request])
    }) as never)
    expect(redirectLocationOf(await browser.send('GET', back))).toBe(`/admin/tries/${id}`)
    failing.mockRestore()
    expect((await read(browser, id)).json()).toMatchObject({ state: 'refused', error: { error: 'server_error' } })
  })

  test('is held to the ways that the application accepts', async () => {
    const { browser, application } = await setUp('sqlite', { ways: ['passkey'] })
    expect(await follow(browser, (await begin(browser, application)).url)).toMatch(/^\/sign-in\?interaction=/)
  })

  test('leaves alone what the person has with the application in earnest', async () => {
    const { app, browser, application } = await setUp('sqlite')
    const tokens = await obtainTokens(app, browser, application)
    const { url } = await begin(browser, application)
    await browser.send('GET', local(await follow(browser, url)))
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

  test('N11 is begun by nobody without a browser, and for nothing that cannot be tried', async () => {
    const { app, browser, application } = await setUp('sqlite')
    await addTestApplication(app, { id: 'tv', kind: 'device', redirectUris: [] })
    await addTestApplication(app, { id: 'off' })
    await disableApplication({ queries: app.database.queries, random: systemRandomBytes }, 'off', app.clock.now)
    const attempt = async (id: string, scopes: string[] = []) =>
      (await browser.send('POST', `/api/admin/applications/${id}/try`, { scopes })).json<{ code: string }>().code
    expect([
      await attempt('nothing'),
      await attempt('tv'),
      await attempt('off'),
      await attempt(application.id, ['groups']),
    ]).toEqual(['application.not_found', 'application.not_tryable', 'application.not_tryable', 'request.invalid'])
    const { secret } = (
      await browser.send('POST', '/api/admin/tokens', {
        name: 'Program',
        permissions: ['applications.read', 'applications.change'],
        days: 1,
      })
    ).json<{ secret: string }>()
    const byToken = await app.http.inject({
      method: 'POST',
      url: '/api/admin/applications/test-app/try',
      headers: {
        authorization: `Bearer ${secret}`,
        cookie: [...browser.cookies].map((pair) => pair.join('=')).join('; '),
      },
      payload: { scopes: [] },
    })
    expect(byToken.json()).toMatchObject({ code: 'session.required' })
    expect(await kept(app, 'Trial')).toEqual([])
  })

  test('O4 nobody is sent to its address but by the request that began here', async () => {
    const { app, browser, application } = await setUp('sqlite')
    const other = await openBrowserWithRole(app, testKeys.bob, 'owner')
    await addTestApplication(app, { id: 'another' })
    const { id, url } = await begin(browser, application)
    const request = (changes: Record<string, string>) => {
      const all = new URLSearchParams(url.split('?')[1])
      for (const [name, value] of Object.entries(changes)) all.set(name, value)
      return `/authorize?${all}`
    }
    const sentTo = async (who: TestBrowser, where: string) => redirectLocationOf(await who.send('GET', where))
    // Somebody else, the same person elsewhere, and nobody.
    const elsewhere = app.openBrowser()
    await elsewhere.signIn(testKeys.alice)
    for (const who of [other.browser, elsewhere, app.openBrowser()])
      expect(await sentTo(who, url)).toMatch(unregistered)
    // With another's cookie of the session, but not of the browser.
    const stolen = app.openBrowser()
    for (const [name, value] of browser.cookies) if (name.includes('session')) stolen.cookies.set(name, value)
    expect(await sentTo(stolen, url)).toMatch(unregistered)
    for (const changes of [
      { state: 'x'.repeat(26) },
      { state: '' },
      { client_id: 'another' },
      { redirect_uri: `${address}/` },
      { redirect_uri: `${address}?next=https://evil.example` },
      { redirect_uri: 'https://evil.example/' },
    ]) {
      expect(await sentTo(browser, request(changes)), JSON.stringify(changes)).toMatch(unregistered)
    }
    expect(await sentTo(browser, createAuthorizationUrl({ ...application, redirectUri: address }))).toMatch(
      unregistered,
    )
    // An application cannot announce it either.
    const pushed = await postForm(app, '/par', application, {
      client_id: application.id,
      ...Object.fromEntries(new URLSearchParams(url.split('?')[1])),
    })
    expect(pushed.json()).toMatchObject({ error: 'invalid_request' })
    // An open request goes on for nobody once it has run out, or come back.
    const consent = interactionIdOf(await browser.send('GET', url))
    app.pass(600_001)
    expect(redirectLocationOf(await allowConsent(browser, consent))).toMatch(unregistered)
    expect((await read(browser, id)).json()).toMatchObject({ code: 'application.try_unknown' })
  })

  test('O1 its code is worth nothing to anybody, the application among them', async () => {
    const { app, browser, application } = await setUp('sqlite')
    const { url } = await begin(browser, application)
    const back = new URL(await follow(browser, url))
    const code = back.searchParams.get('code') ?? ''
    expect(code).not.toBe('')
    const attempts: [TestApplication, Record<string, string>][] = [
      [application, { redirect_uri: address }],
      [application, {}],
      [
        application,
        { redirect_uri: address, code_verifier: new URLSearchParams(url.split('?')[1]).get('code_challenge') ?? '' },
      ],
      [{ ...application, secret: null }, { redirect_uri: address }],
    ]
    for (const [who, form] of attempts) {
      const answer = await exchangeCode(app, who, code, form)
      expect(answer.statusCode).toBeGreaterThanOrEqual(400)
      expect(answer.body).not.toContain('access_token')
    }
    expect(await kept(app, 'AccessToken')).toEqual([])
  })

  test.each<[string, Partial<DefinitionInput>]>([
    ['with PKCE', {}],
    ['without', { pkce: 'optional' }],
  ])('O1 a code that an application was given %s is not redeemed here', async (_, input) => {
    const { app, browser, application } = await setUp('sqlite', input)
    const victim = app.openBrowser()
    const without = input.pkce === undefined ? {} : { code_challenge: undefined, code_challenge_method: undefined }
    const code =
      (await completeAuthorization(victim, application, without, { key: createTestKey(44) })).searchParams.get(
        'code',
      ) ?? ''
    expect(code).not.toBe('')
    const { id } = await begin(browser, application)
    const landed = await browser.send('GET', `/admin/tries/callback?${new URLSearchParams({ state: id, code })}`)
    expect(redirectLocationOf(landed)).toBe(`/admin/tries/${id}`)
    const tried = (await read(browser, id)).json<Tried>()
    expect(tried).toMatchObject({
      state: 'refused',
      error: { error: 'invalid_grant' },
      idToken: null,
      accessToken: null,
      userinfo: null,
    })
    expect(await kept(app, 'AccessToken')).toEqual([])
  })

  testOnBothDatabases('O1 what comes back is taken once, from who began it, while they may', async (kind) => {
    const { app, browser, application, personId } = await setUp(kind)
    const other = await openBrowserWithRole(app, testKeys.bob, 'owner')
    const first = await begin(browser, application)
    const back = local(await follow(browser, first.url))
    // A link that the other one is made to open, with what is not theirs; and a mere look.
    expect(redirectLocationOf(await other.browser.send('GET', back))).toMatch(unusable)
    expect(
      (await app.http.inject({ method: 'HEAD', url: back, cookies: Object.fromEntries(browser.cookies) })).statusCode,
    ).toBe(404)
    for (const broken of [
      '',
      '?state=',
      `?state=${first.id}&state=${first.id}&code=x`,
      `?state=${'0'.repeat(26)}&code=x`,
    ]) {
      expect(redirectLocationOf(await browser.send('GET', `/admin/tries/callback${broken}`))).toMatch(unusable)
    }
    const landed = await Promise.all([browser.send('GET', back), browser.send('GET', back), browser.send('GET', back)])
    expect(landed.map(redirectLocationOf).filter((where) => where === `/admin/tries/${first.id}`)).toHaveLength(1)
    expect(landed.map(redirectLocationOf).filter((where) => unusable.test(where))).toHaveLength(2)
    expect((await read(browser, first.id)).json()).toMatchObject({ state: 'done' })
    expect((await read(other.browser, first.id)).json()).toMatchObject({ code: 'application.try_unknown' })
    // The request cannot be made once more.
    expect(await follow(browser, first.url)).toMatch(unregistered)
    const second = await begin(browser, application)
    const late = local(await follow(browser, second.url))
    await revokeRole(
      { queries: app.database.queries, random: systemRandomBytes },
      { personId, role: 'administrator', actor: operatorActor, now: app.clock.now },
    )
    expect(redirectLocationOf(await browser.send('GET', late))).toMatch(unusable)
    expect(await kept(app, 'AccessToken')).toEqual([])
  })

  test('O4 who signs in as somebody else meanwhile shows nobody what they would be told', async () => {
    const { app, browser, application } = await setUp('sqlite')
    const { id, url } = await begin(browser, application)
    const back = local(await follow(browser, url))
    await browser.signIn(testKeys.bob)
    expect(redirectLocationOf(await browser.send('GET', back))).toMatch(unusable)
    expect(await follow(browser, url)).toMatch(unregistered)
    expect((await read(browser, id)).statusCode).toBe(403)
    expect(await kept(app, 'AccessToken')).toEqual([])
  })
})
