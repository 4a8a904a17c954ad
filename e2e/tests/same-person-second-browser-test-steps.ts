// A second browser of the same person.
import type { Browser, Page } from '@playwright/test'
import type { EthereumTestKey } from '@countersign/testing/ethereum-test-keys'
import { openAccountWithFakeWallet } from '../src/wallet-sign-in-test-steps.ts'
import { collectBrowserContextErrors } from './server-playwright-fixtures.ts'

/** Also collects page errors of that browser. */
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
