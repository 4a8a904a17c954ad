// Debian's Firefox, driven by WebDriver BiDi: Playwright drives only a Firefox of its own.
import { existsSync } from 'node:fs'
import { launch } from 'puppeteer-core'
import type { Browser } from 'puppeteer-core'

const firefoxPath = '/usr/bin/firefox-esr'

/** Whether Debian's package firefox-esr is there. */
export const isFirefoxInstalled = existsSync(firefoxPath)

/**
 * Starts a Firefox with a profile of its own, which is removed when it is closed.
 * @param preferences as in about:config
 */
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
