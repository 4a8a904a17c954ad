// Apache with mod_auth_openidc, as Debian has them: a page that nobody sees who is not signed in.
import type { EthereumTestKey } from '@countersign/testing/ethereum-test-keys'
import type { Page } from '@playwright/test'
import {
  createApacheOidcTestSiteUrls,
  chooseApacheOrigin,
  isApacheOidcInstalled,
  startApacheOidcTestSite,
} from '../src/clients/apache-oidc-test-site.ts'
import type { RunningApache } from '../src/clients/apache-oidc-test-site.ts'
import {
  applyTestApplicationDefinitions,
  testClientSecretEnvironmentReference,
} from '../src/clients/apply-test-application-definitions.ts'
import {
  clickAllowOnConsentPage,
  clickSignOutOnConfirmationPage,
  signWithInstalledWallet,
} from '../src/clients/application-sign-in-test-steps.ts'
import { readPersonIdFromSession } from '../src/read-person-id-from-session.ts'
import { installFakeWallet, signInByApi, signOutFromAccount } from '../src/wallet-sign-in-test-steps.ts'
import { signedOutStorageState, test } from './oidc-client-playwright-fixtures.ts'
import { expect } from './server-playwright-fixtures.ts'

test.use({ storageState: signedOutStorageState })

let origin: string
let apache: RunningApache | undefined

test.beforeAll(async ({ server }) => {
  if (!isApacheOidcInstalled) return
  origin = await chooseApacheOrigin()
  const kind = { kind: 'web', scopes: ['openid', 'wallet'], grantTypes: ['authorization_code'] } as const
  await applyTestApplicationDefinitions(server, [
    {
      ...kind,
      ...testClientSecretEnvironmentReference,
      ...createApacheOidcTestSiteUrls(origin),
      id: 'apache',
      name: 'Site of Apache',
    },
  ])
  apache = await startApacheOidcTestSite(origin, server.origin, 'apache')
})
test.afterAll(() => apache?.stop())

/** Allows what the site asks for, and sees its page. */
async function enter(page: Page, { address }: EthereumTestKey): Promise<void> {
  await clickAllowOnConsentPage(page, 'Site of Apache')
  await expect(page.getByRole('heading', { name: `Hello eip155:1:${address}` })).toBeVisible()
}

// The reason is in the title, because a list of tests shows nothing else of one that was skipped.
test.describe(isApacheOidcInstalled ? 'with mod_auth_openidc' : 'skipped: Apache is not installed', () => {
  test.skip(!isApacheOidcInstalled)

  test('Apache shows its page to who is signed in, and signs them out', async ({ page, server, key }) => {
    await installFakeWallet(page, key)
    await page.goto(`${origin}/inside/`)
    await signWithInstalledWallet(page)
    await enter(page, key)
    await page.goto(`${origin}/inside/callback?logout=${encodeURIComponent(`${origin}/bye.html`)}`)
    await clickSignOutOnConfirmationPage(page)
    await expect(page.getByRole('heading', { name: 'Bye' })).toBeVisible()
    expect(await readPersonIdFromSession(page.context(), server.origin)).toBe(null)
  })

  test('Apache is told of a logout, and shows its page no longer', async ({ page, server, key }) => {
    await signInByApi(page.context(), server.origin, key)
    await page.goto(`${origin}/inside/`)
    await enter(page, key)
    const status = async (): Promise<number> =>
      (await page.request.get(`${origin}/inside/`, { maxRedirects: 0 })).status()
    expect(await status()).toBe(200)
    await page.goto('/account')
    await signOutFromAccount(page)
    await expect.poll(status).toBe(302)
  })
})
