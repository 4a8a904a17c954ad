// Steps on the page that waits for another device.
import type { Browser, Page } from '@playwright/test'
import { createCrossDeviceApprover } from '../src/cross-device-approver.ts'
import type { CrossDeviceApprover } from '../src/cross-device-approver.ts'
import { expect } from './test-fixtures.ts'

export const findAnotherDeviceButton = (page: Page) => page.getByRole('button', { name: 'Another device' })
export const findQrCode = (page: Page) => page.getByRole('img', { name: /^QR code that leads to / })
export const findTypedCode = (page: Page) => page.getByText(/^[2-9][B-Z]{3}-[B-Z]{4}$/)
export const findPair = (page: Page) => page.getByText(/^[0-9A-Z]{2}$/)
export const findHeading = (page: Page, name: string) => page.getByRole('heading', { name })
export const findNewCodeButton = (page: Page) => page.getByRole('button', { name: 'New code' })

/** The code that is shown, opened by another device. */
export async function openScannedCode(page: Page, browser: Browser, origin: string): Promise<CrossDeviceApprover> {
  await expect(findQrCode(page)).toBeVisible()
  return createCrossDeviceApprover(browser, origin, (await findTypedCode(page).textContent()) ?? '')
}

/** Opens the code and picks the right pair. */
export async function openCodeAndPick(page: Page, other: CrossDeviceApprover): Promise<void> {
  const { pairs } = await other.openCode()
  const shown = (await findPair(page).textContent()) ?? ''
  expect(pairs).toContain(shown)
  await other.pickMatchingNumber(shown)
}
