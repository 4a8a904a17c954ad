// The clock of a page in a test's hand: hours pass in a moment, and a state that lasts a second stays to be looked at.
import type { Page } from '@playwright/test'

/** Puts the page's clock into the test's hand; it runs on as before until it is told otherwise. */
export async function installFakePageClock(page: Page, aheadMilliseconds = 0): Promise<void> {
  await page.clock.install({ time: Date.now() + aheadMilliseconds })
}

/** Stops the page's clock: from now on time passes only by `page.clock.runFor` and `page.clock.fastForward`. */
export async function pauseFakePageClock(page: Page): Promise<void> {
  // A clock can only be stopped at a moment that it has not passed yet.
  await page.clock.pauseAt(Date.now() + 1_000)
}
