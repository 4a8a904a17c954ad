// Claims by application, from the fields of the console to what a test login shows; and what becomes of the names of people.
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

test('claims are named, put and added in the console, and a test login shows how they arrive', async ({
  page,
  server,
  key,
}) => {
  await signInWithRole(page, server, key, 'administrator')
  await registerWebsiteInAdminConsole(page, 'Board')
  await openApplicationTab(page, 'Claims')
  await page.getByRole('textbox', { name: 'Name of wallet there' }).fill('sub')
  await expect(
    page.getByText('It must not touch the claim “sub”').or(page.getByText('must not touch the claim "sub"')),
  ).toBeVisible()
  await page.getByRole('textbox', { name: 'Name of wallet there' }).fill('address')
  await page.getByRole('combobox', { name: 'Where wallet is told' }).selectOption('In both')
  await page.getByRole('button', { name: 'Add a value' }).click()
  const constants = page.getByRole('group', { name: 'The same for everybody' })
  await constants.getByRole('textbox', { name: 'Name' }).fill('tenant')
  await constants.getByRole('textbox', { name: 'Value' }).fill('acme')
  await page.getByRole('combobox', { name: 'Where tenant is told' }).selectOption('In the ID token')
  await expectAccessible(page)
  await saveApplicationChanges(page)
  await page.reload()
  await expect(page.getByRole('textbox', { name: 'Name of wallet there' })).toHaveValue('address')
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
