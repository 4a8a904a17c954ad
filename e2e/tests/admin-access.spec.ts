// Tests admin access: who may enter, what everyone else sees, and immediate effect of a revoked
// role.
import { expectAccessible, expectNoHorizontalScroll } from '../src/expect-accessible.ts'
import {
  signInWithRole,
  grantRoleToSignedInPerson,
  revokeRoleInTestDatabase,
} from '../src/admin-role-browser-test-steps.ts'
import { findStepUpDialog } from '../src/find-step-up-dialog.ts'
import { pressControlByKeyboard } from '../src/press-control-by-keyboard.ts'
import { waitUntilPageLoaded } from '../src/wait-until-page-loaded.ts'
import { testUserAgents } from '../src/public-page-test-cases.ts'
import { createApiEndpointUrlMatcher, mockApiEndpointError } from '../src/api-response-mocking-test-steps.ts'
import { openAccountWithFakeWallet, firstFakeWalletName } from '../src/wallet-sign-in-test-steps.ts'
import { chooseWalletInDialog } from '../src/wallets-page-test-steps.ts'
import { signInWithSecondBrowser } from './same-person-second-browser-test-steps.ts'
import { expect, test } from './server-playwright-fixtures.ts'

test('N11: a signed-out admin signs in, steps up, and returns to the same view', async ({ page, server, key }) => {
  await signInWithRole(page, server, key, 'auditor')
  // Leaves the account page, which would notice the missing session and redirect.
  await page.goto('about:blank')
  await page.context().clearCookies()
  await page.goto('/admin?days=90')
  await expect(page.getByRole('heading', { level: 1, name: 'Sign in' })).toBeVisible()
  await page.getByRole('button', { name: firstFakeWalletName }).click()
  await page.waitForURL('**/admin?days=90')
  // Without cookies the browser is new, so the console requires a step-up before it shows anything.
  await expect(page.getByRole('heading', { level: 1, name: 'Confirm it’s you' })).toBeVisible()
  await expectAccessible(page)
  await page.getByRole('button', { name: 'Confirm it’s me' }).click()
  await chooseWalletInDialog(findStepUpDialog(page), firstFakeWalletName)
  await expect(page.getByRole('heading', { level: 1, name: 'Overview' })).toBeVisible()
  await expect(page).toHaveURL(/\/admin\?days=90$/)
})

test('N11: a person without a role sees how to get one, and gets access once it is granted', async ({
  page,
  server,
  key,
}) => {
  await openAccountWithFakeWallet(page, key)
  await expect(page.getByRole('link', { name: 'Administration' })).toHaveCount(0)
  await page.goto('/admin')
  await expect(page.getByRole('heading', { level: 1, name: 'You don’t have a role here' })).toBeVisible()
  await expect(page.getByText(`countersign owner grant ${key.address}`)).toBeVisible()
  await expectAccessible(page)
  await page.setViewportSize({ width: 1280, height: 900 })
  await grantRoleToSignedInPerson(page, server, 'owner')
  await page.getByRole('button', { name: 'Check again' }).click()
  await expect(page.getByRole('navigation', { name: 'Administration' })).toBeVisible()
  await page.getByRole('link', { name: 'Your account' }).click()
  await expect(page.getByRole('link', { name: 'Administration' })).toBeVisible()
  await page.setViewportSize({ width: 320, height: 640 })
  await expect(page.getByRole('link', { name: 'Administration' })).toBeHidden()
  await expectNoHorizontalScroll(page)
  await page.getByRole('button', { name: 'More' }).click()
  await page.getByRole('link', { name: 'Administration' }).click()
  await expect(page.getByRole('heading', { level: 1, name: 'Overview' })).toBeVisible()
})

test('N11: a revoked role takes effect at the next action', async ({ page, server, key }) => {
  const personId = await signInWithRole(page, server, key, 'administrator')
  await page.goto('/admin')
  await expect(page.getByRole('region', { name: 'Health' })).toBeVisible()
  await waitUntilPageLoaded(page)
  revokeRoleInTestDatabase(server, personId, 'administrator')
  await page.getByRole('link', { name: 'People', exact: true }).first().click()
  await expect(page.getByRole('heading', { level: 1, name: 'You don’t have a role here' })).toBeVisible()
})

test('a session ended from another browser leads to sign-in and back to the console', async ({
  page,
  browser,
  server,
  key,
}) => {
  await signInWithRole(page, server, key, 'auditor')
  await page.goto('/admin')
  await expect(page.getByRole('heading', { level: 1, name: 'Overview' })).toBeVisible()
  const elsewhere = await signInWithSecondBrowser(browser, server.origin, key, testUserAgents.firefoxOnLinux)
  await elsewhere.page.goto('/account/sessions')
  await elsewhere.page.getByRole('button', { name: 'End all other sessions' }).click()
  await elsewhere.page
    .getByRole('dialog', { name: 'End all other sessions?' })
    .getByRole('button', { name: 'End sessions' })
    .click()
  await chooseWalletInDialog(findStepUpDialog(elsewhere.page), firstFakeWalletName)
  await expect(findStepUpDialog(elsewhere.page)).toBeHidden()
  await expect(elsewhere.page.getByRole('status')).toHaveText('1 other session ended.')
  await elsewhere.page.context().close()
  await page.getByRole('link', { name: 'People', exact: true }).first().click()
  await expect(page.getByRole('heading', { level: 1, name: 'Sign in' })).toBeVisible()
  await page.getByRole('button', { name: firstFakeWalletName }).click()
  await page.waitForURL('**/admin/people')
})

test('controls that the role does not permit are disabled with a reason and reachable by keyboard', async ({
  page,
  server,
  key,
}) => {
  await signInWithRole(page, server, key, 'auditor')
  await page.goto('/admin')
  const dismiss = page.getByRole('button', { name: 'Dismiss: Add a chain' })
  await expect(dismiss).toHaveAttribute('aria-disabled', 'true')
  await expect(dismiss).toHaveAccessibleDescription('Only an owner can do this. Your role: Auditor.')
  const sent: string[] = []
  page.on('request', (request) => request.method() === 'GET' || sent.push(request.url()))
  await pressControlByKeyboard(page, dismiss)
  expect(sent).toEqual([])
  await expectAccessible(page)
})

test('an owner can dismiss a checklist step permanently', async ({ page, server, key }) => {
  await signInWithRole(page, server, key, 'owner')
  await page.goto('/admin')
  await page.getByRole('button', { name: 'Dismiss: Add a chain' }).click()
  await chooseWalletInDialog(findStepUpDialog(page), firstFakeWalletName)
  await expect(findStepUpDialog(page)).toBeHidden()
  await expect(page.getByRole('status')).toHaveText('Dismissed: Add a chain.')
  await expect(page.getByRole('button', { name: 'Dismiss: Add a chain' })).toHaveCount(0)
  await page.reload()
  await expect(page.getByText('Next steps')).toBeVisible()
  await expect(page.getByRole('button', { name: 'Dismiss: Add a chain' })).toHaveCount(0)
})

test('all admin sections and the account are reachable on a phone', async ({ page, server, key }) => {
  await signInWithRole(page, server, key, 'owner')
  await page.setViewportSize({ width: 360, height: 740 })
  await page.goto('/admin')
  await expect(page.getByRole('heading', { level: 1, name: 'Overview' })).toBeVisible()
  const places = page.getByRole('navigation', { name: 'Administration' })
  await expect(places.getByRole('link')).toHaveText(['Overview', 'People', 'Applications', 'Groups'])
  await places.getByRole('button', { name: 'More' }).click()
  await expect(places.getByRole('link')).toHaveText([
    'Overview',
    'People',
    'Applications',
    'Groups',
    'Resources',
    'Activity',
    'Settings',
    'Tokens',
  ])
  await page.getByRole('link', { name: 'Your account' }).click()
  await expect(page.getByRole('heading', { name: 'Your identity' })).toBeVisible()
})

test('an unknown admin URL shows a not-found page with a link to the overview', async ({ page, server, key }) => {
  await signInWithRole(page, server, key, 'owner')
  const response = await page.goto('/admin/nowhere')
  expect(response?.status()).toBe(404)
  await expect(page.getByRole('heading', { level: 1, name: 'Page not found' })).toBeVisible()
  await page.getByRole('link', { name: 'Go to the overview' }).click()
  await expect(page.getByRole('heading', { level: 1, name: 'Overview' })).toBeVisible()
})

test('leaving a form with unsaved changes by link or Back asks for confirmation', async ({ page, server, key }) => {
  await signInWithRole(page, server, key, 'administrator')
  await page.goto('/admin/groups')
  await page.getByRole('button', { name: 'New group' }).click()
  await page.goBack()
  await expect(page.getByRole('heading', { level: 1, name: 'Groups' })).toBeVisible()
  await page.goForward()
  await page.getByLabel('Name', { exact: true }).fill('Members')
  const dialog = page.getByRole('dialog', { name: 'Leave without saving?' })
  await pressControlByKeyboard(page, page.getByRole('link', { name: 'All groups' }))
  await expectAccessible(page)
  await page.setViewportSize({ width: 1280, height: 900 })
  await page.keyboard.press('Escape')
  await expect(dialog).toHaveCount(0)
  await expect(page.getByRole('link', { name: 'All groups' })).toBeFocused()
  await page.goBack()
  await dialog.getByRole('button', { name: 'Cancel' }).click()
  await expect(page).toHaveURL(/new-group$/)
  await expect(page.getByLabel('Name', { exact: true })).toHaveValue('Members')
  await page.goBack()
  await dialog.getByRole('button', { name: 'Leave' }).click()
  await expect(page.getByRole('heading', { level: 1, name: 'Groups' })).toBeVisible()
})

test('the console shows a server error and can retry', async ({ page, server, key }) => {
  await signInWithRole(page, server, key, 'owner')
  const readAdminSession = createApiEndpointUrlMatcher('readAdminSession')
  await mockApiEndpointError(page, readAdminSession, 'server.error')
  await page.goto('/admin')
  await expect(page.getByRole('alert')).toBeVisible()
  await page.unroute(readAdminSession)
  await page.getByRole('button', { name: 'Try again' }).click()
  await expect(page.getByRole('heading', { level: 1, name: 'Overview' })).toBeVisible()
})

test('single-key shortcuts navigate and show help unless they are turned off', async ({ page, server, key }) => {
  await signInWithRole(page, server, key, 'owner')
  await page.goto('/admin?days=7')
  await expect(page.getByRole('heading', { level: 1, name: 'Overview' })).toBeVisible()
  await page.keyboard.press('g')
  await page.keyboard.press('o')
  await expect(page).toHaveURL(/\/admin$/)
  await page.keyboard.press('?')
  const keys = page.getByRole('dialog', { name: 'Keyboard shortcuts' })
  await expect(keys.getByText('Go to: Activity')).toBeVisible()
  await expectAccessible(page)
  await page.setViewportSize({ width: 1280, height: 900 })
  await keys.getByRole('checkbox', { name: 'Enable single-key shortcuts' }).uncheck()
  await page.keyboard.press('Escape')
  await expect(keys).toHaveCount(0)
  await page.goto('/admin?days=7')
  await expect(page.getByRole('heading', { level: 1, name: 'Overview' })).toBeVisible()
  await page.keyboard.press('g')
  await page.keyboard.press('o')
  await page.keyboard.press('?')
  await expect(keys).toHaveCount(0)
  await expect(page).toHaveURL(/days=7$/)
})
