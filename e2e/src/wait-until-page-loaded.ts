// Waits for a page by what it shows. Playwright's `networkidle` waits for the browser to report the end of every request, and never ends
// if one report is lost.
import { expect } from '@playwright/test'
import type { Page } from '@playwright/test'

/** Waits until a page shows no placeholder for anything that is still loading, and its fonts are there. */
export async function waitUntilPageLoaded(page: Page): Promise<void> {
  await expect(page.locator('.on-its-way, .skeleton, [aria-busy=true]')).toHaveCount(0)
  await page.evaluate(() => document.fonts.ready)
}
