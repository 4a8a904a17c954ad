// Tests the remaining screens for axe violations, in light and dark mode on desktop and phone, and
// the account by keyboard only.
import { createEthereumTestKey } from '@countersign/testing/ethereum-test-keys'
import { expectAccessible } from '../src/expect-accessible.ts'
import { signInWithHttpTestBrowser } from '../src/http-test-browser.ts'
import { findStepUpDialog } from '../src/find-step-up-dialog.ts'
import { pressControlByKeyboard } from '../src/press-control-by-keyboard.ts'
import { publicPageTestCases, testUserAgents } from '../src/public-page-test-cases.ts'
import {
  expectAccountPage,
  installFakeWallet,
  shortenAddress,
  openAccountWithFakeWallet,
  firstFakeWalletName,
} from '../src/wallet-sign-in-test-steps.ts'
import { expect, test } from './server-playwright-fixtures.ts'

for (const { path, title } of publicPageTestCases) {
  test(`public page is accessible: ${path}`, async ({ page }) => {
    await page.goto(path)
    await expect(page.getByRole('heading', { level: 1, name: title })).toBeVisible()
    await expect(page).toHaveTitle(`${title} · Countersign`)
    await expectAccessible(page)
  })
}

test('account, wallets and sessions pages are accessible', async ({ page, server, key }) => {
  await signInWithHttpTestBrowser(server.origin, key, { 'user-agent': testUserAgents.firefoxOnWindows })
  await openAccountWithFakeWallet(page, key)
  await expectAccessible(page)
  for (const { name, title } of [
    { name: 'Wallets', title: 'Your wallets' },
    { name: 'Sessions', title: 'Your sessions' },
  ]) {
    await page.getByRole('navigation', { name: 'Your account' }).getByRole('link', { name }).click()
    await expect(page.getByRole('heading', { level: 1, name: title })).toBeFocused()
    await expect(page.getByRole('list', { name: title }).getByRole('listitem').first()).toBeVisible()
    await expectAccessible(page)
  }
  await page.getByRole('button', { name: 'End all other sessions' }).click()
  await expect(page.getByRole('dialog')).toBeVisible()
  await expectAccessible(page)
})

test('a full address can be shown and copied', async ({ page, context, key }) => {
  await context.grantPermissions(['clipboard-read', 'clipboard-write'])
  await openAccountWithFakeWallet(page, key)
  await page.goto('/account/wallets')
  const wallet = page.getByRole('list', { name: 'Your wallets' }).getByRole('listitem')
  await expect(wallet.getByText(shortenAddress(key.address))).toBeVisible()
  await wallet.getByRole('button', { name: 'Show full address' }).click()
  await expect(wallet.getByRole('paragraph').filter({ hasText: 'Full address: ' })).toHaveText(
    `Full address: ${key.address}`,
  )
  await page.getByRole('button', { name: 'Copy address' }).first().click()
  await expect(page.getByRole('status')).toHaveText('Copied.')
  expect(await page.evaluate(() => navigator.clipboard.readText())).toBe(key.address)
})

test('a person can sign in, end a session and sign out by keyboard only', async ({ page, server }) => {
  const key = createEthereumTestKey(60)
  await signInWithHttpTestBrowser(server.origin, key, { 'user-agent': testUserAgents.firefoxOnLinux })
  await installFakeWallet(page, key)
  await page.goto('/')
  await pressControlByKeyboard(page, page.getByRole('link', { name: 'Sign in' }))
  await expect(page.getByRole('heading', { level: 1, name: 'Sign in' })).toBeVisible()
  await pressControlByKeyboard(page, page.getByRole('button', { name: firstFakeWalletName }))
  await expectAccountPage(page)
  await pressControlByKeyboard(page, page.getByRole('link', { name: 'Sessions', exact: true }))
  await expect(page.getByRole('heading', { name: 'Your sessions' })).toBeFocused()
  await pressControlByKeyboard(page, page.getByRole('button', { name: 'End the session in Firefox on Linux' }))
  await pressControlByKeyboard(page, findStepUpDialog(page).getByRole('button', { name: firstFakeWalletName }))
  await expect(findStepUpDialog(page)).toBeHidden()
  await expect(page.getByRole('status')).toHaveText('Ended the session in Firefox on Linux.')
  await expect(page.getByRole('heading', { name: 'Your sessions' })).toBeFocused()
  await pressControlByKeyboard(page, page.getByRole('button', { name: 'Sign out' }))
  await expect(page.getByRole('heading', { name: 'You’re signed out' })).toBeVisible()
})

test('the demonstration wallet keeps the keyboard focus and returns it when closed', async ({ page }) => {
  await page.goto('/sign-in')
  const wallet = page.getByRole('button', { name: 'Demonstration wallet' })
  const ethereum = page.getByRole('list', { name: 'Which one?' }).getByRole('button', { name: 'Ethereum' })
  await expect(wallet).toHaveAttribute('aria-expanded', 'false')
  await pressControlByKeyboard(page, wallet)
  await expect(ethereum).toBeFocused()
  await expect(wallet).toHaveAttribute('aria-expanded', 'true')
  await page.keyboard.press('Escape')
  await expect(wallet).toBeFocused()
  await expect(ethereum).toHaveCount(0)
  await pressControlByKeyboard(page, wallet)
  await pressControlByKeyboard(page, ethereum)
  const dialog = page.getByRole('dialog', { name: 'Connect to this page?' })
  await expect(dialog.getByRole('heading', { name: 'Connect to this page?' })).toBeFocused()
  await page.keyboard.press('Escape')
  await expect(page.getByRole('heading', { name: 'You declined in Demonstration wallet.' })).toBeFocused()
  await pressControlByKeyboard(page, page.getByRole('button', { name: 'Try again' }))
  await pressControlByKeyboard(page, dialog.getByRole('button', { name: 'Connect' }))
  await pressControlByKeyboard(
    page,
    page.getByRole('dialog', { name: 'Sign this message?' }).getByRole('button', { name: 'Sign' }),
  )
  await expectAccountPage(page)
})
