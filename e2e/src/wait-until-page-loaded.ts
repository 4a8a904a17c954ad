// Playwright's `networkidle` never settles if the browser's report of one request is lost.
import { expect } from '@playwright/test'
import type { Page } from '@playwright/test'

/** Waits until no placeholder is left and the fonts are loaded. */
export async function waitUntilPageLoaded(page: Page): Promise<void> {
  await expect(page.locator('.on-its-way, .skeleton, [aria-busy=true]')).toHaveCount(0)
  await page.evaluate(() => document.fonts.ready)
}
