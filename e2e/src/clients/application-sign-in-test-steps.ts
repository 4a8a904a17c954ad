import { expect } from '@playwright/test'
import type { Page } from '@playwright/test'
import { firstFakeWalletName } from '../wallet-sign-in-test-steps.ts'

export async function signWithInstalledWallet(page: Page): Promise<void> {
  await page.waitForURL('**/sign-in?interaction=*')
  await page
    .getByRole('list', { name: 'Choose your wallet' })
    .getByRole('button', { name: firstFakeWalletName })
    .click()
}

export async function clickAllowOnConsentPage(page: Page, application: string): Promise<void> {
  await expect(page.getByRole('heading', { name: `${application} wants to know` })).toBeVisible()
  await page.getByRole('button', { name: 'Allow and continue' }).click()
}

export async function clickSignOutOnConfirmationPage(page: Page): Promise<void> {
  await page.waitForURL('**/sign-out?request=*')
  await page.getByRole('button', { name: 'Sign out' }).click()
}
