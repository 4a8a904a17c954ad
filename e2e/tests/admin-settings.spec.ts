// Tests the settings page: visible to owners only, with settings that can be edited, and the
// environment variables of those that cannot.
import { expectAccessible, expectNoHorizontalScroll } from '../src/expect-accessible.ts'
import { signInWithRole } from '../src/admin-role-browser-test-steps.ts'
import { findStepUpDialog } from '../src/find-step-up-dialog.ts'
import { firstFakeWalletName } from '../src/wallet-sign-in-test-steps.ts'
import { chooseWalletInDialog } from '../src/wallets-page-test-steps.ts'
import type { Locator } from '@playwright/test'
import { expect, test } from './server-playwright-fixtures.ts'

test('an owner views and searches the settings and creates the next signing keys', async ({ page, server, key }) => {
  test.slow()
  await signInWithRole(page, server, key, 'owner')
  await page.goto('/admin/settings')
  await expect(page.getByRole('heading', { level: 1, name: 'Settings' })).toBeVisible()
  const set = page.getByRole('table', { name: 'Server settings' })
  // Changed settings are listed; the others appear on request or by search.
  await expect(set.getByText('COUNTERSIGN_DATABASE', { exact: true })).toBeVisible()
  await expect(set.getByText('COUNTERSIGN_ORIGIN', { exact: true })).toHaveCount(0)
  await page.getByRole('searchbox', { name: 'Server settings' }).fill('origin')
  await expect(set.getByRole('row', { name: /COUNTERSIGN_ORIGIN/ })).toContainText('Default')
  await page.getByRole('searchbox', { name: 'Server settings' }).fill('')
  await page.getByRole('button', { name: /^Show all \d+ settings$/ }).click()
  await expect(set.getByText('COUNTERSIGN_ORIGIN', { exact: true })).toBeVisible()
  await expectAccessible(page)
  await page.setViewportSize({ width: 1280, height: 900 })
  await page.getByRole('button', { name: 'Create next keys' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Create next keys' }).click()
  await chooseWalletInDialog(findStepUpDialog(page), firstFakeWalletName)
  await expect(page.getByText(/^(Created \d+ keys?|The next keys already exist)\.$/).first()).toBeVisible()
})

test('an accent color with too little contrast is flagged while typing and not saved', async ({
  page,
  server,
  key,
}) => {
  await signInWithRole(page, server, key, 'owner')
  await page.goto('/admin/settings')
  const light = page.getByRole('textbox', { name: 'Color in light mode' })
  await light.fill('#ffee00')
  await expect(page.getByText(/^Contrast 1\.\d+; it must be at least 4\.5\./)).toBeVisible()
  await page.getByRole('button', { name: 'Save', exact: true }).click()
  await expect(light).toBeFocused()
  await light.fill('#7a1fa2')
  await expect(page.getByText(/^Contrast \d+\.?\d*: readable\./)).toBeVisible()
})

test('the sign-in preview follows every change in both modes and is not interactive', async ({ page, server, key }) => {
  test.slow()
  await signInWithRole(page, server, key, 'owner')
  await page.goto('/admin/settings')
  const preview = page.getByRole('figure', { name: 'Preview of the sign-in page' })
  const [light, dark] = ['In light mode', 'In dark mode'].map((title) =>
    preview.frameLocator(`iframe[title="${title}"]`).locator('body'),
  ) as [Locator, Locator]
  await expect(light).toContainText('Countersign')
  await page.getByRole('textbox', { name: 'Site name' }).fill('Guild of Lamps')
  await page.getByRole('textbox', { name: 'Color in light mode' }).fill('#6a1b4d')
  await page.getByRole('textbox', { name: 'Color in dark mode' }).fill('#f0a8d0')
  await page.getByRole('textbox', { name: 'Link to the terms' }).fill('https://guild.example/terms')
  for (const part of [light, dark]) {
    await expect(part).toContainText('Guild of Lamps')
    await expect(part).toContainText('Terms')
    await expect(part).toContainText('Deutsch')
  }
  await expect(light.getByText('Lost your wallet?')).toHaveCSS('color', 'rgb(106, 27, 77)')
  await expect(dark.getByText('Lost your wallet?')).toHaveCSS('color', 'rgb(240, 168, 208)')
  await page.getByRole('checkbox', { name: 'Deutsch' }).uncheck()
  await expect(light).not.toContainText('Deutsch')
  await expectAccessible(page)
  await page.setViewportSize({ width: 360, height: 740 })
  await expectNoHorizontalScroll(page)
  // Keyboard focus skips the preview, and the tab keeps the title of the settings page.
  await preview.getByRole('radio', { name: 'On a phone' }).focus()
  await page.keyboard.press('Tab')
  await expect(preview.locator(':focus')).toHaveCount(0)
  await expect(page).toHaveTitle(/^Settings · /)
  await page.goto('/sign-in')
  await expect(page.getByRole('contentinfo')).toContainText('Countersign')
})

test('N11: only owners can see the settings; other roles see the reason', async ({ page, server, key }) => {
  await signInWithRole(page, server, key, 'administrator')
  const asked: string[] = []
  page.on('request', (request) => request.url().includes('/api/admin/settings') && asked.push(request.url()))
  await page.goto('/admin/settings')
  await expect(page.getByText('Only owners can see the settings')).toBeVisible()
  await expect(page.getByText('Only an owner can do this. Your role: Administrator.')).toBeVisible()
  expect(asked).toEqual([])
  await expectAccessible(page)
})
