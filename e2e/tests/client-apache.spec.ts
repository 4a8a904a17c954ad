// Apache with mod_auth_openidc, as Debian has them: a page that nobody sees who is not signed in.
import type { TestKey } from '@countersign/testing/test-keys'
import type { Page } from '@playwright/test'
import { apacheAddresses, chooseOrigin, hasApache, startApache } from '../src/clients/apache.ts'
import type { Apache } from '../src/clients/apache.ts'
import { applyApplications, withSecret } from '../src/clients/apply.ts'
import { allow, confirmSignOut, proveWallet } from '../src/clients/walk.ts'
import { readPersonId } from '../src/session.ts'
import { installWallet, signInAtOnce, signOut } from '../src/sign-in.ts'
import { nobody, test } from './client-test.ts'
import { expect } from './test.ts'

test.use({ storageState: nobody })

let origin: string
let apache: Apache | undefined

test.beforeAll(async ({ server }) => {
  if (!hasApache) return
  origin = await chooseOrigin()
  const kind = { kind: 'web', scopes: ['openid', 'wallet'], grantTypes: ['authorization_code'] } as const
  await applyApplications(server, [
    { ...kind, ...withSecret, ...apacheAddresses(origin), id: 'apache', name: 'Site of Apache' },
  ])
  apache = await startApache(origin, server.origin, 'apache')
})
test.afterAll(() => apache?.stop())

/** Allows what the site asks for, and sees its page. */
async function enter(page: Page, { address }: TestKey): Promise<void> {
  await allow(page, 'Site of Apache')
  await expect(page.getByRole('heading', { name: `Hello eip155:1:${address}` })).toBeVisible()
}

// The reason is in the title, because a list of tests shows nothing else of one that was skipped.
test.describe(hasApache ? 'with mod_auth_openidc' : 'skipped: Apache is not installed', () => {
  test.skip(!hasApache)

  test('Apache shows its page to who is signed in, and signs them out', async ({ page, server, key }) => {
    await installWallet(page, key)
    await page.goto(`${origin}/inside/`)
    await proveWallet(page)
    await enter(page, key)
    await page.goto(`${origin}/inside/callback?logout=${encodeURIComponent(`${origin}/bye.html`)}`)
    await confirmSignOut(page)
    await expect(page.getByRole('heading', { name: 'Bye' })).toBeVisible()
    expect(await readPersonId(page.context(), server.origin)).toBe(null)
  })

  test('Apache is told of a logout, and shows its page no longer', async ({ page, server, key }) => {
    await signInAtOnce(page.context(), server.origin, key)
    await page.goto(`${origin}/inside/`)
    await enter(page, key)
    const status = async (): Promise<number> =>
      (await page.request.get(`${origin}/inside/`, { maxRedirects: 0 })).status()
    expect(await status()).toBe(200)
    await page.goto('/account')
    await signOut(page)
    await expect.poll(status).toBe(302)
  })
})
