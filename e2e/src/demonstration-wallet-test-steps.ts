// The wallet that the sign-in page brings itself on this machine: it has an account of each chain family, and the page asks which is meant.
import type { Page } from '@playwright/test'

/** Chooses it and the account. The page asks which one as soon as it knows of the others: that is waited for. */
export async function chooseDemonstrationWallet(page: Page, account = 'Ethereum'): Promise<void> {
  await page.getByRole('button', { name: 'Demonstration wallet', expanded: false }).click()
  await page.getByRole('list', { name: 'Which one?' }).getByRole('button', { name: account }).click()
}
