// The test function of all e2e tests: it starts a server, and a test fails if a page logs an error,
// violates the CSP, or contacts another host.
import { expect, test as base } from '@playwright/test'
import type { BrowserContext, Page } from '@playwright/test'
import { createEthereumTestKey } from '@countersign/testing/ethereum-test-keys'
import type { EthereumTestKey } from '@countersign/testing/ethereum-test-keys'
import { startServerForTests } from '../src/start-server-for-tests.ts'
import type { RunningTestServer } from '../src/start-server-for-tests.ts'

interface WorkerFixtures {
  /** Settings beyond the defaults; a file that changes them gets its own server. */
  serverSettings: Record<string, string>
  /** Shared by the tests of one worker. */
  server: RunningTestServer
}

interface TestFixtures {
  /** Console errors that this test allows; others fail it. */
  allowedErrors: RegExp
  /** Unique per test, so tests on one server use different people. */
  key: EthereumTestKey
  watch: void
}

const nothing = /(?!)/

let keysMade = 100

export const test = base.extend<TestFixtures, WorkerFixtures>({
  serverSettings: [{}, { option: true, scope: 'worker' }],
  server: [
    async ({ serverSettings }, use) => {
      const server = await startServerForTests(serverSettings)
      await use(server)
      await server.remove()
    },
    { scope: 'worker' },
  ],
  baseURL: async ({ server }, use) => use(server.origin),
  allowedErrors: [nothing, { option: true }],
  key: async ({}, use) => use(createEthereumTestKey((keysMade += 1))),
  watch: [
    async ({ context, server, allowedErrors }, use) => {
      const errors = collectBrowserContextErrors(context, server.origin, allowedErrors)
      await use()
      expect(errors).toEqual([])
    },
    { auto: true },
  ],
})

export { expect }

/**
 * Keeps request interception on after a context's first `route`. If Playwright turned it off
 * (`unroute`, `times`), Chromium would never end a request that starts at that moment.
 */
function keepInterception(context: BrowserContext): void {
  const keep = context.route.bind(context)
  let isKept: Promise<unknown> | undefined
  const keepOn = (routed: BrowserContext | Page): void => {
    const route = routed.route.bind(routed)
    routed.route = async (...given) => {
      await (isKept ??= keep(nothing, () => undefined))
      return route(...given)
    }
  }
  keepOn(context)
  context.on('page', keepOn)
}

export function collectBrowserContextErrors(
  context: BrowserContext,
  origin: string,
  allowed: RegExp = nothing,
): string[] {
  keepInterception(context)
  const errors: string[] = []
  const add = (fault: string): void => {
    if (!allowed.test(fault)) errors.push(fault)
  }
  context.on('console', (message) => {
    // HTTP errors are expected responses, but the browser logs them.
    if (message.type() === 'error' && !message.text().startsWith('Failed to load resource'))
      add(`console: ${message.text()}`)
  })
  context.on('weberror', (error) => add(`exception: ${error.error().message}`))
  context.on('request', (request) => {
    const url = new URL(request.url())
    if (url.protocol.startsWith('http') && url.origin !== origin) add(`foreign request: ${request.url()}`)
  })
  return errors
}
