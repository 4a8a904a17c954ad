// Tests claims per application, from the console's fields to a test login, and what happens to
// usernames.
import { expectAccessible, expectNoHorizontalScroll } from '../src/expect-accessible.ts'
import { signInWithRole } from '../src/admin-role-browser-test-steps.ts'
import {
  clickBeginTestLogin,
  findTestLoginClaimTableRow,
  registerWebsiteInAdminConsole,
  openApplicationTab,
  saveApplicationChanges,
} from '../src/admin-application-test-steps.ts'
import { clickAllowOnConsentPage } from '../src/clients/application-sign-in-test-steps.ts'
import { expect, test } from './server-playwright-fixtures.ts'

test('claims renamed, moved and added in the console appear in a test login', async ({ page, server, key }) => {
  await signInWithRole(page, server, key, 'administrator')
  await registerWebsiteInAdminConsole(page, 'Board')
  await openApplicationTab(page, 'Claims')
  await page.getByRole('textbox', { name: 'Name for wallet', exact: true }).fill('sub')
  await expect(
    page.getByText('It must not affect the claim “sub”').or(page.getByText('must not affect the claim "sub"')),
  ).toBeVisible()
  await page.getByRole('textbox', { name: 'Name for wallet', exact: true }).fill('address')
  await page.getByRole('combobox', { name: 'Place for wallet', exact: true }).selectOption('From both')
  await page.getByRole('button', { name: 'Add claim' }).click()
  const constants = page.getByRole('group', { name: 'Fixed claims' })
  await constants.getByRole('textbox', { name: 'Name' }).fill('tenant')
  await constants.getByRole('textbox', { name: 'Value' }).fill('acme')
  await page.getByRole('combobox', { name: 'Place for tenant' }).selectOption('From the ID token')
  await expectAccessible(page)
  await saveApplicationChanges(page)
  await page.reload()
  await expect(page.getByRole('textbox', { name: 'Name for wallet', exact: true })).toHaveValue('address')
  await page.setViewportSize({ width: 390, height: 844 })
  await expectNoHorizontalScroll(page)
  await clickBeginTestLogin(page)
  await clickAllowOnConsentPage(page, 'Board')
  await page.waitForURL('**/admin/test-logins/*')
  const address = `eip155:1:${key.address}`
  await expect(findTestLoginClaimTableRow(page, 'ID token', 'address')).toContainText(address)
  await expect(findTestLoginClaimTableRow(page, 'ID token', 'tenant')).toContainText('acme')
  await expect(findTestLoginClaimTableRow(page, 'UserInfo', 'address')).toContainText(address)
  await expect(findTestLoginClaimTableRow(page, 'UserInfo', 'wallets')).toContainText(address)
  await expect(findTestLoginClaimTableRow(page, 'ID token', 'wallets')).toHaveCount(0)
  await expect(findTestLoginClaimTableRow(page, 'UserInfo', 'wallet')).toHaveCount(0)
  await expect(findTestLoginClaimTableRow(page, 'UserInfo', 'tenant')).toHaveCount(0)
})
