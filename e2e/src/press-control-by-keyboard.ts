import { expect } from '@playwright/test'
import type { Locator, Page } from '@playwright/test'

export async function pressControlByKeyboard(page: Page, control: Locator, key = 'Enter'): Promise<void> {
  await expect(control).toBeVisible()
  for (let steps = 0; steps < 80; steps += 1) {
    await page.keyboard.press('Tab')
    if (await control.evaluate((element) => element.matches(':focus'))) {
      await page.keyboard.press(key)
      return
    }
  }
  throw new Error(`The Tab key does not reach ${String(control)}.`)
}
