// Tests the sessions of @countersign/node on Express sites, against the real server.
import express from 'express'
import { createMemorySessionStore } from '@countersign/node'
import type { StoredSession } from '@countersign/node'
import { sessions } from '@countersign/node/express'
import type { Page } from '@playwright/test'
import {
  applyTestApplicationDefinitions,
  testClientSecret,
  testClientSecretEnvironmentReference,
} from '../src/clients/apply-test-application-definitions.ts'
import { startApplicationTestSite } from '../src/clients/application-test-site.ts'
import type { ApplicationTestSite } from '../src/clients/application-test-site.ts'
import {
  clickAllowOnConsentPage,
  clickSignOutOnConfirmationPage,
  signWithInstalledWallet,
} from '../src/clients/application-sign-in-test-steps.ts'
import { startProtectedApiTestSite } from '../src/clients/protected-api-test-site.ts'
import type { ProtectedApiTestSite } from '../src/clients/protected-api-test-site.ts'
import { readPersonIdFromSession } from '../src/read-person-id-from-session.ts'
import { installFakeWallet, signInByApi, signOutFromAccount } from '../src/wallet-sign-in-test-steps.ts'
import { signedInEthereumTestKey, signedOutStorageState, test } from './oidc-client-playwright-fixtures.ts'
import { expect } from './server-playwright-fixtures.ts'

let shop: ApplicationTestSite
let stored: ApplicationTestSite
let api: ProtectedApiTestSite
/** Moves the clock of the sites ahead, so that their tokens are due for a refresh. */
let clockOffset = 0
let latest: StoredSession | undefined

test.beforeAll(async ({ server }) => {
  ;[shop, stored, api] = await Promise.all([
    startApplicationTestSite(),
    startApplicationTestSite(),
    startProtectedApiTestSite(server),
  ])
  const scopes = ['openid', 'profile', 'wallet', 'offline_access']
  const web = (id: string, name: string, { origin }: ApplicationTestSite) => ({
    ...testClientSecretEnvironmentReference,
    id,
    name,
    kind: 'web' as const,
    redirectUris: [`${origin}/auth/callback`],
    postLogoutUris: [`${origin}/`],
    backchannelLogoutUri: `${origin}/auth/back-channel-logout`,
    scopes,
  })
  await applyTestApplicationDefinitions(server, [web('shop', 'Shop', shop), web('stored', 'Stored shop', stored)])
  serveSite(shop, server.origin, { clientId: 'shop', hasStore: false })
  serveSite(stored, server.origin, { clientId: 'stored', hasStore: true })
})
test.afterAll(async () => {
  for (const site of [shop, stored, api]) await site.close()
})

/** The site with a store also gets tokens for the API. */
function serveSite(
  site: ApplicationTestSite,
  issuer: string,
  { clientId, hasStore }: { clientId: string; hasStore: boolean },
): void {
  const memory = createMemorySessionStore()
  const store = {
    ...memory,
    set: async (id: string, session: StoredSession) => {
      latest = session
      await memory.set(id, session)
    },
  }
  const auth = sessions({
    issuer,
    clientId,
    clientSecret: testClientSecret,
    secret: testClientSecret,
    appUrl: site.origin,
    scope: `openid profile wallet offline_access${hasStore ? ' orders' : ''}`,
    authorizationParameters: { prompt: 'consent' },
    now: () => Date.now() + clockOffset,
    ...(hasStore && { store, api: api.origin }),
  })
  const app = express()
  app.use(auth.routes)
  app.get('/', auth.optional, (request, response) => {
    const { user } = request
    response.send(
      user === undefined
        ? '<h1>Guest</h1><a href="/orders?page=2">Orders</a>'
        : `<h1>Signed in</h1><form method="post" action="${auth.signOutPath}"><button>Sign out of the shop</button></form>`,
    )
  })
  app.get('/orders', auth.required, (request, response) => {
    response.send(`<h1>Orders</h1><p>${request.user?.wallet?.address} ${request.user?.wallet?.kind}</p>`)
  })
  app.get('/me', auth.required, async (request, response) => {
    response.json({ ...request.user, accessToken: await auth.accessToken(request) })
  })
  site.serve(app)
}

async function readMe(page: Page, { origin }: ApplicationTestSite) {
  const response = await page.request.get(`${origin}/me`, { headers: { accept: 'application/json' } })
  return { status: response.status(), body: (await response.json()) as Record<string, unknown> }
}

const siteCases = [
  ['an encrypted cookie', 'Shop', () => shop],
  ['a store', 'Stored shop', () => stored],
] as const

test.describe('sessions', () => {
  test.use({ storageState: signedOutStorageState })

  for (const [kind, name, getSite] of siteCases)
    test(`an Express site with ${kind} signs in a person, returns to the page, and signs out`, async ({
      page,
      server,
      key,
    }) => {
      const { origin } = getSite()
      await installFakeWallet(page, key)
      await page.goto(origin)
      await page.getByRole('link', { name: 'Orders' }).click()
      await signWithInstalledWallet(page)
      await clickAllowOnConsentPage(page, name)
      await expect(page).toHaveURL(`${origin}/orders?page=2`)
      await expect(page.getByText(`${key.address} key`)).toBeVisible()
      await page.goto(origin)
      await page.getByRole('button', { name: 'Sign out of the shop' }).click()
      await clickSignOutOnConfirmationPage(page)
      await expect(page.getByRole('heading', { name: 'Guest' })).toBeVisible()
      expect(await readPersonIdFromSession(page.context(), server.origin)).toBe(null)
      expect(await readMe(page, getSite())).toMatchObject({ status: 401, body: { error: 'signed_out' } })
    })

  for (const [kind, name, getSite] of siteCases)
    test(`an Express site with ${kind} ends its session after a back-channel logout`, async ({ page, server, key }) => {
      await signInByApi(page.context(), server.origin, key)
      await page.goto(`${getSite().origin}/orders`)
      await clickAllowOnConsentPage(page, name)
      await expect(page.getByRole('heading', { name: 'Orders' })).toBeVisible()
      expect(await readMe(page, getSite())).toMatchObject({ status: 200 })
      await page.goto('/account')
      await signOutFromAccount(page)
      await expect.poll(async () => (await readMe(page, getSite())).status).toBe(401)
    })
})

test('an Express site refreshes tokens that are about to expire, once for parallel requests', async ({ page }) => {
  await page.goto(`${stored.origin}/orders`)
  await clickAllowOnConsentPage(page, 'Stored shop')
  await expect(page.getByRole('heading', { name: 'Orders' })).toBeVisible()
  const before = (await readMe(page, stored)).body
  clockOffset = (latest?.accessTokenExpiresAt ?? 0) - Date.now() - 20_000
  const answers = await Promise.all([1, 2, 3].map(() => readMe(page, stored)))
  clockOffset = 0
  const tokens = answers.map(({ body }) => body['accessToken'])
  expect(new Set(tokens).size).toBe(1)
  expect(tokens[0]).not.toBe(before['accessToken'])
  expect(answers[0]?.body).toMatchObject({ sub: before['sub'], wallet: { address: signedInEthereumTestKey.address } })
})

test('an Express site calls an API with a token of the signed-in person, also after a refresh', async ({ page }) => {
  await page.goto(`${stored.origin}/orders`)
  await clickAllowOnConsentPage(page, 'Stored shop')
  await expect(page.getByRole('heading', { name: 'Orders' })).toBeVisible()
  for (const isRefreshed of [false, true]) {
    clockOffset = isRefreshed ? (latest?.accessTokenExpiresAt ?? 0) - Date.now() - 20_000 : 0
    const { accessToken, name } = (await readMe(page, stored)).body
    clockOffset = 0
    const response = await api.call(`Bearer ${String(accessToken)}`)
    expect(response.status).toBe(200)
    expect(await response.json()).toMatchObject({ clientId: 'stored', scopes: ['orders'] })
    expect(name).toEqual(expect.any(String))
  }
})

test('a declined sign-in shows a page with a link to start again', async ({ page }) => {
  await page.goto(`${shop.origin}/orders`)
  await page.getByRole('button', { name: 'Deny' }).click()
  await expect(page.getByText('You did not allow this site to sign you in. Nothing was shared.')).toBeVisible()
  await page.getByRole('link', { name: 'Sign in again' }).click()
  await clickAllowOnConsentPage(page, 'Shop')
  await expect(page).toHaveURL(`${shop.origin}/orders`)
})

test('O36: a site refuses a foreign returnTo, a replayed callback, a replayed code, a mixed-up state and another issuer', async ({
  page,
  server,
}) => {
  const callbacks: URL[] = []
  page.on('request', (request) => {
    if (request.url().startsWith(`${shop.origin}/auth/callback?`)) callbacks.push(new URL(request.url()))
  })
  await page.goto(`${shop.origin}/auth/sign-in?returnTo=${encodeURIComponent('https://evil.example/')}`)
  await clickAllowOnConsentPage(page, 'Shop')
  await expect(page).toHaveURL(`${shop.origin}/`)
  await expect(page.getByRole('heading', { name: 'Signed in' })).toBeVisible()
  const [used = new URL(shop.origin)] = callbacks
  await page.goto(used.href)
  await expect(page.getByText('Error: sign_in_not_found')).toBeVisible()

  const startWith = async (parameters: Record<string, string>): Promise<URL> => {
    const started = await page.request.get(`${shop.origin}/auth/sign-in`, { maxRedirects: 0 })
    const state = new URL(started.headers()['location'] ?? '').searchParams.get('state') ?? ''
    const callback = new URL(used)
    callback.search = new URLSearchParams({ ...Object.fromEntries(used.searchParams), state, ...parameters }).toString()
    return callback
  }
  const attempts: [parameters: Record<string, string>, error: string][] = [
    [{}, 'invalid_grant'],
    [{ state: used.searchParams.get('state') ?? '' }, 'sign_in_not_found'],
    [{ iss: 'https://evil.example' }, 'invalid_response'],
  ]
  expect(used.searchParams.get('iss')).toBe(server.origin)
  for (const [parameters, error] of attempts) {
    await page.goto((await startWith(parameters)).href)
    await expect(page.getByText(`Error: ${error}`)).toBeVisible()
  }
})
