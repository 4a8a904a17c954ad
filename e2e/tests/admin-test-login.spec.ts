// Test logins: begun on the page of an application, led through the real sign-in, and told on a page of the console; by each role what it
// may, and without a token ever being in the browser (decision 0020).
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

test('O1 a test login goes through the real consent, and shows every claim but no token', async ({
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
  await expect(page.getByText(`You go on to ${new URL(server.origin).host}`)).toBeVisible()
  await clickAllowOnConsentPage(page, 'Notes')
  await page.waitForURL('**/admin/test-logins/*')
  await expect(page.getByRole('heading', { level: 1, name: 'Test login of Notes' })).toBeVisible()
  await expect(page.getByText('It works: this is what the application would be told.')).toBeVisible()
  await expect(page.getByText('openid wallet', { exact: true })).toHaveCount(2)
  await expect(findTestLoginClaimTableRow(page, 'ID token', 'iss')).toContainText(server.origin)
  await expect(findTestLoginClaimTableRow(page, 'ID token', 'aud')).toContainText('notes')
  await expect(findTestLoginClaimTableRow(page, 'ID token', 'aud')).toContainText('For which application it was made.')
  await expect(findTestLoginClaimTableRow(page, 'ID token', 'acr')).toContainText('urn:countersign:wallet')
  await expect(findTestLoginClaimTableRow(page, 'Header', 'alg')).toContainText('RS256')
  await expect(findTestLoginClaimTableRow(page, 'UserInfo', 'wallet')).toContainText(`eip155:1:${key.address}`)
  await expect(page.getByText('good for 5 minutes')).toBeVisible()
  // Neither a token nor a code in anything that this page was told.
  expect(bodies.filter((body) => /"access_token"|"id_token"|eyJhbGciOi/.test(body))).toEqual([])
  await expectAccessible(page)
  await page.setViewportSize({ width: 1280, height: 900 })

  // It stays for whoever began it, and is nothing to anybody else.
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
  await page.getByRole('link', { name: 'Another test login' }).click()
  await page.waitForURL('**/admin/applications/notes/connect')
})

test('a test login that the person declines says what the application would be told', async ({ page, server, key }) => {
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

test('a test login is begun and read by keyboard alone', async ({ page, server, key }) => {
  await signInWithRole(page, server, key, 'administrator')
  await registerWebsiteInAdminConsole(page, 'Keys')
  await pressControlByKeyboard(
    page,
    page.getByRole('navigation', { name: 'Parts of this application' }).getByRole('link', { name: 'Connect' }),
  )
  await pressControlByKeyboard(page, page.getByRole('button', { name: 'Begin a test login' }))
  await page.waitForURL('**/consent*')
  const allow = page.getByRole('button', { name: 'Allow and continue' })
  // It waits for the user name that is proposed, and a key that is pressed before does nothing.
  await expect(allow).toBeEnabled()
  await pressControlByKeyboard(page, allow)
  await page.waitForURL('**/admin/test-logins/*')
  await expect(page.getByRole('heading', { level: 1, name: 'Test login of Keys' })).toBeVisible()
  await pressControlByKeyboard(page, page.getByRole('button', { name: 'Copy as JSON: ID token' }))
})

test('a page that waits for the other tab says so, and then what came of it', async ({ page, server, key }) => {
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
  await expect(page.getByText('It is not finished yet.')).toBeVisible()
  await page.unroute(createApiEndpointUrlMatcher('readTestLogin'))
  await mockApiEndpointResponse(page, 'readTestLogin', tried)
  await expect(findTestLoginClaimTableRow(page, 'ID token', 'sub')).toContainText('somebody')
})

test('N4 claims full of script and marks are text and nothing else, on a phone as well', async ({
  page,
  server,
  key,
}) => {
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

test('what cannot be tried says why: the role, the kind, or that it is disabled', async ({ page, server, key }) => {
  await applyTestApplicationDefinitions(server, [
    { id: 'television', name: 'Television', kind: 'device' },
    { id: 'closed', name: 'Closed', kind: 'single-page', redirectUris: ['https://closed.example/back'] },
  ])
  await signInWithRole(page, server, key, 'administrator')
  const begin = page.getByRole('button', { name: 'Begin a test login' })
  await page.goto('/admin/applications/television/connect')
  await expect(begin).toHaveAccessibleDescription(
    'Nobody signs in to it in this browser. Try it from the application itself.',
  )
  await page.goto('/admin/applications/closed/danger')
  await page.getByRole('button', { name: 'Disable' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Disable' }).click()
  await confirmStepUpInAdminConsole(page)
  await openApplicationTab(page, 'Connect')
  await expect(begin).toHaveAccessibleDescription('It is disabled: nobody can sign in to it.')
})

test('N11 an auditor is told who can begin a test login', async ({ page, server, key }) => {
  await applyTestApplicationDefinitions(server, [
    { id: 'shown', name: 'Shown', kind: 'single-page', redirectUris: ['https://shown.example/back'] },
  ])
  await signInWithRole(page, server, key, 'auditor')
  await page.goto('/admin/applications/shown/connect')
  const begin = page.getByRole('button', { name: 'Begin a test login' })
  await expect(begin).toHaveAttribute('aria-disabled', 'true')
  await expect(begin).toHaveAccessibleDescription('Only an administrator or an owner can do this. Your role: Auditor.')
})

test.describe('in German', () => {
  test.use({ locale: 'de-DE' })

  test('the page of a test login has not a word of English', async ({ page, server, key }) => {
    await applyTestApplicationDefinitions(server, [
      { id: 'buch', name: 'Buch', kind: 'single-page', redirectUris: ['https://buch.example/back'] },
    ])
    await signInByApi(page.context(), server.origin, key)
    await grantRoleToSignedInPerson(page, server, 'administrator')
    await mockApiEndpointResponse(page, 'readTestLogin', { ...tried, application: 'buch' })
    await page.goto(`/admin/test-logins/${'2'.repeat(26)}`)
    await expect(page.getByRole('heading', { level: 1, name: 'Probeanmeldung bei Buch' })).toBeVisible()
    await expect(page.getByText('Es geht: das würde die Anwendung erfahren.')).toBeVisible()
    await expect(findTestLoginClaimTableRow(page, 'ID-Token', 'sub')).toContainText('Wer Sie für diese Anwendung sind.')
  })
})
