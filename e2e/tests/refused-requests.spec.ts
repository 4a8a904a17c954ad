// Tests where people with a role see why a request of an application was refused.
import { signInWithRole } from '../src/admin-role-browser-test-steps.ts'
import { registerWebsiteInAdminConsole } from '../src/admin-application-test-steps.ts'
import { expectAccessible } from '../src/expect-accessible.ts'
import { signedOutStorageState, test } from './oidc-client-playwright-fixtures.ts'
import { expect } from './server-playwright-fixtures.ts'

test.use({ storageState: signedOutStorageState })

test('an owner sees a refused request on the error page and in the console, and others do not', async ({
  page,
  server,
  key,
  browser,
}) => {
  await signInWithRole(page, server, key, 'owner')
  await registerWebsiteInAdminConsole(page, 'Typos', { redirectUri: 'https://typos.example/callback' })
  const request = `/authorize?${new URLSearchParams({
    client_id: 'typos',
    redirect_uri: 'https://typos.example/callback/',
    response_type: 'code',
    scope: 'openid',
  })}`
  await page.goto(request)
  await expect(page).toHaveURL(/\/error\?code=application\.redirect_uri_not_registered&request=/)
  await expect(page.getByRole('heading', { name: 'Details for developers' })).toBeVisible()
  await expect(page.getByText('redirect_uri = https://typos.example/callback/')).toBeVisible()
  await expect(page.getByText(/the path has an additional slash at the end/)).toBeVisible()
  await expectAccessible(page)
  await page.getByRole('link', { name: 'Troubleshooting' }).first().click()
  await expect(page).toHaveURL(/\/troubleshooting#redirect-unregistered$/)
  await expect(page.locator('section:target h2')).toHaveText('redirect-unregistered')
  await expectAccessible(page)

  await page.goto('/admin/applications/typos/problems')
  await expect(page.getByText('redirect_uri = https://typos.example/callback/')).toBeVisible()
  await expectAccessible(page)

  const stranger = await browser.newPage({ storageState: signedOutStorageState })
  await stranger.goto(`${server.origin}${request}`)
  await expect(stranger.getByText('Request ID')).toBeVisible()
  await stranger.waitForLoadState('networkidle')
  await expect(stranger.getByText('Details for developers')).toHaveCount(0)
  await stranger.close()
})
