// The test function for Debian's Firefox: each test gets a tab with its own cookies, and fails on
// the same errors as in Chromium.
import type { Browser, BrowserContext, Page } from 'puppeteer-core'
import { startFirefox } from '../src/firefox/start-firefox.ts'
import { expect, test as base } from './server-playwright-fixtures.ts'

interface WorkerFixtures {
  firefox: Browser
}

interface TestFixtures {
  /** Console errors and blocked resources that this test allows; others fail it. */
  allowedFaults: RegExp
  /** As in about:config; a test with preferences gets its own Firefox. */
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
  // Keeps the fixture from starting Chromium.
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
    // Firefox logs an error if a page is left while fonts load, because the downloads are canceled
    // (NS_BINDING_ABORTED).
    const isCanceledFont = (text: string) => /downloadable font: download failed .*status=2152398850/.test(text)
    expect(errors.filter((text) => !isCanceledFont(text))).toEqual([])
  },
})

export { expect }

/** 0x804B0002 is NS_BINDING_ABORTED: the page was left while a font loaded. */
const abortedFont = /^downloadable font: download failed .* status=2152398850 /

function collectTabErrors(tab: Page, origin: string, allowed: RegExp): string[] {
  const errors: string[] = []
  const add = (fault: string): void => {
    if (!allowed.test(fault)) errors.push(fault)
  }
  tab.on('console', (message) => {
    // Firefox reports no text for an Error object, so the place where it was logged is added.
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
