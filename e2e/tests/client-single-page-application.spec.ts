// Tests oidc-client-ts in a page without a backend: a public client that calls the server only from
// its own origin.
import type { UserManager } from 'oidc-client-ts'
import type { Page } from '@playwright/test'
import { applyTestApplicationDefinitions } from '../src/clients/apply-test-application-definitions.ts'
import { startApplicationTestSite } from '../src/clients/application-test-site.ts'
import type { ApplicationTestSite } from '../src/clients/application-test-site.ts'
import { serveSinglePageTestSite } from '../src/clients/single-page-application-test-site.ts'
import { clickAllowOnConsentPage } from '../src/clients/application-sign-in-test-steps.ts'
import { signedInEthereumTestKey, test } from './oidc-client-playwright-fixtures.ts'
import { expect } from './server-playwright-fixtures.ts'

declare const manager: UserManager

let own: ApplicationTestSite
let other: ApplicationTestSite
let sameSite: ApplicationTestSite
let otherSite: ApplicationTestSite

test.beforeAll(async ({ server }) => {
  own = await startApplicationTestSite()
  other = await startApplicationTestSite()
  sameSite = await startApplicationTestSite('localhost')
  otherSite = await startApplicationTestSite()
  await applyTestApplicationDefinitions(server, [
    { id: 'page', name: 'Page', kind: 'single-page', redirectUris: [`${own.origin}/callback`] },
    ...[sameSite, otherSite].map(({ origin }, index) => ({
      id: `frame-${index}`,
      name: 'Frame',
      kind: 'single-page' as const,
      redirectUris: [`${origin}/callback`, `${origin}/silent`],
    })),
  ])
  serveSinglePageTestSite(own, server.origin, 'page')
  serveSinglePageTestSite(sameSite, server.origin, 'frame-0', 'openid wallet')
  serveSinglePageTestSite(otherSite, server.origin, 'frame-1', 'openid wallet')
})
test.afterAll(async () => {
  for (const site of [own, other, sameSite, otherSite]) await site.close()
})

const wallet = `eip155:1:${signedInEthereumTestKey.address}`

async function signInToPage(page: Page): Promise<void> {
  await page.goto(own.origin)
  await page.getByRole('button', { name: 'Sign in' }).click()
  await clickAllowOnConsentPage(page, 'Page')
  await expect(page.getByRole('heading', { name: wallet })).toBeVisible()
}

test('oidc-client-ts on another site renews with its refresh token, without prompt=consent', async ({ page }) => {
  await signInToPage(page)
  const renewed = await page.evaluate(async () => {
    const before = await manager.getUser()
    const after = await manager.signinSilent()
    return { before, after }
  })
  expect(renewed.after).toMatchObject({ token_type: 'Bearer', profile: { sub: renewed.before?.profile.sub, wallet } })
  expect(renewed.after?.access_token).not.toBe(renewed.before?.access_token)
  expect(renewed.after?.refresh_token).not.toBe(renewed.before?.refresh_token)
  await page.goto(own.origin)
  await expect(page.getByRole('heading', { name: wallet })).toBeVisible()
})

const renewByFrame = (page: Page): Promise<string> =>
  page.evaluate(() =>
    manager.signinSilent().then(
      (user) => (user === null ? 'nothing' : 'renewed'),
      (error: { error?: string }) => error.error ?? String(error),
    ),
  )

test.describe('Without a refresh token', () => {
  test.use({ allowedErrors: /^foreign request: http:\/\/(127\.0\.0\.1|localhost):\d+\// })

  test('oidc-client-ts renews in a hidden frame on the same site and gets login_required on another', async ({
    page,
  }) => {
    for (const [site, seen] of [
      [sameSite, 'renewed'],
      [otherSite, 'login_required'],
    ] as const) {
      await page.goto(site.origin)
      await page.getByRole('button', { name: 'Sign in' }).click()
      await clickAllowOnConsentPage(page, 'Frame')
      await expect(page.getByRole('heading', { name: wallet })).toBeVisible()
      expect(await renewByFrame(page)).toBe(seen)
    }
  })
})

test.describe('From another origin', () => {
  test.use({ allowedErrors: /^foreign request: http:\/\/127\.0\.0\.1:\d+\/|blocked by CORS policy/ })

  test('N2: scripts cannot read responses to requests with stolen tokens of oidc-client-ts', async ({
    page,
    server,
  }) => {
    await signInToPage(page)
    const { access_token, refresh_token = '' } = (await page.evaluate(() => manager.getUser())) ?? { access_token: '' }
    const attempt = async (site: ApplicationTestSite) => {
      await page.goto(site.origin)
      return page.evaluate(tryTokens, { issuer: server.origin, access_token, refresh_token })
    }
    expect(await attempt(other)).toEqual({ userinfo: 'not readable', token: 'not readable' })
    expect(await attempt(own)).toEqual({ userinfo: 200, token: 200 })
  })
})

interface Attempt {
  issuer: string
  access_token: string
  refresh_token: string
}

/** Runs in a page. @returns which responses the page's scripts can read */
async function tryTokens({
  issuer,
  access_token,
  refresh_token,
}: Attempt): Promise<{ userinfo: unknown; token: unknown }> {
  const read = (path: string, request: RequestInit): Promise<unknown> =>
    fetch(issuer + path, request).then(
      ({ status }) => status,
      () => 'not readable',
    )
  const userinfo = await read('/userinfo', { headers: { authorization: `Bearer ${access_token}` } })
  const body = new URLSearchParams({ grant_type: 'refresh_token', client_id: 'page', refresh_token })
  return { userinfo, token: await read('/token', { method: 'POST', body }) }
}
