// Tests bulk actions on people, and saved views.
import { createEthereumTestKey } from '@countersign/testing/ethereum-test-keys'
import { expectAccessible } from '../src/expect-accessible.ts'
import { signInWithRole } from '../src/admin-role-browser-test-steps.ts'
import { signInWithHttpTestBrowser } from '../src/http-test-browser.ts'
import type { HttpTestBrowser } from '../src/http-test-browser.ts'
import { findStepUpDialog } from '../src/find-step-up-dialog.ts'
import { shortenAddress, firstFakeWalletName } from '../src/wallet-sign-in-test-steps.ts'
import { chooseWalletInDialog } from '../src/wallets-page-test-steps.ts'
import { expect, test } from './server-playwright-fixtures.ts'

const desktop = { width: 1440, height: 900 }

test('a bulk suspension takes one step-up, skips ineligible people with a reason, and can be undone', async ({
  page,
  server,
  key,
}) => {
  const keys = [1, 2, 3, 4].map((number) => createEthereumTestKey(960 + number))
  const clients: HttpTestBrowser[] = []
  for (const other of keys) clients.push(await signInWithHttpTestBrowser(server.origin, other))
  await signInWithRole(page, server, key, 'owner')
  await page.setViewportSize(desktop)
  await page.goto('/admin/people')
  const row = (address: string) =>
    page
      .getByRole('table', { name: 'People' })
      .getByRole('row')
      .filter({ hasText: shortenAddress(address) })
  const [first, , , last] = keys
  // The list starts with recently seen people. Selects a range, then the administrator by keyboard.
  await row(first!.address).getByRole('checkbox').check()
  await row(last!.address)
    .getByRole('checkbox')
    .click({ modifiers: ['Shift'] })
  await row(key.address).getByRole('link').focus()
  await page.keyboard.press('Space')
  const bar = page.getByRole('region', { name: 'Actions for the selection' })
  await expect(bar).toContainText('5 selected')
  await bar.getByRole('button', { name: 'Suspend' }).click()
  const dialog = page.getByRole('dialog', { name: 'Suspend people' })
  await expect(dialog.getByText('This applies to 4 people.')).toBeVisible()
  await expect(dialog.getByText('1: You can’t do this to yourself here.')).toBeVisible()
  await expectAccessible(page)
  await page.setViewportSize(desktop)
  await dialog.getByRole('button', { name: 'Suspend 4 people' }).click()
  await expect(dialog.getByText('Enter a short reason.')).toBeVisible()
  await dialog.getByLabel('Reason').fill('A leak of keys')
  await dialog.getByRole('button', { name: 'Suspend 4 people' }).click()
  await chooseWalletInDialog(findStepUpDialog(page), firstFakeWalletName)
  const toast = page.getByRole('group', { name: /^4 people suspended\./ })
  await expect(toast).toBeVisible()
  for (const client of clients) expect(await client.readPersonId()).toBeNull()
  for (const { address } of keys) await expect(row(address)).toContainText('Suspended')
  await expect(bar).toHaveCount(0)

  await toast.getByRole('button', { name: 'Undo' }).click()
  await expect(page.getByRole('group', { name: /^4 people can sign in again\./ })).toBeVisible()
  for (const { address } of keys) await expect(row(address)).not.toContainText('Suspended')
  for (const client of clients) expect(await client.readPersonId()).toBeNull()
  expect(await (await signInWithHttpTestBrowser(server.origin, first!)).readPersonId()).not.toBeNull()
})

test('an owner saves a named view and shares it with other admins', async ({ page, server, key, browser }) => {
  await signInWithRole(page, server, key, 'owner')
  await page.setViewportSize(desktop)
  await page.goto('/admin/people?role=owner&sort=name&order=asc')
  await page.getByRole('button', { name: 'Views' }).click()
  await page.getByRole('button', { name: 'Save this view' }).click()
  const dialog = page.getByRole('dialog')
  await dialog.getByLabel('Name', { exact: true }).fill('Who owns this')
  await dialog.getByRole('checkbox', { name: 'Share with everyone who can see this list' }).check()
  await dialog.getByRole('button', { name: 'Save', exact: true }).click()
  await expect(page.getByRole('dialog')).toHaveCount(0)

  const context = await browser.newContext({ baseURL: server.origin, locale: 'en-US', viewport: desktop })
  const other = await context.newPage()
  await signInWithRole(other, server, createEthereumTestKey(970), 'auditor')
  await other.goto('/admin/people')
  await other.getByRole('button', { name: 'Views' }).click()
  await other
    .getByRole('list', { name: 'Saved views' })
    .getByRole('button', { name: /^Who owns this/ })
    .click()
  await other.waitForURL('**/admin/people?role=owner&sort=name&order=asc')
  await expect(other.getByLabel('Role', { exact: true })).toHaveValue('owner')
  await expectAccessible(other)
  await context.close()
})
