// Steps on the page by which another device approves a sign-in.
import type { Page } from '@playwright/test'
import { firstFakeWalletName } from '../src/wallet-sign-in-test-steps.ts'
import type { CrossDeviceWaitingBrowser } from '../src/cross-device-waiting-test-browser.ts'
import { expect } from './server-playwright-fixtures.ts'

export const findMain = (page: Page) => page.getByRole('main')
export const findHeading = (page: Page, name: string | RegExp) => page.getByRole('heading', { level: 1, name })
export const findContinueButton = (page: Page) => page.getByRole('button', { name: 'It is mine, go on' })

/** What is next is at hand for the keyboard and the screen reader too. */
export const expectHeadingFocused = (page: Page, name: string | RegExp) => expect(findHeading(page, name)).toBeFocused()

/** Opens the code by its link, says that it is theirs, and picks the pair. */
export async function openCrossDeviceLinkAndMatchNumber(
  page: Page,
  { link, pair }: CrossDeviceWaitingBrowser,
): Promise<void> {
  await page.goto(link)
  await findContinueButton(page).click()
  await page.getByRole('button', { name: pair, exact: true }).click()
}

/** Signs with the wallet of the page, for a proof that it is at. */
export async function signMessageOnApprovingDevice(page: Page): Promise<void> {
  await page
    .getByRole('list', { name: 'Choose your wallet' })
    .getByRole('button', { name: firstFakeWalletName })
    .click()
  await expectHeadingFocused(page, 'Go on at the other screen.')
}
