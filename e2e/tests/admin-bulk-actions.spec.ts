// Several people at once, and the views of a list that somebody keeps.
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

test('several people are suspended with one proof, whoever cannot be says why, and the undo restores exactly them', async ({
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
  // Those seen last stand above: a range from the first to the last of them, and oneself by the keyboard.
  await row(first!.address).getByRole('checkbox').check()
  await row(last!.address)
    .getByRole('checkbox')
    .click({ modifiers: ['Shift'] })
  await row(key.address).getByRole('link').focus()
  await page.keyboard.press('Space')
  const bar = page.getByRole('region', { name: 'What to do with those chosen' })
  await expect(bar).toContainText('5 chosen')
  await bar.getByRole('button', { name: 'Suspend' }).click()
  const dialog = page.getByRole('dialog', { name: 'Suspend several people' })
  await expect(dialog.getByText('It will be done to 4 people.')).toBeVisible()
  await expect(dialog.getByText('1: You can’t do this to yourself here.')).toBeVisible()
  await expectAccessible(page)
  await page.setViewportSize(desktop)
  await dialog.getByRole('button', { name: 'Suspend 4 people' }).click()
  await expect(dialog.getByText('Write a few words, so that it can be understood later.')).toBeVisible()
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
  // Sessions that ended stay ended.
  for (const client of clients) expect(await client.readPersonId()).toBeNull()
  expect(await (await signInWithHttpTestBrowser(server.origin, first!)).readPersonId()).not.toBeNull()
})

test('a view is kept under a name, opened again, and shared by an owner', async ({ page, server, key, browser }) => {
  await signInWithRole(page, server, key, 'owner')
  await page.setViewportSize(desktop)
  await page.goto('/admin/people?role=owner&sort=name&order=asc')
  await page.getByRole('button', { name: 'Views' }).click()
  await page.getByRole('button', { name: 'Save this view' }).click()
  const dialog = page.getByRole('dialog')
  await dialog.getByLabel('Name', { exact: true }).fill('Who owns this')
  await dialog.getByRole('checkbox', { name: 'Everybody with a role here finds it' }).check()
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
