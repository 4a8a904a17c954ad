import { expect, test } from '@playwright/test'
import type { Page } from '@playwright/test'
import { expectAccessible } from '../src/expect-accessible.ts'

/** Shows a button whose label appears during the given run of axe. */
async function openPageWithLateLabel(page: Page, labelRun: number): Promise<void> {
  await page.setContent('<html lang="en"><title>Late label</title><main><h1>Page</h1><button></button></main></html>')
  await page.addScriptTag({ path: new URL(import.meta.resolve('axe-core/axe.min.js')).pathname })
  await page.evaluate((labelRun) => {
    const { axe } = globalThis as unknown as { axe: { run: (...input: unknown[]) => Promise<unknown> } }
    const run = axe.run.bind(axe)
    let runs = 0
    axe.run = async (...input) => {
      runs += 1
      const results = await run(...input)
      if (runs === labelRun) document.querySelector('button')?.setAttribute('aria-label', 'Save')
      return results
    }
  }, labelRun)
}

test('a page that changes while axe looks at it is looked at again', async ({ page }) => {
  await openPageWithLateLabel(page, 1)
  await expectAccessible(page)
})

test('a fault that stays is reported', async ({ page }) => {
  await openPageWithLateLabel(page, 100)
  await expect(expectAccessible(page)).rejects.toThrow('button-name')
})
