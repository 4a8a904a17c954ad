import { expect, test } from '@playwright/test'
import type { Page } from '@playwright/test'
import { expectAccessible, expectNoHorizontalScroll } from '../src/expect-accessible.ts'

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

test('a page is measured after it has reacted to the size of the window', async ({ page }) => {
  await page.setViewportSize({ width: 1280, height: 900 })
  await page.setContent('<html lang="en"><title>Wide</title><main style="width: 1200px">Page</main></html>')
  await page.evaluate(() => {
    const isWide = matchMedia('(min-width: 80rem)')
    isWide.addEventListener('change', () =>
      requestAnimationFrame(() => {
        for (const main of document.querySelectorAll('main')) main.style.width = isWide.matches ? '1200px' : '300px'
      }),
    )
  })
  for (let count = 0; count < 20; count += 1) {
    await page.setViewportSize({ width: 360, height: 740 })
    await expectNoHorizontalScroll(page)
    await page.setViewportSize({ width: 1280, height: 900 })
  }
})

test('a page that is wider than the window is reported', async ({ page }) => {
  await page.setViewportSize({ width: 360, height: 740 })
  await page.setContent('<html lang="en"><title>Wide</title><main style="width: 1200px">Page</main></html>')
  await expect(expectNoHorizontalScroll(page)).rejects.toThrow('1200px')
})
