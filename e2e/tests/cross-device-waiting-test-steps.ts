// Steps on the page that waits for another device.
import type { Browser, Page } from '@playwright/test'
import { createFakeCrossDeviceApprover } from '../src/fake-cross-device-approver.ts'
import type { FakeCrossDeviceApprover } from '../src/fake-cross-device-approver.ts'
import { expect } from './server-playwright-fixtures.ts'

export const findAnotherDeviceButton = (page: Page) => page.getByRole('button', { name: 'Use another device' })
export const findQrCodeImage = (page: Page) => page.getByRole('img', { name: /^QR code for / })
export const findDeviceCodeText = (page: Page) => page.getByText(/^[2-9][B-Z]{3}-[B-Z]{4}$/)
export const findMatchingNumberText = (page: Page) => page.getByText(/^[0-9A-Z]{2}$/)
export const findHeading = (page: Page, name: string) => page.getByRole('heading', { name })
export const findNewDeviceCodeButton = (page: Page) => page.getByRole('button', { name: 'Get a new code' })

export async function createApproverFromShownCode(
  page: Page,
  browser: Browser,
  origin: string,
): Promise<FakeCrossDeviceApprover> {
  await expect(findQrCodeImage(page)).toBeVisible()
  return createFakeCrossDeviceApprover(browser, origin, (await findDeviceCodeText(page).textContent()) ?? '')
}

export async function pickMatchingNumberOnOtherDevice(page: Page, other: FakeCrossDeviceApprover): Promise<void> {
  const { pairs } = await other.openCode()
  const shown = (await findMatchingNumberText(page).textContent()) ?? ''
  expect(pairs).toContain(shown)
  await other.pickMatchingNumber(shown)
}
