// Tests applications in the console: connect, configure, change and remove.
import type { Page } from '@playwright/test'
import { expectAccessible } from '../src/expect-accessible.ts'
import { signInWithRole } from '../src/admin-role-browser-test-steps.ts'
import { openApplicationTab } from '../src/admin-application-test-steps.ts'
import { findStepUpDialog } from '../src/find-step-up-dialog.ts'
import { firstFakeWalletName } from '../src/wallet-sign-in-test-steps.ts'
import { chooseWalletInDialog } from '../src/wallets-page-test-steps.ts'
import { expect, test } from './server-playwright-fixtures.ts'

test('connecting a website validates input while typing and shows one block with the secret once', async ({
  page,
  server,
  key,
}) => {
  await signInWithRole(page, server, key, 'administrator')
  await page.goto('/admin/applications')
  await page.getByRole('button', { name: 'Connect an application' }).click()
  await expect(page.getByRole('heading', { level: 1, name: 'What do you want to connect?' })).toBeVisible()
  await expectAccessible(page)
  await page.getByRole('link', { name: /^Website/ }).click()
  await page.getByRole('textbox', { name: 'Name', exact: true }).fill('Team Wiki')
  const redirect = page.getByRole('textbox', { name: 'Redirect URIs', exact: true })
  await redirect.fill('http://wiki.example/callback')
  await expect(redirect).toHaveAttribute('aria-invalid', 'true')
  await redirect.fill('https://wiki.example/callback')
  await expect(redirect).toHaveAttribute('aria-invalid', 'false')
  await page.getByText('More settings').click()
  await expect(page.getByRole('textbox', { name: 'ID', exact: true })).toHaveValue('team-wiki')
  await expectAccessible(page)
  await page.setViewportSize({ width: 1280, height: 900 })
  await page.getByRole('button', { name: 'Connect application' }).click()
  await chooseWalletInDialog(findStepUpDialog(page), firstFakeWalletName)
  await expect(page.getByText('“Team Wiki” is registered.')).toBeVisible()
  const block = page.getByRole('region', { name: '.env' })
  await expect(block).toContainText(`COUNTERSIGN_ISSUER=${server.origin}`)
  await expect(block).toContainText(/COUNTERSIGN_CLIENT_SECRET=[\w-]{43}/)
  await expectAccessible(page)
  await page.setViewportSize({ width: 1280, height: 900 })
  await page.getByRole('button', { name: 'I’ve saved it' }).click()
  await page.waitForURL('**/admin/applications/team-wiki')
  await expect(page.getByRole('heading', { level: 1, name: 'Team Wiki' })).toBeVisible()
  await openApplicationTab(page, 'Connect')
  await expect(block).toContainText('COUNTERSIGN_CLIENT_SECRET=THE_SECRET')
  await expectAccessible(page)
})

test('connecting a known program requires only its address, shows its own format, and tests the sign-in in another tab', async ({
  page,
  context,
  server,
  key,
}) => {
  await signInWithRole(page, server, key, 'administrator')
  await page.goto('/admin/new-application')
  await page.getByRole('searchbox', { name: /^Search \d+ programs and frameworks$/ }).fill('grafana')
  await page.keyboard.press('Enter')
  await page.waitForURL('**/admin/new-application?program=grafana')
  await page.goBack()
  await page.getByRole('link', { name: /^Grafana/ }).click()
  await page.getByRole('textbox', { name: 'Address of Grafana' }).fill('https://dash.example/')
  await page.getByRole('button', { name: 'Connect application' }).click()
  await chooseWalletInDialog(findStepUpDialog(page), firstFakeWalletName)
  await expect(page.getByRole('heading', { level: 1, name: 'Set up Grafana' })).toBeVisible()
  const block = page.getByRole('region', { name: 'In Grafana: grafana.ini, section [auth.generic_oauth]' })
  await expect(block).toContainText(/client_id = grafana\nclient_secret = [\w-]{43}\n/)
  await expect(page.getByRole('link', { name: 'Open Grafana' })).toHaveAttribute('href', 'https://dash.example')
  await expectAccessible(page)

  const opened = context.waitForEvent('page')
  await page.getByRole('button', { name: 'Test the sign-in' }).click()
  const tab = await opened
  await expect(page.getByText('Waiting for the sign-in…')).toBeVisible()
  await tab.getByRole('button', { name: 'Allow and continue' }).click()
  await tab.waitForURL('**/admin/test-logins/*')
  await expect(page.getByText('The sign-in works.')).toBeVisible()
  await expect(block).toContainText('client_secret')
  await expectAccessible(page)
})

test('an application can be edited, given a new secret, disabled, enabled and removed', async ({
  page,
  server,
  key,
}) => {
  await signInWithRole(page, server, key, 'owner')
  await connect(page, 'Shop')
  const name = page.getByRole('textbox', { name: 'Name', exact: true })
  const save = page.getByRole('button', { name: 'Save changes' })
  await expect(save).toHaveCount(0)
  await name.fill('Corner Shop')
  await openApplicationTab(page, 'Access')
  await page.getByRole('checkbox', { name: 'Contract wallet' }).uncheck()
  await save.click()
  await expect(page.getByRole('heading', { level: 1, name: 'Corner Shop' })).toBeVisible()
  await expect(save).toHaveCount(0)
  await expect(page.getByRole('checkbox', { name: 'Contract wallet' })).not.toBeChecked()

  await openApplicationTab(page, 'Connect')
  await page.getByRole('button', { name: 'Create new secret' }).click()
  const dialog = page.getByRole('dialog')
  await dialog.getByRole('combobox', { name: 'Keep the old secret for' }).selectOption('An hour')
  await dialog.getByRole('button', { name: 'Create new secret' }).click()
  await expect(page.getByText('New secret created.').first()).toBeVisible()
  await page.getByRole('button', { name: 'Revoke old secret' }).click()
  await dialog.getByRole('button', { name: 'Revoke old secret' }).click()
  await expect(page.getByText('Two secrets are valid right now')).toHaveCount(0)
  await page.getByRole('button', { name: 'I’ve saved it' }).click()

  await openApplicationTab(page, 'Danger')
  await page.getByRole('button', { name: 'Disable' }).click()
  await dialog.getByRole('button', { name: 'Cancel' }).click()
  await page.getByRole('button', { name: 'Disable' }).click()
  await dialog.getByRole('button', { name: 'Disable' }).click()
  await expect(page.getByText('Disabled', { exact: true }).first()).toBeVisible()
  await page.getByRole('button', { name: 'Enable' }).click()
  await expect(page.getByRole('button', { name: 'Disable' })).toBeVisible()

  await page.getByRole('button', { name: 'Delete', exact: true }).click()
  await dialog.getByRole('button', { name: 'Delete' }).click()
  await expect(dialog.getByText('This isn’t “shop”.')).toBeVisible()
  await dialog.getByRole('textbox').fill('shop')
  await dialog.getByRole('button', { name: 'Delete' }).click()
  await page.waitForURL('**/admin/applications')
  await expect(page.getByRole('link', { name: 'Corner Shop' })).toHaveCount(0)
})

test('the preview uses the accent color of the application', async ({ page, server, key }) => {
  await signInWithRole(page, server, key, 'administrator')
  await page.goto('/admin/new-application?kind=web')
  await page.getByText(/^More settings/).click()
  await page.getByRole('textbox', { name: 'Color in light mode' }).fill('#7a1fa2')
  const worn = page.frameLocator('iframe[title="Preview of the sign-in page"]').getByText('Lost your wallet?')
  await expect(worn).toHaveCSS('color', 'rgb(122, 31, 162)')
})

async function connect(page: Page, name: string): Promise<void> {
  await page.goto('/admin/new-application?kind=web')
  await page.getByRole('textbox', { name: 'Name', exact: true }).fill(name)
  await page
    .getByRole('textbox', { name: 'Redirect URIs', exact: true })
    .fill(`https://${name.toLowerCase()}.example/callback`)
  await page.getByRole('button', { name: 'Connect application' }).click()
  await chooseWalletInDialog(findStepUpDialog(page), firstFakeWalletName)
  await page.getByRole('button', { name: 'I’ve saved it' }).click()
  await page.waitForURL(`**/admin/applications/${name.toLowerCase()}`)
}
