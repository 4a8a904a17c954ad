import type { Browser, Page } from '@playwright/test'
import type { EthereumTestKey } from '@countersign/testing/ethereum-test-keys'
import { expect } from '@playwright/test'
import { testUserAgents } from './public-page-test-cases.ts'
import { installFakeWallet, firstFakeWalletName } from './wallet-sign-in-test-steps.ts'

export async function openPhoneBrowserPage(
  browser: Browser,
  { origin, key, headers }: { origin: string; key: EthereumTestKey; headers?: Record<string, string> },
): Promise<Page> {
  const context = await browser.newContext({
    baseURL: origin,
    viewport: { width: 390, height: 844 },
    userAgent: testUserAgents.chromeOnAndroid,
    hasTouch: true,
    ...(headers && { extraHTTPHeaders: headers }),
  })
  const page = await context.newPage()
  await installFakeWallet(page, key)
  return page
}

export const clickAnotherDeviceButton = (page: Page): Promise<void> =>
  page.getByRole('button', { name: 'Use another device' }).click()

/** If `before` is an earlier code, waits until the page shows another one. */
export async function readDeviceCodeFromPage(page: Page, before = ''): Promise<string> {
  const shown = page.getByText(/^[2-9][B-Z]{3}-[B-Z]{4}$/)
  await expect(shown).not.toHaveText(before === '' ? '-' : before)
  return (await shown.textContent()) ?? ''
}

export const openDeviceCodePageOnPhone = (phone: Page, code: string): Promise<unknown> =>
  phone.goto(`/device?user_code=${code}`)

export async function clickMatchingNumberOnPhone(phone: Page, waiting: Page): Promise<void> {
  await phone.getByRole('button', { name: 'It’s mine, continue' }).click()
  await phone.getByRole('button', { name: await readMatchingNumberFromPage(waiting), exact: true }).click()
}

export async function readMatchingNumberFromPage(waiting: Page): Promise<string> {
  const shown = waiting.getByText(/^[A-Z][2-9]$/)
  await expect(shown).toBeVisible()
  return (await shown.textContent()) ?? ''
}

export async function signMessageOnPhone(phone: Page): Promise<void> {
  await phone
    .getByRole('list', { name: 'Choose your wallet' })
    .getByRole('button', { name: firstFakeWalletName })
    .click()
}

export async function completeCrossDeviceOnPhone(phone: Page, waiting: Page): Promise<void> {
  await openDeviceCodePageOnPhone(phone, await readDeviceCodeFromPage(waiting))
  await clickMatchingNumberOnPhone(phone, waiting)
  await signMessageOnPhone(phone)
}
