// Tests the lifecycle of an application: the configuration that the console shows works in a real
// library, usage is shown, the secret is rotated without an interruption, and disabling takes
// effect.
import * as client from 'openid-client'
import type { Page } from '@playwright/test'
import { signInWithRole } from '../src/admin-role-browser-test-steps.ts'
import {
  clickBeginTestLogin,
  findTestLoginClaimTableRow,
  registerWebsiteInAdminConsole,
  openApplicationTab,
  findConfigurationSnippetOnPage,
} from '../src/admin-application-test-steps.ts'
import { startApplicationTestSite } from '../src/clients/application-test-site.ts'
import type { ApplicationTestSite } from '../src/clients/application-test-site.ts'
import { clickAllowOnConsentPage } from '../src/clients/application-sign-in-test-steps.ts'
import { signedOutStorageState, test } from './oidc-client-playwright-fixtures.ts'
import { expect } from './server-playwright-fixtures.ts'

test.use({ storageState: signedOutStorageState })

let site: ApplicationTestSite

test.beforeAll(async () => {
  site = await startApplicationTestSite()
})
test.afterAll(() => site.close())

/** Uses only values that the page shows. */
async function configure(page: Page, secret: string): Promise<client.Configuration> {
  const [issuer, id] = [
    await findConfigurationSnippetOnPage(page, 'issuer').innerText(),
    await findConfigurationSnippetOnPage(page, 'client id').innerText(),
  ]
  return client.discovery(new URL(issuer), id, {}, client.ClientSecretBasic(secret), {
    execute: [client.allowInsecureRequests],
  })
}

async function signInTo(
  page: Page,
  config: client.Configuration,
  { callback, scope, prompt }: { callback: string; scope: string; prompt?: string },
): Promise<client.TokenEndpointResponse & client.TokenEndpointResponseHelpers> {
  const [pkceCodeVerifier, expectedState] = [client.randomPKCECodeVerifier(), client.randomState()]
  const parameters = {
    redirect_uri: callback,
    scope,
    code_challenge: await client.calculatePKCECodeChallenge(pkceCodeVerifier),
    code_challenge_method: 'S256',
    state: expectedState,
    ...(prompt !== undefined && { prompt }),
  }
  await page.goto(client.buildAuthorizationUrl(config, parameters).href)
  if (prompt !== 'none') await clickAllowOnConsentPage(page, 'Library')
  await page.waitForURL(`${callback}?*`)
  return client.authorizationCodeGrant(config, new URL(page.url()), {
    pkceCodeVerifier,
    expectedState,
    idTokenExpected: true,
  })
}

const openPage = (page: Page, tab = '') => page.goto(`/admin/applications/library${tab}`)

test('an application is connected, used, given a new secret without downtime, disabled and removed', async ({
  page,
  server,
  key,
}) => {
  await signInWithRole(page, server, key, 'administrator')
  const callback = `${site.origin}/callback`
  const first = await registerWebsiteInAdminConsole(page, 'Library', { redirectUri: callback })
  await openApplicationTab(page, 'Sign-ins')
  await expect(page.getByText('No sign-ins in the last 30 days.')).toBeVisible()
  await openApplicationTab(page, 'Connect')
  await page.getByRole('button', { name: 'Single values' }).click()

  const scope = await findConfigurationSnippetOnPage(page, 'scopes').innerText()
  expect(await findConfigurationSnippetOnPage(page, 'redirect addresses').innerText()).toBe(callback)
  const config = await configure(page, first)
  const tokens = await signInTo(page, config, { callback, scope })
  expect(tokens.claims()).toMatchObject({ iss: server.origin, aud: 'library' })
  expect(await client.fetchUserInfo(config, tokens.access_token, tokens.claims()?.sub ?? '')).toMatchObject({
    wallet: `eip155:1:${key.address}`,
  })

  await openPage(page, '/sign-ins')
  await expect(page.getByText('1 in total')).toBeVisible()
  await openApplicationTab(page, 'Overview')
  await expect(page.getByText('People who granted access').locator('xpath=following-sibling::dd')).toHaveText('1')
  await expect(page.getByText('Signed in now').locator('xpath=following-sibling::dd')).toHaveText('1')

  await openApplicationTab(page, 'Connect')
  const dialog = page.getByRole('dialog')
  await page.getByRole('button', { name: 'Create new secret' }).click()
  await dialog.getByRole('combobox', { name: 'Keep the old secret for' }).selectOption('An hour')
  await dialog.getByRole('button', { name: 'Create new secret' }).click()
  const second = await page.locator('div:has(> div > button[aria-label="Copy: Client secret"]) code').innerText()
  expect(second).not.toBe(first)
  for (const secret of [first, second])
    await signInTo(page, await configureAs(server.origin, secret), { callback, scope, prompt: 'none' })
  await openPage(page, '/connect')
  await expect(page.getByText('Two secrets are valid right now')).toBeVisible()
  await page.getByRole('button', { name: 'Revoke old secret' }).click()
  await dialog.getByRole('button', { name: 'Revoke old secret' }).click()
  await expect(page.getByText('Two secrets are valid right now')).toHaveCount(0)
  await expect(
    signInTo(page, await configureAs(server.origin, first), { callback, scope, prompt: 'none' }),
  ).rejects.toMatchObject({ status: 401 })

  // A test login does not affect the application's real grants.
  await openPage(page)
  await clickBeginTestLogin(page)
  await page.waitForURL('**/admin/test-logins/*')
  await expect(findTestLoginClaimTableRow(page, 'ID token', 'sub')).toContainText(tokens.claims()?.sub ?? 'nobody')
  const now = await configureAs(server.origin, second)
  const again = await signInTo(page, now, { callback, scope, prompt: 'none' })
  expect(await client.fetchUserInfo(now, again.access_token, again.claims()?.sub ?? '')).toMatchObject({
    sub: tokens.claims()?.sub,
  })

  await openPage(page, '/danger')
  await page.getByRole('button', { name: 'Disable' }).click()
  await dialog.getByRole('button', { name: 'Disable' }).click()
  await expect(page.getByRole('button', { name: 'Enable' })).toBeVisible()
  await expect(client.fetchUserInfo(now, again.access_token, again.claims()?.sub ?? '')).rejects.toMatchObject({
    status: 401,
  })
  await page.goto(client.buildAuthorizationUrl(now, { redirect_uri: callback, scope }).href)
  await page.waitForURL('**/error?code=*')

  await openPage(page, '/danger')
  await page.getByRole('button', { name: 'Delete', exact: true }).click()
  await dialog.getByRole('textbox').fill('library')
  await dialog.getByRole('button', { name: 'Delete' }).click()
  await page.waitForURL('**/admin/applications')
  await expect(
    client
      .discovery(new URL(server.origin), 'library', {}, client.ClientSecretBasic(second), {
        execute: [client.allowInsecureRequests],
      })
      .then((gone) => client.clientCredentialsGrant(gone)),
  ).rejects.toMatchObject({ status: 401 })
})

const configureAs = (origin: string, secret: string): Promise<client.Configuration> =>
  client.discovery(new URL(origin), 'library', {}, client.ClientSecretBasic(secret), {
    execute: [client.allowInsecureRequests],
  })
