// First-party applications, which need no consent page (decision 0085).
import { ethereumTestKeys } from '@countersign/testing/ethereum-test-keys'
import { describe, expect, test } from 'vitest'
import type { ApiEndpointOutput } from '@countersign/api/api-endpoints'
import type { ApplicationDefinition } from '../../store/applications/application-definition-types.ts'
import { openSteppedUpBrowser } from '../../testing/countersign-test-server.ts'
import type { TestBrowser, TestServer } from '../../testing/countersign-test-server.ts'
import { testOnBothDatabases } from '../../testing/database-fixtures.ts'
import { requestUserinfo } from '../../testing/oauth-token-test-steps.ts'
import {
  addTestClientApplication,
  createAuthorizationUrl,
  createOidcTestServer,
  exchangeCodeAsApplication,
  getInteractionIdFromRedirect,
  getRedirectLocation,
  postFormAsApplication,
  runOidcAuthorizationUntilCallback,
  signInToOidcInteraction,
  submitOidcConsent,
} from '../../testing/oidc-application-test-steps.ts'
import type { TestClientApplication, TokenResponse } from '../../testing/oidc-application-test-steps.ts'
import { addResourceClient, resourceAuthorizationParameters } from '../../testing/resource-token-test-steps.ts'
import { addTestResource } from '../../testing/oauth-resource-fixtures.ts'
import { linkWalletForTests } from '../../testing/identity-merge-test-steps.ts'

const scope = 'openid profile wallet offline_access'
const callback = 'https://app.example/callback'

const addFirstParty = (app: TestServer, more: Partial<ApplicationDefinition> = {}) =>
  addTestClientApplication(app, { firstParty: true, ...more })

/** Where the browser is after the wallet sign-in. */
async function signIn(
  browser: TestBrowser,
  application: TestClientApplication,
  parameters: Record<string, string | undefined> = {},
  key = ethereumTestKeys.alice,
): Promise<string> {
  const started = await browser.send('GET', createAuthorizationUrl(application, { scope, ...parameters }))
  return getRedirectLocation(await signInToOidcInteraction(browser, getInteractionIdFromRedirect(started), key))
}

const authorize = async (
  browser: TestBrowser,
  application: TestClientApplication,
  parameters: Record<string, string | undefined> = {},
): Promise<string> =>
  getRedirectLocation(await browser.send('GET', createAuthorizationUrl(application, { scope, ...parameters })))

async function redeem(app: TestServer, application: TestClientApplication, location: string): Promise<TokenResponse> {
  const code = new URL(location).searchParams.get('code') ?? ''
  return (await exchangeCodeAsApplication(app, application, code)).json<TokenResponse>()
}

const listGrants = async (browser: TestBrowser) =>
  (await browser.send('GET', '/api/grants')).json<ApiEndpointOutput<'listGrants'>>().items

async function redefine({ database }: TestServer, change: object): Promise<void> {
  const { definition } = await database.queries
    .selectFrom('applications')
    .select('definition')
    .executeTakeFirstOrThrow()
  await database.queries
    .updateTable('applications')
    .set({ definition: JSON.stringify({ ...(JSON.parse(definition) as object), ...change }) })
    .execute()
}

describe('first-party applications', () => {
  testOnBothDatabases('get every requested scope and a refresh token without a consent page', async (kind) => {
    const app = await createOidcTestServer({ database: kind })
    const application = await addFirstParty(app)
    const browser = app.openBrowser()
    const back = await signIn(browser, application)
    expect(back).toMatch(/^https:\/\/app\.example\/callback\?code=/)
    const tokens = await redeem(app, application, back)
    expect(tokens).toMatchObject({ scope, refresh_token: expect.any(String) })
    expect((await requestUserinfo(app, tokens.access_token)).json()).toMatchObject({
      wallet: `eip155:1:${ethereumTestKeys.alice.address}`,
    })
    expect(await listGrants(browser)).toMatchObject([{ application: { id: 'test-app' } }])
  })

  test('show the consent page if they request it, and keep what the person withheld there', async () => {
    const app = await createOidcTestServer()
    const application = await addFirstParty(app)
    const browser = app.openBrowser()
    const page = await signIn(browser, application, { prompt: 'consent' })
    expect(page).toMatch(/^\/consent/)
    const interaction = new URL(page, 'https://sign-in.example').searchParams.get('interaction') ?? ''
    const answered = await submitOidcConsent(browser, interaction, ['wallet'])
    expect((await redeem(app, application, getRedirectLocation(answered))).scope).not.toContain('wallet')
    app.pass(3_600_000)
    const again = await redeem(app, application, await authorize(browser, application))
    expect(again.scope).toBe('openid profile offline_access')
  })

  test('are signed in with prompt=none, also with a scope that is new', async () => {
    const app = await createOidcTestServer()
    const application = await addFirstParty(app)
    const browser = app.openBrowser()
    await signIn(browser, application, { scope: 'openid' })
    const back = await authorize(browser, application, { prompt: 'none' })
    expect(await redeem(app, application, back)).toMatchObject({ scope, refresh_token: expect.any(String) })
    expect(new URL(await authorize(app.openBrowser(), application, { prompt: 'none' })).searchParams.get('error')).toBe(
      'login_required',
    )
  })

  test('get the scopes of a resource, and again after the person revoked the grant', async () => {
    const app = await createOidcTestServer()
    await addTestResource(app, { openTo: 'applications', claims: ['wallet'] })
    const application = await addResourceClient(app, 'shop', { firstParty: true })
    const browser = app.openBrowser()
    const resource = resourceAuthorizationParameters
    expect(await signIn(browser, application, resource)).toMatch(/code=/)
    const [grant] = await listGrants(browser)
    expect((await browser.send('DELETE', `/api/grants/${grant?.id}`)).statusCode).toBe(204)
    expect(await listGrants(browser)).toEqual([])
    expect(await authorize(browser, application, resource)).toMatch(/code=/)
    expect(await listGrants(browser)).toHaveLength(1)
  })

  test.each([true, false])(
    'need no page after they revoked their refresh token (first-party: %s)',
    async (firstParty) => {
      const app = await createOidcTestServer()
      const application = await addTestClientApplication(app, { firstParty })
      const browser = app.openBrowser()
      const first = await runOidcAuthorizationUntilCallback(browser, application, { scope })
      const { refresh_token: token = '' } = await redeem(app, application, first.href)
      expect((await postFormAsApplication(app, '/revoke', application, { token })).statusCode).toBe(200)
      for (const prompt of [undefined, 'none'])
        expect(await redeem(app, application, await authorize(browser, application, { prompt }))).toMatchObject({
          scope,
          refresh_token: expect.any(String),
        })
    },
  )

  test('show the page for a required claim that the person lacks', async () => {
    const app = await createOidcTestServer()
    const application = await addFirstParty(app, { requires: [{ claim: 'name' }] })
    const browser = app.openBrowser()
    expect(await signIn(browser, application)).toMatch(/^\/consent/)
    await app.database.queries.updateTable('people').set({ display_name: 'Alice' }).execute()
    expect(await authorize(browser, application)).toMatch(/^https:\/\/app\.example/)
  })

  test('O18: keep the wallet that they know when the person signs in with another one', async () => {
    const app = await createOidcTestServer()
    const application = await addFirstParty(app)
    const browser = await openSteppedUpBrowser(app)
    await authorize(browser, application)
    await linkWalletForTests(browser, ethereumTestKeys.bob)
    const other = app.openBrowser()
    const back = await signIn(other, application, {}, ethereumTestKeys.bob)
    const { access_token } = await redeem(app, application, back)
    expect((await requestUserinfo(app, access_token)).json()).toMatchObject({
      wallet: `eip155:1:${ethereumTestKeys.alice.address}`,
    })
  })

  test('O18: keep a wallet that is on hold, although the person signs in with another one', async () => {
    const app = await createOidcTestServer()
    const application = await addFirstParty(app)
    const browser = await openSteppedUpBrowser(app)
    await authorize(browser, application, { scope: 'openid wallet' })
    const readWalletId = async () => (await app.database.queries.selectFrom('grants').select('wallet_id').execute())[0]
    const known = await readWalletId()
    await linkWalletForTests(browser, ethereumTestKeys.bob)
    const wallets = app.database.queries.updateTable('wallets').set({ on_hold_since: app.clock.now })
    await wallets.where('id', '=', known?.wallet_id ?? '').execute()
    const back = await signIn(app.openBrowser(), application, {}, ethereumTestKeys.bob)
    const { access_token } = await redeem(app, application, back)
    expect((await requestUserinfo(app, access_token)).json()).not.toHaveProperty('wallet')
    expect(await readWalletId()).toEqual(known)
  })

  test('still require the sign-in method, the group and a new sign-in where the definition says so', async () => {
    const app = await createOidcTestServer()
    const application = await addFirstParty(app, { maxAgeSeconds: 60 })
    const browser = app.openBrowser()
    await signIn(browser, application)
    app.pass(61_000)
    expect(await authorize(browser, application)).toMatch(/^\/sign-in/)
    await redefine(app, { maxAgeSeconds: null, signInMethods: ['passkey'] })
    expect(await authorize(browser, application)).toMatch(/^\/sign-in/)
    await redefine(app, { signInMethods: ['key'], allowedGroups: ['staff'] })
    expect(await authorize(browser, application)).toMatch(/^\/sign-in/)
  })

  test('have no grant before a new sign-in is complete', async () => {
    const app = await createOidcTestServer()
    const application = await addFirstParty(app)
    const browser = app.openBrowser()
    await signIn(browser, await addTestClientApplication(app, { id: 'other' }))
    expect(await authorize(browser, application, { prompt: 'login' })).toMatch(/^\/sign-in/)
    expect(await listGrants(browser)).toEqual([])
  })

  testOnBothDatabases('are signed in by several tabs at once', async (kind) => {
    const app = await createOidcTestServer({ database: kind })
    const application = await addFirstParty(app)
    const browser = app.openBrowser()
    await signIn(browser, await addTestClientApplication(app, { id: 'other' }))
    const answers = await Promise.all(Array.from({ length: 4 }, () => authorize(browser, application)))
    expect(answers.every((answer) => answer.startsWith(`${callback}?code=`))).toBe(true)
    expect(await listGrants(browser)).toHaveLength(1)
  })

  test('need no consent page for a pushed request', async () => {
    const app = await createOidcTestServer()
    const application = await addFirstParty(app)
    const query = Object.fromEntries(new URLSearchParams(createAuthorizationUrl(application, { scope }).split('?')[1]))
    const pushed = await postFormAsApplication(app, '/par', application, query)
    const { request_uri } = pushed.json<{ request_uri: string }>()
    expect(await signIn(app.openBrowser(), application, { request_uri, scope: undefined })).toMatch(/code=/)
  })

  testOnBothDatabases('are signed in while another tab answers a consent page', async (kind) => {
    const app = await createOidcTestServer({ database: kind })
    const application = await addFirstParty(app)
    const browser = app.openBrowser()
    const page = await signIn(browser, application, { prompt: 'consent' })
    const interaction = new URL(page, 'https://sign-in.example').searchParams.get('interaction') ?? ''
    const [answered, ...others] = await Promise.all([
      submitOidcConsent(browser, interaction),
      authorize(browser, application),
      authorize(browser, application),
    ])
    for (const location of [getRedirectLocation(answered), ...others]) expect(location).toMatch(/code=/)
    expect(await listGrants(browser)).toHaveLength(1)
  })
})

describe('O30: a consent page is shown', () => {
  test.each([
    ['to an application that registered itself', { origin: 'registration' as const }, {}],
    ['to a metadata document client', { origin: 'metadata-document' as const }, {}],
    [
      'if a redirect address of the stored definition is not https',
      {},
      {
        redirectUris: [callback, 'http://localhost/'],
      },
    ],
    [
      'if the stored definition has the device grant',
      {},
      {
        grantTypes: ['authorization_code', 'urn:ietf:params:oauth:grant-type:device_code'],
      },
    ],
  ])('%s, although its stored definition is first-party', async (_, columns, change) => {
    const app = await createOidcTestServer()
    const application = await addFirstParty(app)
    await redefine(app, change)
    if ('origin' in columns) await app.database.queries.updateTable('applications').set(columns).execute()
    const browser = app.openBrowser()
    expect(await signIn(browser, application, { scope: 'openid' })).toMatch(/^\/consent/)
  })

  test('for http on localhost while this server is elsewhere, and not while it is there', async () => {
    const redirectUris = ['http://localhost:5173/callback']
    for (const [origin, expected] of [
      ['https://sign-in.example', '/consent'],
      ['http://localhost:3000', redirectUris[0]],
    ] as const) {
      const app = await createOidcTestServer({ environment: { COUNTERSIGN_ORIGIN: origin } })
      const application = await addFirstParty(app, { kind: 'single-page', redirectUris })
      const browser = app.openBrowser()
      expect((await signIn(browser, application)).startsWith(expected ?? '')).toBe(true)
    }
  })

  test('on each sign-in of a native application with a claimed https address, unless it is first-party', async () => {
    const app = await createOidcTestServer()
    for (const firstParty of [true, false]) {
      const application = await addTestClientApplication(app, { id: `app-${firstParty}`, kind: 'native', firstParty })
      const browser = app.openBrowser()
      await runOidcAuthorizationUntilCallback(browser, application)
      expect((await authorize(browser, application)).startsWith(firstParty ? callback : '/consent')).toBe(true)
    }
  })
})
