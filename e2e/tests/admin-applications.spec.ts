// Tests applications in the console: connect, configure, change and remove.
import type { Page } from '@playwright/test'
import { expectAccessible } from '../src/expect-accessible.ts'
import { signInWithRole } from '../src/admin-role-browser-test-steps.ts'
import { openApplicationTab } from '../src/admin-application-test-steps.ts'
import { findStepUpDialog } from '../src/find-step-up-dialog.ts'
import { firstFakeWalletName } from '../src/wallet-sign-in-test-steps.ts'
import { chooseWalletInDialog } from '../src/wallets-page-test-steps.ts'
import { expect, test } from './server-playwright-fixtures.ts'

test('connecting an application validates input while typing and shows the secret once', async ({
  page,
  server,
  key,
}) => {
  await signInWithRole(page, server, key, 'administrator')
  await page.goto('/admin/applications')
  await page.getByRole('button', { name: 'Connect an application' }).click()
  await expect(page.getByRole('heading', { level: 1, name: 'Connect an application' })).toBeVisible()
  await page.getByRole('textbox', { name: 'Name', exact: true }).fill('Team Wiki')
  await expect(page.getByRole('textbox', { name: 'ID', exact: true })).toHaveValue('team-wiki')
  const redirect = page.getByRole('textbox', { name: 'Redirect URIs', exact: true })
  await redirect.fill('http://wiki.example/callback')
  await expect(redirect).toHaveAttribute('aria-invalid', 'true')
  await expect(page.getByText('They appear here once all fields above are valid.')).toBeVisible()
  await redirect.fill('https://wiki.example/callback')
  await expect(redirect).toHaveAttribute('aria-invalid', 'false')
  await expect(page.getByRole('button', { name: 'Copy: client id' })).toBeVisible()
  await expectAccessible(page)
  await page.setViewportSize({ width: 1280, height: 900 })
  await page.getByRole('button', { name: 'Connect application' }).click()
  await chooseWalletInDialog(findStepUpDialog(page), firstFakeWalletName)
  await expect(page.getByText('“Team Wiki” is connected.')).toBeVisible()
  await expect(page.getByText('Client secret', { exact: true })).toBeVisible()
  await expect(page.getByText(`${server.origin}/.well-known/openid-configuration`)).toBeVisible()
  await expectAccessible(page)
  await page.setViewportSize({ width: 1280, height: 900 })
  await page.getByRole('button', { name: 'I’ve saved it' }).click()
  await page.waitForURL('**/admin/applications/team-wiki')
  await expect(page.getByRole('heading', { level: 1, name: 'Team Wiki' })).toBeVisible()
  await expect(page.getByText('Client secret', { exact: true })).toHaveCount(0)
  await expectAccessible(page)
})

test('connecting a known program requires only its URL and shows settings under the program’s names', async ({
  page,
  server,
  key,
}) => {
  await signInWithRole(page, server, key, 'administrator')
  await page.goto('/admin/new-application')
  await page.getByRole('combobox', { name: 'Application type' }).selectOption('Grafana')
  await page.getByRole('textbox', { name: /The address at which people open/ }).fill('https://dash.example/')
  await expect(page.getByRole('textbox', { name: 'Redirect URIs', exact: true })).toHaveValue(
    'https://dash.example/login/generic_oauth',
  )
  await page.getByRole('button', { name: 'Connect application' }).click()
  await chooseWalletInDialog(findStepUpDialog(page), firstFakeWalletName)
  await expect(page.getByText('“Grafana” is connected.')).toBeVisible()
  await expect(page.getByRole('button', { name: 'Copy: auth_url' })).toBeVisible()
  await expect(page.getByRole('button', { name: 'Copy: client_secret' })).toBeVisible()
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
  await page.goto('/admin/new-application')
  await page.getByText(/^More settings/).click()
  await page.getByRole('textbox', { name: 'Color in light mode' }).fill('#7a1fa2')
  const worn = page
    .getByRole('figure', { name: 'Preview of the sign-in page' })
    .frameLocator('iframe[title="In light mode"]')
    .getByText('Lost your wallet?')
  await expect(worn).toHaveCSS('color', 'rgb(122, 31, 162)')
})

async function connect(page: Page, name: string): Promise<void> {
  await page.goto('/admin/new-application')
  await page.getByRole('textbox', { name: 'Name', exact: true }).fill(name)
  await page
    .getByRole('textbox', { name: 'Redirect URIs', exact: true })
    .fill(`https://${name.toLowerCase()}.example/callback`)
  await expect(page.getByRole('button', { name: 'Copy: client id' })).toBeVisible()
  await page.getByRole('button', { name: 'Connect application' }).click()
  await chooseWalletInDialog(findStepUpDialog(page), firstFakeWalletName)
  await page.getByRole('button', { name: 'I’ve saved it' }).click()
  await page.waitForURL(`**/admin/applications/${name.toLowerCase()}`)
}
