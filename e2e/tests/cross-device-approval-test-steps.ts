// Steps on the page that approves a sign-in for another browser.
import type { Page } from '@playwright/test'
import { firstFakeWalletName } from '../src/wallet-sign-in-test-steps.ts'
import type { CrossDeviceWaitingBrowser } from '../src/cross-device-waiting-test-browser.ts'
import { expect } from './server-playwright-fixtures.ts'

export const findMain = (page: Page) => page.getByRole('main')
export const findHeading = (page: Page, name: string | RegExp) => page.getByRole('heading', { level: 1, name })
export const findContinueButton = (page: Page) => page.getByRole('button', { name: 'It’s mine, continue' })

export const expectHeadingFocused = (page: Page, name: string | RegExp) => expect(findHeading(page, name)).toBeFocused()

export async function openCrossDeviceLinkAndMatchNumber(
  page: Page,
  { link, pair }: CrossDeviceWaitingBrowser,
): Promise<void> {
  await page.goto(link)
  await findContinueButton(page).click()
  await page.getByRole('button', { name: pair, exact: true }).click()
}

export async function signMessageOnApprovingDevice(page: Page): Promise<void> {
  await page
    .getByRole('list', { name: 'Choose your wallet' })
    .getByRole('button', { name: firstFakeWalletName })
    .click()
  await expectHeadingFocused(page, 'Continue on the other screen.')
}
