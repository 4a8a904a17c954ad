import type { ApiEndpointOutput } from '@countersign/api/api-endpoints'
import { ethereumTestKeys } from '@countersign/testing/ethereum-test-keys'
import { describe, expect, test } from 'vitest'
import { listSequencedAuditEntryTexts } from '../../../testing/inspect-test-database.ts'
import type { TestServer, TestBrowser } from '../../../testing/countersign-test-server.ts'
import { databaseKinds, testOnBothDatabases } from '../../../testing/database-fixtures.ts'
import { addTestGroup } from '../../../testing/group-and-token-fixtures.ts'
import {
  addTestClientApplication,
  createOidcTestServer,
  postFormAsApplication,
  decodeTokenPayload,
} from '../../../testing/oidc-application-test-steps.ts'
import type { TestClientApplication, TokenResponse } from '../../../testing/oidc-application-test-steps.ts'
import {
  createTwoOidcServerInstances,
  readOAuthTokenActiveStates,
  tallyResponses,
  summarizeOAuthResponse,
} from '../../../testing/oauth-token-test-steps.ts'

interface Started {
  device_code: string
  user_code: string
  verification_uri: string
  verification_uri_complete: string
  expires_in: number
}

const start = async (app: Pick<TestServer, 'http'>, application: TestClientApplication, scope = 'openid') =>
  (
    await postFormAsApplication(app, '/device/authorize', application, { scope }, { 'user-agent': 'Television/1.0' })
  ).json<Started>()
const poll = (app: Pick<TestServer, 'http'>, application: TestClientApplication, deviceCode: string) =>
  postFormAsApplication(app, '/token', application, {
    grant_type: 'urn:ietf:params:oauth:grant-type:device_code',
    device_code: deviceCode,
  })
const decide = (browser: TestBrowser, what: 'read' | 'approve' | 'deny', userCode: string, more: object = {}) =>
  browser.send('POST', `/api/device/${what}`, { userCode, ...(what === 'approve' && { withheld: [] }), ...more })

describe('device authorization', () => {
  test('O6: the approval page shows the IDs of disclosed groups and enforces required claims', async () => {
    const app = await createOidcTestServer()
    const application = await addTestClientApplication(app, {
      kind: 'device',
      scopes: ['openid', 'profile', 'wallet', 'groups'],
      requires: [{ claim: 'name' }, { claim: 'wallet' }],
    })
    await addTestGroup(app, 'staff', { type: 'wallets', wallets: [ethereumTestKeys.alice.address] })
    const { user_code } = await start(app, application, 'openid profile wallet groups')
    const browser = app.openBrowser()
    await browser.signIn()
    const shown = (await decide(browser, 'read', user_code)).json<ApiEndpointOutput<'readDeviceRequest'>>()
    expect(shown.groups).toEqual(['Group staff (staff)'])
    expect(shown.items.find(({ scope }) => scope === 'profile')).toMatchObject({ required: true, missing: true })
    expect((await decide(browser, 'approve', user_code, { withheld: ['wallet'] })).json()).toMatchObject({
      code: 'device.invalid',
    })
    expect((await decide(browser, 'approve', user_code)).json()).toMatchObject({ code: 'consent.claim_missing' })
    await browser.send('PATCH', '/api/person', { displayName: 'Alice' })
    expect((await decide(browser, 'approve', user_code)).statusCode).toBe(204)
    const another = (await start(app, application, 'openid groups')).user_code
    expect((await decide(browser, 'read', another)).json()).toHaveProperty('groups')
    const without = (await start(app, application, 'openid')).user_code
    expect((await decide(browser, 'read', without)).json()).not.toHaveProperty('groups')
  })

  testOnBothDatabases(
    'O10: the person sees which application requests access, and from where, before approving',
    async (kind) => {
      const app = await createOidcTestServer({ database: kind })
      const application = await addTestClientApplication(app, { kind: 'device' })
      const started = await start(app, application, 'openid profile offline_access')
      expect(started).toMatchObject({ verification_uri: 'https://sign-in.example/device', expires_in: 600 })
      expect(started.user_code).toMatch(/^[BCDFGHJKLMNPQRSTVWXZ]{4}-[BCDFGHJKLMNPQRSTVWXZ]{4}$/)
      expect(started.verification_uri_complete).toBe(`https://sign-in.example/device?user_code=${started.user_code}`)
      expect(summarizeOAuthResponse(await poll(app, application, started.device_code))).toBe(
        '400 authorization_pending',
      )

      const browser = app.openBrowser({ address: '203.0.113.7' })
      expect((await decide(browser, 'read', started.user_code)).json()).toMatchObject({ code: 'session.required' })
      await browser.signIn()
      expect((await decide(browser, 'read', started.user_code.toLowerCase().replace('-', ' '))).json()).toEqual({
        userCode: started.user_code,
        application: { id: 'test-app', name: 'Test Application', logo: null, uri: null },
        items: [
          { scope: 'openid', required: true, withheld: false, sameElsewhere: false },
          { scope: 'profile', required: false, withheld: false, sameElsewhere: false },
          { scope: 'user_name', required: false, withheld: false, sameElsewhere: false },
          { scope: 'offline_access', required: false, withheld: false, sameElsewhere: false },
        ],
        wallet: null,
        resources: [],
        consentFingerprint: expect.stringMatching(/^[\w-]{43}$/),
        userAgent: 'Television/1.0',
        networkPrefix: '127.0.0.0/24',
        sameNetwork: false,
        requestedAt: '2026-01-15T12:00:00.000Z',
        expiresAt: '2026-01-15T12:10:00.000Z',
      })
      expect(summarizeOAuthResponse(await poll(app, application, started.device_code))).toBe(
        '400 authorization_pending',
      )
      // RFC 8628 §3.5: a third poll in the interval is too fast; golang.org/x/oauth2 sends two.
      for (let times = 0; times < 2; times += 1)
        expect(summarizeOAuthResponse(await poll(app, application, started.device_code))).toBe('400 slow_down')
      app.pass(4999)
      expect(summarizeOAuthResponse(await poll(app, application, started.device_code))).toBe('400 slow_down')
      app.pass(1)
      expect(summarizeOAuthResponse(await poll(app, application, started.device_code))).toBe(
        '400 authorization_pending',
      )
      expect((await decide(browser, 'approve', started.user_code, { withheld: ['profile'] })).statusCode).toBe(204)
      const polled = await poll(app, application, started.device_code)
      expect(summarizeOAuthResponse(polled)).toBe('200')
      expect(polled.json<TokenResponse>().scope).toBe('openid offline_access')
      expect(decodeTokenPayload(polled.json<TokenResponse>().id_token)).toMatchObject({
        aud: 'test-app',
        acr: 'urn:countersign:wallet',
        amr: ['pop'],
      })
      const records = JSON.stringify(await app.database.queries.selectFrom('provider_records').selectAll().execute())
      for (const code of [started.device_code, started.user_code, started.user_code.replace('-', '')])
        expect(records).not.toContain(code)
    },
  )

  testOnBothDatabases('O10: of concurrent approvals and denials by two people, only one takes effect', async (kind) => {
    const { one, two } = await createTwoOidcServerInstances(kind)
    const application = await addTestClientApplication(one, { kind: 'device' })
    const { device_code, user_code } = await start(one, application)
    const [alice, bob] = [one.openBrowser(), two.openBrowser({ address: '203.0.113.7' })]
    await alice.signIn()
    await bob.signIn(ethereumTestKeys.bob)
    const answers = await Promise.all(
      Array.from({ length: 8 }, (_, index) =>
        index % 4 === 3 ? decide(bob, 'deny', user_code) : decide(index % 2 === 0 ? alice : bob, 'approve', user_code),
      ),
    )
    expect(answers.map((answer) => answer.statusCode).toSorted()).toEqual([204, ...Array<number>(7).fill(404)])
    const lines = (await listSequencedAuditEntryTexts(one.database.queries)).filter((line) =>
      line.startsWith('device.'),
    )
    expect(lines).toHaveLength(1)
    for (const what of ['read', 'approve', 'deny'] as const)
      expect((await decide(bob, what, user_code)).json()).toMatchObject({ code: 'device.invalid' })
    const polled = await Promise.all(
      Array.from({ length: 8 }, (_, index) => poll(index % 2 === 0 ? one : two, application, device_code)),
    )
    // One response, and three retries (token-request-retry-window.ts).
    if (lines[0]?.startsWith('device.approved'))
      expect(tallyResponses(polled)).toEqual({ '200': 4, '400 invalid_grant': 4 })
    else expect(tallyResponses(polled)['200']).toBe(undefined)
  })

  describe.each(databaseKinds)('on %s', (kind) => {
    test.each([8, 64])(
      'O2 O10: of %i concurrent polls without retries one succeeds, and its tokens are revoked',
      async (uses) => {
        const { one, two, startAnother } = await createTwoOidcServerInstances(kind, {
          COUNTERSIGN_TOKEN_RETRY_SECONDS: '0',
        })
        const application = await addTestClientApplication(one, { kind: 'device' })
        const { device_code, user_code } = await start(one, application, 'openid offline_access')
        const browser = one.openBrowser()
        await browser.signIn()
        await decide(browser, 'approve', user_code)
        const polled = await Promise.all(
          Array.from({ length: uses }, (_, index) => poll(index % 2 === 0 ? one : two, application, device_code)),
        )
        expect(tallyResponses(polled)).toEqual({ '200': 1, '400 invalid_grant': uses - 1 })
        const winner = polled.find(({ statusCode }) => statusCode === 200)?.json<TokenResponse>() as TokenResponse
        expect(await readOAuthTokenActiveStates(two, application, winner)).toEqual([false, false])
        expect(summarizeOAuthResponse(await poll(await startAnother(), application, device_code))).toBe(
          '400 invalid_grant',
        )
      },
    )
  })

  testOnBothDatabases(
    'O10: the application learns of denial and expiry; another application learns nothing',
    async (kind) => {
      const app = await createOidcTestServer({ database: kind })
      const application = await addTestClientApplication(app, { kind: 'device' })
      const thief = await addTestClientApplication(app, { id: 'thief', kind: 'device' })
      const browser = app.openBrowser()
      await browser.signIn()
      const denied = await start(app, application)
      expect(summarizeOAuthResponse(await poll(app, thief, denied.device_code))).toBe('400 invalid_grant')
      expect((await decide(browser, 'deny', denied.user_code)).statusCode).toBe(204)
      // RFC 8628 §3.5: the response stays the same until the code expires.
      for (let times = 0; times < 3; times += 1)
        expect((await poll(app, application, denied.device_code)).json()).toEqual({
          error: 'access_denied',
          error_description: 'The person declined.',
          error_uri: 'https://sign-in.example/troubleshooting#access-denied',
        })
      expect(summarizeOAuthResponse(await poll(app, thief, denied.device_code))).toBe('400 invalid_grant')
      expect((await decide(browser, 'approve', denied.user_code)).json()).toMatchObject({ code: 'device.invalid' })
      app.pass(600_000)
      expect(summarizeOAuthResponse(await poll(app, application, denied.device_code))).toBe('400 expired_token')
      const late = await start(app, application)
      app.pass(600_000)
      expect((await decide(browser, 'approve', late.user_code)).json()).toMatchObject({ code: 'device.invalid' })
      expect(summarizeOAuthResponse(await poll(app, application, late.device_code))).toBe('400 expired_token')
      expect(
        (await listSequencedAuditEntryTexts(app.database.queries)).filter((line) => line.startsWith('device.')),
      ).toEqual(['device.denied success {"applicationId":"test-app"}'])
    },
  )

  test('O10: limits user code guesses, whatever their outcome', async () => {
    const app = await createOidcTestServer()
    const application = await addTestClientApplication(app, { kind: 'device' })
    const { user_code } = await start(app, application)
    const browser = app.openBrowser()
    await browser.signIn()
    const guesses = await Promise.all(
      Array.from({ length: 12 }, (_, index) =>
        decide(browser, index % 2 === 0 ? 'read' : 'approve', `BCDF-GHJ${'KLMNPQRSTVWX'[index]}`),
      ),
    )
    expect(guesses.filter((guess) => guess.json<{ code: string }>().code === 'device.invalid')).toHaveLength(10)
    expect(guesses.filter((guess) => guess.json<{ code: string }>().code === 'rate.limited')).toHaveLength(2)
    expect((await decide(browser, 'approve', user_code)).json()).toMatchObject({
      code: 'rate.limited',
      retryAfterSeconds: expect.any(Number) as number,
    })
    const elsewhere = app.openBrowser({ address: '203.0.113.7' })
    await elsewhere.signIn()
    expect((await decide(elsewhere, 'read', user_code)).statusCode).toBe(200)
  })
})

test('O10: refuses cross-site device approval and malformed user codes', async () => {
  const app = await createOidcTestServer()
  const application = await addTestClientApplication(app, { kind: 'device' })
  const { user_code } = await start(app, application)
  const browser = app.openBrowser()
  await browser.signIn()
  const response = await browser.send(
    'POST',
    '/api/device/approve',
    { userCode: user_code, withheld: [] },
    { origin: 'https://evil.example', 'sec-fetch-site': 'cross-site' },
  )
  expect(response.json()).toMatchObject({ code: 'request.cross_origin' })
  for (const code of ['', '%', '%%%%%%%%', 'BCDF-GHJ', 'AEIO-UAEI', "' or 1=1", 'ＢＣＤＦＧＨＪＫ', 'x'.repeat(33)]) {
    expect((await decide(browser, 'read', code)).json()).toMatchObject({
      code: expect.stringMatching(/^(device\.invalid|request\.invalid)$/) as string,
    })
  }
})
