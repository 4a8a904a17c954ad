// The demonstration wallet has an account per chain family and lets the person choose.
import type { Page } from '@playwright/test'

/** Waits until the page knows all accounts, because only then does it ask which one to use. */
export async function chooseDemonstrationWallet(page: Page, account = 'Ethereum'): Promise<void> {
  await page.getByRole('button', { name: 'Demonstration wallet', expanded: false }).click()
  await page.getByRole('list', { name: 'Which one?' }).getByRole('button', { name: account }).click()
}
