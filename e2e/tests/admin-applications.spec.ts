// Applications in the console: connected, with what to paste into them, changed, and removed.
import type { Page } from '@playwright/test'
import { expectAccessible } from '../src/expect-accessible.ts'
import { signInWithRole } from '../src/admin-role-browser-test-steps.ts'
import { openApplicationTab } from '../src/admin-application-test-steps.ts'
import { findStepUpDialog } from '../src/find-step-up-dialog.ts'
import { firstFakeWalletName } from '../src/wallet-sign-in-test-steps.ts'
import { chooseWalletInDialog } from '../src/wallets-page-test-steps.ts'
import { expect, test } from './server-playwright-fixtures.ts'

test('an application is connected: checked as it is typed, pasted from at once, its secret told once', async ({
  page,
  server,
  key,
}) => {
  await signInWithRole(page, server, key, 'administrator')
  await page.goto('/admin/applications')
  await page.getByRole('button', { name: 'Connect an application' }).click()
  await expect(page.getByRole('heading', { level: 1, name: 'Connect an application' })).toBeVisible()
  await page.getByRole('textbox', { name: 'Name', exact: true }).fill('Team Wiki')
  await expect(page.getByRole('textbox', { name: 'Id', exact: true })).toHaveValue('team-wiki')
  const redirect = page.getByRole('textbox', { name: 'Redirect addresses', exact: true })
  await redirect.fill('http://wiki.example/callback')
  await expect(redirect).toHaveAttribute('aria-invalid', 'true')
  await expect(page.getByText('It appears here as soon as everything above is right.')).toBeVisible()
  await redirect.fill('https://wiki.example/callback')
  await expect(redirect).toHaveAttribute('aria-invalid', 'false')
  await expect(page.getByRole('button', { name: 'Copy: client id' })).toBeVisible()
  await expectAccessible(page)
  await page.setViewportSize({ width: 1280, height: 900 })
  await page.getByRole('button', { name: 'Connect it' }).click()
  await chooseWalletInDialog(findStepUpDialog(page), firstFakeWalletName)
  await expect(page.getByText('“Team Wiki” is connected.')).toBeVisible()
  await expect(page.getByText('Client secret', { exact: true })).toBeVisible()
  await expect(page.getByText(`${server.origin}/.well-known/openid-configuration`)).toBeVisible()
  await expectAccessible(page)
  await page.setViewportSize({ width: 1280, height: 900 })
  await page.getByRole('button', { name: 'I have kept it' }).click()
  await page.waitForURL('**/admin/applications/team-wiki')
  await expect(page.getByRole('heading', { level: 1, name: 'Team Wiki' })).toBeVisible()
  await expect(page.getByText('Client secret', { exact: true })).toHaveCount(0)
  await expectAccessible(page)
})

test('a known program asks only for its address, and gets its own names for the settings', async ({
  page,
  server,
  key,
}) => {
  await signInWithRole(page, server, key, 'administrator')
  await page.goto('/admin/new-application')
  await page.getByRole('combobox', { name: 'What is it?' }).selectOption('Grafana')
  await page.getByRole('textbox', { name: /The address at which people open it/ }).fill('https://dash.example/')
  await expect(page.getByRole('textbox', { name: 'Redirect addresses', exact: true })).toHaveValue(
    'https://dash.example/login/generic_oauth',
  )
  await page.getByRole('button', { name: 'Connect it' }).click()
  await chooseWalletInDialog(findStepUpDialog(page), firstFakeWalletName)
  await expect(page.getByText('“Grafana” is connected.')).toBeVisible()
  await expect(page.getByRole('button', { name: 'Copy: auth_url' })).toBeVisible()
  await expect(page.getByRole('button', { name: 'Copy: client_secret' })).toBeVisible()
})

test('an application is changed, given another secret, disabled, enabled and removed', async ({
  page,
  server,
  key,
}) => {
  await signInWithRole(page, server, key, 'owner')
  await connect(page, 'Shop')
  const name = page.getByRole('textbox', { name: 'Name', exact: true })
  const save = page.getByRole('button', { name: 'Save the changes' })
  await expect(save).toHaveCount(0)
  // What is changed in one tab is saved with what is changed in another.
  await name.fill('Corner Shop')
  await openApplicationTab(page, 'Access')
  await page.getByRole('checkbox', { name: 'A contract wallet' }).uncheck()
  await save.click()
  await expect(page.getByRole('heading', { level: 1, name: 'Corner Shop' })).toBeVisible()
  await expect(save).toHaveCount(0)
  await expect(page.getByRole('checkbox', { name: 'A contract wallet' })).not.toBeChecked()

  await openApplicationTab(page, 'Connect')
  await page.getByRole('button', { name: 'Make another secret' }).click()
  const dialog = page.getByRole('dialog')
  await dialog.getByRole('combobox', { name: 'The old one works on for' }).selectOption('An hour')
  await dialog.getByRole('button', { name: 'Make another secret' }).click()
  await expect(page.getByText('Another secret was made.').first()).toBeVisible()
  await page.getByRole('button', { name: 'End the old one now' }).click()
  await dialog.getByRole('button', { name: 'End the old one now' }).click()
  await expect(page.getByText('Two secrets work now')).toHaveCount(0)
  await page.getByRole('button', { name: 'I have kept it' }).click()

  await openApplicationTab(page, 'Danger')
  await page.getByRole('button', { name: 'Disable' }).click()
  await dialog.getByRole('button', { name: 'Cancel' }).click()
  await page.getByRole('button', { name: 'Disable' }).click()
  await dialog.getByRole('button', { name: 'Disable' }).click()
  await expect(page.getByText('Disabled', { exact: true }).first()).toBeVisible()
  await page.getByRole('button', { name: 'Enable' }).click()
  await expect(page.getByRole('button', { name: 'Disable' })).toBeVisible()

  await page.getByRole('button', { name: 'Remove', exact: true }).click()
  await dialog.getByRole('button', { name: 'Remove' }).click()
  await expect(dialog.getByText('That is not “shop”.')).toBeVisible()
  await dialog.getByRole('textbox').fill('shop')
  await dialog.getByRole('button', { name: 'Remove' }).click()
  await page.waitForURL('**/admin/applications')
  await expect(page.getByRole('link', { name: 'Corner Shop' })).toHaveCount(0)
})

test('an accent of an application is worn by the preview', async ({ page, server, key }) => {
  await signInWithRole(page, server, key, 'administrator')
  await page.goto('/admin/new-application')
  await page.getByText(/^Everything else/).click()
  await page.getByRole('textbox', { name: 'Colour in light mode' }).fill('#7a1fa2')
  const worn = page
    .getByRole('figure', { name: 'Preview of the sign-in page' })
    .frameLocator('iframe[title="In light mode"]')
    .getByText('Lost yours?')
  await expect(worn).toHaveCSS('color', 'rgb(122, 31, 162)')
})

/** Connects a website and goes to its page. */
async function connect(page: Page, name: string): Promise<void> {
  await page.goto('/admin/new-application')
  await page.getByRole('textbox', { name: 'Name', exact: true }).fill(name)
  await page
    .getByRole('textbox', { name: 'Redirect addresses', exact: true })
    .fill(`https://${name.toLowerCase()}.example/callback`)
  await expect(page.getByRole('button', { name: 'Copy: client id' })).toBeVisible()
  await page.getByRole('button', { name: 'Connect it' }).click()
  await chooseWalletInDialog(findStepUpDialog(page), firstFakeWalletName)
  await page.getByRole('button', { name: 'I have kept it' }).click()
  await page.waitForURL(`**/admin/applications/${name.toLowerCase()}`)
}
