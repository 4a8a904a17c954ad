// Tests Debian's Apache with mod_auth_openidc in front of a page that requires sign-in.
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

async function enter(page: Page, { address }: EthereumTestKey): Promise<void> {
  await clickAllowOnConsentPage(page, 'Site of Apache')
  await expect(page.getByRole('heading', { name: `Hello eip155:1:${address}` })).toBeVisible()
}

test.describe(isApacheOidcInstalled ? 'Apache with mod_auth_openidc' : 'skipped: Apache is not installed', () => {
  test.skip(!isApacheOidcInstalled)

  test('shows a protected page after sign-in and signs out', async ({ page, server, key }) => {
    await installFakeWallet(page, key)
    await page.goto(`${origin}/inside/`)
    await signWithInstalledWallet(page)
    await enter(page, key)
    await page.goto(`${origin}/inside/callback?logout=${encodeURIComponent(`${origin}/bye.html`)}`)
    await clickSignOutOnConfirmationPage(page)
    await expect(page.getByRole('heading', { name: 'Bye' })).toBeVisible()
    expect(await readPersonIdFromSession(page.context(), server.origin)).toBe(null)
  })

  test('stops showing the page after a back-channel logout', async ({ page, server, key }) => {
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
