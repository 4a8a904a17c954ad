// The test function of the tests with independent clients: somebody is signed in already, unless a test says otherwise,
// and pages of the clients' own sites may be opened.
import { createEthereumTestKey } from '@countersign/testing/ethereum-test-keys'
import type { BrowserContext } from '@playwright/test'
import { signInByApi } from '../src/wallet-sign-in-test-steps.ts'
import { test as base } from './server-playwright-fixtures.ts'

/** Who is signed in already. */
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

/** Nobody is signed in: for `test.use`. */
export const signedOutStorageState: Cookies = { cookies: [], origins: [] }
