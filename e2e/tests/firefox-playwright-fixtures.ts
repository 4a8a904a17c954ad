// The test function of the tests in Debian's Firefox: a tab with cookies of its own, which fails its test for the same errors as one in Chromium.
import type { Browser, BrowserContext, Page } from 'puppeteer-core'
import { startFirefox } from '../src/firefox/start-firefox.ts'
import { expect, test as base } from './server-playwright-fixtures.ts'

interface WorkerFixtures {
  firefox: Browser
}

interface TestFixtures {
  /** What may appear in the console or be blocked in this test's tab; anything else fails it. */
  allowedFaults: RegExp
  /** Of about:config; a test that sets any has a Firefox of its own. */
  preferences: Readonly<Record<string, unknown>>
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
  preferences: [{}, { option: true }],
  firefoxContext: async ({ firefox, preferences }, use) => {
    const own = Object.keys(preferences).length > 0 ? await startFirefox(preferences) : null
    const context = await (own ?? firefox).createBrowserContext()
    await use(context)
    await context.close()
    await own?.close()
  },
  tab: async ({ firefoxContext, server, allowedFaults }, use, info) => {
    const tab = await firefoxContext.newPage()
    const errors = collectTabErrors(tab, server.origin, allowedFaults)
    await use(tab)
    if (info.status !== info.expectedStatus) await tab.screenshot({ path: info.outputPath('firefox.png') })
    // A page that is left before its fonts are there cancels them (NS_BINDING_ABORTED), which Firefox logs as an error.
    const isCanceledFont = (text: string) => /downloadable font: download failed .*status=2152398850/.test(text)
    expect(errors.filter((text) => !isCanceledFont(text))).toEqual([])
  },
})

export { expect }

/** Logged where a page is left while one of its fonts loads: 0x804B0002 is NS_BINDING_ABORTED. */
const abortedFont = /^downloadable font: download failed .* status=2152398850 /

/** Collects what must not happen in a tab. */
function collectTabErrors(tab: Page, origin: string, allowed: RegExp): string[] {
  const errors: string[] = []
  const add = (fault: string): void => {
    if (!allowed.test(fault)) errors.push(fault)
  }
  tab.on('console', (message) => {
    // Firefox gives no text for an Error object, so this adds where it was logged.
    const { url, columnNumber } = message.stackTrace()[0] ?? {}
    if (message.type() === 'error' && !abortedFont.test(message.text()))
      add(`console: ${message.text()} (${url}:${columnNumber}) on ${tab.url()}`)
  })
  tab.on('pageerror', (error) => add(`exception: ${String(error)}`))
  tab.on('request', (request) => {
    const url = new URL(request.url())
    if (url.protocol.startsWith('http') && url.origin !== origin) add(`foreign request: ${request.url()}`)
  })
  return errors
}
