// The frame of the administration: who is let in, what everybody else is told, and that a role which goes is gone at once.
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

test('N11 who is not signed in signs in, and comes back to the very view', async ({ page, server, key }) => {
  await signInWithRole(page, server, key, 'auditor')
  // The account page that is open would leave for its own word about a session that ended, and take this page along.
  await page.goto('about:blank')
  await page.context().clearCookies()
  await page.goto('/admin?days=90')
  await expect(page.getByRole('heading', { level: 1, name: 'Sign in' })).toBeVisible()
  await page.getByRole('button', { name: firstFakeWalletName }).click()
  await page.waitForURL('**/admin?days=90')
  // This browser is new after all of its cookies went: nothing is shown before the person has shown that it is theirs.
  await expect(page.getByRole('heading', { level: 1, name: 'Is it you?' })).toBeVisible()
  await expectAccessible(page)
  await page.getByRole('button', { name: 'Confirm that it is me' }).click()
  await chooseWalletInDialog(findStepUpDialog(page), firstFakeWalletName)
  await expect(page.getByRole('heading', { level: 1, name: 'Overview' })).toBeVisible()
  await expect(page.getByRole('link', { name: '90 days' })).toHaveAttribute('aria-current', 'true')
})

test('N11 who has no role is told so, and how to get one; once it is there, they are in', async ({
  page,
  server,
  key,
}) => {
  await openAccountWithFakeWallet(page, key)
  await expect(page.getByRole('link', { name: 'Administration' })).toHaveCount(0)
  await page.goto('/admin')
  await expect(page.getByRole('heading', { level: 1, name: 'You have no role here' })).toBeVisible()
  await expect(page.getByText(`countersign owner grant ${key.address}`)).toBeVisible()
  await expectAccessible(page)
  await page.setViewportSize({ width: 1280, height: 900 })
  await grantRoleToSignedInPerson(page, server, 'owner')
  await page.getByRole('button', { name: 'Look again' }).click()
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

test('N11 a role that is taken away is gone at the next step', async ({ page, server, key }) => {
  const personId = await signInWithRole(page, server, key, 'administrator')
  await page.goto('/admin')
  // Once all of it is there: what is still on its way would be refused, and the page tell that before the next step.
  await expect(page.getByRole('region', { name: 'Now' }).getByRole('link', { name: /^People/ })).toBeVisible()
  await waitUntilPageLoaded(page)
  revokeRoleInTestDatabase(server, personId, 'administrator')
  await page.getByRole('link', { name: '7 days' }).click()
  await expect(page.getByRole('heading', { level: 1, name: 'You have no role here' })).toBeVisible()
})

test('a session that ended elsewhere leads to signing in, and back', async ({ page, browser, server, key }) => {
  await signInWithRole(page, server, key, 'auditor')
  await page.goto('/admin')
  await expect(page.getByRole('heading', { level: 1, name: 'Overview' })).toBeVisible()
  const elsewhere = await signInWithSecondBrowser(browser, server.origin, key, testUserAgents.firefoxOnLinux)
  await elsewhere.page.goto('/account/sessions')
  await elsewhere.page.getByRole('button', { name: 'End all others' }).click()
  await elsewhere.page
    .getByRole('dialog', { name: 'End all other sessions?' })
    .getByRole('button', { name: 'End them' })
    .click()
  await chooseWalletInDialog(findStepUpDialog(elsewhere.page), firstFakeWalletName)
  await expect(findStepUpDialog(elsewhere.page)).toBeHidden()
  await expect(elsewhere.page.getByRole('status')).toHaveText('1 other session has ended.')
  await elsewhere.page.context().close()
  await page.getByRole('link', { name: '7 days' }).click()
  await expect(page.getByRole('heading', { level: 1, name: 'Sign in' })).toBeVisible()
  await page.getByRole('button', { name: firstFakeWalletName }).click()
  await page.waitForURL('**/admin?days=7')
})

test('what a role may not do says why, and can be reached by keyboard', async ({ page, server, key }) => {
  await signInWithRole(page, server, key, 'auditor')
  await page.goto('/admin')
  const dismiss = page.getByRole('button', { name: 'Set aside: Read a chain' })
  await expect(dismiss).toHaveAttribute('aria-disabled', 'true')
  await expect(dismiss).toHaveAccessibleDescription('Only an owner can do this. Your role: Auditor.')
  const sent: string[] = []
  page.on('request', (request) => request.method() === 'GET' || sent.push(request.url()))
  await pressControlByKeyboard(page, dismiss)
  expect(sent).toEqual([])
  await expectAccessible(page)
})

test('an owner sets a step aside, and it stays so', async ({ page, server, key }) => {
  await signInWithRole(page, server, key, 'owner')
  await page.goto('/admin')
  await page.getByRole('button', { name: 'Set aside: Read a chain' }).click()
  await chooseWalletInDialog(findStepUpDialog(page), firstFakeWalletName)
  await expect(findStepUpDialog(page)).toBeHidden()
  await expect(page.getByRole('status')).toHaveText('Set aside: Read a chain.')
  await expect(page.getByText('Needed for contract wallets')).toHaveCount(0)
  await page.reload()
  await expect(page.getByText('Worth doing next')).toBeVisible()
  await expect(page.getByText('Needed for contract wallets')).toHaveCount(0)
})

test('a phone has every place in reach, and the way back to the account', async ({ page, server, key }) => {
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
  await expect(page.getByRole('heading', { name: 'Who you are here' })).toBeVisible()
})

test('an address that leads nowhere says so', async ({ page, server, key }) => {
  await signInWithRole(page, server, key, 'owner')
  const response = await page.goto('/admin/nowhere')
  expect(response?.status()).toBe(404)
  await expect(page.getByRole('heading', { level: 1, name: 'Nothing at this address' })).toBeVisible()
  await page.getByRole('link', { name: 'To the overview' }).click()
  await expect(page.getByRole('heading', { level: 1, name: 'Overview' })).toBeVisible()
})

test('what was changed and not saved is not lost by a slip, by a link or by going back', async ({
  page,
  server,
  key,
}) => {
  await signInWithRole(page, server, key, 'administrator')
  await page.goto('/admin/groups')
  await page.getByRole('button', { name: 'New group' }).click()
  // Nothing was written yet: nothing is asked.
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

test('a server that does not answer is said, and tried again', async ({ page, server, key }) => {
  await signInWithRole(page, server, key, 'owner')
  const readAdminSession = createApiEndpointUrlMatcher('readAdminSession')
  await mockApiEndpointError(page, readAdminSession, 'server.error')
  await page.goto('/admin')
  await expect(page.getByRole('alert')).toBeVisible()
  await page.unroute(readAdminSession)
  await page.getByRole('button', { name: 'Try again' }).click()
  await expect(page.getByRole('heading', { level: 1, name: 'Overview' })).toBeVisible()
})

test('single keys go to places and tell what they are, but not while somebody types, and not where they are turned off', async ({
  page,
  server,
  key,
}) => {
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
  await keys.getByRole('checkbox', { name: 'Single keys do this' }).uncheck()
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
