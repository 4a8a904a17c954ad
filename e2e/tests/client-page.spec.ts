// The library oidc-client-ts in a page without a server of its own: a public application, which calls this server from
// its own origin, and from no other.
import type { UserManager } from 'oidc-client-ts'
import type { Page } from '@playwright/test'
import { applyApplications } from '../src/clients/apply.ts'
import { openSite } from '../src/clients/open-site.ts'
import type { Site } from '../src/clients/open-site.ts'
import { serveSinglePage } from '../src/clients/single-page.ts'
import { allow } from '../src/clients/walk.ts'
import { somebody, test } from './client-test.ts'
import { expect } from './test.ts'

/** What the page calls its own. */
declare const manager: UserManager

let own: Site
let other: Site

test.beforeAll(async ({ server }) => {
  own = await openSite()
  other = await openSite()
  await applyApplications(server, [
    { id: 'page', name: 'Page', kind: 'single-page', redirectUris: [`${own.origin}/callback`] },
  ])
  serveSinglePage(own, server.origin, 'page')
})
test.afterAll(async () => {
  await own.close()
  await other.close()
})

const wallet = `eip155:1:${somebody.address}`

/** Signs in by the page's own button. */
async function signInToPage(page: Page): Promise<void> {
  await page.goto(own.origin)
  await page.getByRole('button', { name: 'Sign in' }).click()
  await allow(page, 'Page')
  await expect(page.getByRole('heading', { name: wallet })).toBeVisible()
}

test('oidc-client-ts signs a person in, and renews silently', async ({ page }) => {
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

test.describe('from another origin', () => {
  test.use({ allowedErrors: /^foreign request: http:\/\/127\.0\.0\.1:\d+\/|blocked by CORS policy/ })

  test('N2 a page of another origin can neither renew with the tokens of oidc-client-ts nor read with them', async ({
    page,
    server,
  }) => {
    await signInToPage(page)
    const { access_token, refresh_token = '' } = (await page.evaluate(() => manager.getUser())) ?? { access_token: '' }
    const attempt = async (site: Site) => {
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

/** Runs in a page: what its scripts can read of the server's answers. */
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
