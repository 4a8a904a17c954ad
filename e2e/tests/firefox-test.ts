// The test function of the tests in Debian's Firefox: a tab with cookies of its own, which fails its test for the same faults as one in Chromium.
import type { Browser, BrowserContext, Page } from 'puppeteer-core'
import { startFirefox } from '../src/firefox/browser.ts'
import { expect, test as base } from './test.ts'

interface WorkerFixtures {
  firefox: Browser
}

interface TestFixtures {
  /** What may appear in the console or be blocked in this test's tab; anything else fails it. */
  allowedFaults: RegExp
  firefoxContext: BrowserContext
  tab: Page
}

export const test = base.extend<TestFixtures, WorkerFixtures>({
  firefox: [
    async ({}, use) => {
      const browser = await startFirefox()
      await use(browser)
      await browser.close()
    },
    { scope: 'worker', timeout: 180_000 },
  ],
  // No Chromium is started for these tests.
  watch: async ({}, use) => use(),
  allowedFaults: [/(?!)/, { option: true }],
  firefoxContext: async ({ firefox }, use) => {
    const context = await firefox.createBrowserContext()
    await use(context)
    await context.close()
  },
  tab: async ({ firefoxContext, server, allowedFaults }, use, info) => {
    const tab = await firefoxContext.newPage()
    const faults = watchTab(tab, server.origin, allowedFaults)
    await use(tab)
    if (info.status !== info.expectedStatus) await tab.screenshot({ path: info.outputPath('firefox.png') })
    expect(faults).toEqual([])
  },
})

export { expect }

/** Collects what must not happen in a tab. */
function watchTab(tab: Page, origin: string, allowed: RegExp): string[] {
  const faults: string[] = []
  const add = (fault: string): void => {
    if (!allowed.test(fault)) faults.push(fault)
  }
  tab.on('console', (message) => {
    // Firefox gives no text for an Error object, so this adds where it was logged.
    const { url, columnNumber } = message.stackTrace()[0] ?? {}
    if (message.type() === 'error') add(`console: ${message.text()} (${url}:${columnNumber}) on ${tab.url()}`)
  })
  tab.on('pageerror', (error) => add(`exception: ${String(error)}`))
  tab.on('request', (request) => {
    const url = new URL(request.url())
    if (url.protocol.startsWith('http') && url.origin !== origin) add(`foreign request: ${request.url()}`)
  })
  return faults
}
