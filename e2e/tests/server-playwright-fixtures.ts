// The test function of all whole-system tests: it brings a running server, and fails a test whose pages logged an error,
// broke the content security policy, or asked any other host for anything.
import { expect, test as base } from '@playwright/test'
import type { BrowserContext, Page } from '@playwright/test'
import { createEthereumTestKey } from '@countersign/testing/ethereum-test-keys'
import type { EthereumTestKey } from '@countersign/testing/ethereum-test-keys'
import { startServerForTests } from '../src/start-server-for-tests.ts'
import type { RunningTestServer } from '../src/start-server-for-tests.ts'

interface WorkerFixtures {
  /** Settings of the server beyond the defaults; a file with other ones has a server of its own. */
  serverSettings: Record<string, string>
  /** A server that the tests of one worker share. */
  server: RunningTestServer
}

interface TestFixtures {
  /** What may appear in the console of this test's pages; anything else fails it. */
  allowedErrors: RegExp
  /** A key of this test's own, so that tests on one server are strangers to each other. */
  key: EthereumTestKey
  watch: void
}

/** Matches no text. */
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
 * Keeps request interception on from the first `route` of a context. Where Playwright turns it off again (`unroute`,
 * `times`), Chromium never ends a request that starts at that moment.
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

/** Collects what must not happen in any page of a browser context. */
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
    // A refusal is an ordinary answer; the browser logs it all the same.
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
