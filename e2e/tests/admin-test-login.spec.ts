// Tests test logins: started from an application, run through the real sign-in and reported in the
// console, limited by role, and without a token in the browser (decision 0020).
import type { AdminApiEndpointOutput } from '@countersign/api/admin-api-endpoints'
import { expectAccessible, expectNoHorizontalScroll } from '../src/expect-accessible.ts'
import { signInWithRole, grantRoleToSignedInPerson } from '../src/admin-role-browser-test-steps.ts'
import {
  clickBeginTestLogin,
  findTestLoginClaimTableRow,
  confirmStepUpInAdminConsole,
  registerWebsiteInAdminConsole,
  openApplicationTab,
} from '../src/admin-application-test-steps.ts'
import { applyTestApplicationDefinitions } from '../src/clients/apply-test-application-definitions.ts'
import { clickAllowOnConsentPage } from '../src/clients/application-sign-in-test-steps.ts'
import { pressControlByKeyboard } from '../src/press-control-by-keyboard.ts'
import { createApiEndpointUrlMatcher, mockApiEndpointResponse } from '../src/api-response-mocking-test-steps.ts'
import { openAccountWithFakeWallet, signInByApi } from '../src/wallet-sign-in-test-steps.ts'
import { expect, test } from './server-playwright-fixtures.ts'

const tried: AdminApiEndpointOutput<'readTestLogin'> = {
  state: 'done',
  application: 'wiki',
  requestedScopes: ['openid'],
  expiresAt: '2026-01-01T00:10:00.000Z',
  error: null,
  idToken: { header: { alg: 'ES256' }, claims: { sub: 'somebody' } },
  accessToken: { kind: 'opaque', expiresIn: 300, claims: null },
  userinfo: { sub: 'somebody' },
  scopes: ['openid'],
}

test('O1: a test login goes through the real consent page and shows every claim but no token', async ({
  page,
  server,
  key,
  browser,
}) => {
  await signInWithRole(page, server, key, 'administrator')
  await registerWebsiteInAdminConsole(page, 'Notes')
  await openApplicationTab(page, 'Connect')
  await page
    .getByRole('checkbox', { name: /^profile/ })
    .nth(0)
    .uncheck()
  const bodies: string[] = []
  page.on(
    'response',
    (response) =>
      void response.text().then(
        (text) => bodies.push(text),
        () => undefined,
      ),
  )
  await clickBeginTestLogin(page)
  await expect(page.getByText(`You’ll continue to ${new URL(server.origin).host}`)).toBeVisible()
  await clickAllowOnConsentPage(page, 'Notes')
  await page.waitForURL('**/admin/test-logins/*')
  await expect(page.getByRole('heading', { level: 1, name: 'Test login to Notes' })).toBeVisible()
  await expect(page.getByText('It works: this is what the application would receive.')).toBeVisible()
  await expect(page.getByText('openid wallet', { exact: true })).toHaveCount(2)
  await expect(findTestLoginClaimTableRow(page, 'ID token', 'iss')).toContainText(server.origin)
  await expect(findTestLoginClaimTableRow(page, 'ID token', 'aud')).toContainText('notes')
  await expect(findTestLoginClaimTableRow(page, 'ID token', 'aud')).toContainText('The application it was issued for.')
  await expect(findTestLoginClaimTableRow(page, 'ID token', 'acr')).toContainText('urn:countersign:wallet')
  await expect(findTestLoginClaimTableRow(page, 'Header', 'alg')).toContainText('RS256')
  await expect(findTestLoginClaimTableRow(page, 'UserInfo', 'wallet')).toContainText(`eip155:1:${key.address}`)
  await expect(page.getByText('valid for 5 minutes')).toBeVisible()
  expect(bodies.filter((body) => /"access_token"|"id_token"|eyJhbGciOi/.test(body))).toEqual([])
  await expectAccessible(page)
  await page.setViewportSize({ width: 1280, height: 900 })

  const address = page.url()
  await page.reload()
  await expect(findTestLoginClaimTableRow(page, 'UserInfo', 'wallet')).toContainText(key.address)
  const elsewhere = await browser.newContext({ baseURL: server.origin, locale: 'en-US' })
  const other = await elsewhere.newPage()
  await openAccountWithFakeWallet(other, key)
  await grantRoleToSignedInPerson(other, server, 'auditor')
  await other.goto(address)
  await expect(other.getByText('This test login has ended.')).toBeVisible()
  await elsewhere.close()
  await page.getByRole('link', { name: 'Start another test login' }).click()
  await page.waitForURL('**/admin/applications/notes/connect')
})

test('a declined test login shows the error that the application would receive', async ({ page, server, key }) => {
  await signInWithRole(page, server, key, 'owner')
  await registerWebsiteInAdminConsole(page, 'Diary')
  await clickBeginTestLogin(page)
  await expect(page.getByRole('heading', { name: 'Diary wants to know' })).toBeVisible()
  await page.getByRole('button', { name: 'Deny' }).click()
  await page.waitForURL('**/admin/test-logins/*')
  await expect(page.getByRole('alert').getByText('The sign-in was declined.')).toBeVisible()
  await expect(page.getByText('access_denied')).toBeVisible()
  await expect(page.getByRole('table')).toHaveCount(0)
  await expectAccessible(page)
})

test('a test login can be started and read by keyboard only', async ({ page, server, key }) => {
  await signInWithRole(page, server, key, 'administrator')
  await registerWebsiteInAdminConsole(page, 'Keys')
  await pressControlByKeyboard(
    page,
    page.getByRole('navigation', { name: 'Application sections' }).getByRole('link', { name: 'Connect' }),
  )
  await pressControlByKeyboard(page, page.getByRole('button', { name: 'Start test login' }))
  await page.waitForURL('**/consent*')
  const allow = page.getByRole('button', { name: 'Allow and continue' })
  // The button is disabled until the suggested username has loaded.
  await expect(allow).toBeEnabled()
  await pressControlByKeyboard(page, allow)
  await page.waitForURL('**/admin/test-logins/*')
  await expect(page.getByRole('heading', { level: 1, name: 'Test login to Keys' })).toBeVisible()
  await pressControlByKeyboard(page, page.getByRole('button', { name: 'Copy as JSON: ID token' }))
})

test('the test login page shows that it is waiting, then the result from the other tab', async ({
  page,
  server,
  key,
}) => {
  await signInWithRole(page, server, key, 'administrator')
  await applyTestApplicationDefinitions(server, [
    { id: 'wiki', name: 'Wiki', kind: 'single-page', redirectUris: ['https://wiki.example/back'] },
  ])
  await mockApiEndpointResponse(page, 'readTestLogin', {
    ...tried,
    state: 'waiting',
    idToken: null,
    accessToken: null,
    userinfo: null,
    scopes: [],
  })
  await page.goto(`/admin/test-logins/${'0'.repeat(26)}`)
  await expect(page.getByText('Not finished yet.')).toBeVisible()
  await page.unroute(createApiEndpointUrlMatcher('readTestLogin'))
  await mockApiEndpointResponse(page, 'readTestLogin', tried)
  await expect(findTestLoginClaimTableRow(page, 'ID token', 'sub')).toContainText('somebody')
})

test('N4: hostile claims are shown as text, also on a phone', async ({ page, server, key }) => {
  await signInWithRole(page, server, key, 'administrator')
  const hostile = `<img src=x onerror=alert(1)>‮${'long'.repeat(60)}`
  await mockApiEndpointResponse(page, 'readTestLogin', {
    ...tried,
    application: 'gone',
    userinfo: {
      sub: 'a',
      name: hostile,
      picture: 'javascript:alert(1)',
      proof: { message: `a\n${hostile}`, signature: '0x00' },
      groups: [],
      'x<b>': { deep: [1, null, true] },
    },
    scopes: ['openid'],
  })
  await page.setViewportSize({ width: 360, height: 740 })
  await page.goto(`/admin/test-logins/${'1'.repeat(26)}`)
  await expect(findTestLoginClaimTableRow(page, 'UserInfo', 'name')).toContainText('<img src=x onerror=alert(1)>')
  await expect(findTestLoginClaimTableRow(page, 'UserInfo', 'groups')).toContainText('An empty list')
  await expect(page.locator('main img, main a[href^="javascript"], main b')).toHaveCount(0)
  await expectNoHorizontalScroll(page)
  await expectAccessible(page)
})

test('test logins for device applications and disabled applications are disabled with a reason', async ({
  page,
  server,
  key,
}) => {
  await applyTestApplicationDefinitions(server, [
    { id: 'television', name: 'Television', kind: 'device' },
    { id: 'closed', name: 'Closed', kind: 'single-page', redirectUris: ['https://closed.example/back'] },
  ])
  await signInWithRole(page, server, key, 'administrator')
  const startButton = page.getByRole('button', { name: 'Start test login' })
  await page.goto('/admin/applications/television/connect')
  await expect(startButton).toHaveAccessibleDescription(
    'It has no browser sign-in. Test it from the application itself.',
  )
  await page.goto('/admin/applications/closed/danger')
  await page.getByRole('button', { name: 'Disable' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Disable' }).click()
  await confirmStepUpInAdminConsole(page)
  await openApplicationTab(page, 'Connect')
  await expect(startButton).toHaveAccessibleDescription('It’s disabled: no one can sign in to it.')
})

test('N11: an auditor cannot start a test login and sees which roles can', async ({ page, server, key }) => {
  await applyTestApplicationDefinitions(server, [
    { id: 'shown', name: 'Shown', kind: 'single-page', redirectUris: ['https://shown.example/back'] },
  ])
  await signInWithRole(page, server, key, 'auditor')
  await page.goto('/admin/applications/shown/connect')
  const startButton = page.getByRole('button', { name: 'Start test login' })
  await expect(startButton).toHaveAttribute('aria-disabled', 'true')
  await expect(startButton).toHaveAccessibleDescription(
    'Only an administrator or an owner can do this. Your role: Auditor.',
  )
})

test.describe('Test logins in German', () => {
  test.use({ locale: 'de-DE' })

  test('the test login page is translated', async ({ page, server, key }) => {
    await applyTestApplicationDefinitions(server, [
      { id: 'buch', name: 'Buch', kind: 'single-page', redirectUris: ['https://buch.example/back'] },
    ])
    await signInByApi(page.context(), server.origin, key)
    await grantRoleToSignedInPerson(page, server, 'administrator')
    await mockApiEndpointResponse(page, 'readTestLogin', { ...tried, application: 'buch' })
    await page.goto(`/admin/test-logins/${'2'.repeat(26)}`)
    await expect(page.getByRole('heading', { level: 1, name: 'Probeanmeldung bei Buch' })).toBeVisible()
    await expect(page.getByText('Es funktioniert: Das bekäme die Anwendung.')).toBeVisible()
    await expect(findTestLoginClaimTableRow(page, 'ID-Token', 'sub')).toContainText('Ihre Kennung für diese Anwendung.')
  })
})
