// A new browser is announced in the others: whoever got there by a signature that a foreign site asked for is seen and put
// out, and the person's own second browser is recognised (THREATS M17).
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

const yes = (page: Page, device: string) => page.getByRole('button', { name: `Yes, that was me: ${device}` })
/** The one line that says so, which opens. */
const open = (page: Page) => page.getByRole('button', { name: /^New sign-in: |Were these you\?$/ }).click()
const no = (page: Page, device: string) => page.getByRole('button', { name: `No, end it: ${device}` })

test('M17 a browser that signed in with a carried signature is announced on the person’s own page, and put out from there', async ({
  page,
  browser,
  server,
  key,
}) => {
  await installFakePageClock(page)
  await openAccountWithFakeWallet(page, key)
  await expect(page.getByText('New sign-in')).toHaveCount(0)
  const stranger = await signInWithSecondBrowser(browser, server.origin, key, testUserAgents.firefoxOnWindows)

  // It is looked for every 20 seconds while the page is seen.
  await page.clock.fastForward(21_000)
  await expect(page.getByRole('status')).toHaveText('New sign-in in Firefox on Windows. Was that you?')
  await expect(page.getByText('New sign-in: Firefox on Windows')).toBeVisible()
  await open(page)
  await expect(page.getByText('The network you are on now')).toBeVisible()
  await expectAccessible(page)
  // On every page, and said aloud once only.
  await page.getByRole('link', { name: 'Sessions', exact: true }).click()
  await expect(page.getByRole('list', { name: 'Your sessions' }).getByText('New browser')).toBeVisible()
  await expect(no(page, 'Firefox on Windows')).toBeVisible()

  await no(page, 'Firefox on Windows').click()
  // Nobody has shown yet that this browser is the person's own either.
  await chooseWalletInDialog(findStepUpDialog(page), firstFakeWalletName)
  // The dialog has a voice of its own as long as it is open.
  await expect(findStepUpDialog(page)).toHaveCount(0)
  await expect(page.getByRole('status')).toHaveText('Firefox on Windows is signed out.')
  await expect(page.getByRole('heading', { level: 1 })).toBeFocused()
  await expect(page.getByText('could not change your wallets and passkeys')).toBeVisible()
  await expect(page.getByRole('list', { name: 'Your sessions' }).getByRole('listitem')).toHaveCount(1)
  await expectAccessible(page)
  await stranger.page.getByRole('link', { name: 'Wallets', exact: true }).click()
  await stranger.page.waitForURL('**/signed-out?reason=ended')
  expect(stranger.errors).toEqual([])

  await page.getByRole('button', { name: 'Done' }).click()
  await expect(page.getByText('could not change your wallets and passkeys')).toHaveCount(0)
  await expect(page.getByRole('heading', { level: 1 })).toBeFocused()
  await stranger.page.context().close()
})

test('by keyboard alone: one’s own second browser is recognised, with a proof, and is not asked about again', async ({
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
  // Who does not confirm has said nothing.
  await expect(yes(page, 'Safari on iPhone')).toBeVisible()
  await expect(page.getByRole('alert')).toHaveCount(0)

  await yes(page, 'Safari on iPhone').click()
  await chooseWalletInDialog(findStepUpDialog(page), firstFakeWalletName)
  await expect(findStepUpDialog(page)).toBeHidden()
  await expect(page.getByRole('status')).toHaveText('Safari on iPhone now counts as a browser of yours.')
  await expect(yes(page, 'Safari on iPhone')).toHaveCount(0)
  await page.reload()
  await expect(page.getByRole('heading', { name: 'Who you are here' })).toBeVisible()
  await expect(page.getByText('New sign-in')).toHaveCount(0)
  // What confirmed is known itself now: the phone is not asked about it.
  await phone.page.reload()
  await expect(phone.page.getByRole('heading', { name: 'Who you are here' })).toBeVisible()
  await expect(phone.page.getByText('New sign-in')).toHaveCount(0)
  expect(phone.errors).toEqual([])
  await phone.page.context().close()
})

test('several new browsers are one list, said in one sentence', async ({ page, browser, server, key }) => {
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

test('several new browsers are answered for at once, with one proof', async ({ page, browser, server, key }) => {
  await openAccountWithFakeWallet(page, key)
  const agents = [testUserAgents.firefoxOnLinux, testUserAgents.safariOnMac, testUserAgents.firefoxOnWindows]
  const others = [...agents, testUserAgents.safariOnPhone, testUserAgents.firefoxOnLinux, testUserAgents.safariOnMac]
  for (const agent of others)
    await (await signInWithSecondBrowser(browser, server.origin, key, agent)).page.context().close()
  await page.reload()
  await open(page)
  // All that are answered for are seen first.
  await expect(page.getByRole('button', { name: 'All of these were me' })).toHaveCount(0)
  await page.getByRole('button', { name: 'And 2 more' }).click()
  await page.getByRole('button', { name: 'All of these were me' }).click()
  await chooseWalletInDialog(findStepUpDialog(page), firstFakeWalletName)
  await expect(findStepUpDialog(page)).toHaveCount(0)
  await expect(page.getByRole('status')).toHaveText('6 browsers now count as yours.')
  await expect(page.getByText('Were these you?')).toHaveCount(0)
})

test('P13 a browser that is new itself ends another, and is not asked to say whose it is, with a second signature neither', async ({
  page,
  browser,
  server,
  key,
}) => {
  await openAccountWithFakeWallet(page, key)
  const stranger = await signInWithSecondBrowser(browser, server.origin, key, testUserAgents.firefoxOnWindows)
  await open(stranger.page)
  await expect(stranger.page.getByText('this one is new itself')).toBeVisible()
  await expect(stranger.page.getByRole('button', { name: /^Yes/ })).toHaveCount(0)
  await expectAccessible(stranger.page)
  await stranger.page.getByRole('button', { name: /^No, end it/ }).click()
  await chooseWalletInDialog(findStepUpDialog(stranger.page), firstFakeWalletName)
  await expect(stranger.page.getByText('signed out')).not.toHaveCount(0)
  // Whose browser the first was made in comes back, and sees the one that put it out, which has signed twice by now.
  await signInByApiAndOpenAccount(page, key)
  await open(page)
  await yes(page, 'Firefox on Windows').click()
  await chooseWalletInDialog(findStepUpDialog(page), firstFakeWalletName)
  await expect(findStepUpDialog(page)).toHaveCount(0)
  await expect(page.getByRole('status')).toHaveText('Firefox on Windows now counts as a browser of yours.')
  expect(stranger.errors).toEqual([])
  await stranger.page.context().close()
})
