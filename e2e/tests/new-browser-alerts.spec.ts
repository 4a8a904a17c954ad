// Tests alerts about new browsers: the person notices and ends a session stolen through a phished
// signature, and confirms their own second browser (THREATS M17).
import type { Page } from '@playwright/test'
import { expectAccessible } from '../src/expect-accessible.ts'
import { findStepUpDialog } from '../src/find-step-up-dialog.ts'
import { pressControlByKeyboard } from '../src/press-control-by-keyboard.ts'
import { installFakePageClock } from '../src/fake-page-clock.ts'
import { testUserAgents } from '../src/public-page-test-cases.ts'
import {
  signInByApiAndOpenAccount,
  openAccountWithFakeWallet,
  firstFakeWalletName,
} from '../src/wallet-sign-in-test-steps.ts'
import { chooseWalletInDialog } from '../src/wallets-page-test-steps.ts'
import { signInWithSecondBrowser } from './same-person-second-browser-test-steps.ts'
import { expect, test } from './server-playwright-fixtures.ts'

const yes = (page: Page, device: string) => page.getByRole('button', { name: `Yes, this was me: ${device}` })
const open = (page: Page) => page.getByRole('button', { name: /^New sign-in: |Were these you\?$/ }).click()
const no = (page: Page, device: string) => page.getByRole('button', { name: `No, end session: ${device}` })

test('M17: a browser signed in by a phished signature raises an alert and can be signed out', async ({
  page,
  browser,
  server,
  key,
}) => {
  await installFakePageClock(page)
  await openAccountWithFakeWallet(page, key)
  await expect(page.getByText('New sign-in')).toHaveCount(0)
  const stranger = await signInWithSecondBrowser(browser, server.origin, key, testUserAgents.firefoxOnWindows)

  // Visible pages poll every 20 seconds.
  await page.clock.fastForward(21_000)
  await expect(page.getByRole('status')).toHaveText('New sign-in in Firefox on Windows. Was this you?')
  await expect(page.getByText('New sign-in: Firefox on Windows')).toBeVisible()
  await open(page)
  await expect(page.getByText('Your current network')).toBeVisible()
  await expectAccessible(page)
  await page.getByRole('link', { name: 'Sessions', exact: true }).click()
  await expect(page.getByRole('list', { name: 'Your sessions' }).getByText('New browser')).toBeVisible()
  await expect(no(page, 'Firefox on Windows')).toBeVisible()

  await no(page, 'Firefox on Windows').click()
  // This browser is not confirmed yet either.
  await chooseWalletInDialog(findStepUpDialog(page), firstFakeWalletName)
  // While the dialog is open, its own live region makes the announcements.
  await expect(findStepUpDialog(page)).toHaveCount(0)
  await expect(page.getByRole('status')).toHaveText('Firefox on Windows signed out.')
  await expect(page.getByRole('heading', { level: 1 })).toBeFocused()
  await expect(page.getByText('couldn’t change your wallets or passkeys')).toBeVisible()
  await expect(page.getByRole('list', { name: 'Your sessions' }).getByRole('listitem')).toHaveCount(1)
  await expectAccessible(page)
  await stranger.page.getByRole('link', { name: 'Wallets', exact: true }).click()
  await stranger.page.waitForURL('**/signed-out?reason=ended')
  expect(stranger.errors).toEqual([])

  await page.getByRole('button', { name: 'Done' }).click()
  await expect(page.getByText('couldn’t change your wallets or passkeys')).toHaveCount(0)
  await expect(page.getByRole('heading', { level: 1 })).toBeFocused()
  await stranger.page.context().close()
})

test('a person confirms a second browser by keyboard, with step-up, and gets no further alert', async ({
  page,
  browser,
  server,
  key,
}) => {
  await openAccountWithFakeWallet(page, key)
  const phone = await signInWithSecondBrowser(browser, server.origin, key, testUserAgents.safariOnPhone)
  await page.reload()
  await pressControlByKeyboard(page, page.getByRole('button', { name: 'New sign-in: Safari on iPhone' }))
  await pressControlByKeyboard(page, yes(page, 'Safari on iPhone'))
  await expect(findStepUpDialog(page)).toBeVisible()
  await page.keyboard.press('Escape')
  await expect(yes(page, 'Safari on iPhone')).toBeVisible()
  await expect(page.getByRole('alert')).toHaveCount(0)

  await yes(page, 'Safari on iPhone').click()
  await chooseWalletInDialog(findStepUpDialog(page), firstFakeWalletName)
  await expect(findStepUpDialog(page)).toBeHidden()
  await expect(page.getByRole('status')).toHaveText('Safari on iPhone confirmed as yours.')
  await expect(yes(page, 'Safari on iPhone')).toHaveCount(0)
  await page.reload()
  await expect(page.getByRole('heading', { name: 'Your identity' })).toBeVisible()
  await expect(page.getByText('New sign-in')).toHaveCount(0)
  // The confirming browser is now trusted, so the phone shows no alert about it.
  await phone.page.reload()
  await expect(phone.page.getByRole('heading', { name: 'Your identity' })).toBeVisible()
  await expect(phone.page.getByText('New sign-in')).toHaveCount(0)
  expect(phone.errors).toEqual([])
  await phone.page.context().close()
})

test('several new browsers are combined into one alert with a list', async ({ page, browser, server, key }) => {
  await openAccountWithFakeWallet(page, key)
  const others = [
    await signInWithSecondBrowser(browser, server.origin, key, testUserAgents.firefoxOnLinux),
    await signInWithSecondBrowser(browser, server.origin, key, testUserAgents.safariOnMac),
  ]
  await page.reload()
  await expect(page.getByText('2 new sign-ins. Were these you?', { exact: true })).toBeVisible()
  await expect(page.getByRole('status')).toHaveText('There are 2 new sign-ins. Were these you?')
  await open(page)
  await expectAccessible(page)
  await no(page, 'Safari on macOS').click()
  await chooseWalletInDialog(findStepUpDialog(page), firstFakeWalletName)
  await expect(page.getByText('New sign-in: Firefox on Linux')).toBeVisible()
  await expect(no(page, 'Safari on macOS')).toHaveCount(0)
  for (const { page: other, errors } of others) {
    expect(errors).toEqual([])
    await other.context().close()
  }
})

test('several new browsers are confirmed at once with a single step-up', async ({ page, browser, server, key }) => {
  await openAccountWithFakeWallet(page, key)
  const agents = [testUserAgents.firefoxOnLinux, testUserAgents.safariOnMac, testUserAgents.firefoxOnWindows]
  const others = [...agents, testUserAgents.safariOnPhone, testUserAgents.firefoxOnLinux, testUserAgents.safariOnMac]
  for (const agent of others)
    await (await signInWithSecondBrowser(browser, server.origin, key, agent)).page.context().close()
  await page.reload()
  await open(page)
  await expect(page.getByRole('button', { name: 'All of these were me' })).toHaveCount(0)
  await page.getByRole('button', { name: 'And 2 more' }).click()
  await page.getByRole('button', { name: 'All of these were me' }).click()
  await chooseWalletInDialog(findStepUpDialog(page), firstFakeWalletName)
  await expect(findStepUpDialog(page)).toHaveCount(0)
  await expect(page.getByRole('status')).toHaveText('6 browsers confirmed as yours.')
  await expect(page.getByText('Were these you?')).toHaveCount(0)
})

test('P13: a new browser can end another session but cannot vouch for it, even after step-up', async ({
  page,
  browser,
  server,
  key,
}) => {
  await openAccountWithFakeWallet(page, key)
  const stranger = await signInWithSecondBrowser(browser, server.origin, key, testUserAgents.firefoxOnWindows)
  await open(stranger.page)
  await expect(stranger.page.getByText('This one is new too')).toBeVisible()
  await expect(stranger.page.getByRole('button', { name: /^Yes/ })).toHaveCount(0)
  await expectAccessible(stranger.page)
  await stranger.page.getByRole('button', { name: /^No, end session/ }).click()
  await chooseWalletInDialog(findStepUpDialog(stranger.page), firstFakeWalletName)
  await expect(stranger.page.getByText('signed out')).not.toHaveCount(0)
  // The owner of the first browser returns, and sees which browser ended the session there.
  await signInByApiAndOpenAccount(page, key)
  await open(page)
  await yes(page, 'Firefox on Windows').click()
  await chooseWalletInDialog(findStepUpDialog(page), firstFakeWalletName)
  await expect(findStepUpDialog(page)).toHaveCount(0)
  await expect(page.getByRole('status')).toHaveText('Firefox on Windows confirmed as yours.')
  expect(stranger.errors).toEqual([])
  await stranger.page.context().close()
})
