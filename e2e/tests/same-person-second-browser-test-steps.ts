// The same person in a second browser, for what is seen of it in the first.
import type { Browser, Page } from '@playwright/test'
import type { EthereumTestKey } from '@countersign/testing/ethereum-test-keys'
import { openAccountWithFakeWallet } from '../src/wallet-sign-in-test-steps.ts'
import { collectBrowserContextErrors } from './server-playwright-fixtures.ts'

/** Signs the same person in in another browser, and looks out for what must not happen there. */
export async function signInWithSecondBrowser(
  browser: Browser,
  origin: string,
  key: EthereumTestKey,
  userAgent: string,
): Promise<{ page: Page; errors: string[] }> {
  const context = await browser.newContext({ baseURL: origin, locale: 'en-US', userAgent })
  const errors = collectBrowserContextErrors(context, origin)
  const page = await context.newPage()
  await openAccountWithFakeWallet(page, key)
  return { page, errors }
}
