import type { Page } from '@playwright/test'

/** The clock keeps running until it is paused. */
export async function installFakePageClock(page: Page, aheadMilliseconds = 0): Promise<void> {
  await page.clock.install({ time: Date.now() + aheadMilliseconds })
}

/** Afterwards, time advances only through `page.clock.runFor` and `page.clock.fastForward`. */
export async function pauseFakePageClock(page: Page): Promise<void> {
  // Playwright can pause a clock only at a future time.
  await page.clock.pauseAt(Date.now() + 1_000)
}
