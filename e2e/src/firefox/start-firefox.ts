// Starts Debian's Firefox with WebDriver BiDi; Playwright supports only its own Firefox build.
import { existsSync } from 'node:fs'
import { launch } from 'puppeteer-core'
import type { Browser } from 'puppeteer-core'

const firefoxPath = '/usr/bin/firefox-esr'

export const isFirefoxInstalled = existsSync(firefoxPath)

/** Uses a temporary profile. */
export function startFirefox(preferences: Readonly<Record<string, unknown>> = {}): Promise<Browser> {
  return launch({
    browser: 'firefox',
    executablePath: firefoxPath,
    headless: true,
    extraPrefsFirefox: { 'intl.accept_languages': 'en-US', ...preferences },
    timeout: 120_000,
    protocolTimeout: 120_000,
  })
}
