// The test function for independent clients: tests start signed in by default, and may open pages
// of the clients' sites.
import { createEthereumTestKey } from '@countersign/testing/ethereum-test-keys'
import type { BrowserContext } from '@playwright/test'
import { signInByApi } from '../src/wallet-sign-in-test-steps.ts'
import { test as base } from './server-playwright-fixtures.ts'

export const signedInEthereumTestKey = createEthereumTestKey(90)

type Cookies = Awaited<ReturnType<BrowserContext['storageState']>>

export const test = base.extend<{}, { signedIn: Cookies }>({
  signedIn: [
    async ({ browser, server }, use) => {
      const context = await browser.newContext()
      await signInByApi(context, server.origin, signedInEthereumTestKey)
      const cookies = await context.storageState()
      await context.close()
      await use(cookies)
    },
    { scope: 'worker' },
  ],
  storageState: async ({ signedIn }, use) => use(signedIn),
  allowedErrors: /^foreign request: http:\/\/127\.0\.0\.1:\d+\//,
})

/** For `test.use`, to start signed out. */
export const signedOutStorageState: Cookies = { cookies: [], origins: [] }
